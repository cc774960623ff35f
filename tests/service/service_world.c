/*
 * The service in a world of its own: real store, a clock and an executor that the world makes up,
 * and users who submit, abort, renew, suspend, drain and add at random. A rough world's tasks take
 * too long, fail and vanish; its service is killed and its commits fail at any instant, its clock
 * jumps. A calm one keeps to what the kernel asks of it.
 *
 * service_world FOLDER SEED TURNS calm|rough|away|nodes|stalls: the exit status is 0 if nothing is
 * wrong. Away: calm, but the service is killed again and again. Nodes: rough, and slots fail, come
 * back and drain by themselves. Stalls: calm, but the service stands still within turns.
 *
 * What must hold: no task starts twice at a time, nor after it has finished; no reduce task before
 * all maps; nothing runs on two slots; what was accepted ends; no job is late that has not lost its
 * promise; in a calm world none loses it, nor, if the service stands still, by a task that ended in
 * time; the store holds together.
 */
#include "harness/service/service.h"
#include "harness/service/service_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LATENCY = 20, SLOTS = 3, JOBS = 4000, ATTEMPTS = 60000, TASKS = 8, PATIENCE_TURNS = 400000 };

struct world_attempt {
    bool known; /* by the executor */
    bool told;
    bool killed;
    int64_t job;
    enum rtmr_stage stage;
    int32_t task;
    int32_t slot;
    int64_t started;
    int64_t ends; /* ms of the clock */
    enum attempt_result result;
    int32_t exit_status;
};

struct world_job {
    bool accepted; /* and told so */
    int32_t tasks[2];
    rtmr_ticks estimate[2];
    bool finished[2][TASKS];
};

enum mood { CALM, ROUGH, AWAY, NODES, STALLS };

static struct world {
    enum mood mood;
    const char *folder;
    uint64_t random;
    int64_t clock; /* CLOCK_BOOTTIME, ms */
    struct world_attempt attempt[ATTEMPTS];
    int64_t attempts; /* the last number */
    struct world_job job[JOBS];
    int64_t jobs;
    enum slot_event slot[2][SLOTS]; /* as told last; BACK: it is there */
    int64_t slot_told[2][SLOTS];    /* in which turn that was */
    int64_t late[2][SLOTS];         /* the attempt that no plan counts on; 0: none */
    bool dead;                      /* the service is being killed: it does nothing any more */
    bool loses_power;
    struct store *store;
    struct service *service;
    struct executor executor;
    int64_t late_unflagged;
    int64_t flagged;
    int64_t turns;
    int64_t restarts;
    int64_t failed_commits;
    int64_t overruns; /* that the service saw */
    int64_t finished;
} world;

_Noreturn static void wrong(const char *what, long long a, long long b)
{
    fprintf(stderr, "wrong: %s (%lld, %lld), at %lld, turn %lld\n", what, a, b, (long long)world.clock,
            (long long)world.turns);
    exit(1);
}

static uint64_t below(uint64_t n)
{
    world.random ^= world.random << 13;
    world.random ^= world.random >> 7;
    world.random ^= world.random << 17;
    return world.random % n;
}

static bool chance(uint64_t in)
{
    return below(in) == 0;
}

/* --- The clock and the disk, put in by the linker --------------------------------------------- */

int __real_clock_gettime(clockid_t id, struct timespec *t);
int __wrap_clock_gettime(clockid_t id, struct timespec *t);
enum store_status __real_store_commit(struct store *store, char error[STORE_ERROR_SIZE]);
enum store_status __wrap_store_commit(struct store *store, char error[STORE_ERROR_SIZE]);
void __real_store_add_call(struct store *store, const struct call_record *call);
void __wrap_store_add_call(struct store *store, const struct call_record *call);

int __wrap_clock_gettime(clockid_t id, struct timespec *t)
{
    if (id != CLOCK_BOOTTIME && id != CLOCK_REALTIME) {
        return __real_clock_gettime(id, t);
    }
    int64_t now = world.clock + (id == CLOCK_REALTIME ? INT64_C(1790000000000) : 0);
    *t = (struct timespec){.tv_sec = now / 1000, .tv_nsec = now % 1000 * 1000000};
    return 0;
}

