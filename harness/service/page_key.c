#include "harness/service/page_key.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

static bool make_key(int file, char key[PAGE_KEY_SIZE])
{
    unsigned char bytes[(PAGE_KEY_SIZE - 1) / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        return false;
    }
    for (size_t i = 0; i < sizeof bytes; i++) {
        snprintf(key + 2 * i, 3, "%02x", bytes[i]);
    }
    return write(file, key, PAGE_KEY_SIZE - 1) == PAGE_KEY_SIZE - 1;
}

bool page_key_read(const char *store, char key[PAGE_KEY_SIZE], char *error, size_t size)
{
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/page-key", store);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    ssize_t length = file < 0 ? -1 : read(file, key, PAGE_KEY_SIZE - 1);
    bool good = length == 0 ? make_key(file, key) : length == PAGE_KEY_SIZE - 1;
    key[PAGE_KEY_SIZE - 1] = '\0';
    if (!good) {
        snprintf(error, size, "%s: %s", path, length < 0 ? strerror(errno) : "there is no key of 64 digits");
    }
    if (file >= 0) {
        close(file);
    }
    return good;
}
