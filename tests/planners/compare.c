/*
 * Plans on sorted runs and plans on a heap, decision by decision: the same random calls are made on
 * a kernel of each build, and every answer, and every answer of every query after it, must be the
 * same.
 *
 * usage: compare [STATES [SEED]]     after how many calls to end; the default are 20,000 and 1
 *
 * Prints how often each call was made, and what it answered. A difference is printed with the run's
 * calls, and ends the program with status 1.
 */
#include "tests/campaign/random.h"
#include "tests/planners/side.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define CALLS_MOST 400 /* of a run */
#define KINDS (CALL_RESTORE + 1)

/* The work of a stage of longer tasks is not computed. */
#define TASK_LONG (RTMR_TIME_MAX / 65536)

enum { ANSWERED, REFUSED, WITH_OFFER, VIOLATED, IN_VAIN, OUTCOMES };

/* The same kernel twice, and what has been done to it. */
struct pair {
    void *runs;
    void *heap;
    int64_t *of_runs;
    int64_t *of_heap;
    uint64_t random;
    struct rtmr_setup setup;
    rtmr_ticks scale; /* times and estimates are drawn up to about this */
    int32_t tasks;    /* of a stage of a job are drawn up to this */
    int32_t distinct; /* nonzero: estimates are drawn from few values */
    rtmr_ticks asked; /* the last deadline that was offered, 0 if none was */
    struct call call[CALLS_MOST];
    struct answer answer[CALLS_MOST];
    int32_t calls;
};

static int64_t tally[KINDS][OUTCOMES];

static int64_t draw(struct pair *p, int64_t low, int64_t high)
{
    return random_draw(&p->random, low, high);
}

static int32_t draw32(struct pair *p, int32_t low, int32_t high)
{
    return (int32_t)draw(p, low, high);
}

static bool one_in(struct pair *p, int64_t n)
{
    return random_one_in(&p->random, n);
}

/* Where the run begins, a tenth of all runs near the end of time. */
static rtmr_ticks first_instant(struct pair *p)
{
    return one_in(p, 10) ? RTMR_TIME_MAX - p->scale * draw(p, 1, 200) : draw(p, 0, 3);
}

static struct rtmr_setup draw_setup(struct pair *p)
{
    static const int32_t most[] = {2, 4, 16, RTMR_SLOTS};
    const int32_t slots = most[draw(p, 0, 3)];
    const int32_t exact = draw32(p, 0, 5) < 4;
    const enum rtmr_feedback feedback = exact ? RTMR_FEEDBACK_EXACT : (enum rtmr_feedback)draw(p, 1, 2);
    const enum rtmr_order order = (enum rtmr_order)draw(p, 0, 3);
    const rtmr_ticks latency = one_in(p, 3) ? draw(p, 1, p->scale < 1000 ? p->scale : 1000) : 0;

    return (struct rtmr_setup){.map_slots = draw32(p, slots / 2, slots),
                               .reduce_slots = draw32(p, slots / 2, slots),
                               .feedback = feedback,
                               .order = !exact && order == RTMR_ORDER_EDF ? RTMR_ORDER_FLOOR : order,
                               .delta = draw(p, 0, p->scale),
                               .latency = latency,
                               .reduces_per_node = draw32(p, 0, slots < 4 ? 1 : 3),
                               .counter_offer = draw32(p, 0, 1)};
}

static rtmr_ticks draw_estimate(struct pair *p)
{
    if (p->distinct) {
        return p->scale / 2 + 1 + draw(p, 0, 2);
    }
    return one_in(p, 200) ? draw(p, 1, RTMR_TIME_MAX) : draw(p, 1, p->scale);
}

/* About as late as its own work takes, with what waits; often where an offer lies, or just before
 * it. */
