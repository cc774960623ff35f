/*
 * The part of `make bench` about single decisions of the kernel: against the kernel before, which
 * plans task by task on a heap, and against the papers' algorithm as printed. Processor time of
 * this program; what is compared is measured in turn, and answers must be the same.
 */
#include "harness/bench/decisions/cluster.h"
#include "harness/bench/literal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 200 };

/* A method gets no more samples of a cell after so many seconds, but one in any case. */
#define CELL_SECONDS 3.0

struct times {
    int count;
    double total;
    double seconds[MOST];
};

static double processor_time(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool wanted(const struct times *t)
{
    return t->count < MOST && (t->count == 0 || t->total < CELL_SECONDS);
}

static void add(struct times *t, double seconds)
{
    t->seconds[t->count++] = seconds;
    t->total += seconds;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;

    return (x > y) - (x < y);
}

static double percentile(const struct times *t, int percent)
{
    double sorted[MOST];

    if (t->count == 0) {
        return 0;
    }
    memcpy(sorted, t->seconds, sizeof sorted);
    qsort(sorted, (size_t)t->count, sizeof sorted[0], compare);
    return sorted[(t->count - 1) * percent / 100];
}

/* The sum of the first `count` samples. */
static double first(const struct times *t, int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++) {
        sum += t->seconds[i];
    }
    return sum;
}

/* How many times faster `now` is on the samples that both have. */
static double ratio(const struct times *other, const struct times *now)
{
    const int common = other->count < now->count ? other->count : now->count;

    return common == 0 ? 0 : first(other, common) / first(now, common);
}

/* --- Submissions: microseconds -----------------------------------------------------------------*/

/* The place before which the n-th newcomer goes: the first, then spread over the queue. */
static int32_t place_of(int n, int32_t jobs)
{
    return (int32_t)((int64_t)n * 617 % jobs);
}

/* With slack it is accepted there; without it has many tasks, and asks for the deadline of the
 * job there. */
static struct rtmr_job newcomer(const struct cluster_spec *spec, int n)
{
    const int32_t place = place_of(n, spec->jobs);
    struct rtmr_job job = cluster_job(spec, spec->jobs + n);

    if (spec->deadlines != NULL) {
        job.map_tasks = 10 * spec->tasks > spec->slots / 2 ? 10 * spec->tasks : spec->slots / 2;
        job.reduce_tasks = job.map_tasks / 4;
    }

    job.deadline = spec->deadlines != NULL ? spec->deadlines[place] : SLACK + SLACK_STEP * (rtmr_ticks)place - 1;
    return job;
}

static struct rtmr_decision decide(const struct side *side, struct rtmr *k, const struct cluster_spec *spec, int n,
                                   struct times *t)
{
    const struct rtmr_job job = newcomer(spec, n);
    struct rtmr_decision decision;
    const double began = processor_time();
    const enum rtmr_status status = side->submit(k, &job, &decision);

    add(t, processor_time() - began);
    demand(status == (spec->deadlines != NULL ? RTMR_REJECTED : RTMR_OK), "a newcomer is not answered as planned");
    demand(status == RTMR_REJECTED || side->withdraw(k, decision.job) == RTMR_OK, "a newcomer is not withdrawn");
    return decision;
}

/* Whether the n-th newcomer is answered as it should. */
static bool is_one(const struct side *side, struct rtmr *k, const struct cluster_spec *spec, int n)
{
    const struct rtmr_job job = newcomer(spec, n);
    struct rtmr_decision decision;

    return spec->deadlines == NULL || side->what_if(k, &job, &decision) == RTMR_REJECTED;
}

static void demand_same(const struct rtmr_decision *a, const struct rtmr_decision *b)
{
    demand(a->estimated_finish == b->estimated_finish && a->late_by == b->late_by &&
               a->earliest_deadline == b->earliest_deadline,
           "the kernel and the one before disagree");
}

static struct literal *literal_queue(const struct cluster_spec *spec)
{
    struct literal *const l = literal_new(spec->slots, spec->slots, 2 * OCCUPYING + spec->jobs + 1);
    rtmr_ticks finish;

    for (int32_t i = 0; i < 2 * OCCUPYING + spec->jobs; i++) {
        const struct rtmr_job job =
            i < 2 * OCCUPYING ? cluster_occupying(spec, i) : cluster_job(spec, i - 2 * OCCUPYING);

        demand(literal_admit(l, &job, 0, &finish), "the literal algorithm does not accept a job that fits");
    }
    return l;
}

