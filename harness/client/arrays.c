/* Of rtmr submit --executor slurm: the job's tasks as arrays of Slurm. */
#include "harness/client/client.h"
#include "harness/client/sbatch.h"
#include "harness/client/submit.h"
#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Slurm's own limit of a task, in minutes: behind all that the service may allow it. */
static int64_t limit(const json_t *request, const char *time)
{
    const int64_t estimate = member_integer(request, time, 1);
    const bool kills = strcmp(member_text(request, "on_overrun"), "kill") == 0;
    const int64_t grace = kills ? 0 : member_integer(request, "grace_ms", estimate);
    return (estimate + grace + 59999) / 60000 + 1;
}

/* A job without all of its tasks cannot keep its promise. s->session.error says why there are
 * none. */
static void abort_job(struct submission *s, int64_t job)
{
    struct session *session = &s->session;
    const struct input_error why = session->error;
    const bool json = session->json;
    struct answer answer;
    char number[32];
    snprintf(number, sizeof number, "job %" PRId64, job);
    const struct place place = {.source = number};
    char *path = alloc_print("/v1/jobs/%" PRId64 "/abort", job);
    session->json = false;
    if (session_ask(session, &(struct request){.method = "POST", .path = path}, 200, &answer) == 0) {
        input_error_at(&session->error, place, "aborted, as Slurm has not taken its tasks: %s", why.text);
    } else {
        const struct input_error second = session->error;
        input_error_at(&session->error, place, "Slurm has not taken its tasks: %s; to be aborted (rtmr abort), as: %s",
                       why.text, second.text);
    }
    session->json = json;
    answer_free(&answer);
    free(path);
}

int submission_submit_arrays(struct submission *s, const json_t *request, int64_t job, int64_t arrays[2])
{
    struct sbatch_job slurm = {
        .job = job,
        .name = s->name,
        .folder = member_text(request, "directory"),
        .partition = s->partition != NULL ? s->partition : "rtmr",
        .options = s->slurm_options,
        .option_count = s->slurm_option_count,
        .variables = s->variables,
        .is_environment_empty = s->env_none,
        .map = {.tasks = s->maps,
                .minutes = limit(request, "map_ms"),
                .command = json_object_get(request, "map_command")},
        .reduce = {.tasks = s->reduces,
                   .minutes = limit(request, "reduce_ms"),
                   .command = json_object_get(request, "reduce_command")},
    };
    const bool good = sbatch_submit(&slurm, &s->session.error);
    arrays[0] = slurm.map.array;
    arrays[1] = slurm.reduce.array;
    if (!good) {
        abort_job(s, job);
    }
    return good ? 0 : EXIT_FAILED;
}
