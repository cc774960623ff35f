#include "harness/workload/workload_finish.h"

#include "harness/workload/distinct_names.h"

/* The first malformed line. */
static bool malformed(const struct reading_notes *notes, struct input_error *error)
{
    size_t i = 0;
    while (notes->notes[i].error == NULL) {
        i++;
    }
    snprintf(error->text, sizeof error->text, "%s", notes->notes[i].error);
    return false;
}

/* False: there is nothing to run, or too little of it for a file of its format. */
static bool check(const struct workload *w, const char *source, struct input_error *error)
{
    const struct reading_notes *notes = &w->notes;
    if (notes->malformed > w->count + notes->left_out - notes->malformed) {
        return malformed(notes, error);
    }
    if (w->count > 0) {
        return true;
    }
    struct place place = {.source = source, .line = 1};
    if (notes->count == 0) {
        return input_error_at(error, place, "expected a job, found none");
    }
    if (notes->notes[0].error != NULL) {
        return malformed(notes, error);
    }
    place.line = notes->notes[0].line;
    place.field = notes->notes[0].field;
    return input_error_at(error, place, "expected a job, found none; left out: %s", notes->notes[0].reason);
}

static void shift_epoch(struct workload *w)
{
    ticks first = w->jobs[0].arrival;
    if (first < WORKLOAD_EPOCH) {
        return;
    }
    w->notes.shift = first;
    for (size_t i = 0; i < w->count; i++) {
        struct job_spec *job = &w->jobs[i];
        job->arrival -= first;
        job->deadline -= job->deadline == NO_DEADLINE ? 0 : first;
    }
}

bool workload_finish(struct workload *w, const struct row_lines *lines, struct place place, struct input_error *error)
{
    reading_notes_sort(&w->notes);
    if (!check(w, place.source, error)) {
        return false;
    }
    for (size_t i = 0; i < w->count; i++) {
        w->jobs[i].line = lines->line[w->jobs[i].row];
    }
    distinct_names(w, lines, place);
    reading_notes_sort(&w->notes);
    workload_sort(w);
    shift_epoch(w);
    return true;
}
