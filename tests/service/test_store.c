/*
 * The store, by itself. `test_store` runs the tests; with further arguments it is the program of
 * tests/service/test_store.py:
 *   make FOLDER SEED STEPS   a store with a random history
 *   check FOLDER             as rtmrd --check-store
 *   backup FOLDER TO         as rtmrd --backup
 *   open FOLDER              opens it, and says why not
 *   hold FOLDER              opens it, says so, and keeps it open until its input ends
 *   fill FOLDER FILE         a disk that gets full: FILE is what takes the space
 */
#include "harness/invariants/context_copy.h"
#include "harness/service/store_state.h"
#include "tests/service/store_world.h"

#include <fcntl.h>
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* A new folder for a test, and a store in it. */
struct place {
    char folder[64];
    char store[80];
};

static void run_shell(const char *command)
{
    assert_int_equal(system(command), 0);
}

static int set_up(void **state)
{
    struct place *place = calloc(1, sizeof(*place));

    if (place == NULL) {
        return -1;
    }
    (void)snprintf(place->folder, sizeof(place->folder), "%s", "/tmp/rtmr-store-XXXXXX");
    if (mkdtemp(place->folder) == NULL) {
        free(place);
        return -1;
    }
    (void)snprintf(place->store, sizeof(place->store), "%s/a/store", place->folder);
    *state = place;
    return 0;
}

static int tear_down(void **state)
{
    struct place *place = *state;
    char command[128];

    (void)snprintf(command, sizeof(command), "rm -rf '%s'", place->folder);
    run_shell(command);
    free(place);
    return 0;
}

static struct store *open_store(const char *folder, struct rtmr_setup *setup)
{
    char error[STORE_ERROR_SIZE] = "";
    struct store *store = NULL;

    *setup = world_setup();
    store = store_open(folder, setup, error);
    if (store == NULL) {
        fail_msg("%s", error);
    }
    return store;
}

static void expect_refused(const char *folder, const char *why)
{
    char error[STORE_ERROR_SIZE] = "";
    struct rtmr_setup setup = world_setup();

    assert_null(store_open(folder, &setup, error));
    if (strstr(error, why) == NULL || strstr(error, folder) == NULL) {
        fail_msg("expected \"%s\", found \"%s\"", why, error);
    }
}

static void commit(struct store *store)
{
    char error[STORE_ERROR_SIZE] = "";

    if (store_commit(store, error) != STORE_OK) {
        fail_msg("%s", error);
    }
}

static int mode_of(const char *folder, const char *name)
{
    char path[128];
    struct stat state;

    (void)snprintf(path, sizeof(path), "%s/%s", folder, name);
    assert_int_equal(stat(path, &state), 0);
    return (int)(state.st_mode & 0777);
}

static void a_new_store_is_for_its_user_only(void **state)
{
    const struct place *place = *state;
    struct rtmr_setup setup;
    struct store *store = open_store(place->store, &setup);

    assert_true(store_is_new(store));
    assert_int_equal(setup.map_slots, 3);
    assert_int_equal(mode_of(place->store, "."), 0700);
    assert_int_equal(mode_of(place->store, "attempts"), 0700);
    assert_int_equal(mode_of(place->store, "store.db"), 0600);
    assert_int_equal(mode_of(place->store, "store.db-wal"), 0600);
    assert_int_equal(mode_of(place->store, "reserve"), 0600);
    assert_true(store_accepts(store));
    assert_false(store_has_changes(store));
    store_close(store);
}

static void a_store_keeps_its_own_setup(void **state)
{
    const struct place *place = *state;
    struct rtmr_setup setup;
    char error[STORE_ERROR_SIZE];
    struct store *store = open_store(place->store, &setup);

    store_close(store);
    setup = (struct rtmr_setup){.map_slots = 60, .reduce_slots = 60, .latency = 1};
    store = store_open(place->store, &setup, error);
    assert_non_null(store);
    assert_int_equal(setup.map_slots, 3);
    assert_int_equal(setup.reduce_slots, 2);
    assert_int_equal(setup.latency, world_setup().latency);
    assert_int_equal(setup.reduces_per_node, 1);
    assert_int_equal(setup.counter_offer, 1);
    store_close(store);
}

