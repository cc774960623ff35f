#include "tests/fuzz/scratch.h"

#include "tests/fuzz/fail.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char directory[PATH_MAX / 2];

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    (void)remove(path);
    return 0;
}

static void remove_directory(void)
{
    (void)nftw(directory, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

const char *scratch_directory(void)
{
    if (directory[0] == '\0') {
        const char *const parent = getenv("TMPDIR");
        snprintf(directory, sizeof directory, "%s/rtmr-fuzz-XXXXXX", parent != NULL ? parent : "/tmp");
        FUZZ_EXPECT(mkdtemp(directory) != NULL, "%s: cannot be made: %s", directory, strerror(errno));
        atexit(remove_directory);
    }
    return directory;
}

const char *scratch_file(const char *name, const void *data, size_t size)
{
    static char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/%s", scratch_directory(), name);
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const size_t written = file < 0 || size == 0 ? 0 : (size_t)write(file, data, size);
    FUZZ_EXPECT(file >= 0 && written == size, "%s: cannot be written: %s", path, strerror(errno));
    (void)close(file);
    return path;
}
