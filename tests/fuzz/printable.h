/*
 * Whether a text may reach a terminal.
 */
#ifndef FUZZ_PRINTABLE_H
#define FUZZ_PRINTABLE_H

#include <stdbool.h>

/* It is UTF-8, and holds no control character, no separator of lines and nothing that changes
 * the direction of writing. */
bool printable(const char *text);

#endif