static void a_history_is_played_again(void **state)
{
    const struct place *place = *state;

    for (uint64_t seed = 1; seed <= 2; seed++) {
        struct rtmr_setup setup;
        char folder[96];
        (void)snprintf(folder, sizeof(folder), "%s-%d", place->store, (int)seed);
        struct store *store = open_store(folder, &setup);
        struct world *before = world_new(store, &setup, seed);
        struct world *after = NULL;

        world_run(before, 300);
        store_close(store);
        store = open_store(folder, &setup);
        assert_false(store_is_new(store));
        after = world_new(store, &setup, seed);
        /* a step may end with time that passes; and `soonest` is exact behind an advance */
        assert_int_equal(rtmr_advance(after->kernel, before->now, &(struct rtmr_alarm){0}), RTMR_OK);
        assert_int_equal(rtmr_advance(before->kernel, before->now, &(struct rtmr_alarm){0}), RTMR_OK);
        assert_true(context_same_but_scratch(after->kernel, before->kernel));
        store_close(store);
        assert_true(store_check(folder));
        world_free(before);
        world_free(after);
    }
}

static bool see_call(void *arg, const struct call_record *call)
{
    *(struct call_record *)arg = *call;
    return true;
}

static void expect_same_call(struct store *store, struct call_record *call)
{
    struct call_record read;

    store_add_call(store, call);
    assert_true(store_each_call(store, call->call - 1, see_call, &read));
    assert_int_equal(read.call, call->call);
    read.flagged = call->flagged;
    read.note = call->note;
    assert_memory_equal(&read, call, sizeof(read));
}

static void a_call_is_read_as_it_was_written(void **state)
{
    const struct place *place = *state;
    struct rtmr_setup setup;
    struct store *store = open_store(place->store, &setup);
    struct call_record call;

    memset(&call, 0, sizeof(call));
    call.kind = CALL_SUBMIT;
    call.status = RTMR_REJECTED;
    call.tick = 7;
    call.uid = 1000;
    call.slot = -1;
    call.task = -1;
    call.value = RTMR_TIME_MAX;
    call.maps = 3;
    call.reduces = 4;
    call.map_estimate = 5;
    call.reduce_estimate = 6;
    call.reason = RTMR_REASON_LATE;
    call.late_by = RTMR_NEVER;
    call.estimated_finish = RTMR_NEVER;
    call.earliest_deadline = RTMR_NEVER;
    expect_same_call(store, &call);

    memset(&call, 0, sizeof(call));
    call.kind = CALL_EXTEND;
    call.status = RTMR_REJECTED;
    call.uid = -1;
    call.stage = RTMR_REDUCE;
    call.slot = 2;
    call.task = -1;
    call.value = 99;
    call.reason = RTMR_REASON_LATE;
    call.late_job = 12;
    call.late_by = 1;
    expect_same_call(store, &call);

    memset(&call, 0, sizeof(call));
    call.kind = CALL_FAIL;
    call.status = RTMR_VIOLATION_FAILED;
    call.uid = -1;
    call.stage = RTMR_MAP;
    call.slot = 0;
    call.task = 0;
    call.token = UINT32_MAX;
    call.overrun_tasks = 0;
    call.flagged_count = 3;
    call.flagged = (const rtmr_handle[]){1, 22, 333};
    call.note = "it failed";
    expect_same_call(store, &call);
    store_close(store);
}

struct seen {
    int count;
    int64_t first;
    int64_t last;
};

static bool see_job(void *arg, const struct job_record *job)
{
    struct seen *seen = arg;

    seen->first = seen->count++ == 0 ? job->job : seen->first;
    seen->last = job->job;
    return seen->count < 3;
}

static struct job_record a_job(int64_t number)
{
    return (struct job_record){.job = number, .uid = 5, .name = "words", .command = {"[]", "[]"}, .directory = "/"};
}

