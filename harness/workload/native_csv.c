#include "harness/workload/native_csv.h"

#include "harness/workload/alloc.h"
#include "harness/workload/csv_rows.h"
#include "harness/workload/field.h"
#include "harness/workload/horizon.h"
#include "harness/workload/row_lines.h"
#include "harness/workload/task_bound.h"
#include "harness/workload/workload_finish.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum column {
    COLUMN_JOB,
    COLUMN_ARRIVAL,
    COLUMN_DEADLINE,
    COLUMN_EPS_M,
    COLUMN_EPS_R,
    COLUMN_MAPS,
    COLUMN_REDUCES,
    COLUMN_USER,
    COLUMN_POOL,
    COLUMN_MAP_BYTES,
    COLUMN_REDUCE_BYTES,
    COLUMN_MAP_NODES,
    COLUMNS
};
enum { COLUMNS_REQUIRED = COLUMN_USER };

static const char *const column_names[COLUMNS] = {
    "job",  "arrival", "deadline",  "eps_m",        "eps_r",     "map_durations", "reduce_durations",
    "user", "pool",    "map_bytes", "reduce_bytes", "map_nodes",
};

static struct place in_column(struct place place, enum column column)
{
    place.field = column_names[column];
    return place;
}

/* A file while it is read. */
struct reader {
    struct horizon horizon;
    struct task_bound bound;
    struct input_error *error;
};

/* "500", or "12x500": 12 tasks of 500 ms. */
static bool read_equal_tasks(struct reader *r, struct span text, struct place place, struct task_times *times)
{
    int64_t tasks = 1;
    ticks duration;
    struct span count;
    text = field_trim(text);
    struct span rest = text;
    bool counted = text.length > 0 && text.at[0] >= '0' && text.at[0] <= '9';
    if (counted) {
        field_cut(&rest, 'x', &count, &counted);
        text = counted ? rest : text;
    }
    if ((counted && !field_integer(count, place, 1, FILE_TASKS_MAX, &tasks, r->error)) ||
        !field_integer(text, place, 1, WORKLOAD_TIME_MAX, &duration, r->error) ||
        !task_bound_add(&r->bound, tasks, place, r->error) ||
        !horizon_work(&r->horizon, duration, (int32_t)tasks, place, r->error)) {
        return false;
    }
    task_times_add(times, duration, (int32_t)tasks);
    return true;
}

static bool read_durations(struct reader *r, struct span list, struct place place, struct task_times *times,
                           int32_t *count)
{
    struct span rest = list;
    bool more = list.length > 0;
    while (more) {
        struct span one;
        field_cut(&rest, ';', &one, &more);
        if (!read_equal_tasks(r, one, place, times)) {
            return false;
        }
    }
    *count = task_times_tasks(times);
    return true;
}

/* The estimate of a stage without tasks may be anything; it is set to 0. */
static bool read_estimate(struct span field, struct place place, int32_t tasks, ticks *estimate,
                          struct input_error *error)
{
    *estimate = 0;
    return tasks == 0 || field_integer(field, place, 1, WORKLOAD_TIME_MAX, estimate, error);
}

static bool read_bytes(struct span field, struct place place, int64_t *bytes, struct input_error *error)
{
    return field.length == 0 || field_integer(field, place, 0, INT64_MAX, bytes, error);
}

/* How many pieces a list has. */
static size_t pieces_of(struct span list, char separator)
{
    size_t pieces = 1;
    for (size_t i = 0; i < list.length; i++) {
        pieces += list.at[i] == separator;
    }
    return pieces;
}

/* "0|3": the nodes of one map; nothing: they are unknown. *nodes has *capacity entries and is
 * free()d by the caller. */
static bool read_nodes_of_map(struct map_places *places, struct span list, int32_t **nodes, size_t *capacity,
                              struct place place, struct input_error *error)
{
    size_t count = 0;
    bool more = list.length > 0;
    while (more) {
        struct span node;
        int64_t number;
        field_cut(&list, '|', &node, &more);
        if (!field_integer(node, place, 0, WORKLOAD_NODE_MOST, &number, error)) {
            return false;
        }
        *nodes = alloc_grow(*nodes, capacity, count + 1, sizeof **nodes);
        (*nodes)[count++] = (int32_t)number;
    }
    map_places_add(places, *nodes, count);
    return true;
}

/* "0|3;1": the input of map 0 lies on nodes 0 and 3, that of map 1 on node 1. */
static bool read_map_nodes(struct job_spec *job, struct span list, struct place place, struct input_error *error)
{
    if (list.length == 0) {
        return true;
    }
    if (pieces_of(list, ';') != (size_t)job->maps) {
        return input_error_at(error, place, "expected nodes for %d maps, found %zu", (int)job->maps,
                              pieces_of(list, ';'));
    }
    int32_t *nodes = NULL;
    size_t capacity = 0;
    bool good = true;
    bool more = true;
    while (good && more) {
        struct span of_map;
        field_cut(&list, ';', &of_map, &more);
        good = read_nodes_of_map(&job->map_nodes, of_map, &nodes, &capacity, place, error);
    }
    free(nodes);
    return good;
}

