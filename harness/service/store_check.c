#include "harness/invariants/busy_runs.h"
#include "harness/invariants/context_copy.h"
#include "harness/service/replay.h"
#include "harness/service/store_state.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rows that one question finds; more are counted only. */
enum { PRINTED = 5 };

struct check {
    struct store *store;
    struct rtmr *kernel; /* the calls, played again */
    struct rtmr *taken;  /* a snapshot */
    rtmr_ticks *bounds;  /* of its busy slots: scratch */
    sqlite3_stmt *of;    /* the snapshots */
    int64_t snapshot;    /* behind which call the next one was taken; -1: there is none left */
    int64_t calls;
    int64_t snapshots;
    int64_t running; /* attempts */
    int64_t problems;
};

/* Each finds what is wrong: rows of a text. */
static const char *const questions[] = {
    /* numbers without gaps */
    "SELECT 'calls from ' || (before + 1) || ' to ' || (call - 1) || ' are missing' FROM "
    "(SELECT call, lag(call, 1, 0) OVER (ORDER BY call) AS before FROM calls) WHERE call <> before + 1",
    "SELECT 'calls from ' || (last + 1) || ' to ' || last_call || ' are missing' FROM last_commit, "
    "(SELECT coalesce(max(call), 0) AS last FROM calls) WHERE last < last_call",
    "SELECT 'jobs from ' || (before + 1) || ' to ' || (job - 1) || ' are missing' FROM "
    "(SELECT job, lag(job, 1, 0) OVER (ORDER BY job) AS before FROM jobs) WHERE job <> before + 1",
    "SELECT 'attempts from ' || (before + 1) || ' to ' || (attempt - 1) || ' are missing' FROM "
    "(SELECT attempt, lag(attempt, 1, 0) OVER (ORDER BY attempt) AS before FROM attempts) "
    "WHERE attempt <> before + 1",
    "SELECT 'attempts from ' || (last + 1) || ' to ' || last_attempt || ' are missing' FROM last_commit, "
    "(SELECT coalesce(max(attempt), 0) AS last FROM attempts) WHERE last < last_attempt",
    "SELECT 'row ' || rowid || ' of ' || \"table\" || ': there is no such job' FROM pragma_foreign_key_check",

    /* jobs are those that were accepted */
    "SELECT 'call ' || c.call || ': job ' || c.job || ' is not on record as it was accepted' "
    "FROM calls c LEFT JOIN jobs j ON j.job = c.job WHERE c.kind = 'submit' AND c.status = 'ok' AND "
    "(j.job IS NULL OR j.maps <> c.maps OR j.reduces <> c.reduces "
    " OR (j.maps > 0 AND j.map_estimate <> c.map_estimate) "
    " OR (j.reduces > 0 AND j.reduce_estimate <> c.reduce_estimate))",
    "SELECT 'job ' || job || ': no call has accepted it' FROM jobs "
    "WHERE job NOT IN (SELECT job FROM calls WHERE kind = 'submit' AND status = 'ok' AND job IS NOT NULL)",

    /* attempts are those that were dispatched, and their ends were reported */
    "SELECT 'attempt ' || attempt || ': no call has dispatched it' FROM attempts a LEFT JOIN calls c ON "
    "c.kind = 'dispatch' AND c.stage = a.stage AND c.slot = a.slot AND c.token = a.token AND c.job = a.job "
    "AND c.task = a.task WHERE c.call IS NULL",
    "SELECT 'call ' || call || ': there is no attempt for it' FROM calls c LEFT JOIN attempts a ON "
    "c.stage = a.stage AND c.slot = a.slot AND c.token = a.token AND c.job = a.job AND c.task = a.task "
    "WHERE c.kind = 'dispatch' AND a.attempt IS NULL",
    "SELECT 'attempt ' || attempt || ': it has finished, and no call says so' FROM attempts a LEFT JOIN calls c ON "
    "c.kind = 'finish' AND c.stage = a.stage AND c.slot = a.slot AND c.token = a.token AND c.job = a.job "
    "AND c.task = a.task WHERE a.state = 'finished' AND c.call IS NULL",
    "SELECT 'attempt ' || attempt || ': it has ended, and no call says so' FROM attempts a LEFT JOIN calls c ON "
    "c.stage = a.stage AND c.slot = a.slot AND c.job = a.job AND (c.kind = 'slot_lost' OR c.kind IN "
    "('finish', 'fail') AND c.token = a.token) WHERE a.state IN ('failed', 'killed', 'lost') AND c.call IS NULL",
    "SELECT 'attempt ' || attempt || ': it runs, and call ' || call || ' has ended it' FROM attempts a JOIN calls c "
    "ON c.kind IN ('finish', 'fail') AND c.stage = a.stage AND c.slot = a.slot AND c.token = a.token "
    "AND c.job = a.job WHERE a.state = 'running'",
};

