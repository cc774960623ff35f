#include "harness/service/store_state.h"

#include <stdlib.h>
#include <string.h>

/* The next row of a query: whether there is one. An error is remembered in *failed. */
static bool next(struct store *store, sqlite3_stmt *of, bool *failed)
{
    const int result = sqlite3_step(of);

    if (result != SQLITE_ROW && result != SQLITE_DONE) {
        (void)store_fails(store, result, "reading");
        *failed = true;
    }
    return result == SQLITE_ROW;
}

/* A row that has words of no meaning. */
static bool damaged(struct store *store, const char *table, int64_t number)
{
    (void)store_complain(store, "is damaged: row %lld of %s", (long long)number, table);
    return true;
}

/* Reads a JSON array of numbers into memory that the caller frees; NULL: it is none. */
static rtmr_handle *read_array(const char *text, int32_t *count)
{
    rtmr_handle *numbers = calloc(strlen(text) + 1, sizeof(*numbers));
    const char *at = text;
    char *end = NULL;

    *count = 0;
    if (numbers == NULL || *at != '[') {
        free(numbers);
        return NULL;
    }
    do {
        at++;
        numbers[*count] = strtoll(at, &end, 10);
        *count += end != at ? 1 : 0;
        at = end;
    } while (*at == ',');
    if (strcmp(at, "]") != 0) {
        free(numbers);
        return NULL;
    }
    return numbers;
}

static void get_arguments(struct row *row, struct call_record *call)
{
    call->uid = get_number(row, -1);
    call->job = get_number(row, RTMR_NO_JOB);
    call->stage = (enum rtmr_stage)get_word(row, names_of_stages, RTMR_MAP);
    call->slot = get_small_number(row, -1);
    call->task = get_small_number(row, -1);
    call->maps = get_small_number(row, 0);
    call->reduces = get_small_number(row, 0);
    call->map_estimate = get_number(row, 0);
    call->reduce_estimate = get_number(row, 0);
    call->value = get_number(row, 0); /* deadline */
    call->value = get_number(row, call->value);
}

static void get_answers(struct row *row, struct call_record *call)
{
    rtmr_ticks bound = get_number(row, 0);

    if (call->kind == CALL_EXTEND) {
        call->value = bound;
    } else {
        call->bound = bound;
    }
    call->token = (uint32_t)get_number(row, 0);
    call->estimated_finish = get_number(row, 0);
    call->reason = (enum rtmr_reason)get_word(row, names_of_reasons, RTMR_REASON_NONE);
    call->late_job = get_number(row, RTMR_NO_JOB);
    call->late_by = get_number(row, 0);
    call->earliest_deadline = get_number(row, 0);
    call->overrun_tasks = get_small_number(row, 0);
}

/* *flagged: memory that the caller frees. */
static void get_call(struct row *row, struct call_record *call, rtmr_handle **flagged)
{
    const char *text = NULL;

    memset(call, 0, sizeof(*call));
    call->call = get_number(row, 0);
    call->tick = get_number(row, 0);
    call->kind = (enum call_kind)get_word(row, names_of_kinds, -1);
    call->status = (enum rtmr_status)get_word(row, names_of_statuses, -1);
    get_arguments(row, call);
    get_answers(row, call);
    text = get_text(row);
    *flagged = text != NULL ? read_array(text, &call->flagged_count) : NULL;
    if (text != NULL && *flagged == NULL) {
        row->bad = true;
    }
    call->flagged = *flagged;
    call->note = get_text(row);
}

bool store_each_call(struct store *store, int64_t after, bool (*visit)(void *arg, const struct call_record *call),
                     void *arg)
{
    sqlite3_stmt *of = store_statement(store, STATEMENT_CALLS);
    struct row number = {.of = of};
    bool failed = of == NULL;
    bool goes_on = true;

    if (failed) {
        return false;
    }
    put_number(&number, after);
    while (goes_on && !failed && next(store, of, &failed)) {
        struct row row = {.of = of};
        struct call_record call;
        rtmr_handle *flagged = NULL;

        get_call(&row, &call, &flagged);
        failed = row.bad && damaged(store, "calls", call.call);
        goes_on = !failed && visit(arg, &call);
        free(flagged);
    }
    store_release(store, STATEMENT_CALLS, of);
    return !failed;
}

