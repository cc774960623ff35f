#include "tests/fuzz/input_checks.h"

#include "tests/fuzz/fail.h"
#include "tests/fuzz/printable.h"
#include "tests/unit/same_names.h"

#include <string.h>

void check_refusal(const struct input_error *error, const char *source)
{
    FUZZ_EXPECT(strncmp(error->text, source, strlen(source)) == 0, "a refusal does not name its source: \"%s\"",
                error->text);
    FUZZ_EXPECT(strlen(error->text) > strlen(source) + 2, "a refusal says nothing: \"%s\"", error->text);
    FUZZ_EXPECT(printable(error->text), "a refusal is not one printable line: \"%s\"", error->text);
}

static void check_times(const struct job_spec *job, const struct task_times *times, int32_t count)
{
    FUZZ_EXPECT(count >= 0, "job %s has %d tasks", job->name, count);
    FUZZ_EXPECT(task_times_tasks(times) == count, "job %s: %d tasks and %d durations", job->name, count,
                task_times_tasks(times));
    FUZZ_EXPECT((times->runs != NULL) == (count > 0), "job %s: runs without a task, or none", job->name);
    for (size_t i = 0; i < times->count; i++) {
        const ticks duration = times->runs[i].duration;

        FUZZ_EXPECT(1 <= duration && duration <= WORKLOAD_TIME_MAX, "job %s: a duration of %jd", job->name,
                    (intmax_t)duration);
        FUZZ_EXPECT(task_times_of_run(times, i) >= 1, "job %s: a run of no tasks", job->name);
    }
}

static void check_estimate(const struct job_spec *job, ticks estimate, int32_t count)
{
    FUZZ_EXPECT(count == 0 || (1 <= estimate && estimate <= WORKLOAD_TIME_MAX), "job %s: an estimate of %jd", job->name,
                (intmax_t)estimate);
}

static void check_nodes(const struct job_spec *job)
{
    FUZZ_EXPECT(job->map_nodes.maps == 0 || job->map_nodes.maps == (size_t)job->maps, "job %s: places of %zu maps",
                job->name, job->map_nodes.maps);
    for (size_t map = 0; map < job->map_nodes.maps; map++) {
        const int32_t *nodes;
        const size_t count = map_places_of(&job->map_nodes, (int32_t)map, &nodes);

        for (size_t i = 0; i < count; i++) {
            FUZZ_EXPECT(0 <= nodes[i] && nodes[i] <= WORKLOAD_NODE_MOST, "job %s: node %d", job->name, nodes[i]);
        }
    }
}

static void check_job(const struct job_spec *job)
{
    FUZZ_EXPECT(job->name != NULL && job->name[0] != '\0', "a job has no name");
    FUZZ_EXPECT(job->user != NULL && job->pool != NULL, "job %s: no user or pool", job->name);
    FUZZ_EXPECT(0 <= job->arrival && job->arrival <= WORKLOAD_TIME_MAX, "job %s: arrival %jd", job->name,
                (intmax_t)job->arrival);
    FUZZ_EXPECT(job->deadline == NO_DEADLINE || (job->arrival <= job->deadline && job->deadline <= WORKLOAD_TIME_MAX),
                "job %s: deadline %jd", job->name, (intmax_t)job->deadline);
    FUZZ_EXPECT(job->map_bytes >= -1 && job->reduce_bytes >= -1, "job %s: bytes %jd, %jd", job->name,
                (intmax_t)job->map_bytes, (intmax_t)job->reduce_bytes);
    check_times(job, &job->map_times, job->maps);
    check_times(job, &job->reduce_times, job->reduces);
    check_estimate(job, job->map_estimate, job->maps);
    check_estimate(job, job->reduce_estimate, job->reduces);
    check_nodes(job);
}

/* What is left of the kernel's time behind these tasks. */
static ticks left_after(ticks left, const struct task_times *times)
{
    for (size_t i = 0; i < times->count; i++) {
        const ticks duration = times->runs[i].duration;
        const int32_t tasks = task_times_of_run(times, i);

        FUZZ_EXPECT(duration <= left / tasks, "the workload does not end within the kernel's time");
        left -= duration * tasks;
    }
    return left;
}

void check_workload(const struct workload *w)
{
    ticks left = w->count == 0 ? 0 : WORKLOAD_TIME_MAX - w->jobs[w->count - 1].arrival;

    FUZZ_EXPECT(w->title != NULL, "a workload has no title");
    for (size_t i = 0; i < w->count; i++) {
        const struct job_spec *const job = &w->jobs[i];
        const struct job_spec *const before = i > 0 ? &w->jobs[i - 1] : job;

        check_job(job);
        FUZZ_EXPECT(before->arrival < job->arrival || (before->arrival == job->arrival && before->row <= job->row),
                    "jobs %s and %s are out of order", before->name, job->name);
        left = left_after(left, &job->map_times);
        left = left_after(left, &job->reduce_times);
    }
    FUZZ_EXPECT(same_name(w) == NULL, "two jobs have the name %s", same_name(w));
}

static bool same_times(const struct task_times *a, const struct task_times *b)
{
    for (size_t i = 0; i < a->count && i < b->count; i++) {
        if (a->runs[i].duration != b->runs[i].duration || a->runs[i].end != b->runs[i].end) {
            return false;
        }
    }
    return a->count == b->count;
}

static bool same_job(const struct job_spec *a, const struct job_spec *b)
{
    return strcmp(a->name, b->name) == 0 && a->arrival == b->arrival && a->deadline == b->deadline &&
           a->map_estimate == b->map_estimate && a->reduce_estimate == b->reduce_estimate && a->maps == b->maps &&
           a->reduces == b->reduces && strcmp(a->user, b->user) == 0 && strcmp(a->pool, b->pool) == 0 &&
           a->map_bytes == b->map_bytes && a->reduce_bytes == b->reduce_bytes && a->row == b->row &&
           map_places_total(&a->map_nodes) == map_places_total(&b->map_nodes) &&
           same_times(&a->map_times, &b->map_times) && same_times(&a->reduce_times, &b->reduce_times);
}

void check_reading(const struct trace_reading *reading, const char *path)
{
    struct workload first = {0};
    struct workload second = {0};
    struct input_error error = {""};
    struct input_error again = {""};
    const bool good = reading->read(&first, path, reading->options, &error);

    FUZZ_EXPECT(reading->read(&second, path, reading->options, &again) == good, "read again: another verdict");
    FUZZ_EXPECT(first.count == second.count, "read again: %zu jobs, not %zu", second.count, first.count);
    if (good) {
        check_workload(&first);
        for (size_t i = 0; i < first.count; i++) {
            FUZZ_EXPECT(same_job(&first.jobs[i], &second.jobs[i]), "read again: job %s is another", first.jobs[i].name);
        }
    } else {
        check_refusal(&error, path);
        FUZZ_EXPECT(strcmp(error.text, again.text) == 0, "read again: \"%s\", not \"%s\"", again.text, error.text);
        FUZZ_EXPECT(first.count == 0 && first.jobs == NULL && first.title == NULL, "a refused trace leaves jobs");
    }
    workload_free(&first);
    workload_free(&second);
}
