#include "harness/service/store_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Which columns of `calls` a kind of call has, besides those that all may have. */
enum {
    HAS_SIZES = 1,
    HAS_DEADLINE = 2,
    HAS_STAGE = 4,
    HAS_SLOT = 8,
    HAS_TOKEN = 16,
    HAS_BOUND = 32,
    HAS_NEW_BOUND = 64,
    HAS_ESTIMATE = 128,
    HAS_ALARM = 256,
    HAS_PLAN = 512 /* estimated_finish, earliest_deadline */
};

static const unsigned columns_of[CALL_KINDS] = {
    [CALL_ADVANCE] = HAS_ALARM,
    [CALL_SUBMIT] = HAS_SIZES | HAS_DEADLINE | HAS_PLAN,
    [CALL_DISPATCH] = HAS_STAGE | HAS_SLOT | HAS_TOKEN | HAS_BOUND,
    [CALL_FINISH] = HAS_STAGE | HAS_SLOT | HAS_TOKEN,
    [CALL_FAIL] = HAS_STAGE | HAS_SLOT | HAS_TOKEN | HAS_ALARM,
    [CALL_RENEW] = HAS_DEADLINE | HAS_PLAN,
    [CALL_EXTEND] = HAS_STAGE | HAS_SLOT | HAS_NEW_BOUND,
    [CALL_SET_ESTIMATE] = HAS_STAGE | HAS_ESTIMATE,
    [CALL_SLOT_ADD] = HAS_STAGE | HAS_SLOT,
    [CALL_SLOT_DRAIN] = HAS_STAGE | HAS_SLOT,
    [CALL_SLOT_LOST] = HAS_STAGE | HAS_SLOT | HAS_ALARM,
    [CALL_RESTORE] = HAS_ALARM,
};

static bool run(struct store *store, enum statement statement, const char *doing)
{
    sqlite3_stmt *row = store_statement(store, statement);
    const int result = row != NULL ? sqlite3_step(row) : SQLITE_ERROR;

    if (result != SQLITE_DONE && store->status == STORE_OK) {
        store->status = row != NULL ? store_fails(store, result, doing) : STORE_FAILED;
    }
    if (row != NULL) {
        store_release(store, statement, row);
    }
    return result == SQLITE_DONE;
}

bool store_begin(struct store *store)
{
    if (store->status != STORE_OK) {
        return false;
    }
    if (!store->changed) {
        store->changed = true;
        return run(store, STATEMENT_BEGIN, "beginning a transaction");
    }
    return true;
}

void store_write_row(struct store *store, enum statement statement, struct row *row, const char *doing)
{
    const int result = row->result == SQLITE_OK ? sqlite3_step(row->of) : row->result;

    if (result != SQLITE_DONE) {
        store->status = store_fails(store, result, doing);
    } else if (sqlite3_changes(store->db) != 1) {
        (void)store_complain(store, "no such row (%s)", doing);
        store->status = STORE_FAILED;
    }
    store_release(store, statement, row->of);
}

/* Begins to write a row; false: it is in vain. */
static bool begin_row(struct store *store, enum statement statement, struct row *row)
{
    memset(row, 0, sizeof(*row));
    if (!store_begin(store)) {
        return false;
    }
    row->of = store_statement(store, statement);
    if (row->of == NULL) {
        store->status = STORE_FAILED;
    }
    return row->of != NULL;
}

/* A JSON array. NULL: no memory. */
static char *array_of(const rtmr_handle *jobs, int32_t count)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    if (out == NULL) {
        return NULL;
    }
    for (int32_t i = 0; i < count; i++) {
        (void)fprintf(out, "%c%" PRId64, i == 0 ? '[' : ',', (int64_t)jobs[i]);
    }
    (void)fputc(']', out);
    if (fclose(out) != 0) { /* also if one of the above has failed */
        free(text);
        return NULL;
    }
    return text;
}

static void put_arguments(struct row *row, const struct call_record *call, unsigned has)
{
    put_number_if(row, call->uid >= 0, call->uid);
    put_number_if(row, call->job != RTMR_NO_JOB, call->job);
    put_text(row, (has & HAS_STAGE) != 0 ? name_of(names_of_stages, (int)call->stage) : NULL);
    put_number_if(row, (has & HAS_SLOT) != 0, call->slot);
    put_number_if(row, (has & HAS_SLOT) != 0 && call->task >= 0, call->task);
    put_number_if(row, (has & HAS_SIZES) != 0, call->maps);
    put_number_if(row, (has & HAS_SIZES) != 0, call->reduces);
    put_number_if(row, (has & HAS_SIZES) != 0, call->map_estimate);
    put_number_if(row, (has & HAS_SIZES) != 0, call->reduce_estimate);
    put_number_if(row, (has & HAS_DEADLINE) != 0, call->value);
    put_number_if(row, (has & HAS_ESTIMATE) != 0, call->value);
}

