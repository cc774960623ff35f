/*
 * A run in a file: all that its reports need, so that they are the same as of a run made here. The
 * same program writes and reads it, on machines of one kind.
 */
#ifndef HARNESS_STUDIES_RUN_RECORD_H
#define HARNESS_STUDIES_RUN_RECORD_H

#include "harness/studies/simulation.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Begins a file of runs of this key with a line of this program's version. */
void run_records_begin(uint64_t key, FILE *out);

/* Whether a file begins so. */
bool run_records_match(uint64_t key, FILE *in);

/* Writes a run in two parts: what a simulation's show() is given, then what ended() is given.
 * O(jobs + attempts). The caller checks ferror(). */
void run_record_show(const struct run_view *view, FILE *out);
void run_record_end(const struct run_result *result, FILE *out);

/* Reasons for rejections, as the outcomes point to them. Zero-initialised there are none. */
struct reason_texts {
    char **texts;
    size_t count;
    size_t capacity;
};

void reason_texts_free(struct reason_texts *reasons);

/* Reads a run of so many jobs; its reasons live as long as *reasons. False: the file has no such
 * run; *end is to be freed all the same. O(jobs * reasons + attempts). */
bool run_record_read(FILE *in, size_t jobs, struct reason_texts *reasons, struct simulation_end *end);

#endif
