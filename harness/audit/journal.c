#include "harness/audit/journal.h"

#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <jansson.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* PRAGMA application_id and user_version of a store that this program can read. */
enum { JOURNAL_APPLICATION = 0x52544d52, JOURNAL_VERSION = 1 };

struct journal {
    sqlite3 *database;
    char *path;
    struct journal_setup setup;
    rtmr_handle *flagged; /* of the call that is visited */
    size_t flagged_room;
};

static const char *const kind_names[CALL_KINDS] = {
    [CALL_ADVANCE] = "advance",       [CALL_SUBMIT] = "submit",       [CALL_WITHDRAW] = "withdraw",
    [CALL_DISPATCH] = "dispatch",     [CALL_FINISH] = "finish",       [CALL_FAIL] = "fail",
    [CALL_RENEW] = "renew",           [CALL_EXTEND] = "extend",       [CALL_SET_ESTIMATE] = "set_estimate",
    [CALL_SUSPEND] = "suspend",       [CALL_ABORT] = "abort",         [CALL_SLOT_ADD] = "slot_add",
    [CALL_SLOT_DRAIN] = "slot_drain", [CALL_SLOT_LOST] = "slot_lost", [CALL_RESTORE] = "restore",
};

const char *journal_kind_name(enum call_kind kind)
{
    return kind_names[kind];
}

const char *journal_stage_name(enum rtmr_stage stage)
{
    return stage == RTMR_MAP ? "map" : "reduce";
}

/* --- SQLite ----------------------------------------------------------------------------------- */

static bool fails(const struct journal *j, struct input_error *error, const char *what)
{
    return input_error_at(error, (struct place){.source = j->path}, "%s: %s", what,
                          j->database == NULL ? "out of memory" : sqlite3_errmsg(j->database));
}

static sqlite3_stmt *prepare(const struct journal *j, const char *sql, struct input_error *error)
{
    sqlite3_stmt *statement = NULL;

    if (sqlite3_prepare_v2(j->database, sql, -1, &statement, NULL) != SQLITE_OK) {
        fails(j, error, "expected a store of the service");
        return NULL;
    }
    return statement;
}

/* One row with one number. */
static bool number(const struct journal *j, const char *sql, int64_t *result, struct input_error *error)
{
    sqlite3_stmt *const statement = prepare(j, sql, error);

    if (statement == NULL) {
        return false;
    }
    const bool good = sqlite3_step(statement) == SQLITE_ROW;
    if (good) {
        *result = sqlite3_column_int64(statement, 0);
    } else {
        fails(j, error, "expected a store of the service");
    }
    sqlite3_finalize(statement);
    return good;
}

/* Opens the database; a copy in a folder that cannot be written has no memory to share with
 * writers, and none that could write: it is read as it lies there. */