static void put_answers(struct row *row, const struct call_record *call, unsigned has)
{
    const bool rejected = call->status == RTMR_REJECTED;

    put_number_if(row, (has & (HAS_BOUND | HAS_NEW_BOUND)) != 0, (has & HAS_BOUND) != 0 ? call->bound : call->value);
    put_number_if(row, (has & HAS_TOKEN) != 0, call->token);
    put_number_if(row, (has & HAS_PLAN) != 0, call->estimated_finish);
    put_text(row, rejected ? name_of(names_of_reasons, (int)call->reason) : NULL);
    put_number_if(row, rejected, call->late_job);
    put_number_if(row, rejected, call->late_by);
    put_number_if(row, (has & HAS_PLAN) != 0, call->earliest_deadline);
    put_number_if(row, (has & HAS_ALARM) != 0, call->overrun_tasks);
}

void store_add_call(struct store *store, struct call_record *call)
{
    const unsigned has = (unsigned)call->kind < CALL_KINDS ? columns_of[call->kind] : 0;
    char *flagged = NULL;
    struct row row;

    call->call = store->last.call + 1;
    if (!begin_row(store, STATEMENT_ADD_CALL, &row)) {
        return;
    }
    put_number(&row, call->call);
    put_number(&row, call->tick);
    put_word(&row, names_of_kinds, (int)call->kind);
    put_word(&row, names_of_statuses, (int)call->status);
    put_arguments(&row, call, has);
    put_answers(&row, call, has);
    if (call->flagged_count > 0) {
        flagged = array_of(call->flagged, call->flagged_count);
        row.result = flagged == NULL ? SQLITE_NOMEM : row.result;
    }
    put_text(&row, flagged);
    put_text(&row, call->note);
    store_write_row(store, STATEMENT_ADD_CALL, &row, "recording a call");
    free(flagged);
    store->last.call = call->call;
}

void store_add_job(struct store *store, const struct job_record *job)
{
    struct row row;

    if (!begin_row(store, STATEMENT_ADD_JOB, &row)) {
        return;
    }
    put_number(&row, job->job);
    put_number(&row, job->uid);
    put_number(&row, job->gid);
    put_text(&row, job->name);
    put_number(&row, job->tasks[RTMR_MAP]);
    put_number(&row, job->tasks[RTMR_REDUCE]);
    put_number(&row, job->estimate[RTMR_MAP]);
    put_number(&row, job->estimate[RTMR_REDUCE]);
    put_number(&row, job->submitted);
    put_number(&row, job->deadline);
    put_number(&row, job->deadline_wall);
    put_number(&row, job->promised);
    put_text(&row, job->command[RTMR_MAP]);
    put_text(&row, job->command[RTMR_REDUCE]);
    put_text(&row, job->directory);
    put_text(&row, job->environment);
    put_word(&row, names_of_overrun_policies, (int)job->on_overrun);
    put_number(&row, job->grace);
    put_number(&row, job->retries);
    put_word(&row, names_of_job_states, (int)job->state);
    put_number_if(&row, job->state != JOB_ACTIVE, job->ended);
    put_number(&row, job->flagged ? 1 : 0);
    put_text(&row, job->reason);
    store_write_row(store, STATEMENT_ADD_JOB, &row, "recording a job");
}

void store_update_job(struct store *store, const struct job_record *job)
{
    struct row row;

    if (!begin_row(store, STATEMENT_UPDATE_JOB, &row)) {
        return;
    }
    put_number(&row, job->job);
    put_word(&row, names_of_job_states, (int)job->state);
    put_number_if(&row, job->state != JOB_ACTIVE, job->ended);
    put_number(&row, job->flagged ? 1 : 0);
    put_text(&row, job->reason);
    put_number(&row, job->deadline);
    put_number(&row, job->deadline_wall);
    put_number(&row, job->promised);
    store_write_row(store, STATEMENT_UPDATE_JOB, &row, "recording a change of a job");
}

