#include "tests/unit/sim.h"

#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void note_run(void *context, const struct task_run *run)
{
    struct sim *s = context;
    assert_true(s->run_count < SIM_RUNS);
    s->runs[s->run_count++] = *run;
}

void sim_init(struct sim *s, int32_t map_slots, int32_t reduce_slots)
{
    *s = (struct sim){.scheduler_options = scheduler_options_default(), .options = engine_options_default()};
    s->workload.title = alloc_text("test", 4);
    s->options.task_observer = note_run;
    s->options.observer_context = s;
    assert_true(cluster_of_slots(&s->cluster, map_slots, reduce_slots));
}

void sim_free(struct sim *s)
{
    engine_free(s->engine);
    workload_free(&s->workload);
    cluster_free(&s->cluster);
}

void sim_nodes(struct sim *s, ticks heartbeat, int32_t nodes, int32_t map_slots, int32_t reduce_slots)
{
    cluster_free(&s->cluster);
    cluster_init(&s->cluster, "nodes");
    struct cluster_node node = {.slots = {map_slots, reduce_slots}, .speed = {CLUSTER_SPEED_ONE, CLUSTER_SPEED_ONE}};
    assert_true(cluster_add(&s->cluster, nodes, node));
    s->cluster.heartbeat = heartbeat;
}

/* "3 1 2": three tasks. */
static struct task_times parse_durations(const char *text, int32_t *count)
{
    struct task_times times = {0};
    char *rest = NULL;
    for (ticks value = strtoll(text, &rest, 10); rest != text; value = strtoll(text, &rest, 10)) {
        task_times_add(&times, value, 1);
        text = rest;
    }
    *count = task_times_tasks(&times);
    return times;
}

struct job_spec *sim_job(struct sim *s, ticks arrival, ticks deadline, ticks map_estimate, const char *maps,
                         ticks reduce_estimate, const char *reduces)
{
    struct job_spec *job = workload_append(&s->workload, &s->workload_capacity);
    char name[16];
    int length = snprintf(name, sizeof name, "j%zu", s->workload.count - 1);
    job->name = alloc_text(name, (size_t)length);
    job->user = alloc_text("", 0);
    job->pool = alloc_text("", 0);
    job->arrival = arrival;
    job->deadline = deadline;
    job->map_estimate = map_estimate;
    job->reduce_estimate = reduce_estimate;
    job->map_times = parse_durations(maps, &job->maps);
    job->reduce_times = parse_durations(reduces, &job->reduces);
    return job;
}

void sim_job_of(struct sim *s, const char *user, const char *pool, ticks arrival, const char *maps, const char *reduces)
{
    struct job_spec *job = sim_job(s, arrival, NO_DEADLINE, 1, maps, 1, reduces);
    free(job->user);
    free(job->pool);
    job->user = alloc_text(user, strlen(user));
    job->pool = alloc_text(pool, strlen(pool));
}

struct engine *sim_engine(struct sim *s, const struct scheduler_class *scheduler)
{
    s->engine = engine_new(&s->workload, &s->cluster, scheduler, &s->scheduler_options, &s->options, &s->error);
    return s->engine;
}

bool sim_run(struct sim *s, const struct scheduler_class *scheduler)
{
    return sim_engine(s, scheduler) != NULL && engine_run(s->engine);
}

const struct job_outcome *sim_outcome(const struct sim *s, int32_t job)
{
    return &engine_outcomes(s->engine)[job];
}

int32_t sim_starts(const struct sim *s, int32_t job, enum stage stage, ticks at)
{
    int32_t starts = 0;
    for (int32_t i = 0; i < s->run_count; i++) {
        starts += s->runs[i].job == job && s->runs[i].stage == stage && s->runs[i].start == at;
    }
    return starts;
}

const struct task_run *sim_task(const struct sim *s, int32_t job, enum stage stage, int32_t task)
{
    for (int32_t i = 0; i < s->run_count; i++) {
        const struct task_run *run = &s->runs[i];
        if (run->job == job && run->stage == stage && run->task == task && !run->failed && !run->killed) {
            return run;
        }
    }
    fail_msg("no run of task %d of job %d", (int)task, (int)job);
    return NULL;
}

/* --- The scribe ------------------------------------------------------------------------------- */

struct scribe {
    const struct scheduler_job **jobs;
    int32_t job_count;
    char log[SIM_LOG];
    size_t length;
};

static void write_down(struct scribe *scribe, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void write_down(struct scribe *scribe, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(scribe->log + scribe->length, SIM_LOG - scribe->length, format, arguments);
    va_end(arguments);
    assert_true(length > 0 && (size_t)length < SIM_LOG - scribe->length);
    scribe->length += (size_t)length;
}

static char stage_letter(enum stage stage)
{
    return stage == STAGE_MAP ? 'm' : 'r';
}

static void *scribe_create(const struct scheduler_setup *setup)
{
    struct scribe *scribe = alloc_zeroed(1, sizeof *scribe);
    scribe->jobs = alloc_zeroed((size_t)setup->job_count, sizeof *scribe->jobs);
    return scribe;
}

static void scribe_destroy(void *self)
{
    struct scribe *scribe = self;
    free(scribe->jobs);
    free(scribe);
}

static void scribe_advance(void *self, ticks now)
{
    struct scribe *scribe = self;
    write_down(scribe, "%s%" PRId64 ":", scribe->length > 0 ? " " : "", now);
}

static void scribe_job_arrives(void *self, const struct scheduler_job *job, struct verdict *verdict)
{
    struct scribe *scribe = self;
    assert_true(verdict->accepted);
    write_down(scribe, " +%s", job->name);
    scribe->jobs[scribe->job_count++] = job;
}

static const struct scheduler_job *scribe_pick(void *self, enum stage stage, int32_t slot)
{
    (void)slot;
    struct scribe *scribe = self;
    for (int32_t i = 0; i < scribe->job_count; i++) {
        const struct scheduler_job *job = scribe->jobs[i];
        if (job->waiting[stage] > 0 && (stage == STAGE_MAP || job->reduces_open)) {
            return job;
        }
    }
    return NULL;
}

static void scribe_task_started(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    write_down(self, " %c%d<%s", stage_letter(stage), (int)slot, job->name);
}

static void scribe_task_finished(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot,
                                 ticks took)
{
    (void)took;
    assert_int_equal(job->waiting[stage] + job->running[stage] + job->finished[stage], job->tasks[stage]);
    write_down(self, " %c%d>%s", stage_letter(stage), (int)slot, job->name);
}

static void scribe_task_failed(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    write_down(self, " %c%d!%s", stage_letter(stage), (int)slot, job->name);
}

static void scribe_job_finished(void *self, const struct scheduler_job *job)
{
    write_down(self, " -%s", job->name);
}

const struct scheduler_class scribe_scheduler = {
    .name = "scribe",
    .summary = "writes down what it is told",
    .create = scribe_create,
    .destroy = scribe_destroy,
    .job_arrives = scribe_job_arrives,
    .pick = scribe_pick,
    .advance = scribe_advance,
    .task_started = scribe_task_started,
    .task_finished = scribe_task_finished,
    .task_failed = scribe_task_failed,
    .job_finished = scribe_job_finished,
};

const char *scribe_log(const struct sim *s)
{
    const struct scribe *scribe = engine_scheduler(s->engine);
    return scribe->log;
}