static bool read_optional(struct job_spec *job, const struct span *fields, struct place place,
                          struct input_error *error)
{
    static const struct span empty = {"", 0};
    const struct span *user = &fields[COLUMN_USER];
    const struct span *pool = &fields[COLUMN_POOL];
    return field_word(user->at != NULL ? *user : empty, in_column(place, COLUMN_USER), true, &job->user, error) &&
           field_word(pool->at != NULL ? *pool : empty, in_column(place, COLUMN_POOL), true, &job->pool, error) &&
           read_bytes(fields[COLUMN_MAP_BYTES], in_column(place, COLUMN_MAP_BYTES), &job->map_bytes, error) &&
           read_bytes(fields[COLUMN_REDUCE_BYTES], in_column(place, COLUMN_REDUCE_BYTES), &job->reduce_bytes, error) &&
           read_map_nodes(job, fields[COLUMN_MAP_NODES], in_column(place, COLUMN_MAP_NODES), error);
}

/* fields: COLUMNS entries, those that the row does not have zeroed. */
static bool read_job(struct reader *r, struct job_spec *job, const struct span *fields, struct place place)
{
    struct input_error *error = r->error;
    job->line = place.line;
    if (!field_word(fields[COLUMN_JOB], in_column(place, COLUMN_JOB), false, &job->name, error) ||
        !field_integer(fields[COLUMN_ARRIVAL], in_column(place, COLUMN_ARRIVAL), 0, WORKLOAD_TIME_MAX, &job->arrival,
                       error) ||
        !field_integer(fields[COLUMN_DEADLINE], in_column(place, COLUMN_DEADLINE), job->arrival, WORKLOAD_TIME_MAX,
                       &job->deadline, error)) {
        return false;
    }
    return horizon_arrival(&r->horizon, job->arrival, in_column(place, COLUMN_ARRIVAL), error) &&
           read_durations(r, fields[COLUMN_MAPS], in_column(place, COLUMN_MAPS), &job->map_times, &job->maps) &&
           read_durations(r, fields[COLUMN_REDUCES], in_column(place, COLUMN_REDUCES), &job->reduce_times,
                          &job->reduces) &&
           read_estimate(fields[COLUMN_EPS_M], in_column(place, COLUMN_EPS_M), job->maps, &job->map_estimate, error) &&
           read_estimate(fields[COLUMN_EPS_R], in_column(place, COLUMN_EPS_R), job->reduces, &job->reduce_estimate,
                         error) &&
           read_optional(job, fields, place, error);
}

static bool read_rows(struct workload *w, struct csv_rows *rows, struct row_lines *lines, struct input_error *error)
{
    const size_t columns = csv_rows_header(rows, column_names, COLUMNS_REQUIRED, COLUMNS,
                                           "the header job,arrival,deadline,eps_m,eps_r,map_durations,"
                                           "reduce_durations[,user,pool,map_bytes,reduce_bytes,map_nodes]",
                                           error);
    size_t capacity = 0;
    struct reader reader = {.error = error};
    struct span fields[COLUMNS] = {{NULL, 0}};
    enum csv_row row = columns > 0 ? CSV_ROW : CSV_MALFORMED;
    while (row == CSV_ROW && (row = csv_rows_columns(rows, fields, columns, error)) == CSV_ROW) {
        row_lines_add(lines, rows->row.line);
        if (!read_job(&reader, workload_append(w, &capacity), fields, rows->row)) {
            return false;
        }
    }
    return row == CSV_END && (w->count == 0 || workload_finish(w, lines, in_column(rows->row, COLUMN_JOB), error));
}

bool native_csv_read(struct workload *w, const char *path, struct input_error *error)
{
    *w = (struct workload){0};
    struct text_file file;
    if (!text_file_open(&file, path, error)) {
        return false;
    }
    path = text_file_name(path);
    struct row_lines lines = {0};
    struct csv_rows rows = {.file = &file, .source = path};
    bool good = read_rows(w, &rows, &lines, error);
    csv_rows_free(&rows);
    row_lines_free(&lines);
    text_file_close(&file);
    return workload_close(w, path, good);
}

/* The only row of a text. */
static bool read_row(struct workload *w, struct csv_rows *rows, struct input_error *error)
{
    const struct place place = {.source = rows->source};
    struct span fields[COLUMNS] = {{NULL, 0}};
    size_t found = 0;
    if (csv_rows_next(rows, fields, COLUMNS, &found, error) == CSV_MALFORMED) {
        return false;
    }
    if (found < COLUMNS_REQUIRED || found > COLUMNS) {
        return input_error_at(error, place, "expected %d to %d fields, found %zu", COLUMNS_REQUIRED, COLUMNS, found);
    }
    size_t capacity = 0;
    struct reader reader = {.error = error};
    return read_job(&reader, workload_append(w, &capacity), fields, place);
}

bool native_csv_row(struct workload *w, const char *row, const char *source, struct input_error *error)
{
    *w = (struct workload){0};
    struct text_file text = {.text = row, .length = strlen(row)};
    struct csv_rows rows = {.file = &text, .source = source};
    bool good = read_row(w, &rows, error);
    csv_rows_free(&rows);
    return workload_close(w, source, good);
}