__attribute__((format(printf, 2, 3))) static void tell(struct check *check, const char *format, ...)
{
    va_list arguments;

    check->problems++;
    va_start(arguments, format);
    (void)fprintf(stderr, "%s: ", check->store->folder);
    (void)vfprintf(stderr, format, arguments);
    (void)fputc('\n', stderr);
    va_end(arguments);
}

/* Tells a row of a query. */
static void tell_row(struct check *check, const char *text, int64_t found)
{
    if (found < PRINTED) {
        tell(check, "%s", text);
    } else if (found == PRINTED) {
        tell(check, "and more of the same");
    } else {
        check->problems++;
    }
}

/* Tells the rows of a query, but for one that is `good`. */
static void ask(struct check *check, const char *sql, const char *good)
{
    sqlite3_stmt *of = NULL;
    int64_t found = 0;
    int result = sqlite3_prepare_v2(check->store->db, sql, -1, &of, NULL);

    if (result == SQLITE_OK) {
        while ((result = sqlite3_step(of)) == SQLITE_ROW) {
            const char *text = (const char *)sqlite3_column_text(of, 0);

            if (text != NULL && (good == NULL || strcmp(text, good) != 0)) {
                tell_row(check, text, found++);
            }
        }
    }
    (void)sqlite3_finalize(of);
    if (result != SQLITE_DONE) {
        tell(check, "%s", sqlite3_errmsg(check->store->db));
    }
}

/* Goes to the next snapshot. */
static void next_snapshot(struct check *check)
{
    const int result = sqlite3_step(check->of);

    check->snapshot = result == SQLITE_ROW ? sqlite3_column_int64(check->of, 0) : -1;
    if (result != SQLITE_ROW && result != SQLITE_DONE) {
        tell(check, "the snapshots: %s", sqlite3_errmsg(check->store->db));
    }
}

/* The clock may have moved behind the call, before the snapshot was taken. And a kernel remembers
 * from its last advance how soon a bound may pass: one more at the same instant makes that the same
 * in both. */
static bool at_one_instant(struct check *check)
{
    const rtmr_ticks taken = rtmr_now(check->taken);
    struct rtmr_alarm alarm;

    return rtmr_check(check->taken) == RTMR_OK && busy_runs_hold(&check->taken->map, check->bounds) &&
           busy_runs_hold(&check->taken->reduce, check->bounds) && taken >= rtmr_now(check->kernel) &&
           rtmr_advance(check->kernel, taken, &alarm) == RTMR_OK &&
           rtmr_advance(check->taken, taken, &alarm) == RTMR_OK;
}

/* Compares a snapshot that was taken behind this call. */
static void compare_snapshot(struct check *check, int64_t call)
{
    if (check->snapshot != call) {
        return;
    }
    const void *bytes = sqlite3_column_blob(check->of, 1);
    const size_t size = (size_t)sqlite3_column_bytes(check->of, 1);

    memset(check->taken, 0, sizeof(*check->taken));
    if (bytes != NULL && size <= sizeof(*check->taken)) {
        memcpy(check->taken, bytes, size);
    }
    check->snapshots++;
    if (!at_one_instant(check) || !context_same_but_scratch(check->taken, check->kernel)) {
        tell(check, "the snapshot behind call %" PRId64 " is not what the calls lead to", call);
    }
    next_snapshot(check);
}

