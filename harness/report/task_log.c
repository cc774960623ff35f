#include "harness/report/task_log.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>

void task_log_observe(void *context, const struct task_run *run)
{
    struct task_log *log = context;
    log->runs = alloc_grow(log->runs, &log->capacity, log->count + 1, sizeof *log->runs);
    log->runs[log->count++] = *run;
}

void task_log_free(struct task_log *log)
{
    free(log->runs);
    *log = (struct task_log){0};
}

static int by_slot(const void *left, const void *right)
{
    const struct task_run *a = left;
    const struct task_run *b = right;
    if (a->stage != b->stage) {
        return a->stage < b->stage ? -1 : 1;
    }
    if (a->slot != b->slot) {
        return a->slot < b->slot ? -1 : 1;
    }
    return (a->start > b->start) - (a->start < b->start);
}

void task_log_sort(struct task_log *log)
{
    if (log->count > 0) {
        qsort(log->runs, log->count, sizeof *log->runs, by_slot);
    }
}

ticks task_log_end(const struct task_log *log, ticks least)
{
    ticks end = least;
    for (size_t i = 0; i < log->count; i++) {
        end = log->runs[i].noticed > end ? log->runs[i].noticed : end;
    }
    return end;
}