static void admit_literally(struct literal *l, const struct cluster_spec *spec, int n, rtmr_ticks expected,
                            struct times *t)
{
    const struct rtmr_job job = newcomer(spec, n);
    rtmr_ticks finish;
    const double began = processor_time();
    const bool accepted = literal_admit(l, &job, 0, &finish);

    add(t, processor_time() - began);
    demand(accepted && finish == expected, "the kernel and the literal algorithm disagree");
    literal_take_back(l);
}

static void print_times(const struct times *t)
{
    if (t->count == 0) {
        printf(" %10s %10s", "-", "-");
    } else {
        printf(" %10.1f %10.1f", 1e6 * percentile(t, 50), 1e6 * percentile(t, 99));
    }
}

static void print_ratio(const struct times *other, const struct times *now)
{
    if (other->count == 0) {
        printf(" %8s", "-");
    } else {
        printf(" %8.2f", ratio(other, now));
    }
}

static void bench_submissions(const char *what, const struct cluster_spec *given, bool tight, bool literally)
{
    struct cluster_spec spec = *given;
    rtmr_ticks *const deadlines = tight ? cluster_tight(&side_now, given) : NULL;
    spec.deadlines = deadlines;
    struct rtmr *const now = cluster_new(&side_now, &spec);
    struct rtmr *const before = cluster_new(&side_before, &spec);
    struct literal *const l = literally ? literal_queue(&spec) : NULL;
    struct times t_now = {0};
    struct times t_before = {0};
    struct times t_literal = {0};

    for (int n = 0; wanted(&t_now); n++) {
        demand(n < 1000 || t_now.count > 0, "no newcomer is refused");
        if (!is_one(&side_now, now, &spec, n)) {
            continue;
        }
        const struct rtmr_decision d = decide(&side_now, now, &spec, n, &t_now);

        if (wanted(&t_before)) {
            const struct rtmr_decision of_before = decide(&side_before, before, &spec, n, &t_before);

            demand_same(&d, &of_before);
        }
        if (l != NULL && wanted(&t_literal)) {
            admit_literally(l, &spec, n, d.estimated_finish, &t_literal);
        }
    }
    printf("%-9s %5d x %-5d %-9s", what, spec.jobs, spec.tasks, spec.distinct ? "distinct" : "few");
    print_times(&t_literal);
    print_times(&t_before);
    print_times(&t_now);
    print_ratio(&t_literal, &t_now);
    print_ratio(&t_before, &t_now);
    printf(" %5d %5d\n", t_before.count, t_now.count);
    (void)fflush(stdout);
    if (l != NULL) {
        literal_free(l);
    }
    free(now);
    free(before);
    free(deadlines);
}

static void bench_large(void)
{
    static const int32_t tasks[] = {10, 100, 1000};

    puts("Decisions at 10,000 slots a stage, all busy: microseconds of processor time. A job has as many tasks as it\n"
         "says, a fifth of them reduces. Slots are busy until few instants, or each until another one. `accept`: the\n"
         "jobs have slack, and the newcomer goes anywhere among them. `refuse`: they have none, and the newcomer gets\n"
         "a counter-offer; it has ten times their tasks, at least half as many as slots. `empty`: a job of one task,\n"
         "and nothing is queued: hardly more than reading the slots.\n"
         "`before`: the kernel with plans on a heap, task by task (RTMR_WITH_RUNS=0). `literal`: the papers'\n"
         "Algorithms I-III on sorted vectors. Answers are the same (checked). Ratio: how many times faster, on the\n"
         "same newcomers; samples: of the kernel before, and now.\n");
    printf("%-9s %-13s %-9s %21s %21s %21s %8s %8s %11s\n", "", "", "", "literal p50, p99", "before p50, p99",
           "now p50, p99", "literal", "before", "samples");
    for (int distinct = 0; distinct < 2; distinct++) {
        const struct cluster_spec empty = {
            .slots = 10000, .jobs = 1, .tasks = 1, .distinct = distinct != 0, .least = 10000};

        bench_submissions("empty", &empty, false, false);
    }
    for (int tight = 0; tight < 2; tight++) {
        for (int distinct = 0; distinct < 2; distinct++) {
            for (size_t i = 0; i < sizeof tasks / sizeof tasks[0]; i++) {
                const struct cluster_spec spec = {
                    .slots = 10000, .jobs = 1000, .tasks = tasks[i], .distinct = distinct != 0, .least = 10000};

                bench_submissions(tight ? "refuse" : "accept", &spec, tight != 0, !tight && !distinct);
            }
        }
    }
}

