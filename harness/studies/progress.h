/*
 * The progress of a series of runs: one line on stderr that overwrites itself. Only a terminal
 * gets it.
 */
#ifndef HARNESS_STUDIES_PROGRESS_H
#define HARNESS_STUDIES_PROGRESS_H

#include <stddef.h>

/* done of all runs are finished, `what` is next. */
void progress_show(size_t done, size_t all, const char *what);

/* Removes the line; call it before anything else is printed. */
void progress_clear(void);

#endif
