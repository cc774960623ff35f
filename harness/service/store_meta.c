#include "harness/service/store_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Its columns behind `id`. */
#define META_COLUMNS                                                                                                   \
    "made_wall, rtmr_version, context_tag, context_size, slots_capacity, jobs_capacity, tasks_capacity, map_slots, "   \
    "reduce_slots, feedback, job_order, delta, latency, reduces_per_node, counter_offer"

static void get_kernel(struct row *row, struct store_kernel *kernel)
{
    const char *release = NULL;
    int64_t tag = 0;
    int64_t size = 0;

    row->column++; /* made_wall */
    release = get_text(row);
    (void)snprintf(kernel->release, sizeof(kernel->release), "%s", release != NULL ? release : "?");
    tag = get_number(row, 0);
    size = get_number(row, 0);
    kernel->is_other = tag != (int64_t)RTMR_CONTEXT_TAG || size != (int64_t)sizeof(struct rtmr);
    kernel->slots = get_number(row, 0);
    kernel->jobs = get_number(row, 0);
    kernel->tasks = get_number(row, 0);
}

bool store_fits_kernel(struct store *store)
{
    const struct store_kernel *kernel = &store->kernel;

    if (kernel->slots == RTMR_SLOTS && kernel->jobs == RTMR_JOBS && kernel->tasks == RTMR_TASKS) {
        return true;
    }
    return store_complain(store,
                          "is of a kernel (RTMR %s) for %" PRId64 " slots, %" PRId64 " jobs and %" PRId64
                          " tasks; this one (RTMR %s) is for %d slots, %d jobs and %d tasks",
                          kernel->release, kernel->slots, kernel->jobs, kernel->tasks, RTMR_VERSION, RTMR_SLOTS,
                          RTMR_JOBS, RTMR_TASKS);
}

static void get_setup(struct row *row, struct rtmr_setup *setup)
{
    setup->map_slots = get_small_number(row, 0);
    setup->reduce_slots = get_small_number(row, 0);
    setup->feedback = (enum rtmr_feedback)get_small_number(row, 0);
    setup->order = (enum rtmr_order)get_small_number(row, 0);
    setup->delta = get_number(row, 0);
    setup->latency = get_number(row, 0);
    setup->reduces_per_node = get_small_number(row, 0);
    setup->counter_offer = get_small_number(row, 0);
}

static bool read_meta(struct store *store, struct rtmr_setup *setup)
{
    struct row row = {.of = NULL};
    int result = sqlite3_prepare_v2(store->db, "SELECT " META_COLUMNS " FROM meta", -1, &row.of, NULL);
    bool ours = false;

    if (result == SQLITE_OK) {
        result = sqlite3_step(row.of);
    }
    if (result == SQLITE_ROW) {
        get_kernel(&row, &store->kernel);
        get_setup(&row, setup);
        ours = !row.bad || store_complain(store, "is damaged: its setup");
    } else if (result == SQLITE_DONE) {
        ours = store_complain(store, "is damaged: it has no setup");
    } else {
        (void)store_fails(store, result, "reading its setup");
    }
    (void)sqlite3_finalize(row.of);
    return ours;
}

enum store_kind store_identify(struct store *store, struct rtmr_setup *setup)
{
    int64_t application = 0;
    int64_t version = 0;
    int64_t tables = 0;
    int result = store_number(store->db, "PRAGMA application_id", &application);

    if (result == SQLITE_OK) {
        result = store_number(store->db, "PRAGMA user_version", &version);
    }
    if (result == SQLITE_OK) {
        result = store_number(store->db, "SELECT count(*) FROM sqlite_schema", &tables);
    }
    if ((result & 0xff) == SQLITE_NOTADB) {
        (void)store_complain(store, "is no store: store.db is no database");
        return STORE_OTHER;
    }
    if (result != SQLITE_OK) {
        (void)store_fails(store, result, "reading");
        return STORE_OTHER;
    }
    if (application == 0 && version == 0 && tables == 0) {
        return STORE_EMPTY;
    }
    if (application != STORE_APPLICATION) {
        (void)store_complain(store, "is no store: store.db is the database of another program");
        return STORE_OTHER;
    }
    if (version != STORE_VERSION) {
        (void)store_complain(store, "is a store of version %" PRId64 "; this program has version %d", version,
                             STORE_VERSION);
        return STORE_OTHER;
    }
    return read_meta(store, setup) ? STORE_OURS : STORE_OTHER;
}

static void put_meta(struct row *row, const struct rtmr_setup *setup)
{
    put_number(row, clock_wall());
    put_text(row, RTMR_VERSION);
    put_number(row, RTMR_CONTEXT_TAG);
    put_number(row, (int64_t)sizeof(struct rtmr));
    put_number(row, RTMR_SLOTS);
    put_number(row, RTMR_JOBS);
    put_number(row, RTMR_TASKS);
    put_number(row, setup->map_slots);
    put_number(row, setup->reduce_slots);
    put_number(row, (int64_t)setup->feedback);
    put_number(row, (int64_t)setup->order);
    put_number(row, setup->delta);
    put_number(row, setup->latency);
    put_number(row, setup->reduces_per_node);
    put_number(row, setup->counter_offer);
}