static rtmr_ticks draw_deadline(struct pair *p, const struct rtmr_job *job)
{
    const rtmr_ticks now = p->of_runs[0];
    const bool endless = job->map_estimate > TASK_LONG || job->reduce_estimate > TASK_LONG;
    const rtmr_ticks work = endless ? RTMR_TIME_MAX / 16
                                    : job->map_estimate * (1 + job->map_tasks / p->setup.map_slots) +
                                          job->reduce_estimate * (1 + job->reduce_tasks / p->setup.reduce_slots);

    if (p->asked != 0 && one_in(p, 3)) {
        return p->asked - draw(p, 0, 1);
    }
    if (one_in(p, 100)) {
        return one_in(p, 2) ? RTMR_TIME_MAX : now - draw(p, 0, 1);
    }
    const rtmr_ticks by = now + draw(p, 0, work * draw(p, 1, 12));
    return by > RTMR_TIME_MAX ? RTMR_TIME_MAX : by;
}

static struct rtmr_job draw_job(struct pair *p)
{
    struct rtmr_job job = {.map_tasks = one_in(p, 8) ? 0 : draw32(p, 1, one_in(p, 3) ? p->tasks : 6),
                           .reduce_tasks = one_in(p, 3) ? 0 : draw32(p, 1, one_in(p, 3) ? p->tasks : 4),
                           .map_estimate = draw_estimate(p),
                           .reduce_estimate = draw_estimate(p)};

    job.deadline = draw_deadline(p, &job);
    return job;
}

/* Some slot, most often one in the given state. */
static int32_t draw_slot(struct pair *p, enum rtmr_stage stage, enum rtmr_slot_state state)
{
    const int32_t slots = stage == RTMR_MAP ? p->setup.map_slots : p->setup.reduce_slots;
    /* look() writes the map stage's offer and slots, then those of the reduce stage. */
    const int64_t *slot =
        p->of_runs + 4 + 12 * p->of_runs[1] + 3 + (stage == RTMR_MAP ? 0 : 3 * p->setup.map_slots + 3);
    int32_t s = draw32(p, 0, slots - 1);

    for (int32_t i = 0; i < slots && !one_in(p, 100) && slot[3 * (size_t)s] != (int64_t)state; i++) {
        s = (s + 1) % slots;
    }
    return s;
}

static rtmr_handle draw_handle(struct pair *p)
{
    const int64_t jobs = p->of_runs[1];

    return jobs == 0 || one_in(p, 100) ? draw(p, 0, 3) : p->of_runs[4 + 12 * draw(p, 0, jobs - 1)];
}

/* Up to the next event, or a little more than that. */
static rtmr_ticks draw_instant(struct pair *p)
{
    const rtmr_ticks now = p->of_runs[0];
    const rtmr_ticks event = p->of_runs[2];
    const rtmr_ticks next = event > RTMR_TIME_MAX - p->scale ? now + draw(p, 0, p->scale) : event;
    rtmr_ticks to = one_in(p, 2) ? next : draw(p, now, next);

    if (one_in(p, 12)) {
        to = next + draw(p, 1, p->scale);
    }
    return to > RTMR_TIME_MAX && !one_in(p, 50) ? RTMR_TIME_MAX : to;
}

/* Any of the rarer calls. */
static struct call draw_change(struct pair *p)
{
    static const enum call_kind kinds[] = {CALL_WITHDRAW, CALL_SLOT_LOST, CALL_FAIL,         CALL_SLOT_DRAIN,
                                           CALL_SLOT_ADD, CALL_SLOT_ADD,  CALL_RENEW,        CALL_RENEW,
                                           CALL_EXTEND,   CALL_EXTEND,    CALL_SET_ESTIMATE, CALL_SUSPEND,
                                           CALL_ABORT,    CALL_RESTORE,   CALL_OFFER};
    const enum call_kind kind = kinds[draw(p, 0, (int64_t)(sizeof kinds / sizeof kinds[0]) - 1)];
    const enum rtmr_stage stage = (enum rtmr_stage)draw(p, 0, 1);
    const rtmr_ticks now = p->of_runs[0];
    struct call c = {.kind = kind, .stage = stage, .handle = draw_handle(p)};