static bool open_database(struct journal *j, struct input_error *error)
{
    int64_t version;

    sqlite3_close(j->database);
    if (sqlite3_open_v2(j->path, &j->database, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) {
        return fails(j, error, "cannot be opened");
    }
    sqlite3_busy_timeout(j->database, 10000);
    if (number(j, "PRAGMA schema_version", &version, error)) {
        return true;
    }
    struct stat log;
    char *const log_path = alloc_print("%s-wal", j->path);
    const bool whole = stat(log_path, &log) != 0 || log.st_size == 0;
    free(log_path);
    if (!whole || sqlite3_extended_errcode(j->database) == SQLITE_NOTADB) {
        return false;
    }
    sqlite3_close(j->database);
    j->database = NULL;
    char *const uri = sqlite3_mprintf("file:%q?immutable=1", j->path);
    const bool good = uri != NULL &&
                      sqlite3_open_v2(uri, &j->database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL) == SQLITE_OK &&
                      number(j, "PRAGMA schema_version", &version, error);
    sqlite3_free(uri);
    return good || fails(j, error, "cannot be opened");
}

/* --- The setup -------------------------------------------------------------------------------- */

static bool is_store(const struct journal *j, struct input_error *error)
{
    const struct place place = {.source = j->path};
    int64_t application;
    int64_t version;

    if (!number(j, "PRAGMA application_id", &application, error) ||
        !number(j, "PRAGMA user_version", &version, error)) {
        return false;
    }
    if (application != JOURNAL_APPLICATION) {
        return input_error_at(error, place, "expected a store of the service, found another database");
    }
    return version == JOURNAL_VERSION ||
           input_error_at(error, place, "expected a store of version %d, found version %" PRId64, JOURNAL_VERSION,
                          version);
}

/* The setup in the columns of the row, if it is one that can be audited. */
static bool take_setup(struct journal *j, sqlite3_stmt *row, struct input_error *error)
{
    const struct place place = {.source = j->path, .field = "meta"};
    struct journal_setup *const s = &j->setup;
    int64_t value[11];

    for (int i = 0; i < 11; i++) {
        value[i] = sqlite3_column_int64(row, i);
    }
    s->slots_capacity = value[0];
    s->jobs_capacity = value[1];
    s->tasks_capacity = value[2];
    if (value[0] < 1 || value[0] > INT32_MAX || value[3] < 1 || value[3] > value[0] || value[4] < 1 ||
        value[4] > value[0]) {
        return input_error_at(error, place, "expected from 1 to %" PRId64 " slots, found %" PRId64 " and %" PRId64,
                              value[0], value[3], value[4]);
    }
    if (value[3] > RTMR_SLOTS || value[4] > RTMR_SLOTS) {
        return input_error_at(error, place,
                              "this program audits at most %d slots of a stage, found %" PRId64 " and %" PRId64,
                              RTMR_SLOTS, value[3], value[4]);
    }
    if (value[5] != RTMR_FEEDBACK_EXACT || (value[6] != RTMR_ORDER_DEFAULT && value[6] != RTMR_ORDER_EDF)) {
        return input_error_at(error, place,
                              "expected exact projection in order of deadlines, found policy %" PRId64
                              " and order %" PRId64,
                              value[5], value[6]);
    }
    if (value[8] < 0 || value[8] > RTMR_TIME_MAX / 4 / value[0] || value[9] < 0 || value[9] > value[0]) {
        return input_error_at(error, place, "the latency, %" PRId64 " of %" PRId64 " reduce slots, is out of range",
                              value[8], value[9]);
    }
    s->setup = (struct rtmr_setup){.map_slots = (int32_t)value[3],
                                   .reduce_slots = (int32_t)value[4],
                                   .feedback = RTMR_FEEDBACK_EXACT,
                                   .order = RTMR_ORDER_EDF,
                                   .delta = value[7],
                                   .latency = value[8],
                                   .reduces_per_node = (int32_t)value[9],
                                   .counter_offer = value[10] != 0};
    return true;
}

static bool read_setup(struct journal *j, struct input_error *error)
{
    sqlite3_stmt *const row = prepare(j,
                                      "SELECT slots_capacity, jobs_capacity, tasks_capacity, map_slots, reduce_slots,"
                                      " feedback, job_order, delta, latency, reduces_per_node, counter_offer FROM meta",
                                      error);
    if (row == NULL) {
        return false;
    }
    const bool good =
        sqlite3_step(row) == SQLITE_ROW
            ? take_setup(j, row, error)
            : input_error_at(error, (struct place){.source = j->path, .field = "meta"}, "expected a row, found none");
    sqlite3_finalize(row);
    return good;
}

/* All that is read is one state of the store: one transaction. */
static bool begin(struct journal *j, struct input_error *error)
{
    return sqlite3_exec(j->database, "BEGIN", NULL, NULL, NULL) == SQLITE_OK || fails(j, error, "cannot be read");
}

struct journal *journal_open(const char *path, struct input_error *error)
{
    struct journal *const j = alloc_zeroed(1, sizeof *j);
    struct stat found;

    if (stat(path, &found) == 0 && S_ISDIR(found.st_mode)) {
        j->path = alloc_print("%s/store.db", path);
    } else {
        j->path = alloc_print("%s", path);
    }
    if (open_database(j, error) && begin(j, error) && is_store(j, error) && read_setup(j, error)) {
        return j;
    }
    journal_close(j);
    return NULL;
}

void journal_close(struct journal *journal)
{
    sqlite3_close(journal->database);
    free(journal->flagged);
    free(journal->path);
    free(journal);
}

const struct journal_setup *journal_setup(const struct journal *journal)
{
    return &journal->setup;
}

/* --- Calls ------------------------------------------------------------------------------------ */

/* The columns that are read, in this order. */
enum column {
    COLUMN_CALL,
    COLUMN_TICK,
    COLUMN_KIND,
    COLUMN_STATUS,
    COLUMN_JOB,
    COLUMN_STAGE,
    COLUMN_SLOT,
    COLUMN_TASK,
    COLUMN_MAPS,
    COLUMN_REDUCES,
    COLUMN_MAP_ESTIMATE,
    COLUMN_REDUCE_ESTIMATE,
    COLUMN_DEADLINE,
    COLUMN_ESTIMATE,
    COLUMN_BOUND,
    COLUMN_TOKEN,
    COLUMN_ESTIMATED_FINISH,
    COLUMN_REASON,
    COLUMN_LATE_JOB,
    COLUMN_LATE_BY,
    COLUMN_EARLIEST_DEADLINE,
    COLUMN_OVERRUN_TASKS,
    COLUMN_FLAGGED,
    COLUMN_NOTE
};

static const char calls_query[] =
    "SELECT call, tick, kind, status, job, stage, slot, task, maps, reduces, map_estimate, reduce_estimate, deadline,"
    " estimate, bound, token, estimated_finish, reason, late_job, late_by, earliest_deadline, overrun_tasks, flagged,"
    " note FROM calls ORDER BY call";

/* A row that is read; the first thing that is wrong with it. */
struct row {
    sqlite3_stmt *statement;
    const char *wrong; /* NULL: nothing */
};

/* A number of the column, `none` if it is NULL. */
static int64_t wide(struct row *row, enum column column, int64_t none)
{
    const int type = sqlite3_column_type(row->statement, (int)column);

    if (type != SQLITE_INTEGER && type != SQLITE_NULL) {
        row->wrong = sqlite3_column_name(row->statement, (int)column);
    }
    return type == SQLITE_NULL ? none : sqlite3_column_int64(row->statement, (int)column);
}

static int32_t narrow(struct row *row, enum column column, int32_t none)
{
    const int64_t value = wide(row, column, none);

    if (value < INT32_MIN || value > INT32_MAX) {
        row->wrong = sqlite3_column_name(row->statement, (int)column);
        return none;
    }
    return (int32_t)value;
}

/* An instant or a duration: never below 0, -1 if it is NULL. */
static rtmr_ticks instant(struct row *row, enum column column)
{
    const rtmr_ticks value = wide(row, column, -1);

    if (value < -1 || (value > RTMR_TIME_MAX && value != RTMR_NEVER)) {
        row->wrong = sqlite3_column_name(row->statement, (int)column);
        return -1;
    }
    return value;
}

/* The number of the column's word among `words`, `none` if it is NULL. */
static int chosen(struct row *row, enum column column, const char *const *words, int count, int none)
{
    const char *const text = (const char *)sqlite3_column_text(row->statement, (int)column);

    for (int i = 0; text != NULL && i < count; i++) {
        if (words[i] != NULL && strcmp(text, words[i]) == 0) {
            return i;
        }
    }
    if (text != NULL || none < 0) {
        row->wrong = sqlite3_column_name(row->statement, (int)column);
    }
    return none < 0 ? 0 : none;
}

static void read_flagged(struct journal *j, struct row *row, struct call_record *call)
{
    const char *const text = (const char *)sqlite3_column_text(row->statement, COLUMN_FLAGGED);
    json_t *const list = text != NULL ? json_loads(text, JSON_DECODE_ANY, NULL) : json_array();
    size_t i;
    json_t *job;

    if (!json_is_array(list)) {
        row->wrong = "flagged";
    }
    json_array_foreach(list, i, job)
    {
        j->flagged = alloc_grow(j->flagged, &j->flagged_room, i + 1, sizeof *j->flagged);
        j->flagged[i] = json_integer_value(job);
        if (j->flagged[i] <= 0) {
            row->wrong = "flagged";
        }
    }
    call->flagged_count = (int32_t)json_array_size(list);
    call->flagged = j->flagged;
    json_decref(list);
}

/* The argument of a kind that has one number. */
static rtmr_ticks argument(struct row *row, enum call_kind kind)
{
    switch (kind) {
    case CALL_SUBMIT:
    case CALL_RENEW: return instant(row, COLUMN_DEADLINE);
    case CALL_EXTEND: return instant(row, COLUMN_BOUND);
    case CALL_SET_ESTIMATE: return instant(row, COLUMN_ESTIMATE);
    default: return 0;
    }
}

static void read_answers(struct row *row, struct call_record *call)
{
    static const char *const reasons[] = {NULL, "late", "jobs_full", "tasks_full", "handles"};

    call->reason = (enum rtmr_reason)chosen(row, COLUMN_REASON, reasons, 5, RTMR_REASON_NONE);
    call->late_job = wide(row, COLUMN_LATE_JOB, RTMR_NO_JOB);
    call->late_by = instant(row, COLUMN_LATE_BY);
    call->estimated_finish = instant(row, COLUMN_ESTIMATED_FINISH);
    call->earliest_deadline = instant(row, COLUMN_EARLIEST_DEADLINE);
    call->bound = instant(row, COLUMN_BOUND);
    call->token = (uint32_t)wide(row, COLUMN_TOKEN, 0);
    call->overrun_tasks = narrow(row, COLUMN_OVERRUN_TASKS, 0);
}

static void read_call(struct journal *j, struct row *row, struct call_record *call)
{
    static const char *const stages[] = {"map", "reduce"};
    static const char *const statuses[] = {"ok", "rejected", NULL, "overrun", "waiting", "lost", "failed"};

    call->call = wide(row, COLUMN_CALL, 0);
    call->tick = instant(row, COLUMN_TICK);
    call->kind = (enum call_kind)chosen(row, COLUMN_KIND, kind_names, CALL_KINDS, -1);
    call->status = (enum rtmr_status)chosen(row, COLUMN_STATUS, statuses, 7, -1);
    call->job = wide(row, COLUMN_JOB, RTMR_NO_JOB);
    call->stage = (enum rtmr_stage)chosen(row, COLUMN_STAGE, stages, 2, RTMR_MAP);
    call->slot = narrow(row, COLUMN_SLOT, -1);
    call->task = narrow(row, COLUMN_TASK, -1);
    call->value = argument(row, call->kind);
    call->maps = narrow(row, COLUMN_MAPS, 0);
    call->reduces = narrow(row, COLUMN_REDUCES, 0);
    call->map_estimate = wide(row, COLUMN_MAP_ESTIMATE, 0);
    call->reduce_estimate = wide(row, COLUMN_REDUCE_ESTIMATE, 0);
    read_answers(row, call);
    read_flagged(j, row, call);
    call->note = (const char *)sqlite3_column_text(row->statement, COLUMN_NOTE);
    if (call->tick < 0 || call->tick > RTMR_TIME_MAX) {
        row->wrong = "tick";
    }
}

/* The last step of a query: true if it ended because there is no further row. */
static bool ended(const struct journal *j, int result, struct input_error *error)
{
    return result == SQLITE_DONE || fails(j, error, "cannot be read");
}

bool journal_each_call(struct journal *j, bool (*visit)(void *target, const struct call_record *call), void *target,
                       struct input_error *error)
{
    struct row row = {.statement = prepare(j, calls_query, error)};
    struct call_record call = {0};
    bool good = true;
    int result = SQLITE_DONE;

    if (row.statement == NULL) {
        return false;
    }
    while (good && (result = sqlite3_step(row.statement)) == SQLITE_ROW) {
        read_call(j, &row, &call);
        if (row.wrong != NULL) {
            good = input_error_at(error, (struct place){.source = j->path, .field = row.wrong},
                                  "call %" PRId64 " has a value that the column cannot have", call.call);
        } else if (!visit(target, &call)) {
            result = SQLITE_DONE;
            break;
        }
    }
    good = good && ended(j, result, error);
    sqlite3_finalize(row.statement);
    return good;
}

/* --- Jobs and attempts ------------------------------------------------------------------------ */

bool journal_each_job(struct journal *j, bool (*visit)(void *target, const struct journal_job *job), void *target,
                      struct input_error *error)
{
    sqlite3_stmt *const row = prepare(j,
                                      "SELECT job, deadline, promised, coalesce(ended, -1), state = 'active',"
                                      " state = 'finished', flagged, (SELECT coalesce(max(a.ended), -1) FROM attempts a"
                                      " WHERE a.job = jobs.job AND a.state = 'finished') FROM jobs ORDER BY job",
                                      error);
    int result;

    if (row == NULL) {
        return false;
    }
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        const struct journal_job job = {.job = sqlite3_column_int64(row, 0),
                                        .deadline = sqlite3_column_int64(row, 1),
                                        .promised = sqlite3_column_int64(row, 2),
                                        .ended = sqlite3_column_int64(row, 3),
                                        .active = sqlite3_column_int(row, 4) != 0,
                                        .finished = sqlite3_column_int(row, 5) != 0,
                                        .flagged = sqlite3_column_int(row, 6) != 0,
                                        .last_end = sqlite3_column_int64(row, 7)};
        if (!visit(target, &job)) {
            result = SQLITE_DONE;
            break;
        }
    }
    const bool good = ended(j, result, error);
    sqlite3_finalize(row);
    return good;
}

