#include "harness/replay/differences.h"

#include "harness/replay/journal.h"
#include "harness/replay/scaling.h"
#include "harness/replay/simulated.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>

/* Lists the jobs with different decisions, their causes still unknown. */
static void list_all(const struct replay_ends *planned, const struct reality *reality, struct differences *d)
{
    size_t capacity = 0;
    *d = (struct differences){0};
    for (size_t i = 0; i < planned->count; i++) {
        const struct job_end *real = &reality->ends.jobs[i];
        if (!real->answered || real->accepted != planned->jobs[i].accepted) {
            d->list = alloc_grow(d->list, &capacity, d->count + 1, sizeof *d->list);
            d->list[d->count++] =
                (struct difference){.place = i, .cause = real->answered ? CAUSE_UNKNOWN : CAUSE_SERVICE};
        }
    }
}

/* The cause of those that the simulation of what was seen decides as reality did. */
static bool try_seen(const struct workload *workload, const struct service_facts *facts, const struct reality *reality,
                     enum difference_cause cause, struct differences *d, struct input_error *error)
{
    struct replay_ends ends;
    struct workload seen = workload_as_seen(workload, &reality->ends, cause == CAUSE_HOLDS);
    const bool good = replay_simulate(&seen, facts->slots, facts->latency, &ends, error);
    for (size_t i = 0; i < d->count && good; i++) {
        struct difference *one = &d->list[i];
        if (one->cause == CAUSE_UNKNOWN && ends.jobs[one->place].accepted == reality->ends.jobs[one->place].accepted) {
            one->cause = cause;
        }
    }
    replay_ends_free(&ends);
    workload_free_seen(&seen, cause == CAUSE_HOLDS);
    return good;
}

static void try_journal(const struct workload *workload, const struct service_facts *facts,
                        const struct reality *reality, struct differences *d)
{
    enum journal_answer *answers = journal_answers(workload, facts, reality);
    for (size_t i = 0; i < d->count; i++) {
        struct difference *one = &d->list[i];
        const bool accepted = reality->ends.jobs[one->place].accepted;
        if (one->cause == CAUSE_UNKNOWN && answers[one->place] == (accepted ? JOURNAL_ACCEPTED : JOURNAL_REFUSED)) {
            one->cause = CAUSE_CALLS;
        }
    }
    free(answers);
}

bool differences_find(const struct workload *workload, const struct service_facts *facts,
                      const struct replay_ends *planned, const struct reality *reality, struct differences *d,
                      struct input_error *error)
{
    list_all(planned, reality, d);
    if (d->count == 0) {
        return true;
    }
    if (!try_seen(workload, facts, reality, CAUSE_ARRIVALS, d, error) ||
        !try_seen(workload, facts, reality, CAUSE_HOLDS, d, error)) {
        return false;
    }
    try_journal(workload, facts, reality, d);
    for (size_t i = 0; i < d->count; i++) {
        d->unexplained += d->list[i].cause == CAUSE_UNKNOWN || d->list[i].cause == CAUSE_SERVICE;
    }
    return true;
}
