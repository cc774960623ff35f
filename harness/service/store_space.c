#include "harness/service/store_state.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum {
    RESERVE_SIZE = 4 << 20,
    INODES_LEAST = 4096, /* an attempt makes five files and a folder, of which three stay */
    RETRY_MS = 1000
};

struct store_space {
    char *folder;
    char *reserve; /* the file */
    bool held;
    int64_t next_try; /* ms of CLOCK_BOOTTIME */
};

/* All zero: the file system does not tell, and counts as full. */
static struct statvfs look(const struct store_space *space)
{
    struct statvfs state;

    return statvfs(space->folder, &state) == 0 ? state : (struct statvfs){0};
}

static uint64_t free_bytes(const struct statvfs *state)
{
    return (uint64_t)state->f_bavail * state->f_frsize;
}

/* Beside the reserve, or for it and as much again. */
static uint64_t bytes_expected(const struct store_space *space)
{
    return space->held ? RESERVE_SIZE : 2 * (uint64_t)RESERVE_SIZE;
}

/* File systems that make inodes as they are needed tell of none. */
static bool has_inodes(const struct statvfs *state)
{
    return state->f_files == 0 || state->f_favail >= INODES_LEAST;
}

static bool allocate(const char *path)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    bool made = false;

    if (file < 0) {
        return false;
    }
    made = posix_fallocate(file, 0, RESERVE_SIZE) == 0;
    if (close(file) != 0) {
        made = false;
    }
    if (!made) {
        (void)unlink(path);
    }
    return made;
}

struct store_space *space_new(const char *folder)
{
    struct store_space *space = calloc(1, sizeof(*space));

    if (space == NULL) {
        return NULL;
    }
    space->folder = strdup(folder);
    if (space->folder == NULL || asprintf(&space->reserve, "%s/reserve", folder) < 0) {
        space->reserve = NULL;
        space_free(space);
        return NULL;
    }
    space->held = allocate(space->reserve);
    return space;
}

void space_free(struct store_space *space)
{
    if (space != NULL) {
        free(space->reserve);
        free(space->folder);
        free(space);
    }
}

/* A lost reserve is made again when there is space for another one beside it. */
static void try_again(struct store_space *space)
{
    const int64_t now = clock_boottime();

    if (!space->held && now >= space->next_try) {
        space->next_try = now + RETRY_MS;
        const struct statvfs state = look(space);
        space->held = free_bytes(&state) >= bytes_expected(space) && allocate(space->reserve);
    }
}

bool space_accepts(struct store_space *space)
{
    try_again(space);
    const struct statvfs state = look(space);
    return space->held && free_bytes(&state) >= RESERVE_SIZE && has_inodes(&state);
}

void space_describe(const struct store_space *space, char *text, size_t size)
{
    const struct statvfs state = look(space);

    if (free_bytes(&state) >= bytes_expected(space) && !has_inodes(&state)) {
        (void)snprintf(text, size, "%llu inodes are free, at least %d are expected", (unsigned long long)state.f_favail,
                       INODES_LEAST);
        return;
    }
    (void)snprintf(text, size, "%llu kB are free, at least %llu kB are expected",
                   (unsigned long long)free_bytes(&state) / 1024, (unsigned long long)bytes_expected(space) / 1024);
}

void space_give_up(struct store_space *space)
{
    (void)unlink(space->reserve);
    space->held = false;
    space->next_try = clock_boottime() + RETRY_MS;
}
