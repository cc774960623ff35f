#include "harness/schedulers/job_rankings.h"

#include "harness/schedulers/job_needs.h"
#include "harness/schedulers/srt_order.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>

void job_rankings_init(struct job_rankings *r, const struct scheduler_setup *setup, enum stage stage, bool srt)
{
    *r = (struct job_rankings){
        .setup = setup, .stage = stage, .srt = srt, .job = alloc_zeroed((size_t)setup->job_count, sizeof *r->job)};
    ranking_members_init(&r->members, (size_t)setup->job_count);
}

void job_rankings_free(struct job_rankings *r)
{
    free(r->job);
    ranking_members_free(&r->members);
    *r = (struct job_rankings){0};
}

void job_rankings_list(struct job_rankings *r, struct ranking *order, const struct scheduler_job *job, struct rank rank)
{
    if (job_is_candidate(r->setup, job, r->stage)) {
        r->job[job->id] = job;
        ranking_put(&r->members, order, job->id, rank);
    } else {
        ranking_drop(&r->members, order, job->id);
    }
}

static const struct rank *rank_of(const struct job_rankings *r, const struct scheduler_job *job)
{
    return &r->members.node[job->id].rank;
}

static bool is_moving(const struct job_rankings *r, const struct scheduler_job *job)
{
    return r->srt && rank_of(r, job)->level == SRT_LEVEL_MOVING;
}

bool job_rankings_before(const struct job_rankings *r, const struct scheduler_job *a, const struct scheduler_job *b)
{
    if (is_moving(r, a) && is_moving(r, b)) {
        int order = srt_compare(a, b, r->now);
        return order != 0 ? order < 0 : a->id < b->id;
    }
    return rank_before(rank_of(r, a), rank_of(r, b));
}

bool job_rankings_settled(const struct job_rankings *r, const struct scheduler_job *best,
                          const struct scheduler_job *job)
{
    return !(is_moving(r, best) && is_moving(r, job)) && job_rankings_before(r, best, job);
}

const struct scheduler_job *job_rankings_first(const struct job_rankings *r, const struct ranking *order, int32_t slot,
                                               job_takes *takes, void *context)
{
    const struct scheduler_job *best = NULL;
    for (int32_t id = ranking_first(order); id != RANKING_NONE; id = ranking_next(&r->members, id)) {
        const struct scheduler_job *job = r->job[id];
        if (best != NULL && job_rankings_settled(r, best, job)) {
            break;
        }
        if (job_runs_on(r->setup, job, r->stage, slot) && (takes == NULL || takes(context, job, slot)) &&
            (best == NULL || job_rankings_before(r, job, best))) {
            best = job;
        }
    }
    return best;
}
