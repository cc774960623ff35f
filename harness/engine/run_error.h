/*
 * The error that stopped a run: the first broken conservation check or scheduler error, as one line
 * of text. The engine, its audit and the schedulers share one; the first one raised stays, and the
 * engine stops the run at once.
 */
#ifndef HARNESS_ENGINE_RUN_ERROR_H
#define HARNESS_ENGINE_RUN_ERROR_H

#include <stdbool.h>

struct run_error {
    bool raised;
    char text[320];
};

/* Records the message unless one is recorded already. */
void run_error_raise(struct run_error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
