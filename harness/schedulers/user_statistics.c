#include "harness/schedulers/user_statistics.h"

#include <math.h>

void user_statistics_add_size(struct user_statistics *s, double size)
{
    double jobs = (double)++s->jobs;
    double deviation = size - s->mean_size;
    s->mean_size += deviation / jobs;
    s->squares += deviation * deviation * (jobs - 1.0) / jobs;
}

void user_statistics_add_task_time(struct user_statistics *s, enum stage stage, double mean)
{
    double jobs = (double)++s->measured[stage];
    s->task_time[stage] += (mean - s->task_time[stage]) / jobs;
}

double user_statistics_variation(const struct user_statistics *s)
{
    if (s->jobs == 0) {
        return NAN;
    }
    return s->mean_size > 0.0 ? sqrt(s->squares / (double)s->jobs) / s->mean_size : 0.0;
}

void user_statistics_reset(struct user_statistics *s)
{
    *s = (struct user_statistics){.task_time = {s->task_time[STAGE_MAP], s->task_time[STAGE_REDUCE]}};
}
