/*
 * What every call of the API costs on this board: instructions from the call to its return, and
 * bytes of stack. One line for each call and each number of jobs and slots:
 * cost,CALL,JOBS,SLOTS,INSTRUCTIONS,BYTES.
 *
 * The situation: `jobs` jobs stand in the table, each with MAPS map tasks and REDUCES reduce tasks,
 * and every slot that can have a task has one.
 */
#include "board.h"
#include "print.h"
#include "rtmr.h"

#include <stddef.h>

#define MAPS 4
#define REDUCES 2
#define ESTIMATE 100
#define FAR 1000000

/* The map tasks of a large job, in front of tight ones: rounds of all slots. */
#define LARGE 4032

/* How far below the stack pointer a call can reach. */
#define REACH 4096u
#define PAINT UINT32_C(0xa5a5a5a5)

static struct rtmr base; /* the situation */
static struct rtmr k;    /* a copy, on which a call is made */

static struct rtmr_decision decision;
static struct rtmr_offer offer;
static struct rtmr_report report;
static struct rtmr_alarm alarm;
static struct rtmr_job_info job_info;
static struct rtmr_slot_info slot_info;

static inline __attribute__((always_inline)) void paint(uintptr_t sp)
{
    for (volatile uint32_t *word = (volatile uint32_t *)(sp - REACH); word < (volatile uint32_t *)sp; word++) {
        *word = PAINT;
    }
}

static inline __attribute__((always_inline)) uint32_t depth(uintptr_t sp)
{
    const volatile uint32_t *word = (const volatile uint32_t *)(sp - REACH);

    while (word < (const volatile uint32_t *)sp && *word == PAINT) {
        word++;
    }
    return (uint32_t)(sp - (uintptr_t)word);
}

static uint32_t reading; /* what two readings of the counter differ by, with nothing in between */

static void must(int32_t holds, const char *what)
{
    if (!holds) {
        print("not so: %s\n", what);
        board_exit(1);
    }
}

/* Measures a call in the situation, which must have this result. */
#define MEASURE(name, jobs, slots, call, result)                                                                       \
    do {                                                                                                               \
        uintptr_t sp;                                                                                                  \
        uint32_t before;                                                                                               \
        uint32_t after;                                                                                                \
        uint32_t bytes;                                                                                                \
                                                                                                                       \
        k = base;                                                                                                      \
        before = board_instructions();                                                                                 \
        const int32_t found = (int32_t)(call);                                                                         \
        after = board_instructions();                                                                                  \
        must(found == (int32_t)(result), name);                                                                        \
        k = base;                                                                                                      \
        sp = board_stack_pointer();                                                                                    \
        paint(sp);                                                                                                     \
        (void)!(call);                                                                                                 \
        bytes = depth(sp);                                                                                             \
        print("cost,%s,%d,%d,%d,%d\n", name, (int)(jobs), (int)(slots), (int)(after - before - reading), (int)bytes);  \
    } while (0)