static bool play(void *arg, const struct call_record *call)
{
    struct check *check = arg;
    char error[256];

    if (!call_replay(check->kernel, call, error, sizeof(error))) {
        tell(check, "call %" PRId64 " (%s): %s", call->call, call_kind_name(call->kind), error);
        return false;
    }
    check->calls++;
    compare_snapshot(check, call->call);
    return true;
}

/* Plays the journal; whether it is so up to its end. Snapshots of another kernel mean nothing to
 * this one. */
static bool play_all(struct check *check, const struct rtmr_setup *setup)
{
    const int64_t before = check->problems;
    const char *snapshots = store_other_release(check->store) == NULL
                                ? "SELECT call, context FROM snapshots ORDER BY call"
                                : "SELECT call, context FROM snapshots WHERE false";
    const int result = sqlite3_prepare_v2(check->store->db, snapshots, -1, &check->of, NULL);
    enum rtmr_status status = rtmr_init(check->kernel, setup);

    if (status != RTMR_OK) {
        tell(check, "its setup: %s", rtmr_status_text(status));
    } else if (result != SQLITE_OK) {
        tell(check, "the snapshots: %s", sqlite3_errmsg(check->store->db));
    } else {
        next_snapshot(check);
        compare_snapshot(check, 0);
        if (!store_each_call(check->store, 0, play, check)) {
            tell(check, "%s", store_problem(check->store));
        }
        if (check->problems == before && check->snapshot >= 0) {
            tell(check, "the snapshot behind call %" PRId64 ": there is no such call", check->snapshot);
        }
    }
    (void)sqlite3_finalize(check->of);
    return check->problems == before;
}

static bool compare_job(void *arg, const struct job_record *job)
{
    struct check *check = arg;
    struct rtmr_job_info info;

    if (rtmr_job_info(check->kernel, job->job, &info) != RTMR_OK) {
        tell(check, "job %" PRId64 ": it is active, and the kernel does not have it", job->job);
    } else if (job->flagged != (info.flagged != 0)) {
        tell(check, "job %" PRId64 ": it is %s, and in the kernel it is not", job->job,
             job->flagged ? "flagged" : "promised");
    } else if (job->deadline != info.deadline) {
        tell(check, "job %" PRId64 ": its deadline is %" PRId64 ", in the kernel %" PRId64, job->job,
             (int64_t)job->deadline, (int64_t)info.deadline);
    }
    return true;
}

static bool compare_attempt(void *arg, const struct attempt_record *attempt)
{
    struct check *check = arg;
    struct rtmr_slot_info info = {.job = RTMR_NO_JOB};

    check->running++;
    if (rtmr_slot_info(check->kernel, attempt->stage, attempt->slot, &info) != RTMR_OK || info.job != attempt->job) {
        tell(check, "attempt %" PRId64 ": it runs, and in the kernel its slot does not run a task of job %" PRId64,
             attempt->attempt, attempt->job);
    }
    return true;
}

static int64_t busy_slots(const struct rtmr *kernel)
{
    struct rtmr_slot_info info;
    int64_t busy = 0;

    for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        for (int32_t slot = 0; rtmr_slot_info(kernel, (enum rtmr_stage)stage, slot, &info) == RTMR_OK; slot++) {
            busy += info.job != RTMR_NO_JOB ? 1 : 0;
        }
    }
    return busy;
}

static bool see_whether_active(void *arg, const struct job_record *job)
{
    *(bool *)arg = job->state == JOB_ACTIVE;
    return true;
}

