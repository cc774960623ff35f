#include "harness/workload/reading_notes.h"

#include "harness/workload/alloc.h"
#include "harness/workload/safe_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[NOTE_KINDS] = {[NOTE_LEFT_OUT] = "left out", [NOTE_REPAIRED] = "repaired"};

static void count(struct reading_notes *notes, enum note_kind kind, const char *reason)
{
    size_t i = 0;
    while (i < notes->reason_count &&
           (notes->reasons[i].kind != kind || strcmp(notes->reasons[i].reason, reason) != 0)) {
        i++;
    }
    if (i == notes->reason_count) {
        notes->reasons = alloc_grow(notes->reasons, &notes->reason_capacity, i + 1, sizeof *notes->reasons);
        notes->reasons[notes->reason_count++] = (struct note_count){.kind = kind, .reason = reason};
    }
    notes->reasons[i].count++;
    notes->left_out += kind == NOTE_LEFT_OUT;
}

static void add(struct reading_notes *notes, struct reading_note note)
{
    notes->notes = alloc_grow(notes->notes, &notes->capacity, notes->count + 1, sizeof *notes->notes);
    notes->notes[notes->count++] = note;
    count(notes, note.kind, note.reason);
}

void reading_notes_left_out(struct reading_notes *notes, struct place place, const char *reason)
{
    add(notes,
        (struct reading_note){.kind = NOTE_LEFT_OUT, .reason = reason, .field = place.field, .line = place.line});
}

void reading_notes_repaired(struct reading_notes *notes, struct place place, const char *reason)
{
    add(notes,
        (struct reading_note){.kind = NOTE_REPAIRED, .reason = reason, .field = place.field, .line = place.line});
}

void reading_notes_malformed(struct reading_notes *notes, size_t line, struct input_error *error)
{
    add(notes, (struct reading_note){.kind = NOTE_LEFT_OUT,
                                     .reason = "malformed",
                                     .line = line,
                                     .error = alloc_text(error->text, strlen(error->text))});
    notes->malformed++;
    error->text[0] = '\0';
}

/* Equal lines: a malformed line has one note, the other notes of a line may come in any order. */
static int by_line(const void *a, const void *b)
{
    const struct reading_note *x = a;
    const struct reading_note *y = b;
    return (x->line > y->line) - (x->line < y->line);
}

void reading_notes_sort(struct reading_notes *notes)
{
    if (notes->count > 1) {
        qsort(notes->notes, notes->count, sizeof *notes->notes, by_line);
    }
}

void reading_notes_free(struct reading_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++) {
        free(notes->notes[i].error);
    }
    free(notes->notes);
    free(notes->reasons);
    *notes = (struct reading_notes){0};
}

bool reading_notes_any(const struct reading_notes *notes)
{
    return notes->count > 0 || notes->shift != 0;
}

/* 28481 as 28,481. */
static void print_number(size_t number, FILE *out)
{
    if (number >= 1000) {
        print_number(number / 1000, out);
        fprintf(out, ",%03zu", number % 1000);
    } else {
        fprintf(out, "%zu", number);
    }
}

static void print_reasons(const struct reading_notes *notes, enum note_kind kind, FILE *out)
{
    for (size_t i = 0; i < notes->reason_count; i++) {
        if (notes->reasons[i].kind == kind) {
            fputs("; ", out);
            print_number(notes->reasons[i].count, out);
            fprintf(out, " %s", notes->reasons[i].reason);
        }
    }
}

void reading_notes_print(const struct reading_notes *notes, size_t jobs, FILE *out)
{
    print_number(jobs, out);
    if (notes->left_out > 0) {
        fputs(" of ", out);
        print_number(jobs + notes->left_out, out);
    }
    fputs(jobs + notes->left_out == 1 ? " job" : " jobs", out);
    print_reasons(notes, NOTE_LEFT_OUT, out);
    print_reasons(notes, NOTE_REPAIRED, out);
    if (notes->shift != 0) {
        fprintf(out, "; time 0 is %" PRId64 " ms of the file", notes->shift);
    }
}

void reading_notes_list(const struct reading_notes *notes, const char *source, FILE *out)
{
    for (size_t i = 0; i < notes->count; i++) {
        const struct reading_note *note = &notes->notes[i];
        if (note->error != NULL) {
            fprintf(out, "%s; %s\n", note->error, kind_names[note->kind]);
            continue;
        }
        safe_text_write(source, out);
        fprintf(out, ":%zu: ", note->line);
        if (note->field != NULL) {
            fprintf(out, "%s: ", note->field);
        }
        fprintf(out, "%s: %s\n", kind_names[note->kind], note->reason);
    }
}

bool reading_notes_none(const struct reading_notes *notes, const char *source, struct input_error *error)
{
    if (notes->count == 0) {
        return true;
    }
    const struct reading_note *note = &notes->notes[0];
    if (note->error != NULL) {
        snprintf(error->text, sizeof error->text, "%s", note->error);
        return false;
    }
    const struct place place = {.source = source, .line = note->line, .field = note->field};
    return input_error_at(error, place, "expected no job to be %s (--strict): %s", kind_names[note->kind],
                          note->reason);
}
