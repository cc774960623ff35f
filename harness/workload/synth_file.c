#include "harness/workload/synth_file.h"

#include "harness/workload/alloc.h"
#include "harness/workload/json_field.h"
#include "harness/workload/sls_kind.h"
#include "harness/workload/task_bound.h"

#include <stdlib.h>

/* --- Classes ---------------------------------------------------------------------------------- */

/* A lognormal sample by its mean and standard deviation, each under a key. */
static bool read_lognormal(struct synth_sample *sample, const json_t *object, const char *mean_key, const char *sd_key,
                           struct place place, struct input_error *error)
{
    double mean = 0;
    double sd = 0;
    bool good = json_field_real(object, mean_key, place, &mean, error) &&
                json_field_real(object, sd_key, place, &sd, error) &&
                (sd >= 0 || json_field_unexpected(object, sd_key, place, "at least 0", error));
    *sample = synth_sample_lognormal(mean, sd);
    return good;
}

/* The form without a list of tasks. */
static bool read_old_class(struct synth_class *c, const json_t *object, struct place place, struct input_error *error)
{
    c->tasks = alloc_zeroed(STAGES, sizeof *c->tasks);
    c->task_count = STAGES;
    struct synth_tasks *maps = &c->tasks[STAGE_MAP];
    struct synth_tasks *reduces = &c->tasks[STAGE_REDUCE];
    maps->stage = STAGE_MAP;
    reduces->stage = STAGE_REDUCE;
    return json_field_real(object, "chance_of_reservation", place, &c->reservation.mean, error) &&
           read_lognormal(&c->deadline_factor, object, "deadline_factor_avg", "deadline_factor_stddev", place, error) &&
           read_lognormal(&c->duration, object, "dur_avg", "dur_stddev", place, error) &&
           read_lognormal(&maps->count, object, "mtasks_avg", "mtasks_stddev", place, error) &&
           read_lognormal(&maps->time, object, "mtime_avg", "mtime_stddev", place, error) &&
           read_lognormal(&reduces->count, object, "rtasks_avg", "rtasks_stddev", place, error) &&
           read_lognormal(&reduces->time, object, "rtime_avg", "rtime_stddev", place, error);
}

static bool read_new_class(struct synth_class *c, const json_t *object, struct place place, struct input_error *error)
{
    const json_t *tasks;
    if (!synth_sample_read(&c->reservation, object, "reservation", 0, place, error) ||
        !synth_sample_read(&c->deadline_factor, object, "deadline_factor", 1, place, error) ||
        !synth_sample_read(&c->duration, object, "duration", 0, place, error) ||
        !json_field_objects(object, "tasks", place, &tasks, error)) {
        return false;
    }
    c->task_count = json_array_size(tasks);
    c->tasks = alloc_zeroed(c->task_count, sizeof *c->tasks);
    for (size_t i = 0; i < c->task_count; i++) {
        const json_t *task = json_array_get(tasks, i);
        struct json_path path = json_path_of(place, "tasks", i);
        struct place at = {place.source, place.line, path.text};
        c->tasks[i].stage = sls_stage(task, "type");
        if (!synth_sample_read(&c->tasks[i].count, task, "count", 0, at, error) ||
            !synth_sample_read(&c->tasks[i].time, task, "time", 0, at, error)) {
            return false;
        }
    }
    return true;
}

static bool read_class(struct synth_class *c, const json_t *object, struct place place, struct input_error *error)
{
    bool repaired;
    c->flaw = sls_type_flaw(object, "type");
    return json_field_name(object, "class_name", place, &c->name, &repaired, error) &&
           json_field_name(object, "user_name", place, &c->user, &repaired, error) &&
           (json_field(object, "tasks") == NULL ? read_old_class(c, object, place, error)
                                                : read_new_class(c, object, place, error));
}

static void class_free(struct synth_class *c)
{
    free(c->name);
    free(c->user);
    synth_sample_free(&c->duration);
    synth_sample_free(&c->reservation);
    synth_sample_free(&c->deadline_factor);
    for (size_t i = 0; i < c->task_count; i++) {
        synth_sample_free(&c->tasks[i].count);
        synth_sample_free(&c->tasks[i].time);
    }
    free(c->tasks);
}

/* --- Workloads -------------------------------------------------------------------------------- */

/* The array of objects under a key, which must have an element, and the weight of each under one of
 * two keys. */
