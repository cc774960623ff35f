/*
 * What a reader left out of a file, or repaired in it. Readers of public formats are tolerant: one
 * odd value does not refuse a trace. Each deviation is noted with its place, so that it is counted,
 * listed (--list-skipped) or refused (--strict).
 */
#ifndef HARNESS_WORKLOAD_READING_NOTES_H
#define HARNESS_WORKLOAD_READING_NOTES_H

#include "harness/workload/input_error.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum note_kind {
    NOTE_LEFT_OUT, /* a job of the file is no job of the workload */
    NOTE_REPAIRED, /* a job is read, but not as the file has it */
    NOTE_KINDS
};

struct reading_note {
    enum note_kind kind;
    const char *reason; /* follows a number of jobs, as in "8 without processors"; a literal */
    const char *field;  /* a literal, or NULL: the line as a whole */
    size_t line;        /* 1 first */
    char *error;        /* of a malformed line: which value, as an error has it; otherwise NULL */
};

/* How many notes share a kind and a reason. */
struct note_count {
    enum note_kind kind;
    const char *reason;
    size_t count;
};

/* Zero-initialised it is empty. */
struct reading_notes {
    struct reading_note *notes; /* in the order of the file, from reading_notes_sort() on */
    size_t count;
    size_t capacity;
    struct note_count *reasons; /* in the order in which they occurred */
    size_t reason_count;
    size_t reason_capacity;
    size_t left_out;  /* notes of that kind, */
    size_t malformed; /* and of these, the lines with a malformed value */
    /* ms by which all times of the file were made less, for the first job to arrive at 0; 0: they
     * are as in the file. No deviation: strict reading allows it */
    int64_t shift;
};

/* Each notes one job. The reason and the field of the place must be literals. Amortised
 * O(reasons). */
void reading_notes_left_out(struct reading_notes *notes, struct place place, const char *reason);
void reading_notes_repaired(struct reading_notes *notes, struct place place, const char *reason);

/* Notes a job that is left out because its line holds a malformed value. Takes the text of *error,
 * which names the place and the value, and empties it. Amortised O(reasons). */
void reading_notes_malformed(struct reading_notes *notes, size_t line, struct input_error *error);

/* Brings the notes into the order of the file. O(notes log notes). */
void reading_notes_sort(struct reading_notes *notes);

void reading_notes_free(struct reading_notes *notes);

/* Whether there is anything to print: a note, or times that were shifted. */
bool reading_notes_any(const struct reading_notes *notes);

/* Prints "28,481 of 28,489 jobs; 8 without processors" without a line's end; jobs: those that were
 * read. Prints "28,481 jobs" if there are no notes. O(reasons). */
void reading_notes_print(const struct reading_notes *notes, size_t jobs, FILE *out);

/* Prints a line for each note, as "FILE:LINE: FIELD: left out: without processors". O(notes). */
void reading_notes_list(const struct reading_notes *notes, const char *source, FILE *out);

/* False if there is a note: *error names the first, for a reader that must be strict. */
bool reading_notes_none(const struct reading_notes *notes, const char *source, struct input_error *error);

#endif
