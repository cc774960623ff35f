/*
 * A directory of this process alone under $TMPDIR, removed when it ends, for inputs that a
 * reader takes by name.
 */
#ifndef FUZZ_SCRATCH_H
#define FUZZ_SCRATCH_H

#include <stddef.h>

/* The directory, made by the first call. */
const char *scratch_directory(void);

/* Writes a file of this name there, in place of an older one. Returns its path, good until the
 * next call. */
const char *scratch_file(const char *name, const void *data, size_t size);

#endif