static void get_job(struct row *row, struct job_record *job)
{
    memset(job, 0, sizeof(*job));
    job->job = get_number(row, 0);
    job->uid = (uid_t)get_number(row, 0);
    job->gid = (gid_t)get_number(row, 0);
    job->name = get_text(row);
    job->tasks[RTMR_MAP] = get_small_number(row, 0);
    job->tasks[RTMR_REDUCE] = get_small_number(row, 0);
    job->estimate[RTMR_MAP] = get_number(row, 0);
    job->estimate[RTMR_REDUCE] = get_number(row, 0);
    job->submitted = get_number(row, 0);
    job->deadline = get_number(row, 0);
    job->deadline_wall = get_number(row, 0);
    job->promised = get_number(row, 0);
    job->command[RTMR_MAP] = get_text(row);
    job->command[RTMR_REDUCE] = get_text(row);
    job->directory = get_text(row);
    job->environment = get_text(row);
    job->on_overrun = (enum overrun_policy)get_word(row, names_of_overrun_policies, -1);
    job->grace = get_number(row, 0);
    job->retries = get_small_number(row, 0);
    job->state = (enum job_state)get_word(row, names_of_job_states, -1);
    job->ended = get_number(row, 0);
    job->flagged = get_number(row, 0) != 0;
    job->reason = get_text(row);
}

/* The jobs of a query with one parameter. */
static bool each_job(struct store *store, enum statement statement, int64_t parameter,
                     bool (*visit)(void *arg, const struct job_record *job), void *arg)
{
    sqlite3_stmt *of = store_statement(store, statement);
    struct row number = {.of = of};
    bool failed = of == NULL;
    bool goes_on = true;

    if (failed) {
        return false;
    }
    put_number(&number, parameter);
    while (goes_on && !failed && next(store, of, &failed)) {
        struct row row = {.of = of};
        struct job_record job;

        get_job(&row, &job);
        failed = row.bad && damaged(store, "jobs", job.job);
        goes_on = !failed && visit(arg, &job);
    }
    store_release(store, statement, of);
    return !failed;
}

bool store_each_job(struct store *store, bool active_only, int64_t after, bool newest,
                    bool (*visit)(void *arg, const struct job_record *job), void *arg)
{
    if (newest) {
        return each_job(store, active_only ? STATEMENT_ACTIVE_JOBS_NEWEST : STATEMENT_JOBS_NEWEST,
                        after > 0 ? after : INT64_MAX, visit, arg);
    }
    return each_job(store, active_only ? STATEMENT_ACTIVE_JOBS : STATEMENT_JOBS, after, visit, arg);
}

bool store_job(struct store *store, int64_t job, bool (*visit)(void *arg, const struct job_record *job), void *arg)
{
    return each_job(store, STATEMENT_JOB, job, visit, arg);
}

static void get_attempt(struct row *row, struct attempt_record *attempt)
{
    memset(attempt, 0, sizeof(*attempt));
    attempt->attempt = get_number(row, 0);
    attempt->job = get_number(row, 0);
    attempt->stage = (enum rtmr_stage)get_word(row, names_of_stages, -1);
    attempt->task = get_small_number(row, 0);
    attempt->number = get_small_number(row, 0);
    attempt->slot = get_small_number(row, 0);
    attempt->token = (uint32_t)get_number(row, 0);
    attempt->dispatched = get_number(row, 0);
    attempt->bound = get_number(row, 0);
    attempt->state = (enum attempt_state)get_word(row, names_of_attempt_states, -1);
    attempt->started = get_number(row, 0);
    attempt->ended = get_number(row, 0);
    attempt->exit_status = get_small_number(row, -1);
    attempt->signal = get_small_number(row, 0);
}

/* The attempts of a query. parameters: those of the statement, as many as `count`. */
static bool each_attempt(struct store *store, enum statement statement, int count, const int64_t *parameters,
                         bool (*visit)(void *arg, const struct attempt_record *attempt), void *arg)
{
    sqlite3_stmt *of = store_statement(store, statement);
    struct row numbers = {.of = of};
    bool failed = of == NULL;
    bool goes_on = true;

    if (failed) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        put_number(&numbers, parameters[i]);
    }
    while (goes_on && !failed && next(store, of, &failed)) {
        struct row row = {.of = of};
        struct attempt_record attempt;

        get_attempt(&row, &attempt);
        failed = row.bad && damaged(store, "attempts", attempt.attempt);
        goes_on = !failed && visit(arg, &attempt);
    }
    store_release(store, statement, of);
    return !failed;
}

