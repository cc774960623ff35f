/*
 * Makes the recorded calls (record.h) on the kernel that this program is linked with, and prints a
 * digest of each run: of every status, of every field of every answer, whether the call writes it
 * or not, and of every answer of every query after it. A compiler that changes one of them changes
 * the digest. If the record asks for it, the numbers themselves are printed, call by call.
 *
 * Prints `run NUMBER CALLS DIGEST` for each run, and `end` when the record ends as it should.
 */
#include "tests/planners/side.h"
#include "tests/translation/port.h"
#include "tests/translation/record.h"

/* Of splitmix64: odd, so that every step of the digest can be undone, and a single other number
 * makes another digest. */
#define MULTIPLIER UINT64_C(0xbf58476d1ce4e5b9)
#define TURN 29

/* What an answer holds before the call: values that a call could write, but seldom does. */
#define STALE 77

#define FAILURE 1

static struct rtmr kernel;
static uint64_t digest;
static bool shown;

static void write_hex(uint64_t number)
{
    char text[18] = " ";

    for (int i = 16; i > 0; i--) {
        text[i] = "0123456789abcdef"[number % 16];
        number /= 16;
    }
    port_write(text);
}

static void take(int64_t number)
{
    digest = ((digest << TURN | digest >> (64 - TURN)) ^ (uint64_t)number) * MULTIPLIER;
    if (shown) {
        write_hex((uint64_t)number);
    }
}

/* The next number of the record. A record that ends before ends the program. */
static int64_t get(void)
{
    uint64_t number = 0;

    for (unsigned i = 0; i < RECORD_BYTES_MOST; i++) {
        const int byte = port_byte();

        if (byte < 0) {
            break;
        }
        number |= ((uint64_t)byte & (RECORD_MORE - 1)) << (i * RECORD_GROUP);
        if ((unsigned)byte < RECORD_MORE) {
            return (int64_t)(number >> 1 ^ (0 - (number & 1)));
        }
    }
    port_write("the record ends early\n");
    port_end(FAILURE);
}

static struct rtmr_setup get_setup(void)
{
    struct rtmr_setup s;

    s.map_slots = (int32_t)get();
    s.reduce_slots = (int32_t)get();
    s.feedback = (enum rtmr_feedback)get();
    s.order = (enum rtmr_order)get();
    s.delta = get();
    s.latency = get();
    s.reduces_per_node = (int32_t)get();
    s.counter_offer = (int32_t)get();
    return s;
}

static struct call get_call(void)
{
    struct call c;

    c.kind = (enum call_kind)get();
    c.null = get() != 0;
    c.stage = (enum rtmr_stage)get();
    c.slot = (int32_t)get();
    c.handle = get();
    c.to = get();
    c.job.map_tasks = (int32_t)get();
    c.job.reduce_tasks = (int32_t)get();
    c.job.map_estimate = get();
    c.job.reduce_estimate = get();
    c.job.deadline = get();
    return c;
}

static void take_answer(const struct answer *a)
{
    take((int64_t)a->status);
    take((int64_t)a->decision.reason);
    take(a->decision.job);
    take(a->decision.estimated_finish);
    take(a->decision.late_job);
    take(a->decision.late_by);
    take(a->decision.earliest_deadline);
    take(a->offer.job);
    take(a->offer.bound);
    take(a->offer.token);
    take(a->report.job);
    take(a->report.stage_done);
    take(a->report.job_done);
    take(a->report.flagged);
    take(a->report.estimated_finish);
    take(a->report.deadline);
    take(a->alarm.overrun_tasks);
    take(a->alarm.flagged_jobs);
}

static void play(const struct call *call)
{
    static int64_t seen[SIDE_NUMBERS];
    struct answer a = {RTMR_E_TOKEN,
                       {RTMR_REASON_HANDLES, STALE, STALE, STALE, STALE, STALE},
                       {STALE, STALE, STALE},
                       {STALE, STALE, STALE, STALE, STALE, STALE},
                       {STALE, STALE}};

    side_runs.call(&kernel, call, &a);
    take_answer(&a);

    const size_t count = side_runs.look(&kernel, seen);
    for (size_t i = 0; i < count; i++) {
        take(seen[i]);
    }
    if (shown) {
        port_write("\n");
    }
}

static void play_run(void)
{
    const int64_t run = get();
    const struct rtmr_setup setup = get_setup();
    const int64_t calls = get();
    unsigned char *const memory = (unsigned char *)&kernel;

    for (size_t i = 0; i < sizeof kernel; i++) {
        memory[i] = 0xa5;
    }
    port_forget(&kernel, sizeof kernel);
    digest = 0;
    take((int64_t)side_runs.begin(&kernel, &setup));
    if (shown) {
        port_write("\n");
    }
    for (int64_t i = 0; i < calls; i++) {
        const struct call call = get_call();
        play(&call);
    }
    port_write("run");
    write_hex((uint64_t)run);
    write_hex((uint64_t)calls);
    write_hex(digest);
    port_write("\n");
}

int main(void)
{
    if (get() != RTMR_SLOTS || get() != RTMR_JOBS || get() != RTMR_TASKS) {
        port_write("the record was made with other capacities\n");
        return FAILURE;
    }
    shown = get() != 0;
    while (get() != 0) {
        play_run();
    }
    port_write("end\n");
    return 0;
}