static void jobs_are_listed_in_both_directions(void **state)
{
    const struct place *place = *state;
    struct rtmr_setup setup;
    struct store *store = open_store(place->store, &setup);

    for (int64_t number = 1; number <= 9; number++) {
        struct job_record job = a_job(number);

        store_add_job(store, &job);
        job.state = number % 2 == 0 ? JOB_FINISHED : JOB_ACTIVE;
        job.ended = number;
        store_update_job(store, &job);
    }
    struct seen all = {0};
    struct seen newest = {0};
    struct seen active = {0};
    struct seen newest_active = {0};
    struct seen one = {0};
    assert_true(store_each_job(store, false, 4, false, see_job, &all));
    assert_true(store_each_job(store, false, 0, true, see_job, &newest));
    assert_true(store_each_job(store, true, 1, false, see_job, &active));
    assert_true(store_each_job(store, true, 7, true, see_job, &newest_active));
    assert_true(store_job(store, 6, see_job, &one));
    assert_true(all.first == 5 && all.last == 7);
    assert_true(newest.first == 9 && newest.last == 7);
    assert_true(active.first == 3 && active.last == 7);
    assert_true(newest_active.first == 5 && newest_active.last == 1);
    assert_true(one.count == 1 && one.first == 6);
    store_close(store);
}

struct nested {
    struct store *store;
    int count;
};

static bool see_pair(void *arg, const struct job_record *job)
{
    struct nested *nested = arg;
    struct seen others = {0};

    assert_true(store_each_job(nested->store, false, 0, false, see_job, &others));
    assert_int_equal(others.first, 1);
    assert_string_equal(job->name, "words"); /* as before */
    nested->count += others.count;
    return true;
}

/* A visitor may ask the same again. */
static void visits_within_visits(void **state)
{
    const struct place *place = *state;
    struct rtmr_setup setup;
    struct store *store = open_store(place->store, &setup);
    struct nested nested = {.store = store};

    for (int64_t number = 1; number <= 3; number++) {
        const struct job_record job = a_job(number);

        store_add_job(store, &job);
    }
    assert_true(store_each_job(store, false, 0, false, see_pair, &nested));
    assert_int_equal(nested.count, 9);
    store_close(store);
}

static int64_t pragma(struct store *store, const char *name)
{
    char sql[64];
    int64_t value = -1;

    (void)snprintf(sql, sizeof(sql), "PRAGMA %s", name);
    assert_int_equal(store_number(store->db, sql, &value), SQLITE_OK);
    return value;
}

/* What a commit promises depends on it, also after the store was closed. */
static void commits_are_on_the_disk(void **state)
{
    const struct place *place = *state;

    for (int i = 0; i < 2; i++) {
        struct rtmr_setup setup;
        struct store *store = open_store(place->store, &setup);

        assert_int_equal(pragma(store, "synchronous"), 2); /* FULL */
        assert_int_equal(pragma(store, "foreign_keys"), 1);
        assert_int_equal(pragma(store, "application_id"), STORE_APPLICATION);
        assert_int_equal(pragma(store, "user_version"), STORE_VERSION);
        assert_int_equal(mode_of(place->store, "store.db-wal"), 0600);
        store_close(store);
    }
}

static bool count_attempt(void *arg, const struct attempt_record *attempt)
{
    struct seen *seen = arg;

    seen->first = seen->count++ == 0 ? attempt->attempt : seen->first;
    seen->last = attempt->attempt;
    return true;
}

/* Attempt n took n ms, and ended at 1000 + n; the last one runs. */
static void add_attempts(struct store *store, int count)
{
    struct job_record job = a_job(1);

    job.tasks[RTMR_MAP] = count + 1;
    store_add_job(store, &job);
    for (int i = 1; i <= count + 1; i++) {
        struct attempt_record attempt = {.job = 1, .dispatched = 999, .started = 1000, .exit_status = -1};

        store_add_attempt(store, &attempt);
        assert_int_equal(attempt.attempt, i);
        if (i <= count) {
            attempt.state = ATTEMPT_FINISHED;
            attempt.ended = 1000 + i;
            attempt.exit_status = 0;
            store_end_attempt(store, &attempt);
        }
    }
}

static void earlier_runs_give_quantiles(void **state)
{
    const struct place *place = *state;
    struct rtmr_setup setup;
    struct store *store = open_store(place->store, &setup);
    struct store_times times;
    struct seen running = {0};
    struct seen of_job = {0};
    struct seen since = {0};

    add_attempts(store, 20);
    assert_true(store_times(store, 5, "words", RTMR_MAP, &times));
    assert_int_equal(times.runs, 20);
    assert_int_equal(times.longest, 20);
    assert_int_equal(times.half, 10);
    assert_int_equal(times.ninety, 18);
    assert_true(store_times(store, 6, "words", RTMR_MAP, &times));
    assert_int_equal(times.runs, 0);
    assert_int_equal(times.longest, 0);
    assert_true(store_times(store, 5, "words", RTMR_REDUCE, &times));
    assert_int_equal(times.runs, 0);
    assert_true(store_each_attempt(store, 0, count_attempt, &running));
    assert_true(running.count == 1 && running.first == 21);
    assert_true(store_each_attempt(store, 1, count_attempt, &of_job));
    assert_int_equal(of_job.count, 21);
    assert_true(store_attempts_since(store, 0, 1019, count_attempt, &since));
    assert_true(since.first == 19 && since.last == 21);
    store_close(store);
}

