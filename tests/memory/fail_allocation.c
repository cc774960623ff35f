/*
 * A library to preload: one allocation of the command rtmr fails. The environment says which:
 *
 *     FAIL_ALLOCATION=N      the N-th, 1 first; 0: none
 *     FAIL_LATER=1           and all that come later
 *     LIST_ALLOCATIONS=FILE  write a number for each to this file, a line each: equal numbers, the
 *                            same calls lead to both
 *
 * Programs that rtmr starts inherit the environment; in them nothing fails.
 */
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where glibc keeps its own. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

enum { CALLS_LEAST = 3, CALLS_MOST = 64 };

static long wanted;
static bool later;
static long count;
static int list = -1;

__attribute__((constructor)) static void read_environment(void)
{
    const char *number = getenv("FAIL_ALLOCATION");
    const char *path = getenv("LIST_ALLOCATIONS");
    bool ours = strcmp(program_invocation_short_name, "rtmr") == 0;
    wanted = number != NULL && ours ? atol(number) : 0;
    later = getenv("FAIL_LATER") != NULL;
    if (path != NULL && ours) {
        void *calls[CALLS_MOST];
        backtrace(calls, CALLS_MOST); /* its first call allocates */
        list = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        if (list < 0) {
            abort();
        }
    }
    count = 0; /* what the loader and constructors before this one took is not the program's */
}

static void note(void)
{
    void *calls[CALLS_MOST];
    const int found = backtrace(calls, CALLS_MOST);
    if (found < CALLS_LEAST) {
        abort(); /* the stack cannot be read: all paths would look alike */
    }
    uint64_t path = 0;
    for (int i = 0; i < found; i++) {
        path = (path ^ (uint64_t)(uintptr_t)calls[i]) * UINT64_C(0x9e3779b97f4a7c15);
        path ^= path >> 32;
    }
    char text[32];
    const int length = snprintf(text, sizeof text, "%ju\n", (uintmax_t)path);
    if (write(list, text, (size_t)length) != length) {
        abort();
    }
}

/* Counts an allocation; whether it is to fail. */
static bool fails(void)
{
    count++;
    if (list >= 0) {
        note();
    }
    if (wanted == 0 || count < wanted || (count > wanted && !later)) {
        return false;
    }
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    return fails() ? NULL : __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size)
{
    return fails() ? NULL : __libc_realloc(memory, size);
}

void *reallocarray(void *memory, size_t number, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(number, size, &bytes) || fails()) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_realloc(memory, bytes);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size)
{
    return aligned_alloc(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    void *found = aligned_alloc(alignment, size);
    if (found == NULL) {
        return ENOMEM;
    }
    *memory = found;
    return 0;
}