enum store_status __wrap_store_commit(struct store *store, char error[STORE_ERROR_SIZE])
{
    if (world.service != NULL && (world.mood == ROUGH || world.mood == NODES) && chance(60)) {
        world.failed_commits++;
        store_forget_changes(store);
        snprintf(error, STORE_ERROR_SIZE, "the world is full");
        return STORE_FULL;
    }
    enum store_status status = __real_store_commit(store, error);
    world.dead = world.loses_power && chance(3);
    return status;
}

/* A promise is lost by an overrun only if a task has run longer. */
static void check_overruns(bool are_overruns)
{
    for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        struct rtmr_slot_info info;
        for (int32_t i = 0; rtmr_slot_info(world.service->kernel, (enum rtmr_stage)stage, i, &info) == RTMR_OK; i++) {
            int64_t attempt = world.service->slot[stage][i].attempt;
            bool is_late = info.state == RTMR_SLOT_LATE;
            if (are_overruns && is_late && world.late[stage][i] != attempt &&
                info.bound < rtmr_now(world.service->kernel) &&
                clock_ticks_of(store_clock(world.store), world.attempt[attempt].ends) <= info.bound) {
                wrong("a task that ended in time counts as late", attempt, info.bound);
            }
            world.late[stage][i] = is_late ? attempt : 0;
        }
    }
}

void __wrap_store_add_call(struct store *store, const struct call_record *call)
{
    bool are_overruns = call->kind == CALL_ADVANCE && call->status == RTMR_VIOLATION_OVERRUN;
    world.overruns += are_overruns;
    if (world.mood == CALM || world.mood == STALLS) {
        check_overruns(are_overruns);
    }
    __real_store_add_call(store, call);
}

/* --- The executor ----------------------------------------------------------------------------- */

static bool runs(const struct world_attempt *a)
{
    return a->known && a->ends > world.clock;
}

static void check_start(const struct attempt_launch *l)
{
    const struct world_job *job = &world.job[l->job];
    if (l->job > world.jobs || l->task >= job->tasks[l->stage] || job->finished[l->stage][l->task]) {
        wrong("a task starts that there is not, or that has finished", l->job, l->task);
    }
    for (int32_t i = 0; l->stage == RTMR_REDUCE && i < job->tasks[RTMR_MAP]; i++) {
        if (!job->finished[RTMR_MAP][i]) {
            wrong("a reduce task starts before a map", l->job, i);
        }
    }
    for (int64_t i = 1; i <= world.attempts; i++) {
        const struct world_attempt *a = &world.attempt[i];
        if (runs(a) && a->job == l->job && a->stage == l->stage && a->task == l->task) {
            wrong("a task runs twice", l->job, l->task);
        }
        if (runs(a) && a->stage == l->stage && a->slot == l->slot) {
            wrong("two tasks on a slot", l->stage, l->slot);
        }
    }
}

/* How long it takes, and how it ends. */
static void choose_fate(struct world_attempt *a, rtmr_ticks estimate)
{
    int64_t takes = 1 + (int64_t)below((uint64_t)estimate);
    a->result = ATTEMPT_EXITED;
    a->exit_status = 0;
    if (world.mood == ROUGH || world.mood == NODES) {
        switch (below(20)) {
        case 0: a->exit_status = 1; break;
        case 1: a->result = ATTEMPT_VANISHED; break;
        case 2:
            a->result = ATTEMPT_NOT_STARTED;
            takes = 0;
            break;
        case 3: takes = estimate * 3; break;
        case 4: takes = estimate + estimate / 4; break;
        case 5: takes = chance(3) ? 3600000 : estimate; break;
        default: break;
        }
    }
    a->ends = world.clock + takes;
}

static void start(struct executor *e, const struct attempt_launch *l)
{
    (void)e;
    if (world.dead) {
        return;
    }
    if (l->attempt >= ATTEMPTS) {
        wrong("too many attempts", l->attempt, 0);
    }
    check_start(l);
    if (world.mood == NODES && world.slot[l->stage][l->slot] != SLOT_EVENT_BACK &&
        world.turns > world.slot_told[l->stage][l->slot]) {
        wrong("a task starts on a slot that is lost or drains", l->stage, l->slot);
    }
    struct world_attempt *a = &world.attempt[l->attempt];
    if (a->known) {
        wrong("an attempt starts twice", l->attempt, l->job);
    }
    *a = (struct world_attempt){.known = true, .job = l->job, .stage = l->stage, .task = l->task, .slot = l->slot};
    a->started = world.clock;
    choose_fate(a, world.job[l->job].estimate[l->stage]);
    world.attempts = l->attempt > world.attempts ? l->attempt : world.attempts;
}

