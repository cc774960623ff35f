/*
 * Looks for states in which calls are expensive, and says how often the loops of a call run in one.
 * Linked with a kernel in which every loop counts, and every basic block (bounds.py):
 * rtmr_iterations, __sanitizer_cov_trace_pc(). Blocks are close to instructions, and do not depend
 * on a board.
 *
 * search SEED STATES   hill climbing: states are drawn, or made from the best one so far of some
 *                      call by changing a few numbers; every call is made in each. Prints the
 *                      best state of each case of bounds.toml: CALL;WHEN;NUMBER OF CALL:STATE.
 * search CALL:STATE... makes these calls. Prints
 *                      CALL;WHEN;S;J;W;U;H;ITERATIONS;BLOCKS;STATE IN WORDS.
 */
#include "tests/campaign/random.h"
#include "tests/embedded/footprint/states.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CASES 64
#define FIRST 500 /* states that are drawn, before any is changed */

extern uint64_t rtmr_iterations;
uint64_t rtmr_iterations;
void __sanitizer_cov_trace_pc(void);

static uint64_t blocks, iterations_of_call, blocks_of_call;
static struct rtmr built, k;

/* The best state of each case so far. */
static struct best {
    int call;
    const char *when;
    uint64_t blocks;
    struct state state;
} best[MOST_CASES];
static int cases;

void __sanitizer_cov_trace_pc(void)
{
    blocks++;
}

void state_call_begins(void)
{
    rtmr_iterations = blocks = 0;
}

void state_call_ends(void)
{
    iterations_of_call = rtmr_iterations;
    blocks_of_call = blocks;
}

static void print_state(int call, const struct state *state)
{
    printf("%d:", call);
    for (int i = 0; i < STATE_NUMBERS; i++) {
        printf("%02x", state->number[i]);
    }
}

static struct best *best_of(int call, const char *when)
{
    for (int i = 0; i < cases; i++) {
        if (best[i].call == call && strcmp(best[i].when, when) == 0) {
            return &best[i];
        }
    }
    if (cases == MOST_CASES) {
        exit(1);
    }
    best[cases].call = call;
    best[cases].when = when;
    return &best[cases++];
}

static void try_state(const struct state *state)
{
    struct formula_sizes sizes;

    state_build(&built, state);
    for (int call = 0; state_calls[call] != NULL; call++) {
        k = built;
        struct best *const found = best_of(call, state_call(&k, state, call, &sizes));
        if (blocks_of_call >= found->blocks) {
            found->blocks = blocks_of_call;
            found->state = *state;
        }
    }
}

static void draw_state(struct state *state, uint64_t *random)
{
    for (int i = 0; i < STATE_NUMBERS; i++) {
        state->number[i] = (uint8_t)random_draw(random, 0, UINT8_MAX);
    }
}

/* A few numbers change: a little, to an end, or to any. */
static void change_state(struct state *state, uint64_t *random)
{
    const int changes = (int)random_draw(random, 1, 4);

    for (int i = 0; i < changes; i++) {
        uint8_t *const number = &state->number[random_draw(random, 0, STATE_NUMBERS - 1)];
        const int64_t drawn = random_draw(random, 0, UINT8_MAX);

        switch (random_draw(random, 0, 2)) {
        case 0: *number = (uint8_t)(*number + random_draw(random, -4, 4)); break;
        case 1: *number = drawn % 2 ? UINT8_MAX : 0; break;
        default: *number = (uint8_t)drawn; break;
        }
    }
}

static void search(uint64_t seed, int states)
{
    uint64_t random = random_begin(seed, 0);

    for (int i = 0; i < states; i++) {
        struct state state;

        if (i < FIRST || random_one_in(&random, 10)) {
            draw_state(&state, &random);
        } else {
            state = best[random_draw(&random, 0, cases - 1)].state;
            change_state(&state, &random);
        }
        try_state(&state);
    }
    for (int i = 0; i < cases; i++) {
        printf("%s;%s;", state_calls[best[i].call], best[i].when);
        print_state(best[i].call, &best[i].state);
        printf("\n");
    }
}

static int distinct_bounds(const struct rtmr_pool *pool)
{
    int distinct = 0;

    for (int32_t s = 0; s < pool->slots; s++) {
        int is_first = pool->state[s] == RTMR_SLOT_BUSY;

        for (int32_t q = 0; q < s; q++) {
            is_first = is_first && !(pool->state[q] == RTMR_SLOT_BUSY && pool->bound[q] == pool->bound[s]);
        }
        distinct += is_first;
    }
    return distinct;
}

static void describe(void)
{
    static const char *const feedback[] = {"exact", "satu", "none"};
    static const char *const order[] = {"", "floor", "edf", "fifo"};
    int largest = 0;
    int waiting[2] = {0, 0};

    for (int32_t i = 0; i < built.jobs; i++) {
        const int32_t tasks = built.map.waiting[i] + built.reduce.waiting[i];

        waiting[0] += built.map.waiting[i];
        waiting[1] += built.reduce.waiting[i];
        largest = tasks > largest ? tasks : largest;
    }
    printf("%s, %s, latency %d; %d + %d slots, %d + %d of them idle, %d + %d distinct bounds; %d jobs, %d promised; "
           "%d + %d tasks wait, %d of one job",
           feedback[built.feedback], order[built.order], (int)built.latency, built.map.slots, built.reduce.slots,
           built.map.idle, built.reduce.idle, distinct_bounds(&built.map), distinct_bounds(&built.reduce), built.jobs,
           built.promised, waiting[0], waiting[1], largest);
}

static void replay(const char *text)
{
    char *digits;
    const int call = (int)strtol(text, &digits, 10);
    struct formula_sizes z;
    struct state state;

    for (int i = 0; i < STATE_NUMBERS; i++) {
        const char two[] = {digits[1 + 2 * i], digits[2 + 2 * i], '\0'};

        state.number[i] = (uint8_t)strtol(two, NULL, 16);
    }
    state_build(&built, &state);
    k = built;
    const char *const when = state_call(&k, &state, call, &z);
    printf("%s;%s;%d;%d;%d;%d;%d;%ju;%ju;", state_calls[call], when, z.s, z.j, z.w, z.u, z.h,
           (uintmax_t)iterations_of_call, (uintmax_t)blocks_of_call);
    describe();
    printf("\n");
}

int main(int count, char **arguments)
{
    if (count == 3 && strchr(arguments[1], ':') == NULL) {
        search(strtoull(arguments[1], NULL, 10), atoi(arguments[2]));
        return 0;
    }
    for (int i = 1; i < count; i++) {
        replay(arguments[i]);
    }
    return 0;
}
