#include "tests/unit/slotted_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { REDUCES_MOST = 64 };

void slotted_job(struct slotted_workload *w, int32_t arrival, int32_t maps, const char *reduces)
{
    int32_t units[REDUCES_MOST];
    int32_t count = 0;
    char *next;
    for (long value = strtol(reduces, &next, 10); next != reduces; value = strtol(reduces, &next, 10)) {
        assert_true(count < REDUCES_MOST);
        units[count++] = (int32_t)value;
        reduces = next;
    }
    slotted_workload_add(w, arrival, maps, count, units);
}

static int32_t draw(gsl_rng *rng, int least, int most)
{
    return least + (int32_t)gsl_rng_uniform_int(rng, (unsigned long)(most - least) + 1);
}

struct slotted_workload slotted_random(gsl_rng *rng, int jobs, int slots, int maps, int reduces, int units)
{
    struct slotted_workload w = {0};
    int32_t arrival = 1;
    for (int32_t left = draw(rng, 1, jobs); left > 0; left--) {
        int32_t tasks[REDUCES_MOST];
        int32_t count = draw(rng, 0, reduces);
        for (int32_t i = 0; i < count; i++) {
            tasks[i] = draw(rng, 1, units);
        }
        arrival += draw(rng, 0, 2 * slots / jobs);
        slotted_workload_add(&w, arrival, draw(rng, 0, maps), count, tasks);
    }
    return w;
}

void slotted_print(const struct slotted_workload *w)
{
    for (size_t i = 0; i < w->count; i++) {
        const struct slotted_job *job = &w->jobs[i];
        printf("# job %zu: slot %d, %d maps, reduces", i, (int)job->arrival, (int)job->maps);
        for (int32_t k = 0; k < job->reduces; k++) {
            printf(" %d", (int)w->reduce_units[job->first_reduce + (size_t)k]);
        }
        putchar('\n');
    }
}

struct slotted_run slotted_must_run(const struct slotted_workload *w, const struct slotted_class *scheduler,
                                    int32_t machines, bool preemptive)
{
    struct slotted_run run;
    struct run_error error = {0};
    struct slotted_options options = {.machines = machines, .preemptive = preemptive};
    if (!slotted_run(w, scheduler, &options, &run, &error)) {
        slotted_print(w);
        fail_msg("%s", error.text);
    }
    return run;
}
