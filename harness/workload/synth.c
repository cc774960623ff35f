#include "harness/workload/synth.h"

#include "harness/workload/alloc.h"
#include "harness/workload/conversion.h"
#include "harness/workload/horizon.h"
#include "harness/workload/json_stream.h"
#include "harness/workload/random_stream.h"
#include "harness/workload/row_lines.h"
#include "harness/workload/seed.h"
#include "harness/workload/sls_kind.h"
#include "harness/workload/synth_file.h"
#include "harness/workload/workload_finish.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MS_PER_S = 1000 };

/* Times of tasks that may be drawn: each takes 16 bytes. */
enum { DRAWN_MAX = 10000000 };

/* Jobs while they are drawn. */
struct drawing {
    const struct synth_options *options;
    struct workload *w;
    size_t capacity;
    struct row_lines lines;
    struct horizon horizon;
    struct job_terms terms;
    struct task_bound bound;
    int64_t drawn;  /* times of tasks so far */
    gsl_rng *sizes; /* of durations of jobs, deadlines and numbers of tasks */
    gsl_rng *times; /* of tasks */
    struct place place;
    struct input_error *error;
};

/* A job before its tasks are drawn. */
struct submission {
    ticks time;
    const char *queue;
    const struct synth_class *class;
    size_t order; /* in which they were drawn */
};

/* --- Submissions ------------------------------------------------------------------------------ */

/* A second of a step, from its time to the next one's. */
static double draw_second(const struct synth_workload *w, gsl_rng *rng)
{
    size_t step = synth_choice_draw(&w->step_choice, rng);
    double begin = floor(w->times[step]);
    double end = step + 1 < w->step_choice.count ? floor(w->times[step + 1]) : begin;
    double range = end - begin;
    return range > 0 ? begin + floor(gsl_rng_uniform(rng) * range) : begin;
}

static int by_time(const void *a, const void *b)
{
    const struct submission *x = a;
    const struct submission *y = b;
    return x->time != y->time ? (x->time > y->time) - (x->time < y->time)
                              : (x->order > y->order) - (x->order < y->order);
}

/* In the order of their times; free() them. */
static struct submission *draw_submissions(const struct synth_file *file, gsl_rng *rng)
{
    struct submission *all = alloc_zeroed((size_t)file->jobs, sizeof *all);
    for (size_t i = 0; i < (size_t)file->jobs; i++) {
        const struct synth_workload *w = &file->workloads[synth_choice_draw(&file->workload_choice, rng)];
        all[i].time = (ticks)(draw_second(w, rng) * MS_PER_S);
        all[i].queue = w->queue;
        all[i].class = &w->classes[synth_choice_draw(&w->class_choice, rng)];
        all[i].order = i;
    }
    qsort(all, (size_t)file->jobs, sizeof *all, by_time);
    return all;
}

/* --- Jobs ------------------------------------------------------------------------------------- */

/* Java's Math.round(). */
static double rounded(double x)
{
    return floor(x + 0.5);
}

/* Draws the times of a number of tasks. */
static bool draw_times(struct drawing *d, struct task_times *times, const struct synth_sample *sample, int32_t count)
{
    const double unit = d->options->unit == SYNTH_S ? MS_PER_S : 1;
    const int32_t equal = sample->kind == SYNTH_CONSTANT ? count : 1;
    d->drawn += count / equal;
    if (d->drawn > DRAWN_MAX) {
        return input_error_at(d->error, d->place, "expected at most %d times of tasks to be drawn", DRAWN_MAX);
    }
    for (int32_t i = 0; i < count; i += equal) {
        ticks time;
        if (!convert_to_ticks(rounded(synth_sample_draw(sample, d->times) * unit), d->place, "a task time", &time,
                              d->error)) {
            return false;
        }
        task_times_add(times, time, equal);
    }
    return true;
}

/* The tasks of one type. *foreign: they do not run. */
static bool draw_tasks(struct drawing *d, struct job_spec *job, const struct synth_tasks *tasks, bool *foreign)
{
    double count = rounded(synth_sample_draw(&tasks->count, d->sizes));
    if (tasks->stage == STAGES) {
        *foreign = *foreign || count > 0;
        return true;
    }
    if (!(count <= FILE_TASKS_MAX)) {
        return input_error_at(d->error, d->place, "expected at most %d tasks in a stage, found %.0f", FILE_TASKS_MAX,
                              count);
    }
    struct task_times *times = tasks->stage == STAGE_MAP ? &job->map_times : &job->reduce_times;
    return count < 1 || (task_bound_add(&d->bound, (int64_t)count, d->place, d->error) &&
                         draw_times(d, times, &tasks->time, (int32_t)count));
}

