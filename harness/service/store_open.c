#include "harness/service/store_state.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* How long another connection's lock is waited for: somebody's sqlite3. The WAL file is cut to its
 * limit when a checkpoint has emptied it. */
enum { BUSY_MS = 1000, WAL_LIMIT = 8 << 20 };

/* How long, and how often, the lock is asked for again: a process that a killed service was about
 * to start holds it until it has become another program. */
enum { LOCK_MS = 1000, LOCK_STEP_MS = 20 };

bool store_complain(struct store *store, const char *format, ...)
{
    va_list arguments;
    int length = snprintf(store->problem, sizeof(store->problem), "%.256s: ", store->folder);

    va_start(arguments, format);
    (void)vsnprintf(store->problem + length, sizeof(store->problem) - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

/* "FOLDER/name"; NULL: no memory. */
static char *path_in(const char *folder, const char *name)
{
    char *path = NULL;

    return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

/* Makes a folder and those above it. 0 or an errno. */
static int make_folders(const char *folder)
{
    char *path = strdup(folder);
    int error = path == NULL ? ENOMEM : 0;

    for (char *end = path; error == 0 && end != NULL;) {
        end = strchr(end + 1, '/');
        if (end != NULL) {
            *end = '\0';
        }
        if (path[0] != '\0' && mkdir(path, 0700) != 0 && errno != EEXIST) {
            error = errno;
        }
        if (end != NULL) {
            *end = '/';
        }
    }
    free(path);
    return error;
}

/* What may stand in the folder of a store that is about to be made. Attempts of a store whose
 * database is gone would be taken for its own. */
static bool may_be_there(const struct store *store, const char *name)
{
    static const char *const names[] = {".", "..", "lock", "reserve", "socket", "lost+found", NULL};

    if (strcmp(name, "attempts") == 0) {
        return rmdir(store->attempts) == 0;
    }

    return value_named(names, name) >= 0 || strncmp(name, "store.db", 8) == 0;
}

/* The folder is no store, and not to become one: somebody keeps other things there. */
static bool is_for_other_things(struct store *store)
{
    DIR *folder = opendir(store->folder);
    const struct dirent *entry = NULL;
    bool other = false;

    if (folder == NULL) {
        (void)store_complain(store, "%s", strerror(errno));
        return true;
    }
    while (!other && (entry = readdir(folder)) != NULL) {
        if (!may_be_there(store, entry->d_name)) {
            other = true;
            (void)store_complain(store, "is no store, and not empty: it has %.64s", entry->d_name);
        }
    }
    (void)closedir(folder);
    return other;
}

/* Complains of the process that holds the lock. */
static bool in_use(struct store *store)
{
    char text[32] = "";
    const ssize_t size = pread(store->lock, text, sizeof(text) - 1, 0);
    const long holder = size > 0 ? strtol(text, NULL, 10) : 0;

    if (holder > 0) {
        return store_complain(store, "is in use by process %ld", holder);
    }
    return store_complain(store, "is in use by another process");
}

/* 0 or an errno. */
static int try_lock(int file)
{
    const struct timespec step = {.tv_nsec = LOCK_STEP_MS * 1000000L};
    int error = EWOULDBLOCK;

    for (int waited = 0; error == EWOULDBLOCK && waited <= LOCK_MS; waited += LOCK_STEP_MS) {
        error = flock(file, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
        if (error == EWOULDBLOCK) {
            (void)nanosleep(&step, NULL);
        }
    }
    return error;
}

static bool take_lock(struct store *store)
{
    int error = 0;
    char *path = path_in(store->folder, "lock");

    store->lock = path != NULL ? open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600) : -1;
    free(path);
    if (store->lock < 0) {
        return store_complain(store, "cannot be written: %s", strerror(errno));
    }
    error = try_lock(store->lock);
    if (error != 0) {
        return error == EWOULDBLOCK ? in_use(store) : store_complain(store, "cannot be locked: %s", strerror(error));
    }
    /* the number is for people: on a full disk it is left out */
    if (ftruncate(store->lock, 0) == 0) {
        (void)dprintf(store->lock, "%ld\n", (long)getpid());
    }
    return true;
}

/* The folder, which is there, and its owner. */
static bool take_folder(struct store *store, const char *folder)
{
    struct stat state;
    char *path = realpath(folder, NULL);

    if (path == NULL) {
        return store_complain(store, "%s", strerror(errno));
    }
    free(store->folder);
    store->folder = path;
    store->attempts = path_in(path, "attempts");
    if (store->attempts == NULL) {
        return store_complain(store, "no memory");
    }
    if (stat(path, &state) != 0) {
        return store_complain(store, "%s", strerror(errno));
    }
    return S_ISDIR(state.st_mode) || store_complain(store, "is no folder");
}

static bool belongs_to_us(struct store *store)
{
    struct stat state;

    if (stat(store->folder, &state) != 0) {
        return store_complain(store, "%s", strerror(errno));
    }
    return state.st_uid == geteuid() ||
           store_complain(store, "belongs to user %ld, not to user %ld", (long)state.st_uid, (long)geteuid());
}

/* A database of mode 0600, whose other files SQLite makes with the same. */
static bool make_file(struct store *store, const char *path)
{
    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);

    if (file < 0) {
        return store_complain(store, "store.db cannot be opened: %s", strerror(errno));
    }
    return close(file) == 0 || store_complain(store, "store.db: %s", strerror(errno));
}

static bool open_database(struct store *store, int flags)
{
    char *path = path_in(store->folder, "store.db");
    int result = SQLITE_NOMEM;

    if (path != NULL && (flags == SQLITE_OPEN_READONLY || make_file(store, path))) {
        result = sqlite3_open_v2(path, &store->db, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
    } else if (path != NULL) {
        free(path);
        return false;
    }
    free(path);
    if (result == SQLITE_OK) {
        result = sqlite3_busy_timeout(store->db, BUSY_MS);
    }
    if (result != SQLITE_OK) {
        (void)store_fails(store, result, "opening store.db");
    }
    return result == SQLITE_OK;
}

/* How the database keeps its promises. After store_identify(): it changes the file. */
static bool configure(struct store *store)
{
    char limit[64];
    int64_t is_wal = 0;
    int result = store_run(store->db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");

    (void)snprintf(limit, sizeof(limit), "PRAGMA journal_size_limit = %d", WAL_LIMIT);
    if (result == SQLITE_OK) {
        result = store_run(store->db, limit);
    }
    if (result == SQLITE_OK) {
        result = store_number(store->db, "SELECT journal_mode = 'wal' FROM pragma_journal_mode", &is_wal);
    }
    if (result != SQLITE_OK) {
        (void)store_fails(store, result, "opening store.db");
        return false;
    }
    return is_wal != 0 || store_complain(store, "its file system does not allow a write-ahead log");
}

/* Makes names of files durable. */
static bool sync_folder(struct store *store, const char *path)
{
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool done = folder >= 0 && fsync(folder) == 0;

    if (!done) {
        (void)store_complain(store, "cannot be written: %s", strerror(errno));
    }
    if (folder >= 0) {
        (void)close(folder);
    }
    return done;
}

static bool make_new(struct store *store, const struct rtmr_setup *setup)
{
    char *above = path_in(store->folder, "..");
    const bool done = above != NULL && configure(store) && store_make_tables(store, setup) &&
                      sync_folder(store, store->folder) && sync_folder(store, above);

    free(above);
    return done;
}

/* A full disk does not keep a service from the jobs that are on record. False: the problem is
 * another one; else the reserve is given up for another try. */
static bool make_space(struct store *store)
{
    if (strstr(store->problem, "no space left") == NULL) {
        return false;
    }
    space_give_up(store->space);
    return true;
}

/* SQLite makes files beside store.db even to read it. */
static enum store_kind identify(struct store *store, struct rtmr_setup *setup)
{
    const enum store_kind kind = store_identify(store, setup);

    return kind == STORE_OTHER && make_space(store) ? store_identify(store, setup) : kind;
}

static bool take_up(struct store *store)
{
    return store_take_up(store) || (make_space(store) && store_take_up(store));
}

static bool read_made(struct store *store)
{
    const int result = store_number(store->db, "SELECT made_wall FROM meta", &store->made);

    if (result != SQLITE_OK) {
        (void)store_fails(store, result, "reading when it was made");
    }
    return result == SQLITE_OK;
}

static bool open_store(struct store *store, struct rtmr_setup *setup)
{
    enum store_kind kind = STORE_OTHER;

    if (!open_database(store, SQLITE_OPEN_READWRITE)) {
        return false;
    }
    if (sqlite3_db_readonly(store->db, "main") != 0) {
        return store_complain(store, "cannot be written: store.db is read-only");
    }
    kind = identify(store, setup);
    if (kind == STORE_OTHER || (kind == STORE_EMPTY && is_for_other_things(store)) ||
        (kind == STORE_OURS && !store_fits_kernel(store))) {
        return false;
    }
    if (mkdir(store->attempts, 0700) != 0 && errno != EEXIST) {
        return store_complain(store, "cannot be written: %s", strerror(errno));
    }
    if (kind == STORE_EMPTY) {
        return make_new(store, setup) && read_made(store);
    }
    return configure(store) && take_up(store) && read_made(store);
}

static struct store *new_store(const char *folder, char error[STORE_ERROR_SIZE])
{
    struct store *store = calloc(1, sizeof(*store));

    if (store != NULL) {
        store->lock = -1;
        store->folder = strdup(folder);
    }
    if (store == NULL || store->folder == NULL) {
        (void)snprintf(error, STORE_ERROR_SIZE, "%s: no memory", folder);
        free(store);
        return NULL;
    }
    return store;
}

/* The store, or NULL and why not. */
static struct store *opened(struct store *store, bool done, char error[STORE_ERROR_SIZE])
{
    if (done) {
        return store;
    }
    (void)snprintf(error, STORE_ERROR_SIZE, "%s", store->problem);
    store_close(store);
    return NULL;
}

/* The folder is made, locked, and its reserve with it. */
static bool occupy(struct store *store, const char *folder)
{
    const int made = make_folders(folder);

    if (made != 0) {
        return store_complain(store, "cannot be made: %s", strerror(made));
    }
    if (!take_folder(store, folder) || !belongs_to_us(store) || !take_lock(store)) {
        return false;
    }
    store->space = space_new(store->folder);
    return store->space != NULL || store_complain(store, "no memory");
}

struct store *store_open(const char *folder, struct rtmr_setup *setup, char error[STORE_ERROR_SIZE])
{
    struct store *store = new_store(folder, error);

    return store == NULL ? NULL : opened(store, occupy(store, folder) && open_store(store, setup), error);
}

static bool open_to_read(struct store *store, const char *folder, struct rtmr_setup *setup)
{
    if (!take_folder(store, folder) || !open_database(store, SQLITE_OPEN_READONLY)) {
        return false;
    }
    switch (store_identify(store, setup)) {
    case STORE_EMPTY: return store_complain(store, "is no store: store.db is empty");
    case STORE_OURS: return store_take_up(store);
    default: return false;
    }
}

struct store *store_open_to_read(const char *folder, struct rtmr_setup *setup, char error[STORE_ERROR_SIZE])
{
    struct store *store = new_store(folder, error);

    return store == NULL ? NULL : opened(store, open_to_read(store, folder, setup), error);
}

void store_close(struct store *store)
{
    if (store == NULL) {
        return;
    }
    if (store->changed) {
        store_forget_changes(store);
    }
    for (int i = 0; i < STATEMENTS; i++) {
        (void)sqlite3_finalize(store->statements[i]);
    }
    (void)sqlite3_close(store->db);
    space_free(store->space);
    if (store->lock >= 0) {
        (void)close(store->lock);
    }
    free(store->attempts);
    free(store->folder);
    free(store);
}

const char *store_folder(const struct store *store)
{
    return store->folder;
}

const char *store_attempts_folder(const struct store *store)
{
    return store->attempts;
}

const struct service_clock *store_clock(const struct store *store)
{
    return &store->clock;
}

int64_t store_made(const struct store *store)
{
    return store->made;
}

bool store_is_new(const struct store *store)
{
    return store->last.call == 0 && store->last.attempt == 0;
}

const char *store_other_release(const struct store *store)
{
    return store->kernel.is_other ? store->kernel.release : NULL;
}
