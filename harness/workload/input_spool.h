/*
 * The texts of inputs that can be read only once: pipes, FIFOs, terminals and other devices, and
 * standard input. The text is kept until the program ends: its format is detected before its jobs
 * are read, and converted traces are read again for every seed.
 */
#ifndef HARNESS_WORKLOAD_INPUT_SPOOL_H
#define HARNESS_WORKLOAD_INPUT_SPOOL_H

#include "harness/workload/text_load.h"

#include <sys/stat.h>

/* The text read from this device or pipe, by whatever name it was opened; NULL: nothing yet. */
const struct text *input_spool_find(const struct stat *status);

/* Keeps the text, which is the spool's from now on. Returns it. */
const struct text *input_spool_keep(const struct stat *status, struct text text);

/* Forgets all. */
void input_spool_clear(void);

#endif
