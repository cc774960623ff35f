#include "harness/workload/fault_file.h"

#include "harness/workload/alloc.h"
#include "harness/workload/csv_rows.h"
#include "harness/workload/field.h"
#include "harness/workload/name_index.h"
#include "harness/workload/text_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum column { COLUMN_TIME, COLUMN_EVENT, COLUMN_NODE, COLUMN_JOB, COLUMN_STAGE, COLUMN_NUMBER, COLUMN_FACTOR, COLUMNS };

static const char *const column_names[COLUMNS] = {"time", "event", "node", "job", "stage", "number", "factor"};

/* An event and the fields that it has. */
static const struct {
    const char *name;
    bool has[COLUMNS];
} kinds[FAULT_KINDS] = {
    [FAULT_NODE_LOST] = {"node_lost", {[COLUMN_NODE] = true}},
    [FAULT_NODE_BACK] = {"node_back", {[COLUMN_NODE] = true}},
    [FAULT_NODE_SLOW] = {"node_slow", {[COLUMN_NODE] = true, [COLUMN_FACTOR] = true}},
    [FAULT_SLOT_LOST] = {"slot_lost", {[COLUMN_STAGE] = true, [COLUMN_NUMBER] = true}},
    [FAULT_SLOT_BACK] = {"slot_back", {[COLUMN_STAGE] = true, [COLUMN_NUMBER] = true}},
    [FAULT_SLOT_FAILS] = {"slot_fails", {[COLUMN_STAGE] = true, [COLUMN_NUMBER] = true}},
    [FAULT_SLOT_DRAIN] = {"slot_drain", {[COLUMN_STAGE] = true, [COLUMN_NUMBER] = true}},
    [FAULT_SLOT_ADD] = {"slot_add", {[COLUMN_STAGE] = true, [COLUMN_NUMBER] = true}},
    [FAULT_TASK_OVERRUNS] =
        {"task_overruns", {[COLUMN_JOB] = true, [COLUMN_STAGE] = true, [COLUMN_NUMBER] = true, [COLUMN_FACTOR] = true}},
    [FAULT_TASK_FAILS] = {"task_fails",
                          {[COLUMN_JOB] = true, [COLUMN_STAGE] = true, [COLUMN_NUMBER] = true, [COLUMN_FACTOR] = true}},
};

/* The state of a slot after the rows so far. */
struct slot_rows {
    bool named;
    bool taken; /* it is lost or drained */
    bool added;
};

/* The nodes and slots present after the rows so far. */
struct presence {
    const struct cluster *cluster;
    bool *node_lost;
    struct slot_rows *slot[STAGES];
};

/* The row being read. */
struct row {
    struct place place;
    struct span fields[COLUMNS];
    struct input_error *error;
};

static struct place at(const struct row *row, enum column column)
{
    struct place place = row->place;
    place.field = column_names[column];
    return place;
}

static bool about_task(enum fault_kind kind)
{
    return kinds[kind].has[COLUMN_JOB];
}

static bool read_kind(const struct row *row, enum fault_kind *kind)
{
    for (*kind = 0; *kind < FAULT_KINDS; (*kind)++) {
        if (field_equals(row->fields[COLUMN_EVENT], kinds[*kind].name)) {
            return true;
        }
    }
    return input_error_found(row->error, at(row, COLUMN_EVENT),
                             "node_lost, node_back, node_slow, slot_lost, slot_back, slot_fails, slot_drain, slot_add, "
                             "task_overruns or task_fails",
                             row->fields[COLUMN_EVENT]);
}

static bool check_empty(const struct row *row, enum fault_kind kind)
{
    for (enum column column = COLUMN_NODE; column < COLUMNS; column++) {
        if (!kinds[kind].has[column] && row->fields[column].length > 0) {
            char expected[64];
            snprintf(expected, sizeof expected, "nothing for %s", kinds[kind].name);
            return input_error_found(row->error, at(row, column), expected, row->fields[column]);
        }
    }
    return true;
}

static bool read_index(const struct row *row, enum column column, int32_t most, int32_t *index)
{
    int64_t value;
    if (!field_integer(row->fields[column], at(row, column), 0, most, &value, row->error)) {
        return false;
    }
    *index = (int32_t)value;
    return true;
}

static bool read_stage(const struct row *row, enum stage *stage)
{
    *stage = field_equals(row->fields[COLUMN_STAGE], "map") ? STAGE_MAP : STAGE_REDUCE;
    return *stage == STAGE_MAP || field_equals(row->fields[COLUMN_STAGE], "reduce") ||
           input_error_found(row->error, at(row, COLUMN_STAGE), "map or reduce", row->fields[COLUMN_STAGE]);
}

static bool read_factor(const struct row *row, enum fault_kind kind, double *factor)
{
    const struct span field = row->fields[COLUMN_FACTOR];
    if (kind != FAULT_TASK_FAILS) {
        return field_decimal(field, at(row, COLUMN_FACTOR), 1.0, FAULT_FACTOR_MAX, factor, row->error);
    }
    return (field_decimal(field, at(row, COLUMN_FACTOR), 0.0, 1.0, factor, row->error) && *factor > 0.0) ||
           input_error_found(row->error, at(row, COLUMN_FACTOR), "a decimal number above 0 and at most 1", field);
}

