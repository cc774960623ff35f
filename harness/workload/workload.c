#include "harness/workload/workload.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>
#include <string.h>

void job_spec_free(struct job_spec *job)
{
    free(job->name);
    task_times_free(&job->map_times);
    task_times_free(&job->reduce_times);
    map_places_free(&job->map_nodes);
    free(job->user);
    free(job->pool);
}

void workload_free(struct workload *w)
{
    for (size_t i = 0; i < w->count; i++) {
        job_spec_free(&w->jobs[i]);
    }
    free(w->jobs);
    free(w->title);
    reading_notes_free(&w->notes);
    *w = (struct workload){0};
}

bool workload_close(struct workload *w, const char *title, bool good)
{
    if (good) {
        w->title = alloc_text(title, strlen(title));
    } else {
        workload_free(w);
    }
    return good;
}

struct job_spec *workload_append(struct workload *w, size_t *capacity)
{
    w->jobs = alloc_grow(w->jobs, capacity, w->count + 1, sizeof *w->jobs);
    struct job_spec *job = &w->jobs[w->count];
    *job = (struct job_spec){.map_bytes = -1, .reduce_bytes = -1, .row = w->count};
    w->count++;
    return job;
}

static int by_arrival(const void *a, const void *b)
{
    const struct job_spec *x = a;
    const struct job_spec *y = b;
    if (x->arrival != y->arrival) {
        return x->arrival < y->arrival ? -1 : 1;
    }
    return (x->row > y->row) - (x->row < y->row);
}

void workload_sort(struct workload *w)
{
    if (w->count > 1) {
        qsort(w->jobs, w->count, sizeof *w->jobs, by_arrival);
    }
}

ticks workload_instant(const struct workload *w, ticks named)
{
    return named < WORKLOAD_EPOCH ? named : named - w->notes.shift;
}
