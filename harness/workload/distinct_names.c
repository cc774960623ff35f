#include "harness/workload/distinct_names.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>
#include <string.h>

/* A name as the file has it. */
struct entry {
    const char *name;
    size_t row;
};

static int by_name(const void *a, const void *b)
{
    const struct entry *x = a;
    const struct entry *y = b;
    int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->row > y->row) - (x->row < y->row);
}

static int compare_name(const void *name, const void *entry)
{
    return strcmp(name, ((const struct entry *)entry)->name);
}

/* "NAME#N" with the smallest *number that is free, from the given one on. No two names lead to the
 * same one: the digits behind its last '#' are the number. */
static char *next_free(const struct entry *sorted, size_t count, const char *name, size_t *number)
{
    for (;;) {
        char *candidate = alloc_print("%s#%zu", name, *number);
        (*number)++;
        if (bsearch(candidate, sorted, count, sizeof *sorted, compare_name) == NULL) {
            return candidate;
        }
        free(candidate);
    }
}

static void rename_later(struct workload *w, const struct entry *sorted, char **fresh)
{
    size_t number = 2;
    for (size_t i = 1; i < w->count; i++) {
        if (strcmp(sorted[i - 1].name, sorted[i].name) != 0) {
            number = 2;
            continue;
        }
        fresh[sorted[i].row] = next_free(sorted, w->count, sorted[i].name, &number);
    }
}

void distinct_names(struct workload *w, const struct row_lines *lines, struct place place)
{
    struct entry *sorted = alloc_zeroed(w->count, sizeof *sorted);
    char **fresh = alloc_zeroed(w->count, sizeof *fresh); /* by row; NULL: the name stays */
    for (size_t i = 0; i < w->count; i++) {
        sorted[i] = (struct entry){.name = w->jobs[i].name, .row = i};
    }
    qsort(sorted, w->count, sizeof *sorted, by_name);
    rename_later(w, sorted, fresh);
    for (size_t i = 0; i < w->count; i++) {
        if (fresh[i] != NULL) {
            free(w->jobs[i].name);
            w->jobs[i].name = fresh[i];
            place.line = lines->line[i];
            reading_notes_repaired(&w->notes, place, "renamed, as another job has the name");
        }
    }
    free(fresh);
    free(sorted);
}