/* --- Events: nanoseconds -----------------------------------------------------------------------*/

/* What is measured of each method: calls of each kind if reduce slots are idle, and all together as
 * they come. */
enum { FINISH, DISPATCH, NOTHING, ADVANCE, EVENTS, KINDS };

struct method {
    const struct side *side;
    struct rtmr *full; /* the state in which each round begins */
    struct rtmr *k;
    struct times of[KINDS];
};

static struct method method_new(const struct side *side, const struct cluster_spec *spec)
{
    const struct method m = {.side = side, .full = cluster_new(side, spec), .k = calloc(1, side->size)};

    demand(m.k != NULL, "no memory");
    return m;
}

static void method_free(struct method *m)
{
    free(m->full);
    free(m->k);
}

static void finish(struct method *m, int32_t slot)
{
    struct rtmr_report report;

    demand(m->side->finish(m->k, RTMR_MAP, slot, &report) == RTMR_OK, "a map does not finish");
}

static void dispatch(struct method *m, int32_t slot)
{
    struct rtmr_offer offer;

    demand(m->side->dispatch(m->k, RTMR_MAP, slot, &offer) == RTMR_OK, "a map is not dispatched");
}

static void dispatch_nothing(struct method *m)
{
    struct rtmr_offer offer;

    demand(m->side->dispatch(m->k, RTMR_REDUCE, 0, &offer) == RTMR_NOTHING, "a reduce is ready");
}

static void advance(struct method *m, rtmr_ticks to)
{
    struct rtmr_alarm alarm;

    demand(m->side->advance(m->k, to, &alarm) == RTMR_OK, "the clock does not move");
}

/* A tenth of the slots ends its tasks, and starts others; then the clock moves, tick by tick. */
static void kind_by_kind(struct method *m, int32_t slots, int32_t ticks)
{
    const int32_t some = (slots + 9) / 10;
    double times[5];

    memcpy(m->k, m->full, m->side->size);
    times[0] = processor_time();
    for (int32_t s = 0; s < some; s++) {
        finish(m, s);
    }
    times[1] = processor_time();
    for (int32_t s = 0; s < some; s++) {
        dispatch(m, s);
    }
    times[2] = processor_time();
    for (int32_t i = 0; i < some; i++) {
        dispatch_nothing(m);
    }
    times[3] = processor_time();
    for (int32_t i = 1; i <= ticks; i++) {
        advance(m, i);
    }
    times[4] = processor_time();
    add(&m->of[FINISH], (times[1] - times[0]) / some);
    add(&m->of[DISPATCH], (times[2] - times[1]) / some);
    add(&m->of[NOTHING], (times[3] - times[2]) / some);
    add(&m->of[ADVANCE], (times[4] - times[3]) / ticks);
}

/* One slot after the other ends its task and starts another; every 20 events the clock moves. */
static void as_they_come(struct method *m, int32_t slots, int32_t pairs)
{
    int64_t events = 0;

    memcpy(m->k, m->full, m->side->size);
    const double began = processor_time();
    for (int32_t i = 0; i < pairs; i++) {
        finish(m, i % slots);
        dispatch(m, i % slots);
        events += 2;
        if (i % 10 == 9) {
            advance(m, i / 10 + 1);
            events++;
        }
    }
    add(&m->of[EVENTS], (processor_time() - began) / (double)events);
}

static void print_event(const char *name, const struct cluster_spec *spec, const struct times *before,
                        const struct times *now)
{
    const double old = percentile(before, 50);
    const double new = percentile(now, 50);

    printf("%-20s %6d %6d %9" PRId64 " %12.1f %12.1f %8.2f %14.0f\n", name, spec->slots, spec->jobs,
           (int64_t)spec->latency, 1e9 * old, 1e9 * new, old / new, 1 / new);
    (void)fflush(stdout);
}

static void bench_events_of(const struct side *before, const struct side *now, const struct cluster_spec *spec,
                            int32_t ticks, int32_t pairs)
{
    static const char *const names[KINDS] = {"finish", "dispatch", "dispatch of nothing", "advance", "events"};
    struct method old = method_new(before, spec);
    struct method new = method_new(now, spec);

    for (int round = 0; round < 31; round++) {
        if (spec->idle) {
            kind_by_kind(&old, spec->slots, ticks);
            kind_by_kind(&new, spec->slots, ticks);
        }
        as_they_come(&old, spec->slots, pairs);
        as_they_come(&new, spec->slots, pairs);
    }
    for (int kind = spec->idle ? FINISH : EVENTS; kind < KINDS; kind++) {
        print_event(names[kind], spec, &old.of[kind], &new.of[kind]);
    }
    method_free(&old);
    method_free(&new);
}