bool store_each_attempt(struct store *store, int64_t job,
                        bool (*visit)(void *arg, const struct attempt_record *attempt), void *arg)
{
    return job == 0 ? each_attempt(store, STATEMENT_RUNNING_ATTEMPTS, 0, NULL, visit, arg)
                    : store_attempts_of(store, job, 0, visit, arg);
}

bool store_attempts_of(struct store *store, int64_t job, int64_t after,
                       bool (*visit)(void *arg, const struct attempt_record *attempt), void *arg)
{
    const int64_t parameters[] = {job, after};

    return each_attempt(store, STATEMENT_ATTEMPTS_OF_JOB, 2, parameters, visit, arg);
}

bool store_attempts_since(struct store *store, int64_t after, rtmr_ticks since,
                          bool (*visit)(void *arg, const struct attempt_record *attempt), void *arg)
{
    const int64_t parameters[] = {after, since > 0 ? since : 0};

    return each_attempt(store, STATEMENT_ATTEMPTS_SINCE, 2, parameters, visit, arg);
}

/* The number that a query answers, about the parameter if that is not 0. False: it is NULL, there
 * is no row, or the store cannot be read. */
static bool one_number(struct store *store, enum statement statement, int64_t parameter, int64_t *number)
{
    sqlite3_stmt *of = store_statement(store, statement);
    struct row numbers = {.of = of};
    bool failed = of == NULL;
    bool found = false;

    if (failed) {
        return false;
    }
    if (parameter != 0) {
        put_number(&numbers, parameter);
    }
    if (next(store, of, &failed)) {
        found = sqlite3_column_type(of, 0) == SQLITE_INTEGER;
        *number = sqlite3_column_int64(of, 0);
    }
    store_release(store, statement, of);
    return found;
}

int64_t store_last_attempt(struct store *store)
{
    int64_t last = 0;

    return one_number(store, STATEMENT_LAST_ATTEMPT, 0, &last) ? last : 0;
}

bool store_attempt_over(struct store *store, int64_t attempt, rtmr_ticks *since)
{
    return one_number(store, STATEMENT_ATTEMPT_OVER, attempt, since);
}

bool store_snapshot(struct store *store, struct rtmr *kernel, int64_t *call)
{
    sqlite3_stmt *of = store_statement(store, STATEMENT_SNAPSHOT);
    bool failed = false;
    bool found = false;

    *call = 0;
    if (of == NULL || store->kernel.is_other) {
        return false;
    }
    if (next(store, of, &failed)) {
        const int64_t behind = sqlite3_column_int64(of, 0);
        const void *bytes = sqlite3_column_blob(of, 1);
        const int size = sqlite3_column_bytes(of, 1);

        if (bytes != NULL && size > 0 && (size_t)size <= sizeof(*kernel)) {
            memset(kernel, 0, sizeof(*kernel));
            memcpy(kernel, bytes, (size_t)size);
            *call = behind;
            found = true;
        }
    }
    store_release(store, STATEMENT_SNAPSHOT, of);
    return found;
}

bool store_times(struct store *store, uid_t uid, const char *name, enum rtmr_stage stage, struct store_times *times)
{
    const enum statement statement = stage == RTMR_MAP ? STATEMENT_MAP_TIMES : STATEMENT_REDUCE_TIMES;
    sqlite3_stmt *of = store_statement(store, statement);
    struct row key = {.of = of};
    struct row row = {.of = of};
    bool failed = of == NULL;

    memset(times, 0, sizeof(*times));
    if (failed) {
        return false;
    }
    put_number(&key, uid);
    put_text(&key, name);
    if (next(store, of, &failed)) {
        times->runs = get_number(&row, 0);
        times->longest = get_number(&row, 0);
        times->half = get_number(&row, 0);
        times->ninety = get_number(&row, 0);
    }
    store_release(store, statement, of);
    return !failed;
}