    c.slot = draw_slot(p, stage, kind == CALL_SLOT_ADD ? RTMR_SLOT_ABSENT : RTMR_SLOT_BUSY);
    switch (kind) {
    case CALL_RENEW: c.to = p->asked != 0 && one_in(p, 2) ? p->asked : now + draw(p, 0, 40 * p->scale); break;
    case CALL_EXTEND: c.to = now + draw(p, 0, 2 * p->scale); break;
    case CALL_SET_ESTIMATE: c.to = draw_estimate(p); break;
    case CALL_RESTORE: c.to = one_in(p, 2) ? now : draw_instant(p); break;
    default: break;
    }
    return c;
}

static struct call draw_call(struct pair *p)
{
    const int64_t choice = draw(p, 0, 99);
    const enum rtmr_stage stage = (enum rtmr_stage)draw(p, 0, 1);

    if (choice < 22) {
        return (struct call){.kind = choice < 18 ? CALL_SUBMIT : CALL_WHAT_IF, .job = draw_job(p)};
    }
    if (choice < 55) {
        return (struct call){.kind = CALL_DISPATCH, .stage = stage, .slot = draw_slot(p, stage, RTMR_SLOT_IDLE)};
    }
    if (choice < 74) {
        return (struct call){.kind = CALL_FINISH, .stage = stage, .slot = draw_slot(p, stage, RTMR_SLOT_BUSY)};
    }
    if (choice < 88) {
        return (struct call){.kind = CALL_ADVANCE, .to = draw_instant(p)};
    }
    return draw_change(p);
}

static bool same_decision(const struct rtmr_decision *a, const struct rtmr_decision *b)
{
    return a->reason == b->reason && a->job == b->job && a->estimated_finish == b->estimated_finish &&
           a->late_job == b->late_job && a->late_by == b->late_by && a->earliest_deadline == b->earliest_deadline;
}

static bool same_answer(const struct answer *a, const struct answer *b)
{
    return a->status == b->status && same_decision(&a->decision, &b->decision) && a->offer.job == b->offer.job &&
           a->offer.bound == b->offer.bound && a->offer.token == b->offer.token && a->report.job == b->report.job &&
           a->report.stage_done == b->report.stage_done && a->report.job_done == b->report.job_done &&
           a->report.flagged == b->report.flagged && a->report.estimated_finish == b->report.estimated_finish &&
           a->report.deadline == b->report.deadline && a->alarm.overrun_tasks == b->alarm.overrun_tasks &&
           a->alarm.flagged_jobs == b->alarm.flagged_jobs;
}

static bool same_state(struct pair *p)
{
    const size_t runs = side_runs.look(p->runs, p->of_runs);
    const size_t heap = side_heap.look(p->heap, p->of_heap);

    return runs == heap && memcmp(p->of_runs, p->of_heap, runs * sizeof *p->of_runs) == 0;
}

static void count(const struct call *call, const struct answer *a)
{
    const bool offered = a->decision.earliest_deadline > 0 && a->decision.earliest_deadline < RTMR_NEVER;

    tally[call->kind][a->status < 0 || a->status == RTMR_NOTHING ? IN_VAIN
                      : a->status == RTMR_OK                     ? ANSWERED
                      : a->status != RTMR_REJECTED               ? VIOLATED
                      : offered                                  ? WITH_OFFER
                                                                 : REFUSED]++;
}

static void print_run(const struct pair *p, const struct answer *of_heap, const char *what)
{
    call_print_setup(&p->setup, stdout);
    for (int32_t i = 0; i < p->calls; i++) {
        call_print(&p->call[i], stdout);
        call_print_answer(&p->call[i], &p->answer[i], stdout);
    }
    printf("%s; on a heap", what);
    call_print_answer(&p->call[p->calls - 1], of_heap, stdout);
}