/* All but the job. */
static bool read_event(const struct row *row, const struct cluster *cluster, ticks least, struct fault_event *event)
{
    if (!field_integer(row->fields[COLUMN_TIME], at(row, COLUMN_TIME), least, WORKLOAD_TIME_MAX, &event->at,
                       row->error) ||
        !read_kind(row, &event->kind) || !check_empty(row, event->kind)) {
        return false;
    }
    const bool *has = kinds[event->kind].has;
    if ((has[COLUMN_NODE] && !read_index(row, COLUMN_NODE, cluster->node_count - 1, &event->node)) ||
        (has[COLUMN_STAGE] && !read_stage(row, &event->stage))) {
        return false;
    }
    int32_t most = about_task(event->kind) ? INT32_MAX : cluster_slots(cluster, event->stage) - 1;
    if (has[COLUMN_STAGE] && most < 0) {
        return input_error_found(row->error, at(row, COLUMN_STAGE), "a stage of which the cluster has slots",
                                 row->fields[COLUMN_STAGE]);
    }
    return (!has[COLUMN_NUMBER] || read_index(row, COLUMN_NUMBER, most, &event->number)) &&
           (!has[COLUMN_FACTOR] || read_factor(row, event->kind, &event->factor));
}

static bool note_node(const struct row *row, struct presence *presence, const struct fault_event *event)
{
    bool lost = event->kind == FAULT_NODE_LOST;
    bool *state = &presence->node_lost[event->node];
    if (*state == lost) {
        return input_error_found(row->error, at(row, COLUMN_NODE),
                                 lost ? "one that is not lost yet" : "one that a row before has lost",
                                 row->fields[COLUMN_NODE]);
    }
    *state = lost;
    return true;
}

static bool note_slot(const struct row *row, struct presence *presence, const struct fault_event *event)
{
    struct slot_rows *slot = &presence->slot[event->stage][event->number];
    const char *expected = NULL;
    switch (event->kind) {
    case FAULT_SLOT_ADD:
        expected = slot->named ? "one that no row before names" : NULL;
        slot->added = true;
        break;
    case FAULT_SLOT_LOST:
    case FAULT_SLOT_DRAIN:
        expected = slot->taken ? "one that is not lost or drained yet" : NULL;
        slot->taken = true;
        break;
    case FAULT_SLOT_BACK:
        expected = slot->taken ? NULL : "one that a row before has lost or drained";
        slot->taken = false;
        break;
    default: break;
    }
    slot->named = true;
    return expected == NULL ||
           input_error_found(row->error, at(row, COLUMN_NUMBER), expected, row->fields[COLUMN_NUMBER]);
}

/* Records slots and nodes that leave and come. */
static bool note_change(const struct row *row, struct presence *presence, const struct fault_event *event)
{
    switch (event->kind) {
    case FAULT_NODE_LOST:
    case FAULT_NODE_BACK: return note_node(row, presence, event);
    case FAULT_NODE_SLOW:
    case FAULT_TASK_OVERRUNS:
    case FAULT_TASK_FAILS: return true;
    default: return note_slot(row, presence, event);
    }
}

static bool slot_is_left(const struct presence *presence, enum stage stage)
{
    int32_t slot = 0;
    for (int32_t node = 0; node < presence->cluster->node_count; node++) {
        for (int32_t i = 0; i < presence->cluster->nodes[node].slots[stage]; i++, slot++) {
            if (!presence->node_lost[node] && !presence->slot[stage][slot].taken) {
                return true;
            }
        }
    }
    return false;
}

static bool slot_is_there_first(const struct presence *presence, enum stage stage)
{
    for (int32_t slot = 0; slot < cluster_slots(presence->cluster, stage); slot++) {
        if (!presence->slot[stage][slot].added) {
            return true;
        }
    }
    return false;
}

static bool check_presence(const struct row *row, const struct presence *presence)
{
    static const char *const name[STAGES] = {"map", "reduce"};
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        bool left = slot_is_left(presence, stage);
        if (cluster_slots(presence->cluster, stage) == 0) {
            continue; /* no job has tasks of the stage */
        }
        if (!left || !slot_is_there_first(presence, stage)) {
            return input_error_at(row->error, (struct place){.source = row->place.source},
                                  left ? "expected a %s slot that is there from the start, found none"
                                       : "expected a %s slot that is not lost for good, found none",
                                  name[stage]);
        }
    }
    return true;
}