static void adopt(struct executor *e, const struct attempt_launch *launch)
{
    (void)e;
    int64_t attempt = launch->attempt;
    struct world_attempt *a = &world.attempt[attempt];
    if (!a->known) { /* the service was killed before it could start it */
        *a = (struct world_attempt){.known = true, .ends = world.clock, .result = ATTEMPT_VANISHED};
        world.attempts = attempt > world.attempts ? attempt : world.attempts;
    }
    a->told = false;
}

static void kill_attempt(struct executor *e, int64_t attempt)
{
    (void)e;
    struct world_attempt *a = &world.attempt[attempt];
    if (!world.dead && runs(a)) {
        a->killed = true;
        a->result = ATTEMPT_SIGNALLED;
        a->ends = world.clock + (int64_t)below(LATENCY / 2);
    }
}

static void forget(struct executor *e, int64_t attempt)
{
    (void)e;
    if (!world.dead) {
        world.attempt[attempt].known = false;
    }
}

/* Tells the service what has ended. */
static void tell_ends(void)
{
    for (int64_t i = 1; i <= world.attempts; i++) {
        struct world_attempt *a = &world.attempt[i];
        if (a->known && !a->told && a->ends <= world.clock) {
            struct attempt_end end = {.result = a->result,
                                      .exit_status = a->exit_status,
                                      .signal = a->result == ATTEMPT_SIGNALLED ? 9 : 0,
                                      .error = chance(2) ? 2 : 28,
                                      .untried = true,
                                      .killed = a->killed,
                                      .started_boottime = a->started,
                                      .ended_boottime = a->result == ATTEMPT_VANISHED ? 0 : a->ends};
            a->told = true;
            service_attempt_ended(world.service, i, &end);
        }
    }
}

/* Notes the tasks that have finished, whether the service knows or not. */
static void note_ends(void)
{
    for (int64_t i = 1; i <= world.attempts; i++) {
        const struct world_attempt *a = &world.attempt[i];
        if (a->known && a->ends <= world.clock && a->result == ATTEMPT_EXITED && a->exit_status == 0) {
            world.job[a->job].finished[a->stage][a->task] = true;
        }
    }
}

static int64_t next_end(void)
{
    int64_t next = INT64_MAX;
    for (int64_t i = 1; i <= world.attempts; i++) {
        const struct world_attempt *a = &world.attempt[i];
        next = a->known && !a->told && a->ends < next ? a->ends : next;
    }
    return next;
}

static void tell_slot(enum rtmr_stage stage, int32_t slot)
{
    world.slot_told[stage][slot] = world.turns;
    switch (world.slot[stage][slot]) {
    case SLOT_EVENT_LOST: service_slot_lost(world.service, stage, slot); break;
    case SLOT_EVENT_BACK: service_slot_back(world.service, stage, slot); break;
    case SLOT_EVENT_DRAINS: service_slot_drains(world.service, stage, slot); break;
    }
}

static void tell_slots(void)
{
    for (int32_t i = 0; world.mood == NODES && i < SLOTS; i++) {
        tell_slot(RTMR_MAP, i);
        tell_slot(RTMR_REDUCE, i);
    }
}

/* A slot is lost with what runs there, comes back, or drains. */
static void change_node(void)
{
    enum rtmr_stage stage = (enum rtmr_stage)below(2);
    int32_t slot = (int32_t)below(SLOTS);
    world.slot[stage][slot] = chance(2) ? SLOT_EVENT_BACK : (enum slot_event)below(3);
    for (int64_t i = 1; world.slot[stage][slot] == SLOT_EVENT_LOST && i <= world.attempts; i++) {
        struct world_attempt *a = &world.attempt[i];
        if (runs(a) && a->stage == stage && a->slot == slot) {
            a->known = false;
        }
    }
    tell_slot(stage, slot);
}

/* --- The service, started and killed ---------------------------------------------------------- */

static void settle(void)
{
    char error[STORE_ERROR_SIZE];
    (void)service_settle(world.service, error);
}

