#include "harness/report/table.h"

#include "harness/workload/alloc.h"
#include "harness/workload/safe_text.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

struct table table_new(size_t columns, size_t left)
{
    return (struct table){.columns = columns, .left = left};
}

void table_free(struct table *t)
{
    for (size_t i = 0; i < t->count; i++) {
        free(t->cells[i]);
    }
    free(t->cells);
    *t = (struct table){0};
}

/* Wider cells would push all others out of sight. */
enum { CELL_MOST = 250 };

void table_add(struct table *t, const char *format, ...)
{
    char cell[4 * CELL_MOST];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cell, sizeof cell, format, arguments);
    va_end(arguments);
    t->cells = alloc_grow(t->cells, &t->capacity, t->count + 1, sizeof *t->cells);
    t->cells[t->count++] = safe_text_short(cell, CELL_MOST);
}

void table_add_confidence(struct table *t, struct confidence value, int decimals)
{
    if (isnan(value.mean)) {
        table_add(t, "-");
    } else if (isnan(value.half)) {
        table_add(t, "%.*f", decimals, value.mean);
    } else {
        table_add(t, "%.*f ±%.*f", decimals, value.mean, decimals, value.half);
    }
}

/* Characters, not bytes: cells are UTF-8. */
static int width_of(const char *text)
{
    int width = 0;
    for (; *text != '\0'; text++) {
        width += ((unsigned char)*text & 0xc0) != 0x80;
    }
    return width;
}

static void print_row(const struct table *t, const int *widths, size_t first, FILE *out, int indent)
{
    int pending = indent; /* blanks to write before the next thing that is not blank */
    for (size_t c = 0; c < t->columns && first + c < t->count; c++) {
        const char *cell = t->cells[first + c];
        int width = width_of(cell);
        int fill = widths[c] - width;
        int before = c < t->left ? 0 : fill;
        if (width > 0) {
            fprintf(out, "%*s%s", pending + before, "", cell);
            pending = 0;
        } else {
            pending += before;
        }
        pending += fill - before + 2;
    }
    fputc('\n', out);
}

void table_add_number(struct table *t, double value, int decimals)
{
    if (isnan(value)) {
        table_add(t, "-");
    } else {
        table_add(t, "%.*f", decimals, value);
    }
}

void table_print(const struct table *t, FILE *out, int indent)
{
    int *widths = alloc_zeroed(t->columns, sizeof *widths);
    for (size_t i = 0; i < t->count; i++) {
        int width = width_of(t->cells[i]);
        if (width > widths[i % t->columns]) {
            widths[i % t->columns] = width;
        }
    }
    for (size_t first = 0; first < t->count; first += t->columns) {
        print_row(t, widths, first, out, indent);
    }
    free(widths);
}
