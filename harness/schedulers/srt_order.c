#include "harness/schedulers/srt_order.h"

static int less_first(double a, double b)
{
    return (a > b) - (a < b);
}

static double remaining_time(const struct scheduler_job *job, ticks now)
{
    return (double)(now - job->arrival) / job->finished[STAGE_MAP] * job->waiting[STAGE_MAP];
}

int srt_compare(const struct scheduler_job *a, const struct scheduler_job *b, ticks now)
{
    int32_t f1 = a->finished[STAGE_MAP];
    int32_t f2 = b->finished[STAGE_MAP];
    int32_t p1 = a->waiting[STAGE_MAP];
    int32_t p2 = b->waiting[STAGE_MAP];
    if (f1 == 0 || f2 == 0) {
        return f1 != f2 ? less_first(f2, f1) : less_first(p1, p2);
    }
    if (p1 == 0 && p2 == 0) {
        return less_first(f1, f2);
    }
    return less_first(remaining_time(a, now), remaining_time(b, now));
}

struct rank srt_rank(const struct scheduler_job *job)
{
    int32_t finished = job->finished[STAGE_MAP];
    int32_t pending = job->waiting[STAGE_MAP];
    if (finished > 0 && pending > 0) {
        return (struct rank){.level = SRT_LEVEL_MOVING, .tie = job->id};
    }
    return (struct rank){.level = finished > 0 ? SRT_LEVEL_MOVING - 1 : SRT_LEVEL_MOVING + 1,
                         .value = finished > 0 ? finished : pending,
                         .tie = job->id};
}