/* A deadline by the file, or, without a reservation, by the terms. */
static bool give_deadline(struct drawing *d, struct job_spec *job, bool reserved, double factor, double duration)
{
    ticks relative;
    if (!convert_to_ticks(duration, d->place, "a duration", &relative, d->error)) {
        return false;
    }
    if (!reserved) {
        return job_terms_deadline(&d->terms, job, relative, d->place, d->error);
    }
    if (!convert_to_ticks(factor * duration, d->place, "a deadline", &relative, d->error)) {
        return false;
    }
    job->deadline = job->arrival + relative;
    return true;
}

/* The numbers of a job that are no tasks, drawn in the order in which SLS draws them. */
struct draws {
    double duration; /* ms */
    double factor;
    bool reserved;
};

static struct draws draw_numbers(const struct synth_class *class, gsl_rng *rng)
{
    struct draws draws;
    draws.duration = fmax(0, rounded(synth_sample_draw(&class->duration, rng))) * MS_PER_S;
    draws.reserved = gsl_rng_uniform(rng) < synth_sample_draw(&class->reservation, rng);
    draws.factor = fmax(0, synth_sample_draw(&class->deadline_factor, rng));
    return draws;
}

static bool draw_job(struct drawing *d, struct job_spec *job, const struct submission *s, size_t number)
{
    const char *user = s->class->user[0] == '\0' ? "default" : s->class->user;
    const struct draws draws = draw_numbers(s->class, d->sizes);
    bool foreign = false;
    job->name = alloc_print("%s_%06zu", s->class->name, number);
    job->user = alloc_text(user, strlen(user));
    job->pool = alloc_text(s->queue, strlen(s->queue));
    job->arrival = s->time;
    for (size_t i = 0; i < s->class->task_count; i++) {
        if (!draw_tasks(d, job, &s->class->tasks[i], &foreign)) {
            return false;
        }
    }
    job->maps = task_times_tasks(&job->map_times);
    job->reduces = task_times_tasks(&job->reduce_times);
    if (foreign && job->maps + job->reduces > 0) {
        reading_notes_repaired(&d->w->notes, d->place, "with tasks that are neither maps nor reduces");
    }
    return horizon_job(&d->horizon, job, d->place, d->error) &&
           job_terms_estimates(&d->terms, job, d->place, d->error) &&
           give_deadline(d, job, draws.reserved, draws.factor, draws.duration);
}

static bool add_job(struct drawing *d, const struct submission *s, size_t number)
{
    struct job_spec job = {.map_bytes = -1, .reduce_bytes = -1};
    const char *flaw = s->class->flaw;
    bool good = flaw != NULL || draw_job(d, &job, s, number);
    if (good && flaw == NULL && job.maps + job.reduces == 0) {
        flaw = "without a task";
    }
    if (good && flaw == NULL) {
        struct job_spec *added = workload_append(d->w, &d->capacity);
        job.row = added->row;
        *added = job;
        row_lines_add(&d->lines, d->place.line);
        return true;
    }
    if (good) {
        reading_notes_left_out(&d->w->notes, d->place, flaw);
    }
    job_spec_free(&job);
    return good;
}

/* --- The whole -------------------------------------------------------------------------------- */

static bool draw_jobs(struct drawing *d, const struct synth_file *file, uint64_t seed)
{
    gsl_rng *arrivals = random_stream_open(seed, STREAM_ARRIVALS);
    struct submission *submissions = draw_submissions(file, arrivals);
    gsl_rng_free(arrivals);
    bool good = true;
    for (size_t i = 0; i < (size_t)file->jobs && good; i++) {
        good = add_job(d, &submissions[i], i);
    }
    free(submissions);
    return good;
}

static bool read_object(struct drawing *d, struct json_stream *stream, uint64_t seed)
{
    json_t *object;
    struct synth_file file;
    if (!json_stream_next(stream, &object, &d->place, d->error)) {
        return false;
    }
    if (object == NULL) {
        return input_error_at(d->error, d->place, "expected a workload of the generator of SLS, found nothing");
    }
    d->place.field = NULL;
    bool good = synth_file_of(&file, object, d->place, d->error);
    json_decref(object);
    if (good) {
        uint64_t own = seed_derive(seed, (uint64_t)file.seed);
        d->sizes = random_stream_open(own, STREAM_SIZES);
        d->times = random_stream_open(own, STREAM_DURATIONS);
        good = draw_jobs(d, &file, own) && workload_finish(d->w, &d->lines, d->place, d->error);
        gsl_rng_free(d->sizes);
        gsl_rng_free(d->times);
        synth_file_free(&file);
    }
    return good;
}

bool synth_read(struct workload *w, const char *path, const struct synth_options *options,
                const struct job_terms_options *terms, struct input_error *error)
{
    *w = (struct workload){0};
    struct json_stream stream;
    if (!json_stream_open(&stream, path, error)) {
        return false;
    }
    path = text_file_name(path);
    struct drawing drawing = {.options = options, .w = w, .terms = job_terms_open(terms), .error = error};
    bool good = read_object(&drawing, &stream, terms->seed);
    job_terms_close(&drawing.terms);
    json_stream_close(&stream);
    row_lines_free(&drawing.lines);
    return workload_close(w, path, good);
}
