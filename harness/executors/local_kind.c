/* The executor of plain rtmrd. */
#include "harness/executors/attempt_files.h"
#include "harness/executors/executor_kind.h"

static struct executor *make_local(struct uv_loop_s *loop, const struct executor_options *options,
                                   const struct executor_events *events, char *error, size_t size)
{
    return executor_local(loop, options->supervisor, options->folder, events, error, size);
}

const struct executor_kind executor_kind = {.name = "local",
                                            .latency = EXECUTOR_LOCAL_LATENCY,
                                            .has_supervisor = true,
                                            .discard = attempt_discard,
                                            .make = make_local};