/* Attempts that have finished in so many ms, behind the others. */
static void add_runs(struct store *store, int64_t job, enum rtmr_stage stage, int count, rtmr_ticks took)
{
    for (int i = 0; i < count; i++) {
        struct attempt_record attempt = {.job = job,
                                         .stage = stage,
                                         .task = i,
                                         .dispatched = 1000,
                                         .state = ATTEMPT_FINISHED,
                                         .started = 1000,
                                         .ended = 1000 + took,
                                         .exit_status = 0};

        store_add_attempt(store, &attempt);
    }
}

static void add_job(struct store *store, int64_t number, int32_t maps, int32_t reduces)
{
    struct job_record job = a_job(number);

    job.tasks[RTMR_MAP] = maps;
    job.tasks[RTMR_REDUCE] = reduces;
    store_add_job(store, &job);
}

/* The steps of SQLite's machine that the answer takes; *times is the answer. */
static int steps_of_times(struct store *store, enum rtmr_stage stage, struct store_times *times)
{
    const enum statement statement = stage == RTMR_MAP ? STATEMENT_MAP_TIMES : STATEMENT_REDUCE_TIMES;

    assert_true(store_times(store, 5, "words", stage, times));
    return sqlite3_stmt_status(store->statements[statement], SQLITE_STMTSTATUS_VM_STEP, 1);
}

static void earlier_runs_are_looked_at_within_bounds(void **state)
{
    enum { JOBS = 1024, ATTEMPTS = 4096, STEPS = 100 };
    const struct place *place = *state;
    struct rtmr_setup setup;
    struct store *store = open_store(place->store, &setup);
    struct store_times times;

    add_job(store, 1, 3 * ATTEMPTS, 0);
    add_runs(store, 1, RTMR_MAP, 3 * ATTEMPTS, 5);
    assert_true(steps_of_times(store, RTMR_REDUCE, &times) < STEPS * STEPS); /* no job of the name has any */
    assert_int_equal(times.runs, 0);
    add_job(store, 2, 100, 3 * ATTEMPTS);
    add_runs(store, 2, RTMR_MAP, 100, 7);
    add_runs(store, 2, RTMR_REDUCE, 3 * ATTEMPTS, 9);
    assert_true(steps_of_times(store, RTMR_REDUCE, &times) < ATTEMPTS * STEPS);
    assert_true(times.runs == ATTEMPTS && times.longest == 9 && times.half == 9);
    assert_true(steps_of_times(store, RTMR_MAP, &times) < ATTEMPTS * STEPS);
    assert_true(times.runs == 100 && times.longest == 7);
    for (int64_t number = 3; number <= 4 * JOBS; number++) {
        add_job(store, number, 1, 0);
    }
    assert_true(steps_of_times(store, RTMR_MAP, &times) < JOBS * STEPS);
    assert_int_equal(times.runs, 0);
    assert_true(steps_of_times(store, RTMR_REDUCE, &times) < JOBS * STEPS);
    assert_int_equal(times.runs, 0);
    store_close(store);
}

static void what_is_forgotten_is_gone(void **state)
{
    const struct place *place = *state;
    struct rtmr_setup setup;
    struct store *store = open_store(place->store, &setup);
    struct world *w = world_new(store, &setup, 1);
    struct call_record read = {.call = 0};
    struct call_record call = {.kind = CALL_SLOT_ADD, .slot = 3, .task = -1};

    assert_int_equal(world_submit(w), 1);
    commit(store);
    store_add_call(store, &call);
    assert_int_equal(call.call, 2);
    assert_true(store_has_changes(store));
    store_forget_changes(store);
    assert_false(store_has_changes(store));
    assert_true(store_each_call(store, 0, see_call, &read));
    assert_int_equal(read.call, 1);
    store_add_call(store, &call);
    assert_int_equal(call.call, 2);
    store_close(store);
    store = open_store(place->store, &setup);
    assert_true(store_each_call(store, 0, see_call, &read));
    assert_int_equal(read.call, 1);
    store_close(store);
    world_free(w);
}

