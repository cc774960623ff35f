/*
 * The part of <stdlib.h> that the kernel's unit tests use: settings from the environment.
 */
#ifndef SHIM_STDLIB_H
#define SHIM_STDLIB_H

/* The only settings are the numbers of random runs, names that end in _RUNS: few of them, the
 * processor is simulated. */
char *getenv(const char *name);

/* Of decimal digits. */
unsigned long long strtoull(const char *text, char **end, int base);

#endif