static void begin(void)
{
    char error[STORE_ERROR_SIZE];
    struct rtmr_setup setup = {
        .map_slots = SLOTS, .reduce_slots = SLOTS - 1, .latency = LATENCY, .reduces_per_node = 1, .counter_offer = 1};
    struct service_limits limits = {.jobs_per_user = 20, .tasks_per_user = 100};
    world.dead = false;
    world.executor =
        (struct executor){.latency = LATENCY, .start = start, .adopt = adopt, .kill = kill_attempt, .forget = forget};
    world.store = store_open(world.folder, &setup, error);
    world.service = world.store != NULL ? service_new(world.store, &setup, &limits, error) : NULL;
    if (world.service == NULL) {
        fprintf(stderr, "%s\n", error);
        wrong("the service does not start", 0, 0);
    }
    service_attach(world.service, &world.executor);
    service_read_clock(world.service);
    tell_ends();
    tell_slots();
    settle();
    settle();
}

static void count(void)
{
    const struct service_counts *counts = service_counts(world.service);
    world.late_unflagged += counts->late_unflagged;
    world.flagged += counts->flagged;
    world.finished += counts->finished;
}

/* As by SIGKILL: what is not committed is lost. */
static void end(bool cleanly)
{
    count();
    if (!cleanly) {
        store_forget_changes(world.store);
        world.service->executor = NULL; /* no last snapshot */
    }
    world.restarts++;
    service_free(world.service);
    store_close(world.store);
}

/* --- Users ------------------------------------------------------------------------------------ */

static struct caller caller(void)
{
    return (struct caller){.uid = chance(2) ? geteuid() : 1000 + (uid_t)below(3)};
}

static void submit(void)
{
    struct service_decision decision;
    struct caller who = caller();
    struct job_request r = {.name = "a",
                            .tasks = {(int32_t)below(TASKS), (int32_t)below(TASKS / 2)},
                            .estimate = {100 + (rtmr_ticks)below(2000), 100 + (rtmr_ticks)below(3000)},
                            .deadline = 1000 + (int64_t)below(60000),
                            .take_earliest = chance(2) ? 20000 : 0,
                            .command = {"[\"a\"]", NULL},
                            .directory = "/",
                            .environment = "{}",
                            .on_overrun = (enum overrun_policy)below(3),
                            .grace = chance(2) ? -1 : (rtmr_ticks)below(3000),
                            .retries = (int32_t)below(3)};
    if (chance(4)) {
        service_what_if(world.service, &who, &r, &decision);
    }
    service_submit(world.service, &who, &r, &decision);
    if (decision.answer == SERVICE_ACCEPTED) {
        if (decision.job >= JOBS || world.job[decision.job].accepted) {
            wrong("a number is given twice, or too many", decision.job, JOBS);
        }
        world.job[decision.job] =
            (struct world_job){.tasks = {r.tasks[0], r.tasks[1]}, .estimate = {r.estimate[0], r.estimate[1]}};
        world.jobs = decision.job; /* it may be taken back */
    }
}

static int64_t some_job(void)
{
    return world.jobs > 0 ? world.jobs - (int64_t)below(world.jobs < 10 ? (uint64_t)world.jobs : 10) : 1;
}

static void act(void)
{
    struct service_decision decision;
    struct caller root = {.uid = 0};
    enum rtmr_stage stage = (enum rtmr_stage)below(2);
    int32_t slot = (int32_t)below(SLOTS + 2) - 1;
    if (world.mood == NODES && chance(10)) {
        change_node();
        return;
    }
    switch (below(world.mood == ROUGH ? 12 : world.mood == NODES ? 9 : 5)) {
    case 5: service_abort(world.service, &root, some_job(), &decision); break;
    case 6: service_suspend(world.service, &root, some_job(), &decision); break;
    case 7:
    case 8: service_renew(world.service, &root, some_job(), false, 1 + (int64_t)below(60000), &decision); break;
    case 9: service_drain(world.service, &root, stage, slot, &decision); break;
    case 10:
        slot = slot > SLOTS ? 0 : slot;
        service_add(world.service, &root, stage, &slot, &decision);
        break;
    default: submit(); break;
    }
}

/* --- Turns ------------------------------------------------------------------------------------ */

static void wait_for_something(bool more)
{
    int64_t wake = service_wakes_in(world.service);
    int64_t next = next_end();
    int64_t to = world.clock + (more ? 1 + (int64_t)below(400) : 100000);
    to = wake >= 0 && world.clock + wake < to ? world.clock + wake : to;
    to = next < to ? next : to;
    to += world.mood == ROUGH && chance(30) ? (int64_t)below(5000) : (int64_t)below(LATENCY / 4);
    world.clock = to > world.clock ? to : world.clock;
    note_ends();
}