static void a_failure_is_told_by_the_commit(void **state)
{
    const struct place *place = *state;
    struct rtmr_setup setup;
    struct store *store = open_store(place->store, &setup);
    char error[STORE_ERROR_SIZE] = "";
    struct job_record job = a_job(1);
    struct seen seen = {0};

    store_add_job(store, &job);
    store_add_job(store, &job); /* twice */
    assert_int_equal(store_commit(store, error), STORE_FAILED);
    assert_non_null(strstr(error, "UNIQUE"));
    assert_false(store_has_changes(store));
    store_update_job(store, &job); /* there is none */
    assert_int_equal(store_commit(store, error), STORE_FAILED);
    struct call_record call = {.kind = CALL_SUSPEND, .job = 9, .slot = -1, .task = -1};
    store_add_call(store, &call); /* of no job */
    assert_int_equal(store_commit(store, error), STORE_FAILED);
    assert_non_null(strstr(error, "FOREIGN KEY"));
    store_add_job(store, &job);
    commit(store);
    assert_true(store_each_job(store, false, 0, false, see_job, &seen));
    assert_int_equal(seen.count, 1);
    store_close(store);
}

static void a_store_that_cannot_be_written(void **state)
{
    const struct place *place = *state;
    struct rtmr_setup setup;
    struct store *store = open_store(place->store, &setup);
    char error[STORE_ERROR_SIZE] = "";
    const struct job_record job = a_job(1);

    /* as a file system that has become read-only */
    assert_int_equal(sqlite3_exec(store->db, "PRAGMA query_only = ON", NULL, NULL, NULL), SQLITE_OK);
    store_add_job(store, &job);
    assert_int_equal(store_commit(store, error), STORE_READ_ONLY);
    assert_non_null(strstr(error, "read-only"));
    assert_int_equal(sqlite3_exec(store->db, "PRAGMA query_only = OFF", NULL, NULL, NULL), SQLITE_OK);
    store_add_job(store, &job);
    commit(store);
    store_close(store);
}

static void killed_at_any_instant(void **state)
{
    const struct place *place = *state;
    struct rtmr_setup setup;
    struct store *store = NULL;
    int64_t told = 0;

    for (int round = 1; round <= 6; round++) {
        int pipes[2];
        struct call_record last = {.call = 0};
        int64_t call = 0;
        assert_int_equal(pipe(pipes), 0);
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            store = open_store(place->store, &setup);
            for (;;) {
                struct call_record more = {.kind = CALL_SLOT_ADD, .slot = 9, .task = -1, .uid = -1};
                store_add_call(store, &more);
                commit(store);
                if (write(pipes[1], &more.call, sizeof(more.call)) != (ssize_t)sizeof(more.call)) {
                    _exit(1);
                }
            }
        }
        assert_int_equal(close(pipes[1]), 0);
        for (int i = 0; i < 3 * round; i++) {
            assert_int_equal(read(pipes[0], &told, sizeof(told)), sizeof(told));
        }
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, NULL, 0), child);
        while (read(pipes[0], &call, sizeof(call)) == (ssize_t)sizeof(call)) {
            told = call;
        }
        assert_int_equal(close(pipes[0]), 0);
        store = open_store(place->store, &setup);
        assert_true(store_each_call(store, 0, see_call, &last));
        assert_true(last.call >= told);
        store_close(store);
    }
}

static void in_use(void **state)
{
    const struct place *place = *state;
    struct rtmr_setup setup;
    struct store *store = open_store(place->store, &setup);
    char why[64];

    (void)snprintf(why, sizeof(why), "is in use by process %ld", (long)getpid());
    expect_refused(place->store, why);
    store_close(store);
    store_close(open_store(place->store, &setup));
}

static void other_things(void **state)
{
    const struct place *place = *state;
    char command[256];

    expect_refused("/dev/null", "is no folder");
    (void)snprintf(command, sizeof(command), "mkdir -p '%s' && echo text >'%s/notes'", place->store, place->store);
    run_shell(command);
    expect_refused(place->store, "is no store, and not empty: it has notes");
    (void)snprintf(command, sizeof(command), "rm '%s/notes'; head -c 5000 /dev/urandom >'%s/store.db'", place->store,
                   place->store);
    run_shell(command);
    expect_refused(place->store, "store.db is no database");
}