/* state to signal */
static void put_end(struct row *row, const struct attempt_record *attempt)
{
    put_word(row, names_of_attempt_states, (int)attempt->state);
    put_number_if(row, attempt->started != 0, attempt->started);
    put_number_if(row, attempt->state != ATTEMPT_RUNNING, attempt->ended);
    put_number_if(row, attempt->exit_status >= 0, attempt->exit_status);
    put_number_if(row, attempt->signal != 0, attempt->signal);
}

void store_add_attempt(struct store *store, struct attempt_record *attempt)
{
    struct row row;

    attempt->attempt = store->last.attempt + 1;
    if (!begin_row(store, STATEMENT_ADD_ATTEMPT, &row)) {
        return;
    }
    put_number(&row, attempt->attempt);
    put_number(&row, attempt->job);
    put_word(&row, names_of_stages, (int)attempt->stage);
    put_number(&row, attempt->task);
    put_number(&row, attempt->number);
    put_number(&row, attempt->slot);
    put_number(&row, attempt->token);
    put_number(&row, attempt->dispatched);
    put_number(&row, attempt->bound);
    put_end(&row, attempt);
    store_write_row(store, STATEMENT_ADD_ATTEMPT, &row, "recording an attempt");
    store->last.attempt = attempt->attempt;
}

void store_end_attempt(struct store *store, const struct attempt_record *attempt)
{
    struct row row;

    if (!begin_row(store, STATEMENT_END_ATTEMPT, &row)) {
        return;
    }
    put_number(&row, attempt->attempt);
    put_end(&row, attempt);
    store_write_row(store, STATEMENT_END_ATTEMPT, &row, "recording the end of an attempt");
}

/* The bytes of the context but for zeros at its end. */
static size_t size_of(const struct rtmr *kernel)
{
    const unsigned char *bytes = (const unsigned char *)kernel;
    size_t size = sizeof(*kernel);

    while (size > 1 && bytes[size - 1] == 0) {
        size--;
    }
    return size;
}

void store_add_snapshot(struct store *store, const struct rtmr *kernel)
{
    struct row row;

    if (store->kernel.is_other && !store_take_over(store)) {
        return;
    }
    if (!begin_row(store, STATEMENT_ADD_SNAPSHOT, &row)) {
        return;
    }
    put_number(&row, store->last.call);
    row.result = sqlite3_bind_blob64(row.of, ++row.column, kernel, size_of(kernel), SQLITE_STATIC);
    store_write_row(store, STATEMENT_ADD_SNAPSHOT, &row, "recording a snapshot");
    if (store->status == STORE_OK) {
        (void)run(store, STATEMENT_DROP_SNAPSHOTS, "dropping old snapshots");
    }
}

bool store_has_changes(const struct store *store)
{
    return store->changed;
}

void store_forget_changes(struct store *store)
{
    /* some errors have ended the transaction already */
    if (sqlite3_get_autocommit(store->db) == 0) {
        (void)run(store, STATEMENT_ROLLBACK, "taking back a transaction");
    }
    store->changed = false;
    store->takes_over = false;
    store->status = STORE_OK;
    store->last = store->committed;
}

static void set_last_commit(struct store *store)
{
    struct row row;

    if (!begin_row(store, STATEMENT_SET_LAST_COMMIT, &row)) {
        return;
    }
    put_text(&row, store->boot_id);
    put_number(&row, store->clock.boottime_of_tick_0);
    put_number(&row, clock_now(&store->clock));
    put_number(&row, clock_wall());
    put_number(&row, store->last.call);
    put_number(&row, store->last.attempt);
    store_write_row(store, STATEMENT_SET_LAST_COMMIT, &row, "recording the clock");
}

enum store_status store_commit(struct store *store, char error[STORE_ERROR_SIZE])
{
    enum store_status status = STORE_OK;

    if (!store->changed) {
        return STORE_OK;
    }
    set_last_commit(store);
    if (store->status == STORE_OK && run(store, STATEMENT_COMMIT, "committing")) {
        store->changed = false;
        store->committed = store->last;
        store->kernel.is_other = store->kernel.is_other && !store->takes_over;
        store->takes_over = false;
        return STORE_OK;
    }
    status = store->status;
    if (error != store->problem) {
        (void)snprintf(error, STORE_ERROR_SIZE, "%s", store->problem);
    }
    store_forget_changes(store);
    if (status == STORE_FULL) {
        space_give_up(store->space);
    }
    return status;
}

bool store_accepts(const struct store *store)
{
    return space_accepts(store->space);
}

void store_describe_space(const struct store *store, char *text, size_t size)
{
    space_describe(store->space, text, size);
}
