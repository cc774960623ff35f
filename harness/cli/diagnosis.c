#include "harness/cli/diagnosis.h"

#include "harness/cli/help.h"
#include "harness/engine/engine.h"
#include "harness/schedulers/schedulers.h"
#include "harness/workload/alloc.h"
#include "harness/workload/safe_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* From its arrival to its estimated end on the empty cluster; NO_INSTANT: no plan can be made. */
static ticks time_alone(const struct job_spec *job, const struct cluster *cluster,
                        const struct scheduler_options *policy)
{
    struct job_spec copy = *job;
    copy.row = 0;
    const struct workload workload = {.jobs = &copy, .count = 1, .title = copy.name};
    const struct engine_options options = engine_options_default();
    struct run_error error = {0};
    struct engine *engine = engine_new(&workload, cluster, &rtmr_scheduler, policy, &options, &error);
    ticks end = NO_INSTANT;
    if (engine != NULL && engine_run_until(engine, job->arrival)) {
        end = engine_outcomes(engine)[0].estimated_finish;
    }
    engine_free(engine);
    return end == NO_INSTANT ? NO_INSTANT : end - job->arrival;
}

struct diagnosis diagnosis_make(const struct workload *workload, const struct cluster *cluster,
                                const struct scheduler_options *policy)
{
    struct diagnosis d = {.heartbeat = cluster->heartbeat,
                          .reduces = cluster_slots_of_largest_node(cluster, STAGE_REDUCE)};
    struct cluster instant = *cluster;
    instant.heartbeat = 0;
    const struct job_spec *nearest = NULL;
    d.jobs = workload->count < DIAGNOSED_MOST ? workload->count : DIAGNOSED_MOST;
    for (size_t i = 0; i < d.jobs; i++) {
        const struct job_spec *job = &workload->jobs[i];
        const ticks allowed = job->deadline - job->arrival;
        const ticks needed = time_alone(job, cluster, policy);
        const ticks without = d.heartbeat > 0 ? time_alone(job, &instant, policy) : needed;
        d.possible += needed <= allowed;
        d.without += without <= allowed;
        if (needed != NO_INSTANT && (nearest == NULL || needed - allowed < d.needed - d.allowed)) {
            nearest = job;
            d.allowed = allowed;
            d.needed = needed;
            d.needed_without = without;
        }
    }
    d.nearest = nearest == NULL ? NULL : alloc_text(nearest->name, strlen(nearest->name));
    return d;
}

void diagnosis_free(struct diagnosis *d)
{
    free(d->nearest);
    d->nearest = NULL;
}

static void write_advice(const struct diagnosis *d, FILE *out)
{
    if (d->without > d->possible) {
        fprintf(out,
                " Without heartbeats (--heartbeat 0) %zu of the jobs could be promised on the empty cluster; a shorter "
                "heartbeat, later deadlines or smaller estimates help too.",
                d->without);
    } else {
        fputs(" Remedies: later deadlines (of a trace without deadlines: --deadline-factor), smaller estimates "
              "(--estimate-factor), or more slots (--cluster, --map-slots, --reduce-slots).",
              out);
    }
}

void diagnosis_print(const struct diagnosis *d, FILE *out)
{
    char *text;
    size_t length;
    FILE *stream = alloc_stream(&text, &length);
    fprintf(stream,
            "rtmr could promise none of the jobs: %zu of %zu would end after their deadlines even if each had "
            "the cluster for itself.",
            d->jobs - d->possible, d->jobs);
    if (d->heartbeat > 0) {
        fprintf(stream,
                " A promise allows for heartbeats of %" PRId64 " ms: a map may take %" PRId64
                " ms longer than its estimate, a reduce %" PRId64 " ms.",
                d->heartbeat, d->heartbeat, (d->reduces + 1) * d->heartbeat);
    }
    if (d->nearest != NULL) {
        fputs(" The nearest is ", stream);
        safe_text_write(d->nearest, stream);
        fprintf(stream,
                ": it has %" PRId64 " ms from its arrival to its deadline, and needs %" PRId64 " ms, %" PRId64
                " ms too much",
                d->allowed, d->needed, d->needed - d->allowed);
        if (d->heartbeat > 0) {
            fprintf(stream, "; without heartbeats it needs %" PRId64 " ms", d->needed_without);
        }
        fputc('.', stream);
    }
    write_advice(d, stream);
    fclose(stream);
    fputc('\n', out);
    help_wrapped(text, 0, 0, out);
    free(text);
}