/* Changes a database that is not in use. */
static void change(const char *folder, const char *sql)
{
    char path[128];
    sqlite3 *db = NULL;

    (void)snprintf(path, sizeof(path), "%s/store.db", folder);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_changes(db), 1);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* The clock of a store goes on, in this boot and in another one. */
static void the_clock_goes_on(void **state)
{
    const struct place *place = *state;
    struct rtmr_setup setup;
    struct store *store = open_store(place->store, &setup);
    const struct service_clock first = *store_clock(store);
    const rtmr_ticks then = clock_now(&first);

    assert_in_range(then, 0, 60000);
    assert_int_equal(clock_ticks_of(&first, first.boottime_of_tick_0 + 5), 5);
    assert_int_equal(clock_ticks_of(&first, first.boottime_of_tick_0 - 5), 0);
    store_close(store);
    store = open_store(place->store, &setup);
    assert_int_equal(store_clock(store)->boottime_of_tick_0, first.boottime_of_tick_0);
    store_close(store);

    /* another boot, whose clock is behind; the wall clock says that an hour has passed */
    change(place->store, "UPDATE last_commit SET boot_id = 'other', tick = 5000000, wall = wall - 3600000, "
                         "boottime_of_tick_0 = 0");
    store = open_store(place->store, &setup);
    assert_in_range(clock_now(store_clock(store)), 8600000, 8660000);
    const struct service_clock second = *store_clock(store);
    store_close(store);
    store = open_store(place->store, &setup);
    assert_int_equal(store_clock(store)->boottime_of_tick_0, second.boottime_of_tick_0);
    store_close(store);

    /* the wall clock has gone back */
    change(place->store, "UPDATE last_commit SET boot_id = 'other', tick = 9000000, wall = wall + 3600000");
    store = open_store(place->store, &setup);
    assert_in_range(clock_now(store_clock(store)), 9000000, 9060000);
    store_close(store);
}

static void wall_clock_and_ticks(void **state)
{
    (void)state;
    const struct service_clock clock = {.boottime_of_tick_0 = clock_boottime() - 5000};
    const int64_t wall = clock_wall_of(&clock, 15000);

    assert_in_range(wall, clock_wall() + 10000 - 5000, clock_wall() + 10000 + 5);
    assert_in_range(clock_ticks_of_wall(&clock, wall), 15000 - 2, 15000 + 2);
    assert_true(clock_wall_of(&clock, RTMR_NEVER) > RTMR_TIME_MAX);
    assert_true(clock_ticks_of_wall(&clock, INT64_MIN) < 0);
    assert_true(clock_ticks_of_wall(&clock, INT64_MAX) > RTMR_TIME_MAX);
}

static void names(void **state)
{
    (void)state;
    assert_string_equal(call_kind_name(CALL_ADVANCE), "advance");
    assert_string_equal(call_kind_name(CALL_SET_ESTIMATE), "set_estimate");
    assert_string_equal(call_kind_name(CALL_RESTORE), "restore");
    assert_string_equal(call_kind_name(CALL_KINDS), "unknown");
    assert_string_equal(attempt_state_name(ATTEMPT_LOST), "lost");
}

