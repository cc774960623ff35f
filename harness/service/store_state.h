/*
 * What the files store*.c share.
 */
#ifndef SERVICE_STORE_STATE_H
#define SERVICE_STORE_STATE_H

#include "harness/service/record_names.h"
#include "harness/service/store.h"

#include <sqlite3.h>

/* PRAGMA application_id of a store: "RTMR". */
#define STORE_APPLICATION 0x52544d52

/* The statements that are kept prepared. */
enum statement {
    STATEMENT_BEGIN,
    STATEMENT_COMMIT,
    STATEMENT_ROLLBACK,
    STATEMENT_SET_LAST_COMMIT,
    STATEMENT_ADD_CALL,
    STATEMENT_ADD_JOB,
    STATEMENT_UPDATE_JOB,
    STATEMENT_ADD_ATTEMPT,
    STATEMENT_END_ATTEMPT,
    STATEMENT_ADD_SNAPSHOT,
    STATEMENT_DROP_SNAPSHOTS,
    STATEMENT_SNAPSHOT,
    STATEMENT_CALLS,
    STATEMENT_JOBS,
    STATEMENT_JOBS_NEWEST,
    STATEMENT_ACTIVE_JOBS,
    STATEMENT_ACTIVE_JOBS_NEWEST,
    STATEMENT_JOB,
    STATEMENT_RUNNING_ATTEMPTS,
    STATEMENT_ATTEMPTS_OF_JOB,
    STATEMENT_ATTEMPTS_SINCE,
    STATEMENT_LAST_ATTEMPT,
    STATEMENT_ATTEMPT_OVER,
    STATEMENT_MAP_TIMES,
    STATEMENT_REDUCE_TIMES,
    STATEMENTS
};

struct store_space;

/* The last numbers that were given; 0: none. */
struct store_numbers {
    int64_t call;
    int64_t attempt;
};

/* The kernel whose snapshots the store has. */
struct store_kernel {
    char release[32];
    int64_t slots; /* its capacities */
    int64_t jobs;
    int64_t tasks;
    bool is_other; /* than this one, which cannot read its snapshots */
};

struct store {
    char *folder; /* absolute */
    char *attempts;
    int lock; /* a file; -1: opened for reading only */
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENTS];
    struct service_clock clock;
    struct store_space *space; /* NULL: opened for reading only */
    char boot_id[37];
    int64_t made; /* ms since 1970 */
    struct store_numbers last;
    struct store_numbers committed;
    struct store_kernel kernel;
    bool changed;             /* a transaction has begun */
    bool takes_over;          /* in it the store becomes this kernel's */
    enum store_status status; /* the first failure in it */
    char problem[STORE_ERROR_SIZE];
};

/* store_database.c */

/* The tables, as SQL. */
extern const char store_schema[];

/* What an error of SQLite is for a store. */
enum store_status store_status_of(sqlite3 *db, int result);

/* Remembers an error, as store_problem(). */
enum store_status store_fails(struct store *store, int result, const char *doing);

/* Remembers a problem: "FOLDER: ". Returns false. */
__attribute__((format(printf, 2, 3))) bool store_complain(struct store *store, const char *format, ...);

/* Runs SQL without parameters or rows. */
int store_run(sqlite3 *db, const char *sql);

/* The first column of the only row of a query. */
int store_number(sqlite3 *db, const char *sql, int64_t *number);

/* A prepared statement, ready for its parameters; NULL: it cannot be prepared, and the problem is
 * remembered. One that is in use elsewhere is prepared a second time; store_release() ends it. */
sqlite3_stmt *store_statement(struct store *store, enum statement statement);
void store_release(struct store *store, enum statement statement, sqlite3_stmt *row);

/* Writes parameters, or reads columns, one after the other. */
struct row {
    sqlite3_stmt *of;
    int column;
    int result; /* the first error of writing */
    bool bad;   /* read: a word that is none of ours */
};
void put_number(struct row *row, int64_t value);
void put_number_if(struct row *row, bool present, int64_t value); /* or NULL */
void put_text(struct row *row, const char *text);                 /* NULL is NULL */
void put_word(struct row *row, const char *const *names, int value);
int64_t get_number(struct row *row, int64_t if_null);
int32_t get_small_number(struct row *row, int32_t if_null);
const char *get_text(struct row *row);
int get_word(struct row *row, const char *const *names, int if_null);

/* store_open.c */

/* Opens the store for reading, beside a service that may have it open. NULL: `error` says why
 * not. store_close() ends it. */
struct store *store_open_to_read(const char *folder, struct rtmr_setup *setup, char error[STORE_ERROR_SIZE]);

/* store_meta.c */

/* Whether the database is a store of this version, its setup, and its kernel. A database without
 * any table is STORE_EMPTY. STORE_OTHER: the problem says what it is. */
enum store_kind { STORE_OURS, STORE_EMPTY, STORE_OTHER };
enum store_kind store_identify(struct store *store, struct rtmr_setup *setup);

/* Its kernel has the capacities of this one. False: the problem says which it has. */
bool store_fits_kernel(struct store *store);

/* The snapshots of another kernel go, and the store becomes this one's with the commit. False:
 * something has failed in the transaction. */
bool store_take_over(struct store *store);

/* Makes the tables of a new store. */
bool store_make_tables(struct store *store, const struct rtmr_setup *setup);

/* Takes up the numbers and the clock of the last commit: the clock goes on in the same boot, or
 * behind its tick. False: they cannot be read, or the new clock not be written. */
bool store_take_up(struct store *store);

/* store_write.c */

/* Begins the transaction if none has begun; false: something has failed in it. */
bool store_begin(struct store *store);

/* Runs the statement, with its parameters bound, and releases it. A failure is remembered; it
 * is one, too, if not exactly one row was written. */
void store_write_row(struct store *store, enum statement statement, struct row *row, const char *doing);

/* store_space.c */

/* NULL: no memory. */
struct store_space *space_new(const char *folder);
void space_free(struct store_space *space); /* the reserve stays */
bool space_accepts(struct store_space *space);
/* What is free of that of which there is too little, and how much is expected. */
void space_describe(const struct store_space *space, char *text, size_t size);
void space_give_up(struct store_space *space);

#endif
