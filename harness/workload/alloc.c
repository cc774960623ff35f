#include "harness/workload/alloc.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Noreturn void alloc_failed(void)
{
    static atomic_bool ending;
    static _Thread_local bool ending_here;
    if (ending_here) {
        _exit(EXIT_FAILURE); /* exit() flushes a stream to memory, the last that it does */
    }
    ending_here = true;
    while (atomic_exchange(&ending, true)) {
        pause(); /* another thread ends the program */
    }
    fputs("rtmr: out of memory\n", stderr);
    exit(EXIT_FAILURE);
}

void *alloc_zeroed(size_t count, size_t size)
{
    void *memory = calloc(count == 0 ? 1 : count, size == 0 ? 1 : size);
    if (memory == NULL) {
        alloc_failed();
    }
    return memory;
}

void *alloc_grow(void *array, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity) {
        return array;
    }
    size_t wanted = *capacity < 8 ? 8 : *capacity;
    while (wanted < needed) {
        if (wanted > SIZE_MAX / 2) {
            alloc_failed();
        }
        wanted *= 2;
    }
    if (wanted > SIZE_MAX / size) {
        alloc_failed();
    }
    *capacity = wanted;
    return alloc_resize(array, wanted * size);
}

void *alloc_resize(void *memory, size_t bytes)
{
    void *moved = realloc(memory, bytes == 0 ? 1 : bytes);
    if (moved == NULL) {
        alloc_failed();
    }
    return moved;
}

char *alloc_text(const char *text, size_t length)
{
    char *copy = alloc_zeroed(length + 1, 1);
    memcpy(copy, text, length);
    return copy;
}

char *alloc_print_list(const char *format, va_list arguments)
{
    char *text;
    if (vasprintf(&text, format, arguments) < 0) {
        alloc_failed();
    }
    return text;
}

char *alloc_print(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = alloc_print_list(format, arguments);
    va_end(arguments);
    return text;
}

/* The buffer of a stream of alloc_stream(). open_memstream() does not serve: when its memory cannot
 * grow, the C library drops the text and marks no error on the stream. */
struct text_sink {
    char **text;
    size_t *length;
    size_t capacity;
};

static ssize_t sink_write(void *cookie, const char *bytes, size_t count)
{
    struct text_sink *sink = cookie;
    size_t length = *sink->length;
    *sink->text = alloc_grow(*sink->text, &sink->capacity, length + count + 1, 1);
    memcpy(*sink->text + length, bytes, count);
    *sink->length = length + count;
    (*sink->text)[length + count] = '\0';
    return (ssize_t)count;
}

static int sink_close(void *cookie)
{
    free(cookie);
    return 0;
}

FILE *alloc_stream(char **text, size_t *length)
{
    struct text_sink *sink = alloc_zeroed(1, sizeof *sink);
    *sink = (struct text_sink){.text = text, .length = length};
    *text = NULL;
    *length = 0;
    sink_write(sink, "", 0);
    FILE *stream = fopencookie(sink, "w", (cookie_io_functions_t){.write = sink_write, .close = sink_close});
    if (stream == NULL) {
        alloc_failed();
    }
    return stream;
}

void *alloc_checked(void *result)
{
    if (result == NULL && errno == ENOMEM) {
        alloc_failed();
    }
    return result;
}
