#include "harness/service/store_state.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The assembler reads the file, from the root of the sources; service.mk knows that this object
 * depends on it. */
__asm__(".section .rodata\n"
        ".global store_schema\n"
        "store_schema:\n"
        ".incbin \"harness/service/schema.sql\"\n"
        ".byte 0\n"
        ".previous\n");

#define CALL_COLUMNS                                                                                                   \
    "call, tick, kind, status, uid, job, stage, slot, task, maps, reduces, map_estimate, reduce_estimate, deadline, "  \
    "estimate, bound, token, estimated_finish, reason, late_job, late_by, earliest_deadline, overrun_tasks, flagged, " \
    "note"
#define JOB_COLUMNS                                                                                                    \
    "job, uid, gid, name, maps, reduces, map_estimate, reduce_estimate, submitted, deadline, deadline_wall, "          \
    "promised, map_command, reduce_command, directory, environment, on_overrun, grace, retries, state, ended, "        \
    "flagged, reason"
#define ATTEMPT_COLUMNS                                                                                                \
    "attempt, job, stage, task, number, slot, token, dispatched, bound, state, started, ended, exit_status, signal"

/* How many of the newest jobs of a name store_times() looks at, and how many of their attempts, of
 * whatever stage and state: bounds on its time. The attempts of a job come in the order of the
 * table, maps before reduces: `from` is ASC or DESC, the end at which those of the stage stand. */
#define TIMES_JOBS "1024"
#define TIMES_ATTEMPTS "4096"
#define TIMES(stage, tasks, from)                                                                                      \
    "WITH visited AS (SELECT a.stage, a.state, a.ended - coalesce(a.started, a.dispatched) AS took"                    \
    "  FROM jobs j CROSS JOIN attempts a ON a.job = j.job"                                                             \
    "  WHERE j.uid = ?1 AND j.name = ?2 AND j." tasks " > 0 AND j.job >= coalesce("                                    \
    "    (SELECT job FROM jobs WHERE uid = ?1 AND name = ?2 ORDER BY job DESC LIMIT 1 OFFSET " TIMES_JOBS " - 1), 0)"  \
    "  ORDER BY j.job DESC, a.attempt " from " LIMIT " TIMES_ATTEMPTS "), "                                            \
    "recent AS (SELECT took FROM visited WHERE stage = '" stage "' AND state = 'finished'), "                          \
    "ranked AS (SELECT took, row_number() OVER (ORDER BY took) AS rank, count(*) OVER () AS runs FROM recent) "        \
    "SELECT count(*), max(took), min(CASE WHEN rank * 2 >= runs THEN took END),"                                       \
    "  min(CASE WHEN rank * 10 >= runs * 9 THEN took END) FROM ranked"

static const char *const sql_of[STATEMENTS] = {
    [STATEMENT_BEGIN] = "BEGIN IMMEDIATE",
    [STATEMENT_COMMIT] = "COMMIT",
    [STATEMENT_ROLLBACK] = "ROLLBACK",
    [STATEMENT_SET_LAST_COMMIT] =
        "INSERT OR REPLACE INTO last_commit (id, boot_id, boottime_of_tick_0, tick, wall, last_call, last_attempt) "
        "VALUES (1, ?, ?, ?, ?, ?, ?)",
    [STATEMENT_ADD_CALL] = "INSERT INTO calls (" CALL_COLUMNS ") "
                           "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [STATEMENT_ADD_JOB] = "INSERT INTO jobs (" JOB_COLUMNS ") "
                          "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [STATEMENT_UPDATE_JOB] = "UPDATE jobs SET state = ?2, ended = ?3, flagged = ?4, reason = ?5, deadline = ?6, "
                             "deadline_wall = ?7, promised = ?8 WHERE job = ?1",
    [STATEMENT_ADD_ATTEMPT] = "INSERT INTO attempts (" ATTEMPT_COLUMNS ") "
                              "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [STATEMENT_END_ATTEMPT] = "UPDATE attempts SET state = ?2, started = ?3, ended = ?4, exit_status = ?5, "
                              "signal = ?6 WHERE attempt = ?1",
    [STATEMENT_ADD_SNAPSHOT] = "INSERT OR REPLACE INTO snapshots (call, context) VALUES (?, ?)",
    [STATEMENT_DROP_SNAPSHOTS] = "DELETE FROM snapshots WHERE call NOT IN "
                                 "(SELECT call FROM snapshots ORDER BY call DESC LIMIT 2)",
    [STATEMENT_SNAPSHOT] = "SELECT call, context FROM snapshots ORDER BY call DESC LIMIT 1",
    [STATEMENT_CALLS] = "SELECT " CALL_COLUMNS " FROM calls WHERE call > ? ORDER BY call",
    [STATEMENT_JOBS] = "SELECT " JOB_COLUMNS " FROM jobs WHERE job > ? ORDER BY job",
    [STATEMENT_JOBS_NEWEST] = "SELECT " JOB_COLUMNS " FROM jobs WHERE job < ? ORDER BY job DESC",
    [STATEMENT_ACTIVE_JOBS] = "SELECT " JOB_COLUMNS " FROM jobs WHERE state = 'active' AND job > ? ORDER BY job",
    [STATEMENT_ACTIVE_JOBS_NEWEST] =
        "SELECT " JOB_COLUMNS " FROM jobs WHERE state = 'active' AND job < ? ORDER BY job DESC",
    [STATEMENT_JOB] = "SELECT " JOB_COLUMNS " FROM jobs WHERE job = ?",
    [STATEMENT_RUNNING_ATTEMPTS] = "SELECT " ATTEMPT_COLUMNS " FROM attempts WHERE state = 'running' ORDER BY attempt",
    [STATEMENT_ATTEMPTS_OF_JOB] =
        "SELECT " ATTEMPT_COLUMNS " FROM attempts WHERE job = ? AND attempt > ? ORDER BY attempt",
    [STATEMENT_ATTEMPTS_SINCE] =
        "SELECT " ATTEMPT_COLUMNS " FROM attempts WHERE attempt > ? AND (+state = 'running' OR +ended >= ?) "
        "ORDER BY attempt",
    [STATEMENT_LAST_ATTEMPT] = "SELECT coalesce(max(attempt), 0) FROM attempts",
    [STATEMENT_ATTEMPT_OVER] =
        "SELECT max(a.ended, j.ended) FROM attempts a JOIN jobs j ON j.job = a.job WHERE a.attempt = ?",
    [STATEMENT_MAP_TIMES] = TIMES("map", "maps", "ASC"),
    [STATEMENT_REDUCE_TIMES] = TIMES("reduce", "reduces", "DESC"),
};

