#include "tests/unit/witness.h"

#include "harness/workload/alloc.h"
#include "harness/workload/random_stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct naive_rule *rule;
static uint64_t running_seed; /* of witness_run() */

void witness_use(const struct naive_rule *new_rule)
{
    rule = new_rule;
}

static void *witness_create(const struct scheduler_setup *setup)
{
    struct witness *w = alloc_zeroed(1, sizeof *w);
    w->setup = setup;
    w->inner = rule->scheduler->create(setup);
    w->jobs = alloc_zeroed((size_t)setup->job_count, sizeof *w->jobs);
    w->books = alloc_zeroed(1, rule->book_size);
    return w;
}

static void witness_destroy(void *self)
{
    struct witness *w = self;
    rule->scheduler->destroy(w->inner);
    free(w->jobs);
    free(w->books);
    free(w);
}

static void witness_job_arrives(void *self, const struct scheduler_job *job, struct verdict *verdict)
{
    struct witness *w = self;
    rule->scheduler->job_arrives(w->inner, job, verdict);
    w->jobs[w->count++] = job;
    if (rule->arrives != NULL) {
        rule->arrives(w, job);
    }
}

static const struct scheduler_job *witness_pick(void *self, enum stage stage, int32_t slot)
{
    struct witness *w = self;
    const struct scheduler_job *picked = rule->scheduler->pick(w->inner, stage, slot);
    const struct scheduler_job *expected = rule->pick(w, stage, slot);
    if (picked != expected && (picked != NULL || !w->reporting)) {
        fail_msg("seed %u, %s at %lld: %s for %s slot %d, not %s", (unsigned)running_seed, rule->scheduler->name,
                 (long long)w->now, picked == NULL ? "nothing" : picked->name, stage == STAGE_MAP ? "map" : "reduce",
                 (int)slot, expected == NULL ? "nothing" : expected->name);
    }
    w->compared += picked != NULL;
    return picked;
}

static void witness_advance(void *self, ticks now)
{
    struct witness *w = self;
    if (rule->advance != NULL) {
        rule->advance(w, now);
    }
    w->now = now;
    if (rule->scheduler->advance != NULL) {
        rule->scheduler->advance(w->inner, now);
    }
}

static ticks witness_wakes_at(const void *self)
{
    const struct witness *w = self;
    return rule->scheduler->wakes_at != NULL ? rule->scheduler->wakes_at(w->inner) : NO_INSTANT;
}

static void witness_report_begins(void *self, int32_t node)
{
    struct witness *w = self;
    w->reporting = true;
    rule->scheduler->report_begins(w->inner, node);
}

static void witness_task_started(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    struct witness *w = self;
    rule->scheduler->task_started(w->inner, job, stage, slot);
    if (rule->started != NULL) {
        rule->started(w, job, stage, slot);
    }
}

static void witness_task_finished(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot,
                                  ticks took)
{
    struct witness *w = self;
    rule->scheduler->task_finished(w->inner, job, stage, slot, took);
    if (rule->finished != NULL) {
        rule->finished(w, job, stage, took);
    }
}

static void witness_task_failed(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    struct witness *w = self;
    rule->scheduler->task_failed(w->inner, job, stage, slot);
}

static void witness_attempt_dropped(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    struct witness *w = self;
    if (rule->scheduler->attempt_dropped != NULL) {
        rule->scheduler->attempt_dropped(w->inner, job, stage, slot);
    }
}

static void witness_job_finished(void *self, const struct scheduler_job *job)
{
    struct witness *w = self;
    if (rule->scheduler->job_finished != NULL) {
        rule->scheduler->job_finished(w->inner, job);
    }
    if (rule->left != NULL) {
        rule->left(w, job);
    }
    int32_t kept = 0;
    for (int32_t i = 0; i < w->count; i++) {
        if (w->jobs[i] != job) {
            w->jobs[kept++] = w->jobs[i];
        }
    }
    w->count = kept;
}

