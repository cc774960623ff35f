#include "harness/engine/outages.h"

#include "harness/workload/alloc.h"
#include "harness/workload/seed.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>

/* The next change of a node by the rates. */
struct node_fate {
    ticks at;
    int32_t node;
    uint64_t changes; /* so far: after an odd number it is lost */
};

struct outages {
    struct fault_options options;
    uint64_t seed;
    gsl_rng *rng; /* re-seeded for every draw */
    int32_t nodes;
    /* a heap: the node that changes next comes first; NULL: none is lost by the rates */
    struct node_fate *fates;
    size_t position; /* in the script */
};

static void aim(struct outages *o, enum fault_draw draw, int32_t node, uint64_t number)
{
    uint64_t seed = seed_derive(o->seed, (uint64_t)draw);
    seed = seed_derive(seed, (uint64_t)node);
    seed = seed_derive(seed, number);
    gsl_rng_set(o->rng, (unsigned long)(seed & UINT32_MAX));
}

/* Draws when the node changes next, after the instant of its last change. */
static void draw_next(struct outages *o, struct node_fate *fate)
{
    bool lost = fate->changes % 2 == 1;
    aim(o, DRAW_NODE_LOSS, fate->node, fate->changes);
    double wait = ceil(gsl_ran_exponential(o->rng, (double)(lost ? o->options.node_mttr : o->options.node_mtbf)));
    wait = wait < 1.0 ? 1.0 : wait;
    fate->at = wait < (double)(WORKLOAD_TIME_MAX - fate->at) ? fate->at + (ticks)wait : INT64_MAX;
}

static bool before(const struct node_fate *a, const struct node_fate *b)
{
    return a->at != b->at ? a->at < b->at : a->node < b->node;
}

/* Moves the fate at place i of the heap, which may come later than those below it, to where it
 * belongs. */
static void sift_down(struct outages *o, int32_t i)
{
    struct node_fate fate = o->fates[i];
    int32_t child = 2 * i + 1;
    while (child < o->nodes) {
        if (child + 1 < o->nodes && before(&o->fates[child + 1], &o->fates[child])) {
            child++;
        }
        if (!before(&o->fates[child], &fate)) {
            break;
        }
        o->fates[i] = o->fates[child];
        i = child;
        child = 2 * i + 1;
    }
    o->fates[i] = fate;
}

/* Skips the events of tasks, which are no changes of nodes or slots. */
static void find_change(struct outages *o)
{
    const struct fault_script *script = o->options.script;
    while (script != NULL && o->position < script->count &&
           (script->events[o->position].kind == FAULT_TASK_OVERRUNS ||
            script->events[o->position].kind == FAULT_TASK_FAILS)) {
        o->position++;
    }
}

struct outages *outages_new(const struct fault_options *options, int32_t nodes, ticks begin, uint64_t seed)
{
    struct outages *o = alloc_zeroed(1, sizeof *o);
    o->options = *options;
    o->seed = seed;
    o->rng = gsl_rng_alloc(gsl_rng_taus2);
    o->nodes = nodes;
    if (options->node_mtbf > 0) {
        o->fates = alloc_zeroed((size_t)nodes, sizeof *o->fates);
        for (int32_t node = 0; node < nodes; node++) {
            o->fates[node] = (struct node_fate){.at = begin, .node = node};
            draw_next(o, &o->fates[node]);
        }
        for (int32_t i = nodes / 2 - 1; i >= 0; i--) {
            sift_down(o, i);
        }
    }
    find_change(o);
    return o;
}

void outages_free(struct outages *o)
{
    if (o != NULL) {
        gsl_rng_free(o->rng);
        free(o->fates);
        free(o);
    }
}

static ticks next_of_script(const struct outages *o)
{
    const struct fault_script *script = o->options.script;
    return script != NULL && o->position < script->count ? script->events[o->position].at : INT64_MAX;
}

static ticks next_of_rates(const struct outages *o)
{
    return o->fates != NULL ? o->fates[0].at : INT64_MAX;
}

ticks outages_next(const struct outages *o)
{
    ticks script = next_of_script(o);
    ticks rates = next_of_rates(o);
    return script < rates ? script : rates;
}

struct outage outages_take(struct outages *o)
{
    if (next_of_script(o) <= next_of_rates(o)) {
        const struct fault_event *event = &o->options.script->events[o->position++];
        find_change(o);
        return (struct outage){.at = event->at,
                               .kind = event->kind,
                               .node = event->node,
                               .stage = event->stage,
                               .number = event->number,
                               .factor = event->factor};
    }
    struct node_fate *fate = &o->fates[0];
    struct outage outage = {
        .at = fate->at, .kind = fate->changes % 2 == 0 ? FAULT_NODE_LOST : FAULT_NODE_BACK, .node = fate->node};
    fate->changes++;
    draw_next(o, fate);
    sift_down(o, 0);
    return outage;
}

double outages_slowness(struct outages *o, int32_t node)
{
    if (o->options.slow_rate > 0.0) {
        aim(o, DRAW_NODE_SLOW, node, 0);
        return gsl_rng_uniform(o->rng) < o->options.slow_rate ? o->options.slow_factor : 1.0;
    }
    return 1.0;
}
