#include "harness/workload/row_lines.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>
#include <string.h>

void row_lines_add(struct row_lines *lines, size_t line)
{
    lines->line = alloc_grow(lines->line, &lines->capacity, lines->count + 1, sizeof *lines->line);
    lines->line[lines->count++] = line;
}

void row_lines_free(struct row_lines *lines)
{
    free(lines->line);
    *lines = (struct row_lines){0};
}

bool row_lines_finish(const struct row_lines *lines, struct workload *w, struct place place, struct input_error *error)
{
    size_t first;
    size_t second;
    if (workload_duplicate(w, &first, &second)) {
        const char *name = w->jobs[second].name;
        place.line = lines->line[second];
        return input_error_taken(error, place, (struct span){name, strlen(name)}, lines->line[first]);
    }
    workload_sort(w);
    return true;
}