/* --- Small clusters ----------------------------------------------------------------------------*/

/* Newcomers that are answered as they should. */
struct newcomers {
    int count;
    int number[16];
};

static struct newcomers some_newcomers(struct rtmr *now, const struct cluster_spec *spec)
{
    struct newcomers some = {0};

    for (int n = 0; n < 1000 && some.count < 16; n++) {
        if (is_one(&side_small_now, now, spec, n)) {
            some.number[some.count++] = n;
        }
    }
    demand(some.count > 0, "no newcomer is refused");
    return some;
}

/* Seconds of one call of many. */
static double submit_often(const struct side *side, struct rtmr *k, const struct cluster_spec *spec,
                           const struct newcomers *some, int times)
{
    const double began = processor_time();

    for (int i = 0; i < times; i++) {
        const struct rtmr_job job = newcomer(spec, some->number[i % some->count]);
        struct rtmr_decision decision;

        demand(side->submit(k, &job, &decision) == (spec->deadlines != NULL ? RTMR_REJECTED : RTMR_OK),
               "a newcomer is not answered as planned");
        demand(spec->deadlines != NULL || side->withdraw(k, decision.job) == RTMR_OK, "a newcomer is not withdrawn");
    }
    return (processor_time() - began) / times;
}

static void bench_small_submissions(const char *name, const struct cluster_spec *given, bool tight)
{
    struct cluster_spec spec = *given;
    rtmr_ticks *const deadlines = tight ? cluster_tight(&side_small_now, given) : NULL;
    spec.deadlines = deadlines;
    struct rtmr *const now = cluster_new(&side_small_now, &spec);
    struct rtmr *const before = cluster_new(&side_small_before, &spec);
    const struct newcomers some = some_newcomers(now, &spec);
    struct times t_now = {0};
    struct times t_before = {0};

    for (int round = 0; round < 51; round++) {
        add(&t_before, submit_often(&side_small_before, before, &spec, &some, 500));
        add(&t_now, submit_often(&side_small_now, now, &spec, &some, 500));
    }
    print_event(name, &spec, &t_before, &t_now);
    free(now);
    free(before);
    free(deadlines);
}

static void bench_small(void)
{
    static const int32_t slots[] = {8, 16, 32, 64};

    puts("\nThe same on few slots, with room for 64: nanoseconds. Jobs have 10 tasks. An accepted job is\n"
         "withdrawn again, which counts.\n");
    printf("%-20s %6s %6s %9s %12s %12s %8s %14s\n", "call", "slots", "jobs", "latency", "before", "now", "ratio",
           "now /s");
    for (size_t i = 0; i < sizeof slots / sizeof slots[0]; i++) {
        for (int32_t jobs = 4; jobs <= 8; jobs += 4) {
            const struct cluster_spec spec = {.slots = slots[i], .jobs = jobs, .tasks = 10, .least = 1000};
            struct cluster_spec busy = spec;

            busy.tasks = 100;
            bench_small_submissions("submit, withdraw", &spec, false);
            bench_small_submissions("submit refused", &spec, true);
            bench_events_of(&side_small_before, &side_small_now, &busy, 500, 300);
        }
    }
}

static void bench_large_events(void)
{
    puts("\nEvents at 10,000 slots: nanoseconds of processor time for a call, medians. A tenth of the reduce slots is\n"
         "idle: no reduce is ready. `events`: finishes and dispatches in turn, and one tick of the clock after every\n"
         "20.\n");
    printf("%-20s %6s %6s %9s %12s %12s %8s %14s\n", "call", "slots", "jobs", "latency", "before", "now", "ratio",
           "now /s");
    for (int latent = 0; latent < 2; latent++) {
        const struct cluster_spec spec = {
            .slots = 10000, .jobs = 1000, .tasks = 100, .least = 5000, .idle = true, .latency = latent ? 3 : 0};

        bench_events_of(&side_before, &side_now, &spec, 1000, 10000);
    }
}

/* Which of the three tables is wanted; all without an argument. */
int main(int argc, char **argv)
{
    static void (*const tables[])(void) = {bench_large, bench_large_events, bench_small};
    static const char *const names[] = {"large", "events", "small"};

    for (int i = 0; i < 3; i++) {
        if (argc < 2 || strcmp(argv[1], names[i]) == 0) {
            tables[i]();
        }
    }
    return 0;
}