#define NOTHING_FOR(n)                                                                                                 \
    do {                                                                                                               \
        const uint32_t start = board_instructions();                                                                   \
        __asm__ volatile(".rept " #n "\n nop\n.endr");                                                                 \
        must(board_instructions() - start == reading + (n), "the counter counts " #n " instructions");                 \
    } while (0)

/* The counter counts every instruction. */
static void check_counter(void)
{
    const uint32_t before = board_instructions();

    reading = board_instructions() - before;
    NOTHING_FOR(0);
    NOTHING_FOR(1);
    NOTHING_FOR(2);
    NOTHING_FOR(3);
    NOTHING_FOR(5);
    NOTHING_FOR(8);
    NOTHING_FOR(13);
}

static struct rtmr_job job_due(rtmr_ticks deadline)
{
    const struct rtmr_job job = {.map_tasks = MAPS,
                                 .reduce_tasks = REDUCES,
                                 .map_estimate = ESTIMATE,
                                 .reduce_estimate = ESTIMATE,
                                 .deadline = deadline};

    return job;
}

static void dispatch_all(enum rtmr_stage stage, int32_t slots)
{
    for (int32_t slot = 0; slot < slots; slot++) {
        if (rtmr_dispatch(&base, stage, slot, &offer) != RTMR_OK) {
            return;
        }
    }
}

/* Builds the situation: a job behind the other. */
static void build(int32_t jobs, int32_t slots, enum rtmr_feedback feedback, int32_t counter_offer)
{
    const struct rtmr_setup setup = {
        .map_slots = slots, .reduce_slots = slots, .feedback = feedback, .counter_offer = counter_offer};

    must(rtmr_init(&base, &setup) == RTMR_OK, "init");
    for (int32_t i = 0; i < jobs; i++) {
        const struct rtmr_job job = job_due(FAR + i);

        must(rtmr_submit(&base, &job, &decision) == RTMR_OK, "submit");
    }
}

/* As the situation, but the first job has one task only, which runs on reduce slot 0. */
static void leave_one_task(int32_t jobs, int32_t slots)
{
    struct rtmr_job job = job_due(FAR - 1); /* in front of all */

    build(jobs - 1, slots, RTMR_FEEDBACK_EXACT, 0);
    job.map_tasks = 0;
    job.reduce_tasks = 1;
    must(rtmr_submit(&base, &job, &decision) == RTMR_OK, "submit");
    dispatch_all(RTMR_MAP, slots);
    must(rtmr_dispatch(&base, RTMR_REDUCE, 0, &offer) == RTMR_OK, "dispatch");
}

static void measure_setup(int32_t jobs, int32_t slots)
{
    const struct rtmr_setup setup = {.map_slots = slots, .reduce_slots = slots};

    build(jobs, slots, RTMR_FEEDBACK_EXACT, 0);
    MEASURE("rtmr_init_as", jobs, slots, rtmr_init(&k, &setup), RTMR_OK);
}

static void measure_submit(int32_t jobs, int32_t slots)
{
    const struct rtmr_job urgent = job_due(FAR - 1);
    const struct rtmr_job relaxed = job_due(2 * FAR);
    const struct rtmr_job impossible = job_due(1);

    build(jobs, slots, RTMR_FEEDBACK_EXACT, 0);
    dispatch_all(RTMR_MAP, slots);
    MEASURE("rtmr_submit accepted first", jobs, slots, rtmr_submit(&k, &urgent, &decision), RTMR_OK);
    MEASURE("rtmr_submit accepted last", jobs, slots, rtmr_submit(&k, &relaxed, &decision), RTMR_OK);
    MEASURE("rtmr_submit refused", jobs, slots, rtmr_submit(&k, &impossible, &decision), RTMR_REJECTED);
    MEASURE("rtmr_what_if refused", jobs, slots, rtmr_what_if(&k, &impossible, &decision), RTMR_REJECTED);
    build(jobs, slots, RTMR_FEEDBACK_SATU, 0);
    MEASURE("rtmr_submit accepted first, satu", jobs, slots, rtmr_submit(&k, &urgent, &decision), RTMR_OK);
}

static void measure_tasks(int32_t jobs, int32_t slots)
{
    build(jobs, slots, RTMR_FEEDBACK_EXACT, 0);
    MEASURE("rtmr_offer", jobs, slots, rtmr_offer(&k, RTMR_MAP, &offer), RTMR_OK);
    MEASURE("rtmr_offer of nothing", jobs, slots, rtmr_offer(&k, RTMR_REDUCE, &offer), RTMR_NOTHING);
    MEASURE("rtmr_dispatch", jobs, slots, rtmr_dispatch(&k, RTMR_MAP, slots - 1, &offer), RTMR_OK);
    dispatch_all(RTMR_MAP, slots);
    MEASURE("rtmr_finish of a task", jobs, slots, rtmr_finish(&k, RTMR_MAP, 0, &report), RTMR_OK);
    MEASURE("rtmr_advance", jobs, slots, rtmr_advance(&k, 1, &alarm), RTMR_OK);
    MEASURE("rtmr_advance, overrun", jobs, slots, rtmr_advance(&k, ESTIMATE + 1, &alarm), RTMR_VIOLATION_OVERRUN);
    MEASURE("rtmr_slot_lost", jobs, slots, rtmr_slot_lost(&k, RTMR_MAP, 0, &alarm), RTMR_VIOLATION_LOST);
    MEASURE("rtmr_fail", jobs, slots, rtmr_fail(&k, RTMR_MAP, 0, &alarm), RTMR_VIOLATION_FAILED);
    MEASURE("rtmr_slot_drain", jobs, slots, rtmr_slot_drain(&k, RTMR_MAP, 0, &decision), RTMR_OK);
    must(rtmr_slot_lost(&base, RTMR_MAP, 0, &alarm) == RTMR_VIOLATION_LOST, "lost");
    MEASURE("rtmr_slot_add", jobs, slots, rtmr_slot_add(&k, RTMR_MAP, 0), RTMR_OK);
    leave_one_task(jobs, slots);
    MEASURE("rtmr_finish of a job", jobs, slots, rtmr_finish(&k, RTMR_REDUCE, 0, &report), RTMR_OK);
}

/* A job on half of the slots, a large one, and small ones behind that, each of which ends when it
 * must. The first job's slots get late, so that every small job is late: each is flagged after one
 * more plan. */
static void measure_recovery(int32_t jobs, int32_t slots)
{
    const struct rtmr_setup setup = {.map_slots = slots, .reduce_slots = slots, .order = RTMR_ORDER_FIFO};
    struct rtmr_job first = job_due(FAR);
    struct rtmr_job large = job_due(FAR);
    struct rtmr_job tight = job_due(FAR);

    must(rtmr_init(&base, &setup) == RTMR_OK, "init");
    first.map_tasks = slots / 2;
    must(rtmr_submit(&base, &first, &decision) == RTMR_OK, "submit");
    large.map_tasks = LARGE;
    large.map_estimate = 2 * ESTIMATE;
    must(rtmr_submit(&base, &large, &decision) == RTMR_OK, "submit");
    tight.map_tasks = 1;
    for (int32_t i = 2; i < jobs; i++) {
        tight.deadline = FAR;
        must(rtmr_what_if(&base, &tight, &decision) == RTMR_OK, "what if");
        tight.deadline = decision.estimated_finish;
        must(rtmr_submit(&base, &tight, &decision) == RTMR_OK, "submit");
    }
    dispatch_all(RTMR_MAP, slots);
    MEASURE("rtmr_advance, overrun before tight jobs", jobs, slots, rtmr_advance(&k, ESTIMATE + 1, &alarm),
            RTMR_VIOLATION_OVERRUN);
    must(alarm.flagged_jobs == jobs - 1, "all but the large job are flagged");
}

static void measure_changes(int32_t jobs, int32_t slots)
{
    build(jobs, slots, RTMR_FEEDBACK_EXACT, 1);
    dispatch_all(RTMR_MAP, slots);
    MEASURE("rtmr_renew accepted last", jobs, slots, rtmr_renew(&k, 1, 2 * FAR, &decision), RTMR_OK);
    MEASURE("rtmr_renew refused", jobs, slots, rtmr_renew(&k, jobs, 1, &decision), RTMR_REJECTED);
    MEASURE("rtmr_extend", jobs, slots, rtmr_extend(&k, RTMR_MAP, 0, 2 * ESTIMATE, &decision), RTMR_OK);
    MEASURE("rtmr_extend refused", jobs, slots, rtmr_extend(&k, RTMR_MAP, 0, 2 * FAR, &decision), RTMR_REJECTED);
    MEASURE("rtmr_set_estimate", jobs, slots, rtmr_set_estimate(&k, jobs, RTMR_REDUCE, 2 * ESTIMATE, &decision),
            RTMR_OK);
    MEASURE("rtmr_suspend", jobs, slots, rtmr_suspend(&k, 1), RTMR_OK);
    MEASURE("rtmr_abort of a running job", jobs, slots, rtmr_abort(&k, 1), RTMR_OK);
    MEASURE("rtmr_finish_with", jobs, slots, rtmr_finish_with(&k, RTMR_MAP, 0, 1, &report), RTMR_OK);
    MEASURE("rtmr_fail_with", jobs, slots, rtmr_fail_with(&k, RTMR_MAP, 0, 1, &alarm), RTMR_VIOLATION_FAILED);
    MEASURE("rtmr_next_event", jobs, slots, rtmr_next_event(&k), ESTIMATE);
    MEASURE("rtmr_next_idle", jobs, slots, rtmr_next_idle(&k, RTMR_REDUCE, 0), 0);
    MEASURE("rtmr_check", jobs, slots, rtmr_check(&k), RTMR_OK);
    MEASURE("rtmr_restore", jobs, slots, rtmr_restore(&k, 1, &alarm), RTMR_OK);
}

static void measure_the_rest(int32_t jobs, int32_t slots)
{
    build(jobs, slots, RTMR_FEEDBACK_EXACT, 0);
    MEASURE("rtmr_withdraw", jobs, slots, rtmr_withdraw(&k, 1), RTMR_OK);
    MEASURE("rtmr_job_info", jobs, slots, rtmr_job_info(&k, jobs, &job_info), RTMR_OK);
    MEASURE("rtmr_job_at", jobs, slots, rtmr_job_at(&k, jobs - 1, &job_info), RTMR_OK);
    MEASURE("rtmr_slot_info", jobs, slots, rtmr_slot_info(&k, RTMR_MAP, 0, &slot_info), RTMR_OK);
}

int main(void)
{
    static const int32_t jobs[] = {1, 8, RTMR_JOBS - 1};
    static const int32_t slots[] = {4, RTMR_SLOTS};

    check_counter();
    for (size_t s = 0; s < sizeof slots / sizeof slots[0]; s++) {
        for (size_t j = 0; j < sizeof jobs / sizeof jobs[0]; j++) {
            measure_setup(jobs[j], slots[s]);
            measure_submit(jobs[j], slots[s]);
            measure_tasks(jobs[j], slots[s]);
            if (jobs[j] > 1) {
                measure_recovery(jobs[j], slots[s]);
            }
            measure_changes(jobs[j], slots[s]);
            measure_the_rest(jobs[j], slots[s]);
        }
    }
    return 0;
}
