#include "harness/service/store_state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Until it is whole the copy has another name: a folder without store.db is no store. */
static const char part_name[] = "store.db.part";

static bool sync_path(const char *path, int flags)
{
    const int file = open(path, flags | O_CLOEXEC);
    const bool done = file >= 0 && fsync(file) == 0;

    if (file >= 0) {
        (void)close(file);
    }
    return done;
}

/* All pages in one step: with several, each commit of a service would have it begin again. Readers
 * of a WAL keep no service from writing. */
static int copy_pages(sqlite3 *to, sqlite3 *from)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    int result = SQLITE_OK;

    if (backup == NULL) {
        return sqlite3_extended_errcode(to);
    }
    result = sqlite3_backup_step(backup, -1);
    (void)sqlite3_backup_finish(backup); /* repeats the error */
    return result == SQLITE_DONE ? SQLITE_OK : result;
}

static bool copy_database(struct store *from, const char *part)
{
    sqlite3 *to = NULL;
    int result = sqlite3_open_v2(
        part, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);

    /* no journal beside it, and made durable once, as a whole */
    if (result == SQLITE_OK) {
        result = store_run(to, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
    }
    if (result == SQLITE_OK) {
        result = copy_pages(to, from->db);
    }
    if (result != SQLITE_OK) {
        (void)store_complain(from, "cannot be copied: %s", sqlite3_errstr(result));
    }
    if (sqlite3_close(to) != SQLITE_OK && result == SQLITE_OK) {
        return store_complain(from, "cannot be copied: %s", "closing the copy");
    }
    return result == SQLITE_OK;
}

static bool copy_into(struct store *from, const char *to, const char *part, const char *whole)
{
    const int file = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    if (file < 0 || close(file) != 0) {
        return store_complain(from, "cannot be copied to %.128s: %s", to, strerror(errno));
    }
    if (!copy_database(from, part)) {
        return false;
    }
    if (!sync_path(part, O_RDWR) || rename(part, whole) != 0 || !sync_path(to, O_RDONLY | O_DIRECTORY)) {
        return store_complain(from, "cannot be copied to %.128s: %s", to, strerror(errno));
    }
    return true;
}

/* The folder is new. What a failure has left of it goes. */
static bool copy_store(struct store *from, const char *to)
{
    char *part = NULL;
    char *whole = NULL;
    bool done = false;

    if (asprintf(&part, "%s/%s", to, part_name) < 0) {
        part = NULL;
    }
    if (asprintf(&whole, "%s/store.db", to) < 0) {
        whole = NULL;
    }
    if (part != NULL && whole != NULL) {
        done = copy_into(from, to, part, whole);
        if (!done) {
            (void)unlink(part);
            (void)unlink(whole);
            (void)rmdir(to);
        }
    } else {
        (void)store_complain(from, "cannot be copied: no memory");
    }
    free(part);
    free(whole);
    return done;
}

bool store_backup(const char *folder, const char *to, char error[STORE_ERROR_SIZE])
{
    struct rtmr_setup setup;
    struct store *from = store_open_to_read(folder, &setup, error);
    bool done = false;

    if (from == NULL) {
        return false;
    }
    if (mkdir(to, 0700) != 0) {
        (void)snprintf(error, STORE_ERROR_SIZE, "%s: cannot be made: %s", to, strerror(errno));
    } else {
        done = copy_store(from, to);
        if (!done) {
            (void)snprintf(error, STORE_ERROR_SIZE, "%s", from->problem);
        }
    }
    store_close(from);
    return done;
}
