#include "harness/workload/pool_file.h"

#include "harness/workload/alloc.h"
#include "harness/workload/csv_rows.h"
#include "harness/workload/field.h"
#include "harness/workload/name_index.h"

#include <stdlib.h>

enum { COLUMNS_MOST = 5 };

/* One kind of file. */
struct format {
    const char *names[COLUMNS_MOST];
    size_t required;
    size_t columns;
    const char *header; /* as in an error */
};

static const struct format pool_format = {{"pool", "weight", "min_maps", "min_reduces", "order"},
                                          4,
                                          5,
                                          "the header pool,weight,min_maps,min_reduces[,order]"};
static const struct format queue_format = {
    {"queue", "capacity", "user_limit"}, 2, 3, "the header queue,capacity[,user_limit]"};

/* The place of a row, and its fields; missing ones are zeroed. */
struct row {
    const struct format *format;
    struct place place;
    struct span fields[COLUMNS_MOST];
};

static struct place at(const struct row *row, size_t column)
{
    struct place place = row->place;
    place.field = row->format->names[column];
    return place;
}

static bool has(const struct row *row, size_t column)
{
    return row->fields[column].at != NULL;
}

static bool read_count(const struct row *row, size_t column, int64_t least, int64_t most, int32_t *count,
                       struct input_error *error)
{
    int64_t value;
    if (!field_integer(row->fields[column], at(row, column), least, most, &value, error)) {
        return false;
    }
    *count = (int32_t)value;
    return true;
}

/* A table while it is read: one of the two. */
struct reading {
    struct pool_table *pools;
    struct queue_table *queues;
    size_t capacity;
    struct name_index lines; /* of rows, by name */
    double left;             /* percent that no queue has so far */
};

/* False, and an error, if the first field is the name of a row before. */
static bool name_is_free(const struct reading *reading, const struct row *row, struct input_error *error)
{
    char *name = alloc_text(row->fields[0].at, row->fields[0].length);
    int64_t found = name_index_find(&reading->lines, 0, name);
    free(name);
    return found == NAME_UNKNOWN || input_error_taken(error, at(row, 0), row->fields[0], (size_t)found);
}

/* Reads the rows one by one and hands them to `add`. */
static bool read_rows(const struct format *format, const char *path,
                      bool (*add)(struct reading *reading, const struct row *row, struct input_error *error),
                      struct reading *reading, struct input_error *error)
{
    struct text_file file;
    if (!text_file_open(&file, path, error)) {
        return false;
    }
    struct csv_rows rows = {.file = &file, .source = text_file_name(path)};
    const size_t columns =
        csv_rows_header(&rows, format->names, format->required, format->columns, format->header, error);
    enum csv_row found = columns > 0 ? CSV_ROW : CSV_MALFORMED;
    while (found == CSV_ROW) {
        struct row row = {.format = format, .fields = {{NULL, 0}}};
        found = csv_rows_columns(&rows, row.fields, columns, error);
        row.place = rows.row;
        if (found == CSV_ROW && !add(reading, &row, error)) {
            found = CSV_MALFORMED;
        }
    }
    csv_rows_free(&rows);
    text_file_close(&file);
    return found == CSV_END;
}

static bool add_pool(struct reading *reading, const struct row *row, struct input_error *error)
{
    struct pool_table *t = reading->pools;
    struct pool_spec pool = {.fifo = has(row, 4) && field_equals(row->fields[4], "fifo"), .line = row->place.line};
    if (!name_is_free(reading, row, error)) {
        return false;
    }
    if (has(row, 4) && !pool.fifo && !field_equals(row->fields[4], "fair")) {
        return input_error_found(error, at(row, 4), "fair or fifo", row->fields[4]);
    }
    if (!field_decimal(row->fields[1], at(row, 1), 1e-6, 1e6, &pool.weight, error) ||
        !read_count(row, 2, 0, CLUSTER_SLOTS_MAX, &pool.least[STAGE_MAP], error) ||
        !read_count(row, 3, 0, CLUSTER_SLOTS_MAX, &pool.least[STAGE_REDUCE], error) ||
        !field_word(row->fields[0], at(row, 0), false, &pool.name, error)) {
        return false;
    }
    name_index_enter(&reading->lines, 0, pool.name, (int64_t)row->place.line);
    t->pools = alloc_grow(t->pools, &reading->capacity, t->count + 1, sizeof *t->pools);
    t->pools[t->count++] = pool;
    return true;
}

static bool add_queue(struct reading *reading, const struct row *row, struct input_error *error)
{
    struct queue_table *t = reading->queues;
    struct queue_spec queue = {.user_limit = 100, .line = row->place.line};
    if (!name_is_free(reading, row, error)) {
        return false;
    }
    if (!field_decimal(row->fields[1], at(row, 1), 0.0, 100.0, &queue.capacity, error)) {
        return false;
    }
    if (queue.capacity > reading->left + 1e-9) {
        return input_error_found(error, at(row, 1), "at most 100 percent in all rows together", row->fields[1]);
    }
    if ((has(row, 2) && !read_count(row, 2, 1, 100, &queue.user_limit, error)) ||
        !field_word(row->fields[0], at(row, 0), false, &queue.name, error)) {
        return false;
    }
    reading->left -= queue.capacity;
    name_index_enter(&reading->lines, 0, queue.name, (int64_t)row->place.line);
    t->queues = alloc_grow(t->queues, &reading->capacity, t->count + 1, sizeof *t->queues);
    t->queues[t->count++] = queue;
    return true;
}

bool pool_file_read(struct pool_table *table, const char *path, struct input_error *error)
{
    *table = (struct pool_table){0};
    struct reading reading = {.pools = table};
    bool good = read_rows(&pool_format, path, add_pool, &reading, error);
    name_index_free(&reading.lines);
    if (!good) {
        pool_table_free(table);
    }
    return good;
}

void pool_table_free(struct pool_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        free(table->pools[i].name);
    }
    free(table->pools);
    *table = (struct pool_table){0};
}

bool queue_file_read(struct queue_table *table, const char *path, struct input_error *error)
{
    *table = (struct queue_table){0};
    struct reading reading = {.queues = table, .left = 100.0};
    bool good = read_rows(&queue_format, path, add_queue, &reading, error);
    name_index_free(&reading.lines);
    if (good && table->count == 0) {
        good = input_error_at(error, (struct place){.source = text_file_name(path)}, "expected a queue, found none");
    }
    if (!good) {
        queue_table_free(table);
    }
    return good;
}

void queue_table_free(struct queue_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        free(table->queues[i].name);
    }
    free(table->queues);
    *table = (struct queue_table){0};
}
