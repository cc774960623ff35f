#include "harness/schedulers/report_count.h"

void report_count_begin(struct report_count *count)
{
    *count = (struct report_count){.reporting = true};
}

void report_count_add(struct report_count *count, enum stage stage)
{
    count->given[stage] += count->reporting;
}

bool report_count_has_reduce(const struct report_count *count)
{
    return count->given[STAGE_REDUCE] > 0;
}