/* Each promised job of the kernel is active. */
static void compare_promised(struct check *check)
{
    struct rtmr_job_info info;

    for (int32_t place = 0; rtmr_job_at(check->kernel, place, &info) == RTMR_OK && info.flagged == 0; place++) {
        bool active = false;

        if (!store_job(check->store, info.job, see_whether_active, &active)) {
            tell(check, "%s", store_problem(check->store));
        } else if (!active) {
            tell(check, "job %" PRId64 ": it is promised in the kernel, and not active on record", (int64_t)info.job);
        }
    }
}

/* The tables against the kernel behind the last call. */
static void compare_tables(struct check *check)
{
    int64_t busy = 0;

    if (!store_each_job(check->store, true, 0, false, compare_job, check) ||
        !store_each_attempt(check->store, 0, compare_attempt, check)) {
        tell(check, "%s", store_problem(check->store));
    }
    compare_promised(check);
    busy = busy_slots(check->kernel);
    if (busy != check->running) {
        tell(check, "%" PRId64 " attempts run, and %" PRId64 " slots of the kernel are busy", check->running, busy);
    }
}

static void check_all(struct check *check, const struct rtmr_setup *setup)
{
    /* one state of a store that is in use */
    if (store_run(check->store->db, "BEGIN") != SQLITE_OK) {
        tell(check, "%s", sqlite3_errmsg(check->store->db));
        return;
    }
    ask(check, "PRAGMA integrity_check(10)", "ok");
    if (check->problems > 0) {
        return;
    }
    for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
        ask(check, questions[i], NULL);
    }
    if (play_all(check, setup)) {
        compare_tables(check);
    }
}

static void summarise(struct check *check)
{
    int64_t jobs = 0;
    int64_t attempts = 0;
    const bool counted = store_number(check->store->db, "SELECT count(*) FROM jobs", &jobs) == SQLITE_OK &&
                         store_number(check->store->db, "SELECT count(*) FROM attempts", &attempts) == SQLITE_OK;

    if (counted && check->problems == 0 && store_other_release(check->store) != NULL) {
        (void)printf("%s: %" PRId64 " jobs, %" PRId64 " attempts, %" PRId64
                     " calls played again, the snapshots are of RTMR %s: all is well\n",
                     check->store->folder, jobs, attempts, check->calls, store_other_release(check->store));
    } else if (counted && check->problems == 0) {
        (void)printf("%s: %" PRId64 " jobs, %" PRId64 " attempts, %" PRId64 " calls played again, %" PRId64
                     " snapshots: all is well\n",
                     check->store->folder, jobs, attempts, check->calls, check->snapshots);
    } else {
        (void)printf("%s: %" PRId64 " problems\n", check->store->folder, check->problems);
    }
}

/* NULL: it has been said why not. */
static struct store *open_to_check(const char *folder, struct rtmr_setup *setup)
{
    char error[STORE_ERROR_SIZE];
    struct store *store = store_open_to_read(folder, setup, error);

    if (store == NULL) {
        (void)fprintf(stderr, "%s\n", error);
    } else if (!store_fits_kernel(store)) {
        (void)fprintf(stderr, "%s\n", store_problem(store));
        store_close(store);
        store = NULL;
    }
    return store;
}

bool store_check(const char *folder)
{
    struct rtmr_setup setup;
    struct check check = {.store = open_to_check(folder, &setup), .snapshot = -1};

    if (check.store == NULL) {
        return false;
    }
    check.kernel = calloc(1, sizeof(*check.kernel));
    check.taken = calloc(1, sizeof(*check.taken));
    check.bounds = calloc(RTMR_SLOTS, sizeof(*check.bounds));
    if (check.kernel != NULL && check.taken != NULL && check.bounds != NULL) {
        check_all(&check, &setup);
    } else {
        tell(&check, "no memory");
    }
    summarise(&check);
    free(check.kernel);
    free(check.taken);
    free(check.bounds);
    store_close(check.store);
    return check.problems == 0;
}