static bool read_rows(struct fault_script *script, struct csv_rows *rows, struct row *row, struct presence *presence)
{
    size_t capacity = 0;
    enum csv_row found;
    while ((found = csv_rows_columns(rows, row->fields, COLUMNS, row->error)) == CSV_ROW) {
        row->place = rows->row;
        struct fault_event event = {.line = row->place.line};
        ticks least = script->count == 0 ? 0 : script->events[script->count - 1].at;
        if (!read_event(row, presence->cluster, least, &event) || !note_change(row, presence, &event) ||
            (about_task(event.kind) &&
             !field_word(row->fields[COLUMN_JOB], at(row, COLUMN_JOB), false, &event.job, row->error))) {
            return false;
        }
        event.given = event.at;
        script->events = alloc_grow(script->events, &capacity, script->count + 1, sizeof *script->events);
        script->events[script->count++] = event;
    }
    return found == CSV_END && check_presence(row, presence);
}

bool fault_file_read(struct fault_script *script, const char *path, const struct cluster *cluster,
                     struct input_error *error)
{
    *script = (struct fault_script){0};
    struct text_file file;
    if (!text_file_open(&file, path, error)) {
        return false;
    }
    path = text_file_name(path);
    struct presence presence = {.cluster = cluster,
                                .node_lost = alloc_zeroed((size_t)cluster->node_count, sizeof *presence.node_lost)};
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        presence.slot[stage] = alloc_zeroed((size_t)cluster_slots(cluster, stage), sizeof *presence.slot[stage]);
    }
    struct row row = {.place = {.source = path, .line = 1}, .error = error};
    struct csv_rows rows = {.file = &file, .source = path};
    bool good = csv_rows_header(&rows, column_names, COLUMNS, COLUMNS,
                                "the header time,event,node,job,stage,number,factor", error) > 0 &&
                read_rows(script, &rows, &row, &presence);
    csv_rows_free(&rows);
    free(presence.node_lost);
    free(presence.slot[STAGE_MAP]);
    free(presence.slot[STAGE_REDUCE]);
    text_file_close(&file);
    if (!good) {
        fault_script_free(script);
    }
    return good;
}

void fault_script_free(struct fault_script *script)
{
    for (size_t i = 0; i < script->count; i++) {
        free(script->events[i].job);
    }
    free(script->events);
    *script = (struct fault_script){0};
}

static int by_row(const void *a, const void *b)
{
    const struct job_spec *x = *(const struct job_spec *const *)a;
    const struct job_spec *y = *(const struct job_spec *const *)b;
    return (x->row > y->row) - (x->row < y->row);
}

/* The places of the jobs in the workload by name; if several share a name, the place of the first
 * in the source. */
static struct name_index jobs_by_name(const struct workload *workload)
{
    struct name_index index = {0};
    const struct job_spec **jobs = alloc_zeroed(workload->count, sizeof(*jobs));
    for (size_t i = 0; i < workload->count; i++) {
        jobs[i] = &workload->jobs[i];
    }
    qsort(jobs, workload->count, sizeof(*jobs), by_row);
    for (size_t i = 0; i < workload->count; i++) {
        name_index_enter(&index, 0, jobs[i]->name, jobs[i] - workload->jobs);
    }
    free(jobs);
    return index;
}

/* Looks up the job and the task of an event. */
static bool bind_event(struct fault_event *event, const char *path, const struct workload *workload,
                       const struct name_index *jobs, struct input_error *error)
{
    struct place place = {.source = text_file_name(path), .line = event->line, .field = column_names[COLUMN_JOB]};
    int64_t found = name_index_find(jobs, 0, event->job);
    if (found == NAME_UNKNOWN) {
        return input_error_found(error, place, "the name of a job of the workload",
                                 (struct span){event->job, strlen(event->job)});
    }
    const struct job_spec *job = &workload->jobs[found];
    int32_t tasks = event->stage == STAGE_MAP ? job->maps : job->reduces;
    if (event->number >= tasks) {
        place.field = column_names[COLUMN_NUMBER];
        return input_error_at(error, place, "expected one of the %d %s tasks of job '%s', found %d", (int)tasks,
                              event->stage == STAGE_MAP ? "map" : "reduce", event->job, (int)event->number);
    }
    event->row = job->row;
    return true;
}

/* False: rows in the trace's time and rows in that of the run are mixed, and out of order. */
static bool bind_time(struct fault_script *script, size_t i, const char *path, const struct workload *workload,
                      struct input_error *error)
{
    struct fault_event *event = &script->events[i];
    struct place place = {.source = text_file_name(path), .line = event->line, .field = column_names[COLUMN_TIME]};
    ticks instant = workload_instant(workload, event->given);
    event->at = instant < 0 ? 0 : instant;
    return i == 0 || event->at >= script->events[i - 1].at ||
           input_error_at(error, place, "expected an instant from that of the row before on, found an earlier one");
}

bool fault_script_bind(struct fault_script *script, const char *path, const struct workload *workload,
                       struct input_error *error)
{
    struct name_index jobs = jobs_by_name(workload);
    bool good = true;
    for (size_t i = 0; i < script->count && good; i++) {
        struct fault_event *event = &script->events[i];
        good = bind_time(script, i, path, workload, error) &&
               (!about_task(event->kind) || bind_event(event, path, workload, &jobs, error));
    }
    name_index_free(&jobs);
    return good;
}
