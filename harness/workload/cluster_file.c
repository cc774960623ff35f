#include "harness/workload/cluster_file.h"

#include "harness/workload/csv_rows.h"
#include "harness/workload/field.h"

#include <math.h>

enum column {
    COLUMN_NODES,
    COLUMN_MAP_SLOTS,
    COLUMN_REDUCE_SLOTS,
    COLUMN_SPEED,
    COLUMN_REDUCE_SPEED,
    COLUMN_RACK,
    COLUMNS
};
enum { COLUMNS_REQUIRED = COLUMN_REDUCE_SPEED };

static const char *const column_names[COLUMNS] = {"nodes", "map_slots",    "reduce_slots",
                                                  "speed", "reduce_speed", "rack"};

static struct place in_column(struct place place, enum column column)
{
    place.field = column_names[column];
    return place;
}

static bool read_number(struct span field, struct place place, int64_t least, int64_t most, int32_t *number,
                        struct input_error *error)
{
    int64_t value;
    if (!field_integer(field, place, least, most, &value, error)) {
        return false;
    }
    *number = (int32_t)value;
    return true;
}

static bool read_count(struct span field, struct place place, int64_t least, int32_t *count, struct input_error *error)
{
    return read_number(field, place, least, CLUSTER_SLOTS_MAX, count, error);
}

static bool read_speed(struct span field, struct place place, int32_t *speed, struct input_error *error)
{
    double value;
    if (!field_decimal(field, place, 1.0 / CLUSTER_SPEED_ONE, (double)CLUSTER_SPEED_MAX / CLUSTER_SPEED_ONE, &value,
                       error)) {
        return false;
    }
    double thousandths = value * CLUSTER_SPEED_ONE;
    if (fabs(thousandths - round(thousandths)) > 1e-6) {
        return input_error_found(error, place, "at most three decimals", field);
    }
    *speed = (int32_t)lround(thousandths);
    return true;
}

static bool read_nodes(struct cluster *c, const struct span *fields, size_t columns, struct place place,
                       struct input_error *error)
{
    int32_t count;
    struct cluster_node node = {.rack = 0};
    if (!read_count(fields[COLUMN_NODES], in_column(place, COLUMN_NODES), 1, &count, error) ||
        !read_count(fields[COLUMN_MAP_SLOTS], in_column(place, COLUMN_MAP_SLOTS), 0, &node.slots[STAGE_MAP], error) ||
        !read_count(fields[COLUMN_REDUCE_SLOTS], in_column(place, COLUMN_REDUCE_SLOTS), 0, &node.slots[STAGE_REDUCE],
                    error) ||
        !read_speed(fields[COLUMN_SPEED], in_column(place, COLUMN_SPEED), &node.speed[STAGE_MAP], error)) {
        return false;
    }
    node.speed[STAGE_REDUCE] = node.speed[STAGE_MAP];
    if (columns > COLUMN_REDUCE_SPEED && !read_speed(fields[COLUMN_REDUCE_SPEED], in_column(place, COLUMN_REDUCE_SPEED),
                                                     &node.speed[STAGE_REDUCE], error)) {
        return false;
    }
    if (columns > COLUMN_RACK &&
        !read_number(fields[COLUMN_RACK], in_column(place, COLUMN_RACK), 0, CLUSTER_RACK_MAX, &node.rack, error)) {
        return false;
    }
    if (node.slots[STAGE_MAP] == 0 && node.slots[STAGE_REDUCE] == 0) {
        return input_error_at(error, in_column(place, COLUMN_MAP_SLOTS),
                              "expected a slot, found no map and no "
                              "reduce slot");
    }
    if (!cluster_add(c, count, node)) {
        return input_error_at(error, in_column(place, COLUMN_NODES),
                              "expected at most %d slots of a stage in the "
                              "cluster, found more",
                              CLUSTER_SLOTS_MAX);
    }
    return true;
}

static bool read_rows(struct cluster *c, struct csv_rows *rows, struct input_error *error)
{
    const size_t columns =
        csv_rows_header(rows, column_names, COLUMNS_REQUIRED, COLUMNS,
                        "the header nodes,map_slots,reduce_slots,speed[,reduce_speed[,rack]]", error);
    struct span fields[COLUMNS] = {{NULL, 0}};
    enum csv_row row = columns > 0 ? CSV_ROW : CSV_MALFORMED;
    while (row == CSV_ROW && (row = csv_rows_columns(rows, fields, columns, error)) == CSV_ROW) {
        if (!read_nodes(c, fields, columns, rows->row, error)) {
            return false;
        }
    }
    const char *problem = row == CSV_END ? cluster_problem(c) : NULL;
    return row == CSV_END &&
           (problem == NULL || input_error_at(error, (struct place){.source = rows->source}, "%s", problem));
}

bool cluster_file_read(struct cluster *c, const char *path, struct input_error *error)
{
    struct text_file file;
    if (!text_file_open(&file, path, error)) {
        return false;
    }
    path = text_file_name(path);
    cluster_init(c, path);
    struct csv_rows rows = {.file = &file, .source = path};
    bool good = read_rows(c, &rows, error);
    csv_rows_free(&rows);
    text_file_close(&file);
    if (!good) {
        cluster_free(c);
    }
    return good;
}
