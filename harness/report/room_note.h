/*
 * A line for each scheduler that refused jobs for want of room in a table of this program: such a
 * refusal is no decision of its policy, and lowers its accept ratio all the same.
 */
#ifndef HARNESS_REPORT_ROOM_NOTE_H
#define HARNESS_REPORT_ROOM_NOTE_H

#include "harness/report/results.h"

#include <stdio.h>

/* Writes the lines behind an empty one, which say how large the table is and how a larger one is
 * built. Nothing if there was room for all jobs. */
void room_note_print(const struct series *series, size_t count, FILE *out);

#endif