const struct scheduler_class witness_class = {.name = "witness",
                                              .summary = "",
                                              .create = witness_create,
                                              .destroy = witness_destroy,
                                              .job_arrives = witness_job_arrives,
                                              .pick = witness_pick,
                                              .advance = witness_advance,
                                              .wakes_at = witness_wakes_at,
                                              .report_begins = witness_report_begins,
                                              .task_started = witness_task_started,
                                              .task_finished = witness_task_finished,
                                              .task_failed = witness_task_failed,
                                              .attempt_dropped = witness_attempt_dropped,
                                              .job_finished = witness_job_finished};

/* --- Random runs ------------------------------------------------------------------------------ */

static unsigned draw(gsl_rng *rng, unsigned long below)
{
    return (unsigned)gsl_rng_uniform_int(rng, below);
}

static void draw_durations(gsl_rng *rng, char *text, size_t size, unsigned most, unsigned unit)
{
    size_t length = 0;
    text[0] = '\0';
    for (unsigned left = draw(rng, most + 1); left > 0; left--) {
        length += (size_t)snprintf(text + length, size - length, "%u ", unit * (1 + draw(rng, 30)));
    }
}

static void draw_jobs(struct sim *s, gsl_rng *rng, unsigned unit)
{
    static const char *const names[] = {"p", "q", "r", ""};
    unsigned users = 1 + draw(rng, 5);
    unsigned gap = 1 + draw(rng, 40);
    ticks arrival = 1;
    for (int32_t i = 0; i < WITNESS_JOBS; i++) {
        char maps[256];
        char reduces[128];
        char user[8];
        draw_durations(rng, maps, sizeof maps, 12, unit);
        draw_durations(rng, reduces, sizeof reduces, 5, unit);
        snprintf(user, sizeof user, "u%u", draw(rng, users));
        arrival += (ticks)unit * draw(rng, gap) * draw(rng, 2);
        sim_job_of(s, user, names[draw(rng, 4)], arrival, maps, reduces);
        struct job_spec *job = &s->workload.jobs[i];
        job->map_estimate = (ticks)unit * (1 + draw(rng, 40));
        job->reduce_estimate = (ticks)unit * (1 + draw(rng, 40));
    }
}

int64_t witness_run(const struct naive_rule *new_rule, uint64_t seed, struct scheduler_options options)
{
    gsl_rng *rng = random_stream_open(seed, STREAM_SIZES);
    unsigned unit = draw(rng, 2) ? 1 : 7000; /* long enough for duplicates */
    struct sim s;
    sim_init(&s, 3, 2);
    draw_jobs(&s, rng, unit);
    sim_nodes(&s, draw(rng, 4) == 0 ? 3 * (ticks)unit : 0, 1 + (int32_t)draw(rng, 4), 2, 2);
    s.options.task_observer = NULL;
    s.options.seed = seed;
    s.options.slowstart = (int32_t)draw(rng, 3) * 500;
    s.options.speculation = draw(rng, 2);
    s.options.faults.failure_rate = draw(rng, 2) ? 0.0 : 0.2;
    s.options.faults.node_mtbf = draw(rng, 3) ? 0 : 150 * (ticks)unit;
    s.options.faults.node_mttr = 20 * (ticks)unit;
    if (draw(rng, 2)) {
        s.options.locality = (struct locality_options){.replication = 1, .rack_factor = 1.2, .remote_factor = 1.5};
    }
    s.scheduler_options = options;
    s.scheduler_options.locality_delay = s.cluster.heartbeat > 0 ? 0 : (ticks)unit * draw(rng, 15);
    witness_use(new_rule);
    running_seed = seed;
    if (!sim_run(&s, &witness_class)) {
        fail_msg("seed %u, %s: %s", (unsigned)seed, new_rule->scheduler->name, s.error.text);
    }
    const struct witness *w = engine_scheduler(s.engine);
    int64_t compared = w->compared;
    sim_free(&s);
    gsl_rng_free(rng);
    return compared;
}