static int add_meta(sqlite3 *db, const struct rtmr_setup *setup)
{
    struct row row = {.of = NULL};
    int result = sqlite3_prepare_v2(db,
                                    "INSERT INTO meta (id, " META_COLUMNS ") "
                                    "VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                                    -1, &row.of, NULL);

    if (result == SQLITE_OK) {
        put_meta(&row, setup);
        result = row.result != SQLITE_OK ? row.result : sqlite3_step(row.of);
    }
    (void)sqlite3_finalize(row.of);
    return result == SQLITE_DONE ? SQLITE_OK : result;
}

bool store_make_tables(struct store *store, const struct rtmr_setup *setup)
{
    char identity[96];
    int result = SQLITE_OK;

    if (!store_begin(store)) {
        return false;
    }
    (void)snprintf(identity, sizeof(identity), "PRAGMA application_id = %d; PRAGMA user_version = %d",
                   STORE_APPLICATION, STORE_VERSION);
    result = store_run(store->db, identity);
    if (result == SQLITE_OK) {
        result = store_run(store->db, store_schema);
    }
    if (result == SQLITE_OK) {
        result = add_meta(store->db, setup);
    }
    if (result != SQLITE_OK) {
        store->status = store_fails(store, result, "making its tables");
        return false;
    }
    clock_boot_id(store->boot_id);
    store->clock.boottime_of_tick_0 = clock_boottime();
    return store_commit(store, store->problem) == STORE_OK;
}

static int set_kernel(sqlite3 *db)
{
    struct row row = {.of = NULL};
    int result = sqlite3_prepare_v2(db, "UPDATE meta SET rtmr_version = ?, context_tag = ?, context_size = ?", -1,
                                    &row.of, NULL);

    if (result == SQLITE_OK) {
        put_text(&row, RTMR_VERSION);
        put_number(&row, RTMR_CONTEXT_TAG);
        put_number(&row, (int64_t)sizeof(struct rtmr));
        result = row.result != SQLITE_OK ? row.result : sqlite3_step(row.of);
    }
    (void)sqlite3_finalize(row.of);
    return result == SQLITE_DONE ? SQLITE_OK : result;
}

bool store_take_over(struct store *store)
{
    int result = SQLITE_OK;

    if (!store_begin(store)) {
        return false;
    }
    result = store_run(store->db, "DELETE FROM snapshots");
    if (result == SQLITE_OK) {
        result = set_kernel(store->db);
    }
    if (result != SQLITE_OK) {
        store->status = store_fails(store, result, "taking it over");
        return false;
    }
    store->takes_over = true;
    return true;
}

/* Behind the tick of the last commit, by what the wall clock says has passed. */
static int64_t new_base(int64_t tick, int64_t wall)
{
    const int64_t passed = clock_wall() - wall;

    return clock_boottime() - tick - (passed > 0 ? passed : 0);
}

static bool take_up_row(struct store *store, struct row *row)
{
    const char *boot = get_text(row);
    const int64_t base = get_number(row, 0);
    const int64_t tick = get_number(row, 0);
    const int64_t wall = get_number(row, 0);
    const struct service_clock same = {.boottime_of_tick_0 = base};

    store->last.call = get_number(row, 0);
    store->last.attempt = get_number(row, 0);
    store->committed = store->last;
    clock_boot_id(store->boot_id);
    /* a clock before the last commit is that of another boot, whatever its id */
    if (boot != NULL && strcmp(boot, store->boot_id) == 0 && clock_now(&same) >= tick) {
        store->clock = same;
        return true;
    }
    store->clock.boottime_of_tick_0 = new_base(tick, wall);
    return false;
}

bool store_take_up(struct store *store)
{
    struct row row = {.of = NULL};
    int result = sqlite3_prepare_v2(store->db,
                                    "SELECT boot_id, boottime_of_tick_0, tick, wall, last_call, last_attempt "
                                    "FROM last_commit",
                                    -1, &row.of, NULL);
    bool goes_on = false;

    if (result == SQLITE_OK) {
        result = sqlite3_step(row.of);
    }
    if (result == SQLITE_ROW) {
        goes_on = take_up_row(store, &row);
    } else if (result == SQLITE_DONE) {
        (void)store_complain(store, "is damaged: it has no last commit");
    } else {
        (void)store_fails(store, result, "reading its last commit");
    }
    (void)sqlite3_finalize(row.of);
    if (result != SQLITE_ROW || goes_on || store->lock < 0) {
        return result == SQLITE_ROW;
    }
    return store_begin(store) && store_commit(store, store->problem) == STORE_OK;
}