/* What the service has answered holds. */
static void note_accepted(void)
{
    int64_t committed = 0;
    for (int64_t i = 1; i <= world.jobs; i++) {
        struct job_view view;
        committed += service_job(world.service, i, &view);
        world.job[i].accepted |= service_job(world.service, i, &view);
    }
    if (committed != service_jobs(world.service)) {
        wrong("a job without its submission", committed, service_jobs(world.service));
    }
}

/* A commit has failed: numbers of jobs may come again. */
static void forget_refused(void)
{
    while (world.jobs > 0 && !world.job[world.jobs].accepted) {
        world.jobs--;
    }
}

static void turn(bool more)
{
    char error[STORE_ERROR_SIZE];
    world.turns++;
    wait_for_something(more);
    world.loses_power = world.mood != CALM && world.mood != STALLS && chance(40);
    service_read_clock(world.service);
    tell_ends();
    world.clock += world.mood == STALLS && chance(10) ? (int64_t)below(5000) : 0;
    for (uint64_t i = below(3); more && i > 0; i--) {
        act();
    }
    bool killed_before = world.loses_power && chance(3);
    bool good = killed_before || service_settle(world.service, error);
    if (!killed_before && good && !world.dead) {
        note_accepted();
    } else if (!good) {
        forget_refused();
    }
    if (killed_before || world.dead) {
        world.dead = true;
        end(false);
        world.clock += world.mood == AWAY ? 0 : (int64_t)below(4) * (int64_t)below(5000);
        note_ends();
        begin();
        note_accepted();
        forget_refused();
    }
    world.loses_power = false;
}

static bool ended(void *arg, const struct job_record *record)
{
    bool *all = arg;
    *all = record->state != JOB_ACTIVE;
    return false;
}

static void check_end(void)
{
    for (int64_t i = 1; i <= world.jobs; i++) {
        bool is_over = false;
        if (world.job[i].accepted && (!store_job(world.store, i, ended, &is_over) || !is_over)) {
            wrong("an accepted job is lost", i, world.jobs);
        }
    }
    end(true);
    if (world.late_unflagged > 0) {
        wrong("late, and had not lost its promise", world.late_unflagged, 0);
    }
    if (world.mood == CALM && world.flagged > 0) {
        wrong("lost its promise in a calm world", world.flagged, 0);
    }
    if (!store_check(world.folder)) {
        wrong("the store does not hold together", 0, 0);
    }
}

/* Brings slots back, so that every job can end. */
static void bring_slots(void)
{
    struct service_decision decision;
    struct caller root = {.uid = 0};
    for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        int32_t slot = 0;
        if (world.mood == NODES) {
            world.slot[stage][0] = SLOT_EVENT_BACK;
            tell_slot((enum rtmr_stage)stage, 0);
        } else {
            service_add(world.service, &root, (enum rtmr_stage)stage, &slot, &decision);
        }
    }
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fputs("service_world FOLDER SEED TURNS calm|rough|away|nodes|stalls\n", stderr);
        return 2;
    }
    world.folder = argv[1];
    world.random = strtoull(argv[2], NULL, 10) * 2654435761U + 88172645463325252U;
    world.mood = strcmp(argv[4], "calm") == 0     ? CALM
                 : strcmp(argv[4], "away") == 0   ? AWAY
                 : strcmp(argv[4], "nodes") == 0  ? NODES
                 : strcmp(argv[4], "stalls") == 0 ? STALLS
                                                  : ROUGH;
    world.clock = 1000000;
    for (int32_t i = 0; i < SLOTS; i++) {
        world.slot[0][i] = SLOT_EVENT_BACK;
        world.slot[1][i] = SLOT_EVENT_BACK;
    }
    begin();
    for (long turns = strtol(argv[3], NULL, 10); turns > 0; turns--) {
        turn(true);
    }
    for (long turns = 0; service_jobs(world.service) > 0; turns++) {
        if (turns > PATIENCE_TURNS) {
            wrong("jobs do not end", service_jobs(world.service), 0);
        }
        if (turns % 100 == 0) {
            bring_slots();
        }
        turn(false);
    }
    int64_t jobs = world.jobs;
    check_end();
    printf("%lld jobs, %lld finished, %lld flagged, %lld restarts, %lld failed commits, %lld attempts, %lld turns, "
           "%lld overruns\n",
           (long long)jobs, (long long)world.finished, (long long)world.flagged, (long long)world.restarts,
           (long long)world.failed_commits, (long long)world.attempts, (long long)world.turns,
           (long long)world.overruns);
    return 0;
}
