#include "harness/workload/alloc.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void out_of_memory(void)
{
    fputs("rtmr: out of memory\n", stderr);
    exit(EXIT_FAILURE);
}

void *alloc_zeroed(size_t count, size_t size)
{
    void *memory = calloc(count == 0 ? 1 : count, size == 0 ? 1 : size);
    if (memory == NULL) {
        out_of_memory();
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
            out_of_memory();
        }
        wanted *= 2;
    }
    if (wanted > SIZE_MAX / size) {
        out_of_memory();
    }
    void *grown = realloc(array, wanted * size);
    if (grown == NULL) {
        out_of_memory();
    }
    *capacity = wanted;
    return grown;
}

char *alloc_text(const char *text, size_t length)
{
    char *copy = alloc_zeroed(length + 1, 1);
    memcpy(copy, text, length);
    return copy;
}
