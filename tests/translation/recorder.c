/*
 * Records the calls of runs of the campaign (record.h), each made under the checker, on the
 * standard output.
 *
 * usage: recorder FIRST RUNS SEED [show]     show: a replay prints every answer
 *
 * Ends with 1 if a clause breaks.
 */
#include "tests/campaign/script.h"
#include "tests/campaign/world.h"
#include "tests/translation/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct rtmr kernel;
static struct script script;

static void put(int64_t number)
{
    uint64_t left = (uint64_t)number << 1 ^ (number < 0 ? UINT64_MAX : 0);

    while (left >= RECORD_MORE) {
        (void)putchar((int)(left % RECORD_MORE | RECORD_MORE));
        left >>= RECORD_GROUP;
    }
    (void)putchar((int)left);
}

static void put_all(const int64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        put(numbers[i]);
    }
}

static void put_setup(const struct rtmr_setup *s)
{
    const int64_t numbers[] = {s->map_slots, s->reduce_slots, (int64_t)s->feedback, (int64_t)s->order,
                               s->delta,     s->latency,      s->reduces_per_node,  s->counter_offer};

    put_all(numbers, sizeof numbers / sizeof numbers[0]);
}

static void put_call(const struct call *c)
{
    const int64_t numbers[] = {(int64_t)c->kind,    c->null ? 1 : 0,
                               (int64_t)c->stage,   c->slot,
                               c->handle,           c->to,
                               c->job.map_tasks,    c->job.reduce_tasks,
                               c->job.map_estimate, c->job.reduce_estimate,
                               c->job.deadline};

    put_all(numbers, sizeof numbers / sizeof numbers[0]);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: recorder FIRST RUNS SEED [show]\n");
        return EXIT_FAILURE;
    }
    const int64_t first = strtoll(argv[1], NULL, 10);
    const int64_t runs = strtoll(argv[2], NULL, 10);
    const uint64_t seed = strtoull(argv[3], NULL, 10);
    struct checked *const c = checked_new(&kernel, true);

    put_all((const int64_t[]){RTMR_SLOTS, RTMR_JOBS, RTMR_TASKS, argc > 4 && strcmp(argv[4], "show") == 0}, 4);
    for (int64_t run = first; run < first + runs && !checked_judge(c)->broken; run++) {
        script_spoil(&kernel);
        (void)world_run(c, &kernel, seed, (uint64_t)run, &script);
        put(1);
        put(run);
        put_setup(&script.setup);
        put(script.calls);
        for (int32_t i = 0; i < script.calls; i++) {
            put_call(&script.call[i]);
        }
    }
    put(0);
    const bool broken = checked_judge(c)->broken;
    if (broken) {
        fprintf(stderr, "%s\n", checked_judge(c)->text);
    }
    checked_free(c);
    return broken || fflush(stdout) != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