bool journal_count_attempts(struct journal *journal, int64_t *attempts, struct input_error *error)
{
    return number(journal, "SELECT count(*) FROM attempts", attempts, error);
}

bool journal_each_stray_attempt(struct journal *j, enum stray stray, bool (*visit)(void *target, int64_t attempt),
                                void *target, struct input_error *error)
{
    static const char *const queries[] = {
        [STRAY_WITHOUT_DISPATCH] =
            "SELECT attempt FROM attempts WHERE (job, stage, task, slot, token, dispatched, bound) NOT IN"
            " (SELECT job, stage, task, slot, token, tick, bound FROM calls WHERE kind = 'dispatch' AND"
            " job IS NOT NULL AND stage IS NOT NULL AND task IS NOT NULL AND slot IS NOT NULL AND"
            " token IS NOT NULL AND bound IS NOT NULL) ORDER BY attempt",
        [STRAY_ENDED_LATER] =
            "SELECT a.attempt FROM attempts a JOIN calls c ON c.job = a.job AND c.stage = a.stage AND c.slot = a.slot"
            " AND c.task = a.task AND c.token = a.token WHERE c.kind IN ('finish', 'fail') AND a.ended > c.tick"
            " ORDER BY a.attempt",
    };
    sqlite3_stmt *const row = prepare(j, queries[stray], error);
    int result;

    if (row == NULL) {
        return false;
    }
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        if (!visit(target, sqlite3_column_int64(row, 0))) {
            result = SQLITE_DONE;
            break;
        }
    }
    const bool good = ended(j, result, error);
    sqlite3_finalize(row);
    return good;
}