/* One call on both. False: they differ. */
static bool step(struct pair *p, struct call call)
{
    struct answer of_heap = {.status = RTMR_OK};
    struct answer *const of_runs = &p->answer[p->calls];

    *of_runs = of_heap;
    p->call[p->calls++] = call;
    side_runs.call(p->runs, &call, of_runs);
    side_heap.call(p->heap, &call, &of_heap);
    count(&call, of_runs);
    p->asked = of_runs->status == RTMR_REJECTED && of_runs->decision.earliest_deadline <= RTMR_TIME_MAX
                   ? of_runs->decision.earliest_deadline
                   : p->asked;
    if (!same_answer(of_runs, &of_heap)) {
        print_run(p, &of_heap, "the answers differ");
        return false;
    }
    if (!same_state(p)) {
        print_run(p, &of_heap, "the answers of queries differ");
        return false;
    }
    return true;
}

/* One run of at most `calls` calls. False: a difference, or a setup that one of them refuses. */
static bool run(struct pair *p, int64_t calls)
{
    static const rtmr_ticks scales[] = {3, 12, 100, 5000, RTMR_TIME_MAX / 40};
    static const int32_t tasks[] = {3, 30, 1000};

    p->scale = scales[draw(p, 0, 4)];
    p->tasks = tasks[draw(p, 0, 2)];
    p->distinct = one_in(p, 2);
    p->asked = 0;
    p->calls = 0;
    p->setup = draw_setup(p);
    memset(p->runs, 0x5a, side_runs.size);
    memset(p->heap, 0x5a, side_heap.size);
    const enum rtmr_status status = side_runs.begin(p->runs, &p->setup);
    if (status != side_heap.begin(p->heap, &p->setup) || status != RTMR_OK || !same_state(p)) {
        call_print_setup(&p->setup, stdout);
        puts("the setup is not answered alike, or not accepted");
        return false;
    }
    bool same = step(p, (struct call){.kind = CALL_ADVANCE, .to = first_instant(p)});
    while (same && p->calls < calls) {
        same = step(p, draw_call(p));
    }
    return same;
}

static void *room(size_t count, size_t size)
{
    void *const found = calloc(count, size);

    if (found == NULL) {
        exit(EXIT_FAILURE);
    }
    return found;
}

static void print_tally(void)
{
    static const char *const name[] = {"submit",  "what_if",      "withdraw", "offer",      "dispatch", "finish",
                                       "advance", "slot_lost",    "fail",     "slot_drain", "slot_add", "renew",
                                       "extend",  "set_estimate", "suspend",  "abort",      "restore"};

    printf("%-12s %10s %10s %10s %10s %10s\n", "call", "done", "refused", "with offer", "violation", "in vain");
    for (int kind = 0; kind < KINDS; kind++) {
        printf("%-12s", name[kind]);
        for (int outcome = 0; outcome < OUTCOMES; outcome++) {
            printf(" %10" PRId64, tally[kind][outcome]);
        }
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    const int64_t states = argc > 1 ? strtoll(argv[1], NULL, 10) : 20000;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    struct pair *const p = room(1, sizeof *p);
    int64_t done = 0;
    uint64_t number = 0;
    bool same = true;

    p->runs = room(1, side_runs.size);
    p->heap = room(1, side_heap.size);
    p->of_runs = room(SIDE_NUMBERS, sizeof *p->of_runs);
    p->of_heap = room(SIDE_NUMBERS, sizeof *p->of_heap);
    printf("seed %" PRIu64 "\n", seed);
    while (same && done < states) {
        p->random = random_begin(seed, number++);
        same = run(p, done + CALLS_MOST <= states ? CALLS_MOST : states - done);
        done += p->calls;
    }
    if (same) {
        print_tally();
    }
    printf("%" PRId64 " states in %" PRIu64 " runs: %s\n", done, number, same ? "no difference" : "a difference");
    free(p->runs);
    free(p->heap);
    free(p->of_runs);
    free(p->of_heap);
    free(p);
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
