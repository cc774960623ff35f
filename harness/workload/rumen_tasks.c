#include "harness/workload/rumen_tasks.h"

#include "harness/workload/json_field.h"

/* One attempt; instants in the trace's time, -1 if unknown. */
struct attempt {
    bool succeeded;
    ticks start;
    ticks finish;
    ticks shuffled;
    int64_t bytes;
};

/* How the attempts of one stage are read. */
struct reading {
    bool reduces;
    ticks from;
    const struct rumen_options *options;
    struct input_error *error;
};

ticks rumen_time(int64_t logged)
{
    return logged < 0 || logged > WORKLOAD_TIME_MAX ? -1 : logged;
}

static bool read_time(const json_t *object, const char *key, struct place place, ticks *time, struct input_error *error)
{
    bool good = json_field_number(object, key, place, time, error);
    *time = rumen_time(*time);
    return good;
}

static bool read_attempt(const json_t *object, struct place place, const struct reading *r, struct attempt *a)
{
    *a = (struct attempt){.start = -1, .finish = -1, .shuffled = -1, .bytes = -1};
    a->succeeded = json_field_is(object, "result", "SUCCESS") || json_field_is(object, "result", "SUCCEEDED");
    return read_time(object, "startTime", place, &a->start, r->error) &&
           read_time(object, "finishTime", place, &a->finish, r->error) &&
           read_time(object, "shuffleFinished", place, &a->shuffled, r->error) &&
           json_field_number(object, r->reduces ? "reduceShuffleBytes" : "hdfsBytesRead", place, &a->bytes, r->error);
}

static ticks begin_of(const struct attempt *a, const struct reading *r)
{
    if (!r->reduces || r->options->reduces == RUMEN_REDUCES_FROM_START) {
        return a->start;
    }
    ticks begin = r->options->reduces == RUMEN_REDUCES_FROM_MAPS ? r->from : a->shuffled;
    return begin > a->start ? begin : a->start;
}

/* The sum, at most `most`. */
static int64_t sum_up_to(int64_t most, int64_t a, int64_t b)
{
    return a > most - b ? most : a + b;
}

/* Adds the time of an attempt to its task. */
static void count_attempt(struct rumen_tasks *tasks, ticks *time, const struct attempt *a, const struct reading *r)
{
    ticks begin = begin_of(a, r);
    *time = sum_up_to(WORKLOAD_TIME_MAX, *time, a->finish > begin ? a->finish - begin : 0);
    tasks->last_end = a->finish > tasks->last_end ? a->finish : tasks->last_end;
    if (a->bytes >= 0) {
        tasks->bytes = sum_up_to(INT64_MAX, tasks->bytes < 0 ? 0 : tasks->bytes, a->bytes);
    }
}

static bool read_task(struct rumen_tasks *tasks, const json_t *object, struct place place, const struct reading *r)
{
    const json_t *attempts;
    if (!json_field_objects(object, "attempts", place, &attempts, r->error)) {
        return false;
    }
    struct attempt chosen = {.start = -1};
    ticks time = 0;
    bool counts = false;
    for (size_t i = 0; i < json_array_size(attempts); i++) {
        struct json_path path = json_path_of(place, "attempts", i);
        struct attempt a;
        if (!read_attempt(json_array_get(attempts, i), (struct place){place.source, place.line, path.text}, r, &a)) {
            return false;
        }
        bool timed = a.start >= 0 && a.finish >= a.start;
        tasks->backwards = tasks->backwards || (a.start > a.finish && a.finish >= 0);
        if (a.start >= 0 && (tasks->first_start < 0 || a.start < tasks->first_start)) {
            tasks->first_start = a.start;
        }
        if (timed && r->options->attempt == RUMEN_ATTEMPT_ALL) {
            count_attempt(tasks, &time, &a, r);
            counts = true;
        } else if (timed && (a.succeeded || r->options->attempt == RUMEN_ATTEMPT_LAST)) {
            chosen = a;
        }
    }
    if (chosen.start >= 0) {
        count_attempt(tasks, &time, &chosen, r);
        counts = true;
    }
    task_times_add(&tasks->times, !counts ? 0 : time > 0 ? time : 1, 1);
    return true;
}

bool rumen_tasks_read(struct rumen_tasks *tasks, const json_t *job, const char *key, bool reduces, ticks from,
                      const struct rumen_options *options, struct place place, struct input_error *error)
{
    const struct reading reading = {.reduces = reduces, .from = from, .options = options, .error = error};
    const json_t *array;
    *tasks = (struct rumen_tasks){.last_end = -1, .bytes = -1, .first_start = -1};
    if (!json_field_objects(job, key, place, &array, error)) {
        return false;
    }
    for (size_t i = 0; i < json_array_size(array); i++) {
        struct json_path path = json_path_of(place, key, i);
        if (!read_task(tasks, json_array_get(array, i), (struct place){place.source, place.line, path.text},
                       &reading)) {
            task_times_free(&tasks->times);
            *tasks = (struct rumen_tasks){0};
            return false;
        }
    }
    return true;
}
