#include "harness/replay/reality.h"

#include "harness/replay/sbatch.h"
#include "harness/replay/sleeping_job.h"
#include "harness/studies/progress.h"
#include "harness/workload/alloc.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The first job arrives so long after the beginning, ms; how many events are asked for at a time;
 * how long the service may wait for the next one, ms. */
enum { LEAD = 50, EVENTS_MOST = 5000, EVENTS_WAIT = 1000 };

/* How long aborted tasks may take to end, and how often that is looked at, ms. */
enum { ABORT_MOST = 30000, LOOK_EVERY = 20 };

/* How long nothing may happen beyond the longest estimate, ms. */
enum { STALL = 60000 };

static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
    interrupted = number;
}

static void on_interruption(void (*handler)(int))
{
    const struct sigaction action = {.sa_handler = handler};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* --- The service ------------------------------------------------------------------------------ */

/* An answer of status 200 with JSON. False: *error is set. */
static bool get(struct connection *c, const char *path, int64_t wait, struct answer *answer, struct input_error *error)
{
    const struct request request = {.method = "GET", .path = path, .wait_ms = wait};
    if (!connection_ask(c, &request, answer, error)) {
        return false;
    }
    if (answer->status != 200 || answer->json == NULL) {
        answer_failed(answer, NULL, error);
        return false;
    }
    return true;
}

bool service_facts_read(struct connection *c, struct service_facts *facts, struct input_error *error)
{
    struct answer answer;
    const bool good = get(c, "/v1/status", 0, &answer, error);
    if (good) {
        *facts = (struct service_facts){
            .slots = {(int32_t)member_integer(answer.json, "map_slots", 0),
                      (int32_t)member_integer(answer.json, "reduce_slots", 0)},
            .latency = member_integer(answer.json, "latency_ms", 0),
            .now = member_integer(answer.json, "tick", 0),
            .active_jobs = member_integer(answer.json, "active_jobs", 0),
            .last_event = member_integer(answer.json, "last_event", 0),
        };
    }
    answer_free(&answer);
    return good;
}

/* --- Submissions ------------------------------------------------------------------------------ */

static void take_decision(const struct answer *answer, struct job_end *job, int64_t *number)
{
    const ticks deadline = member_integer(answer->json, "deadline_at", 0);
    job->answered = answer->status == 201 || (answer->status == 409 && member_text(answer->json, "reason")[0] != '\0');
    job->accepted = answer->status == 201;
    if (job->accepted) {
        *number = member_integer(answer->json, "job", 0);
        job->margin = deadline - member_integer(answer->json, "finish_at", deadline);
        return;
    }
    const char *text = member_text(answer->json, job->answered ? "message" : "error");
    const int64_t late_by = member_integer(answer->json, "late_by_ms", -1);
    job->reason = alloc_text(text, strlen(text));
    job->margin = late_by >= 0 ? -late_by : NO_INSTANT;
    job->other_late = member_integer(answer->json, "late_job", 0) != 0;
}

struct submission {
    ticks begin; /* of the replay, in ms of CLOCK_BOOTTIME */
    const char *partition;
    struct sbatch_calls calls;
};

static bool submit(struct connection *c, const json_t *body, struct job_end *job, int64_t *number,
                   struct input_error *error)
{
    const struct request request = {.method = "POST", .path = "/v1/jobs", .body = body};
    struct answer answer;
    const bool reached = connection_ask(c, &request, &answer, error);
    if (reached) {
        take_decision(&answer, job, number);
    }
    answer_free(&answer);
    return reached;
}

static ticks boottime(void)
{
    struct timespec t;
    clock_gettime(CLOCK_BOOTTIME, &t);
    return (ticks)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* False: interrupted. */
static bool sleep_until(ticks instant)
{
    const struct timespec t = {.tv_sec = (time_t)(instant / 1000), .tv_nsec = (long)(instant % 1000) * 1000000};
    while (interrupted == 0 && clock_nanosleep(CLOCK_BOOTTIME, TIMER_ABSTIME, &t, NULL) == EINTR) {
    }
    return interrupted == 0;
}

/* Submits a job when it arrives; on Slurm its tasks, too. */
static bool submit_one(struct connection *c, const json_t *body, const struct job_spec *spec, struct submission *s,
                       struct job_end *job, int64_t *number, struct input_error *error)
{
    if (!sleep_until(s->begin + spec->arrival) || !submit(c, body, job, number, error)) {
        return false;
    }
    return s->partition == NULL || !job->accepted || sbatch_start(&s->calls, spec, *number, s->partition, error);
}

/* Submits all jobs when they arrive. False: *error is set, or there was an interruption. */
static bool submit_all(struct connection *c, const struct workload *w, const char *partition, struct reality *r,
                       struct input_error *error)
{
    struct service_facts facts;
    json_t **bodies = alloc_zeroed(w->count, sizeof(json_t *));
    for (size_t i = 0; i < w->count; i++) {
        bodies[i] = sleeping_job(&w->jobs[i], partition != NULL);
    }
    bool good = service_facts_read(c, &facts, error);
    struct submission submission = {.begin = boottime() + LEAD, .partition = partition};
    r->origin = good ? facts.now + LEAD : 0;
    for (size_t i = 0; i < w->count && good; i++) {
        progress_show(i, w->count, "jobs submitted");
        good = submit_one(c, bodies[i], &w->jobs[i], &submission, &r->ends.jobs[i], &r->numbers[i], error);
    }
    good = sbatch_end(&submission.calls, error) && good;
    for (size_t i = 0; i < w->count; i++) {
        json_decref(bodies[i]);
    }
    free(bodies);
    return good;
}

/* --- Events ----------------------------------------------------------------------------------- */

/* All jobs are submitted: lists those that were accepted. */
static void list_accepted(struct reality *r)
{
    r->places = alloc_zeroed(r->ends.count, sizeof *r->places);
    for (size_t i = 0; i < r->ends.count; i++) {
        if (r->numbers[i] > 0) {
            r->places[r->accepted++] = (int32_t)i;
        }
    }
}

/* The place of a job in the workload; -1: it is not the replay's. O(log jobs). */
static int32_t place_of(const struct reality *r, int64_t number)
{
    size_t low = 0;
    size_t high = r->accepted;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (r->numbers[r->places[middle]] < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < r->accepted && r->numbers[r->places[low]] == number ? r->places[low] : -1;
}

/* The next answered job of the replay from a place on. */
static size_t next_answered(const struct reality *r, size_t place)
{
    while (place < r->ends.count && !r->ends.jobs[place].answered) {
        place++;
    }
    return place;
}

/* A submission: of the replay's jobs it is the next one, *next. */
static void take_submit(struct reality *r, const struct workload *w, struct replay_event *event, int64_t number,
                        size_t *next)
{
    *next = next_answered(r, *next);
    event->place = -1;
    if (*next == r->ends.count || r->ends.jobs[*next].accepted != event->accepted ||
        (event->accepted && r->numbers[*next] != number)) {
        r->foreign++;
        return;
    }
    const struct job_spec *spec = &w->jobs[*next];
    struct job_end *job = &r->ends.jobs[*next];
    job->arrival = event->at;
    job->deadline = event->has_value ? event->value - r->origin : event->at + (spec->deadline - spec->arrival);
    job->promised = event->accepted ? job->deadline - job->margin : NO_INSTANT;
    event->place = (int32_t)(*next)++;
}

static void take_task(struct reality *r, const struct workload *w, const struct replay_event *event)
{
    struct job_end *job = &r->ends.jobs[event->place];
    const struct job_spec *spec = &w->jobs[event->place];
    if (event->task < 0 || event->task >= (event->stage == STAGE_MAP ? spec->maps : spec->reduces)) {
        return;
    }
    struct slot_hold *hold = &job->holds[event->stage][event->task];
    if (strcmp(event->kind, "dispatch") == 0) {
        *hold = (struct slot_hold){.start = event->at, .end = NO_INSTANT};
    } else if (strcmp(event->kind, "fail") == 0) {
        *hold = (struct slot_hold){.start = NO_INSTANT, .end = NO_INSTANT};
    } else if (strcmp(event->kind, "finish") == 0) {
        hold->end = event->at;
        job->held[event->stage]++;
        job->finish = job_end_done(job, spec) ? event->at : NO_INSTANT;
    }
}

static void take_flagged(struct reality *r, const json_t *json)
{
    const json_t *flagged = json_object_get(json, "flagged");
    for (size_t i = 0; i < json_array_size(flagged); i++) {
        const int32_t place = place_of(r, json_integer_value(json_array_get(flagged, i)));
        if (place >= 0 && !r->ends.jobs[place].flagged) {
            struct job_end *job = &r->ends.jobs[place];
            const char *text = member_text(json, "text");
            job->flagged = true;
            free(job->reason);
            job->reason = alloc_text(text, strlen(text));
        }
    }
}

static void take_event(struct reality *r, const struct workload *w, const json_t *json, size_t *next)
{
    struct replay_event event = {
        .at = member_integer(json, "tick", 0) - r->origin,
        .place = place_of(r, member_integer(json, "job", 0)),
        .stage = strcmp(member_text(json, "stage"), "reduce") == 0 ? STAGE_REDUCE : STAGE_MAP,
        .slot = (int32_t)member_integer(json, "slot", -1),
        .task = (int32_t)member_integer(json, "task", -1),
        .accepted = member_true(json, "accepted"),
        .value = member_integer(json, "value", 0),
        .has_value = json_is_integer(json_object_get(json, "value")),
    };
    snprintf(event.kind, sizeof event.kind, "%s", member_text(json, "kind"));
    if (strcmp(event.kind, "submit") == 0) {
        take_submit(r, w, &event, member_integer(json, "job", 0), next);
    } else if (event.place >= 0) {
        take_task(r, w, &event);
    }
    take_flagged(r, json);
    r->events = alloc_grow(r->events, &r->event_capacity, r->event_count + 1, sizeof *r->events);
    r->events[r->event_count++] = event;
}

/* Accepted jobs that still have tasks. */
static size_t unfinished(const struct reality *r, const struct workload *w)
{
    size_t count = 0;
    for (size_t i = 0; i < w->count; i++) {
        count += r->ends.jobs[i].accepted && !job_end_done(&r->ends.jobs[i], &w->jobs[i]);
    }
    return count;
}

/* Reads the next events behind *after. False: *error is set. */
static bool read_events(struct connection *c, const struct workload *w, struct reality *r, int64_t *after, size_t *next,
                        size_t *read, struct input_error *error)
{
    struct answer answer;
    char path[128];
    snprintf(path, sizeof path, "/v1/events?after=%" PRId64 "&limit=%d&wait_ms=%d", *after, EVENTS_MOST, EVENTS_WAIT);
    const bool good = get(c, path, EVENTS_WAIT, &answer, error);
    const json_t *events = good ? json_object_get(answer.json, "events") : NULL;
    *read = json_array_size(events);
    for (size_t i = 0; i < *read; i++) {
        const json_t *event = json_array_get(events, i);
        *after = member_integer(event, "event", *after);
        take_event(r, w, event, next);
    }
    answer_free(&answer);
    return good;
}

static ticks longest_estimate(const struct workload *w)
{
    ticks longest = 0;
    for (size_t i = 0; i < w->count; i++) {
        const ticks estimate =
            w->jobs[i].map_estimate > w->jobs[i].reduce_estimate ? w->jobs[i].map_estimate : w->jobs[i].reduce_estimate;
        longest = estimate > longest ? estimate : longest;
    }
    return longest;
}

/* Reads all events until every accepted job is over. False: *error is set, or there was an
 * interruption. */
static bool follow(struct connection *c, const struct workload *w, int64_t after, struct reality *r,
                   struct input_error *error)
{
    const ticks patience = STALL + longest_estimate(w);
    list_accepted(r);
    ticks last = boottime();
    size_t next = 0;
    size_t read = 1;
    while (interrupted == 0 && (read > 0 || unfinished(r, w) > 0)) {
        struct service_facts facts = {.active_jobs = 1};
        progress_show(w->count - unfinished(r, w), w->count, "jobs over");
        if (!read_events(c, w, r, &after, &next, &read, error) ||
            (read == 0 && !service_facts_read(c, &facts, error))) {
            return false;
        }
        if (read > 0) {
            last = boottime();
        } else if (facts.active_jobs == 0 && facts.last_event == after) {
            return true; /* some jobs were aborted */
        } else if (boottime() - last > patience) {
            return input_error_at(error, (struct place){.source = "the service"}, "nothing has happened for %lld ms",
                                  (long long)patience);
        }
    }
    return interrupted == 0;
}

/* --- Together --------------------------------------------------------------------------------- */

/* Aborts the jobs, and waits until their tasks are gone: a service that is stopped before leaves
 * them. */
static void abort_all(struct connection *c, const struct reality *r)
{
    struct service_facts facts = {.active_jobs = 1};
    struct input_error ignored;
    for (size_t i = 0; i < r->ends.count; i++) {
        char path[64];
        const struct request request = {.method = "POST", .path = path};
        struct answer answer;
        snprintf(path, sizeof path, "/v1/jobs/%" PRId64 "/abort", r->numbers[i]);
        if (r->numbers[i] > 0) {
            (void)connection_ask(c, &request, &answer, &ignored);
            answer_free(&answer);
        }
    }
    const struct timespec pause = {.tv_nsec = LOOK_EVERY * 1000000L};
    for (int waited = 0; waited < ABORT_MOST && facts.active_jobs > 0; waited += LOOK_EVERY) {
        if (!service_facts_read(c, &facts, &ignored)) {
            return;
        }
        nanosleep(&pause, NULL);
    }
}

bool reality_run(struct connection *c, const struct workload *w, const struct service_facts *facts,
                 const char *partition, struct reality *r, struct input_error *error)
{
    *r = (struct reality){.ends = replay_ends_new(w, facts->slots), .numbers = alloc_zeroed(w->count, sizeof(int64_t))};
    interrupted = 0;
    on_interruption(interrupt);
    const bool good = submit_all(c, w, partition, r, error) && follow(c, w, facts->last_event, r, error);
    progress_clear();
    if (interrupted != 0) {
        input_error_at(error, (struct place){.source = "replay"}, "interrupted; its jobs were aborted");
    }
    if (!good) {
        abort_all(c, r);
    }
    on_interruption(SIG_DFL);
    return good;
}

void reality_free(struct reality *r)
{
    replay_ends_free(&r->ends);
    free(r->events);
    free(r->numbers);
    free(r->places);
    *r = (struct reality){0};
}
