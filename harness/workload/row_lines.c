#include "harness/workload/row_lines.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>

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
