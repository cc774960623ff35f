/*
 * Memory for the hosted harness: allocation that cannot fail. When memory runs out, the program
 * reports it on stderr and ends by exit(1), so functions registered with atexit() still run; no
 * caller checks a result. Free with free().
 */
#ifndef HARNESS_WORKLOAD_ALLOC_H
#define HARNESS_WORKLOAD_ALLOC_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* Ends the program as a failed allocation does: "rtmr: out of memory", status 1. */
_Noreturn void alloc_failed(void);

/* count zeroed elements of size bytes each; never NULL, even for count 0. */
void *alloc_zeroed(size_t count, size_t size);

/* Grows an array to hold at least `needed` elements: *capacity at least doubles, the new tail is
 * unset. Returns the (moved) array. Amortised O(1) per element. */
void *alloc_grow(void *array, size_t *capacity, size_t needed, size_t size);

/* Resizes the memory to exactly this many bytes, at least 1. Returns the (moved) memory.
 * O(bytes). */
void *alloc_resize(void *memory, size_t bytes);

/* A copy of the length bytes at text, with a 0 behind them. */
char *alloc_text(const char *text, size_t length);

/* As printf() does, into memory. */
char *alloc_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *alloc_print_list(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));

/* A stream to write into memory: as open_memstream(), but no byte is lost without an error. *text
 * and *length hold the text whenever the stream has been flushed or closed; *text is never NULL.
 * Both must stay where they are until it is closed. */
FILE *alloc_stream(char **text, size_t *length);

/* Checks the result of fopen(), opendir(), realpath() or another function of the C library that
 * allocates memory and sets errno. Ends the program if the result is NULL because memory ran out;
 * the caller handles other failures. */
void *alloc_checked(void *result);

#endif
