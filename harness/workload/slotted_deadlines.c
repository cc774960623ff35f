#include "harness/workload/slotted_deadlines.h"

#include "harness/workload/alloc.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

int32_t slotted_relative_deadline(const struct slotted_workload *w, size_t job, int32_t machines, double factor)
{
    int32_t maps = w->jobs[job].maps;
    int32_t alone = maps / machines + (maps % machines > 0 ? 1 : 0) + slotted_longest_reduce(w, job);
    return (int32_t)ceil(factor * alone);
}

struct workload slotted_with_deadlines(const struct slotted_workload *w, int32_t machines, double factor)
{
    struct workload result = {0};
    size_t capacity = 0;
    for (size_t i = 0; i < w->count; i++) {
        const struct slotted_job *from = &w->jobs[i];
        struct job_spec *job = workload_append(&result, &capacity);
        job->arrival = (from->arrival - 1) * SLOTTED_SLOT_TICKS;
        job->deadline = job->arrival + slotted_relative_deadline(w, i, machines, factor) * SLOTTED_SLOT_TICKS;
        job->maps = from->maps;
        job->map_estimate = SLOTTED_SLOT_TICKS;
        task_times_add(&job->map_times, SLOTTED_SLOT_TICKS, from->maps);
        job->reduces = from->reduces;
        job->reduce_estimate = slotted_longest_reduce(w, i) * SLOTTED_SLOT_TICKS;
        for (int32_t k = 0; k < from->reduces; k++) {
            ticks units = w->reduce_units[from->first_reduce + (size_t)k];
            task_times_add(&job->reduce_times, units * SLOTTED_SLOT_TICKS, 1);
        }
        char name[32];
        int length = snprintf(name, sizeof name, "job%zu", i);
        job->name = alloc_text(name, (size_t)length);
        job->user = alloc_text("", 0);
        job->pool = alloc_text("", 0);
    }
    static const char title[] = "time-slotted";
    result.title = alloc_text(title, strlen(title));
    return result;
}
