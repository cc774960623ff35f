/*
 * The parts of `rtmr demo`: its text, the service that it starts, and the check of the result.
 */
#ifndef CLIENT_DEMO_PARTS_H
#define CLIENT_DEMO_PARTS_H

#include "harness/workload/input_error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* --- The text (demo_text.c) ------------------------------------------------------------------- */

/* Prose of at least `bytes` bytes, sentences in an order that is always the same; free() it. */
char *demo_text(size_t bytes, size_t *length);

/* Writes the text in `parts` files parts/0, parts/1, ... of whole lines, and the two programs
 * ./count and ./sum, all in the current folder. False: *error is set. */
bool demo_write_files(const char *text, size_t length, int parts, struct input_error *error);

/* --- The check (demo_count.c) ----------------------------------------------------------------- */

/* Reads result.0 .. , lines "word count", prints the ten most frequent words, and compares all of
 * them with a count of the text by this process, which it says. False: they differ, or cannot be
 * read; *error is set. */
bool demo_check(const char *text, size_t length, int results, FILE *out, struct input_error *error);

/* --- The service (demo_service.c) ------------------------------------------------------------- */

struct demo_service {
    pid_t pid;        /* 0: it does not run */
    FILE *output;     /* what it prints */
    char socket[108]; /* its path */
    char page[256];   /* its address, with the key of this user */
};

/* Starts rtmrd on a store in `folder`: `program` if it is not NULL, else the one beside this
 * program, else that in PATH. Returns when it answers. False: *error is set. */
bool demo_service_start(struct demo_service *service, const char *folder, const char *program, const char *page,
                        struct input_error *error);

/* Aborts what runs there, and stops it. */
void demo_service_stop(struct demo_service *service);

#endif
