#include "harness/replay/sbatch.h"

#include "harness/workload/alloc.h"

#include <errno.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MINUTE = 60000 };

/* The shell that an element runs: it sleeps for its own time. free() it. */
static char *script_of(const struct task_times *times)
{
    char *text;
    size_t length;
    FILE *out = alloc_stream(&text, &length);
    fputs("set --", out);
    for (int32_t task = 0; task < task_times_tasks(times); task++) {
        const ticks time = task_times_at(times, task);
        fprintf(out, " %" PRId64 ".%03d", time / 1000, (int)(time % 1000));
    }
    fputs("; shift \"$SLURM_ARRAY_TASK_ID\"; exec sleep \"$1\"", out);
    if (fclose(out) != 0) {
        alloc_failed();
    }
    return text;
}

/* Slurm's own limit, in minutes: behind all that the service may allow a task, which is its
 * estimate and as much of grace. */
static int64_t limit_of(ticks estimate)
{
    return (2 * estimate + MINUTE - 1) / MINUTE + 1;
}

static bool start_stage(struct sbatch_calls *calls, const struct task_times *times, const char *stage, ticks estimate,
                        int64_t number, const char *partition, struct input_error *error)
{
    char *array = alloc_print("--array=0-%" PRId32, task_times_tasks(times) - 1);
    char *limit = alloc_print("--time=%" PRId64, limit_of(estimate));
    char *comment = alloc_print("--comment=rtmr:%" PRId64 ":%s", number, stage);
    char *name = alloc_print("--job-name=rtmr-%" PRId64 "-%s", number, stage);
    char *where = alloc_print("--partition=%s", partition);
    char *script = script_of(times);
    char *const arguments[] = {
        "sbatch", "--quiet", "--output=/dev/null", "--chdir=/", array, limit, comment, name, where, "--wrap",
        script,   NULL};
    calls->list = alloc_grow(calls->list, &calls->capacity, calls->count + 1, sizeof *calls->list);
    const int failure = posix_spawnp(&calls->list[calls->count], "sbatch", NULL, NULL, arguments, environ);
    calls->count += failure == 0;
    free(array);
    free(limit);
    free(comment);
    free(name);
    free(where);
    free(script);
    return failure == 0 ||
           input_error_at(error, (struct place){.source = "sbatch"}, "it cannot be executed: %s", strerror(failure));
}

bool sbatch_start(struct sbatch_calls *calls, const struct job_spec *job, int64_t number, const char *partition,
                  struct input_error *error)
{
    if (job->maps > 0 && !start_stage(calls, &job->map_times, "map", job->map_estimate, number, partition, error)) {
        return false;
    }
    return job->reduces == 0 ||
           start_stage(calls, &job->reduce_times, "reduce", job->reduce_estimate, number, partition, error);
}

bool sbatch_end(struct sbatch_calls *calls, struct input_error *error)
{
    size_t failed = 0;
    for (size_t i = 0; i < calls->count; i++) {
        int status = 0;
        while (waitpid(calls->list[i], &status, 0) < 0 && errno == EINTR) {
        }
        failed += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    }
    const size_t count = calls->count;
    free(calls->list);
    *calls = (struct sbatch_calls){0};
    return failed == 0 ||
           input_error_at(error, (struct place){.source = "sbatch"}, "%zu of %zu calls have failed", failed, count);
}