static int test_all(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_new_store_is_for_its_user_only, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_store_keeps_its_own_setup, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_history_is_played_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_call_is_read_as_it_was_written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(jobs_are_listed_in_both_directions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(visits_within_visits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(commits_are_on_the_disk, set_up, tear_down),
        cmocka_unit_test_setup_teardown(earlier_runs_give_quantiles, set_up, tear_down),
        cmocka_unit_test_setup_teardown(earlier_runs_are_looked_at_within_bounds, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_forgotten_is_gone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_failure_is_told_by_the_commit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_store_that_cannot_be_written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(killed_at_any_instant, set_up, tear_down),
        cmocka_unit_test_setup_teardown(in_use, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_things, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_clock_goes_on, set_up, tear_down),
        cmocka_unit_test(wall_clock_and_ticks),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* --- The program of test_store.py ------------------------------------------------------------- */

static struct {
    const char *folder;
    const char *file;
    uint64_t seed;
    int steps;
} given;

static void make_a_store(void **state)
{
    (void)state;
    struct rtmr_setup setup;
    struct store *store = open_store(given.folder, &setup);
    struct world *w = world_new(store, &setup, given.seed);

    world_run(w, given.steps);
    store_close(store);
    world_free(w);
}

/* Takes all the space that there is. */
static void take_space(void)
{
    static const char block[4096] = {1};
    const int file = open(given.file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

    assert_true(file >= 0);
    while (write(file, block, sizeof(block)) > 0) {
    }
    assert_int_equal(close(file), 0);
}

static int64_t calls_of(struct store *store)
{
    struct call_record last = {.call = 0};

    assert_true(store_each_call(store, 0, see_call, &last));
    return last.call;
}

/* Steps until a commit fails; returns how many calls are on record. */
static int64_t step_until_full(struct store *store, struct world *w)
{
    enum store_status status = STORE_OK;
    char error[STORE_ERROR_SIZE] = "";
    int64_t calls = 0;

    while (status == STORE_OK) {
        calls = calls_of(store);
        world_step(w);
        store_add_snapshot(store, w->kernel); /* 1.4 MB */
        status = store_commit(store, error);
    }
    assert_int_equal(status, STORE_FULL);
    assert_non_null(strstr(error, "no space left"));
    assert_int_equal(calls_of(store), calls);
    return calls;
}

static void the_disk_gets_full(void **state)
{
    (void)state;
    struct rtmr_setup setup;
    struct store *store = open_store(given.folder, &setup);
    struct world *w = world_new(store, &setup, 1);
    int64_t calls = 0;

    world_run(w, 20);
    assert_true(store_accepts(store));
    take_space();
    assert_false(store_accepts(store));
    calls = step_until_full(store, w);

    /* what happens can be recorded in the space of the reserve, also after a restart */
    struct world *again = world_new(store, &setup, 1);
    assert_true(world_submit(again) > 0);
    commit(store);
    assert_false(store_accepts(store));
    assert_int_equal(calls_of(store), calls + 1);
    store_close(store);
    store = open_store(given.folder, &setup);
    assert_false(store_accepts(store));
    assert_int_equal(calls_of(store), calls + 1);

    assert_int_equal(unlink(given.file), 0);
    while (!store_accepts(store)) { /* looks once a second */
        (void)usleep(10000);
    }
    world_free(again);
    again = world_new(store, &setup, 1);
    assert_true(world_submit(again) > 0);
    commit(store);
    world_free(again);
    store_close(store);
    world_free(w);
}

static int run_one(const char *name, void (*test)(void **state))
{
    const struct CMUnitTest tests[] = {{.name = name, .test_func = test}};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

static int open_it(bool hold)
{
    char error[STORE_ERROR_SIZE];
    struct rtmr_setup setup = world_setup();
    struct store *store = store_open(given.folder, &setup, error);

    if (store == NULL) {
        (void)fprintf(stderr, "%s\n", error);
        return 1;
    }
    if (hold) {
        (void)puts("open");
        (void)fflush(stdout);
        (void)getchar();
    }
    store_close(store);
    return 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 2 ? argv[1] : "";
    char error[STORE_ERROR_SIZE];

    given.folder = argc > 2 ? argv[2] : NULL;
    given.file = argc > 3 ? argv[3] : NULL;
    if (argc == 1) {
        return test_all();
    }
    if (strcmp(what, "make") == 0 && argc == 5) {
        given.seed = strtoull(argv[3], NULL, 10);
        given.steps = atoi(argv[4]);
        return run_one("a store is made", make_a_store);
    }
    if (strcmp(what, "check") == 0) {
        return store_check(given.folder) ? 0 : 1;
    }
    if (strcmp(what, "backup") == 0 && argc == 4) {
        const bool done = store_backup(given.folder, given.file, error);

        return done || fprintf(stderr, "%s\n", error) < 0 ? 0 : 1;
    }
    if (strcmp(what, "open") == 0 || strcmp(what, "hold") == 0) {
        return open_it(strcmp(what, "hold") == 0);
    }
    if (strcmp(what, "fill") == 0 && argc == 4) {
        return run_one("the disk gets full", the_disk_gets_full);
    }
    (void)fprintf(stderr, "%s: no such thing to do\n", what);
    return 2;
}