static bool read_weighted(const json_t *object, const char *key, const char *weight, const char *other_weight,
                          struct place place, const json_t **array, struct synth_choice *choice,
                          struct input_error *error)
{
    if (!json_field_objects(object, key, place, array, error)) {
        return false;
    }
    if (json_array_size(*array) == 0) {
        return json_field_unexpected(object, key, place, "a list with an element", error);
    }
    choice->count = json_array_size(*array);
    choice->weights = alloc_zeroed(choice->count, sizeof *choice->weights);
    for (size_t i = 0; i < choice->count; i++) {
        const json_t *element = json_array_get(*array, i);
        struct json_path path = json_path_of(place, key, i);
        if (!json_field_real(element, json_field(element, weight) == NULL ? other_weight : weight,
                             (struct place){place.source, place.line, path.text}, &choice->weights[i], error)) {
            return false;
        }
    }
    struct json_path path = json_path_under(place, key);
    return synth_choice_check(choice, (struct place){place.source, place.line, path.text}, error);
}

static bool read_classes(struct synth_workload *w, const json_t *object, struct place place, struct input_error *error)
{
    const json_t *classes;
    if (!read_weighted(object, "job_classes", "class_weight", "class_weight", place, &classes, &w->class_choice,
                       error)) {
        return false;
    }
    w->classes = alloc_zeroed(w->class_choice.count, sizeof *w->classes);
    for (; w->class_count < w->class_choice.count; w->class_count++) {
        struct json_path path = json_path_of(place, "job_classes", w->class_count);
        struct synth_class *class = &w->classes[w->class_count];
        if (!read_class(class, json_array_get(classes, w->class_count),
                        (struct place){place.source, place.line, path.text}, error)) {
            class_free(class);
            return false;
        }
    }
    return true;
}

static bool read_steps(struct synth_workload *w, const json_t *object, struct place place, struct input_error *error)
{
    const json_t *steps;
    if (!read_weighted(object, "time_distribution", "weight", "jobs", place, &steps, &w->step_choice, error)) {
        return false;
    }
    w->times = alloc_zeroed(w->step_choice.count, sizeof *w->times);
    for (size_t i = 0; i < w->step_choice.count; i++) {
        struct json_path path = json_path_of(place, "time_distribution", i);
        struct place at = {place.source, place.line, path.text};
        const json_t *step = json_array_get(steps, i);
        if (!json_field_real(step, "time", at, &w->times[i], error)) {
            return false;
        }
        if (!(w->times[i] >= 0 && w->times[i] <= INT32_MAX)) {
            return json_field_unexpected(step, "time", at, "seconds from 0 to 2^31 - 1", error);
        }
    }
    return true;
}

static void workload_of_synth_free(struct synth_workload *w)
{
    free(w->queue);
    for (size_t i = 0; i < w->class_count; i++) {
        class_free(&w->classes[i]);
    }
    free(w->classes);
    free(w->times);
    synth_choice_free(&w->class_choice);
    synth_choice_free(&w->step_choice);
}

static bool read_workload(struct synth_workload *w, const json_t *object, struct place place, struct input_error *error)
{
    bool repaired;
    bool good = json_field_name(object, "queue_name", place, &w->queue, &repaired, error) &&
                read_classes(w, object, place, error) && read_steps(w, object, place, error);
    if (!good) {
        workload_of_synth_free(w);
    }
    return good;
}

/* --- The file --------------------------------------------------------------------------------- */

static bool read_file(struct synth_file *file, const json_t *object, struct place place, struct input_error *error)
{
    const json_t *workloads;
    if (json_field(object, "num_jobs") == NULL) {
        return json_field_unexpected(object, "num_jobs", place, "a number of jobs", error);
    }
    if (!json_field_count(object, "num_jobs", place, FILE_COPIES_MAX, &file->jobs, error) ||
        !json_field_number(object, "rand_seed", place, &file->seed, error) ||
        !read_weighted(object, "workloads", "workload_weight", "workload_weight", place, &workloads,
                       &file->workload_choice, error)) {
        return false;
    }
    file->workloads = alloc_zeroed(file->workload_choice.count, sizeof *file->workloads);
    for (; file->workload_count < file->workload_choice.count; file->workload_count++) {
        struct json_path path = json_path_of(place, "workloads", file->workload_count);
        if (!read_workload(&file->workloads[file->workload_count], json_array_get(workloads, file->workload_count),
                           (struct place){place.source, place.line, path.text}, error)) {
            return false;
        }
    }
    return true;
}

bool synth_file_of(struct synth_file *file, const json_t *object, struct place place, struct input_error *error)
{
    *file = (struct synth_file){0};
    bool good = read_file(file, object, place, error);
    if (!good) {
        synth_file_free(file);
    }
    return good;
}

void synth_file_free(struct synth_file *file)
{
    for (size_t i = 0; i < file->workload_count; i++) {
        workload_of_synth_free(&file->workloads[i]);
    }
    free(file->workloads);
    synth_choice_free(&file->workload_choice);
    *file = (struct synth_file){0};
}