enum store_status store_status_of(sqlite3 *db, int result)
{
    const int error = sqlite3_system_errno(db);

    switch (result & 0xff) {
    case SQLITE_OK:
    case SQLITE_ROW:
    case SQLITE_DONE: return STORE_OK;
    case SQLITE_FULL: return STORE_FULL;
    case SQLITE_READONLY: return STORE_READ_ONLY;
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
        if (error == ENOSPC || error == EDQUOT) {
            return STORE_FULL;
        }
        return error == EROFS ? STORE_READ_ONLY : STORE_FAILED;
    default: return STORE_FAILED;
    }
}

enum store_status store_fails(struct store *store, int result, const char *doing)
{
    const enum store_status status = store_status_of(store->db, result);

    switch (status) {
    case STORE_FULL:
        (void)snprintf(store->problem, sizeof(store->problem), "%s: no space left (%s)", store->folder, doing);
        break;
    case STORE_READ_ONLY:
        (void)snprintf(store->problem, sizeof(store->problem), "%s: cannot be written: read-only (%s)", store->folder,
                       doing);
        break;
    default:
        (void)snprintf(store->problem, sizeof(store->problem), "%s: %s (%s)", store->folder,
                       result == sqlite3_errcode(store->db) || result == sqlite3_extended_errcode(store->db)
                           ? sqlite3_errmsg(store->db)
                           : sqlite3_errstr(result),
                       doing);
        break;
    }
    return status;
}

const char *store_problem(const struct store *store)
{
    return store->problem;
}

int store_run(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

int store_number(sqlite3 *db, const char *sql, int64_t *number)
{
    sqlite3_stmt *row = NULL;
    int result = sqlite3_prepare_v2(db, sql, -1, &row, NULL);

    if (result == SQLITE_OK) {
        result = sqlite3_step(row);
    }
    if (result == SQLITE_ROW) {
        *number = sqlite3_column_int64(row, 0);
        result = SQLITE_OK;
    }
    (void)sqlite3_finalize(row);
    return result;
}

sqlite3_stmt *store_statement(struct store *store, enum statement statement)
{
    sqlite3_stmt *kept = store->statements[statement];
    sqlite3_stmt *prepared = NULL;
    int result = SQLITE_OK;

    if (kept != NULL && sqlite3_stmt_busy(kept) == 0) {
        return kept;
    }
    result = sqlite3_prepare_v3(store->db, sql_of[statement], -1, SQLITE_PREPARE_PERSISTENT, &prepared, NULL);
    if (result != SQLITE_OK) {
        (void)store_fails(store, result, "preparing");
        return NULL;
    }
    if (kept == NULL) {
        store->statements[statement] = prepared;
    }
    return prepared;
}

void store_release(struct store *store, enum statement statement, sqlite3_stmt *row)
{
    /* both repeat the error of the last step */
    if (row == store->statements[statement]) {
        (void)sqlite3_reset(row);
        (void)sqlite3_clear_bindings(row);
    } else {
        (void)sqlite3_finalize(row);
    }
}

static void took(struct row *row, int result)
{
    if (row->result == SQLITE_OK) {
        row->result = result;
    }
}

void put_number(struct row *row, int64_t value)
{
    took(row, sqlite3_bind_int64(row->of, ++row->column, value));
}

void put_number_if(struct row *row, bool present, int64_t value)
{
    if (present) {
        put_number(row, value);
    } else {
        row->column++; /* not bound: NULL */
    }
}

void put_text(struct row *row, const char *text)
{
    row->column++;
    if (text != NULL) {
        took(row, sqlite3_bind_text(row->of, row->column, text, -1, SQLITE_STATIC));
    }
}

void put_word(struct row *row, const char *const *names, int value)
{
    put_text(row, name_of(names, value));
}

int64_t get_number(struct row *row, int64_t if_null)
{
    const int column = row->column++;

    return sqlite3_column_type(row->of, column) == SQLITE_NULL ? if_null : sqlite3_column_int64(row->of, column);
}

int32_t get_small_number(struct row *row, int32_t if_null)
{
    const int64_t value = get_number(row, if_null);

    if (value < INT32_MIN || value > INT32_MAX) {
        row->bad = true;
        return if_null;
    }
    return (int32_t)value;
}

const char *get_text(struct row *row)
{
    return (const char *)sqlite3_column_text(row->of, row->column++);
}

int get_word(struct row *row, const char *const *names, int if_null)
{
    const char *text = get_text(row);
    const int value = text != NULL ? value_named(names, text) : if_null;

    if (value < 0) {
        row->bad = true;
        return if_null;
    }
    return value;
}
