#include "harness/replay/sleeping_job.h"

#include "harness/report/json_text.h"

#include <inttypes.h>

static void add_seconds(json_t *command, ticks time)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRId64 ".%03d", time / 1000, (int)(time % 1000));
    json_array_append_new(command, json_string(text));
}

static json_t *command_of(const struct task_times *times)
{
    if (times->count == 1) {
        json_t *command = json_pack("[s]", "sleep");
        add_seconds(command, times->runs[0].duration);
        return command;
    }
    json_t *command = json_pack("[s, s, s, s]", "/bin/sh", "-c", "shift \"$RTMR_TASK\"; exec sleep \"$1\"", "replay");
    for (int32_t task = 0; task < task_times_tasks(times); task++) {
        add_seconds(command, task_times_at(times, task));
    }
    return command;
}

json_t *sleeping_job(const struct job_spec *job, bool on_slurm)
{
    const bool maps = job->maps > 0;
    json_t *body = json_pack("{s:o, s:i, s:i, s:I, s:s, s:s}", "name", json_text(job->name), "maps", (int)job->maps,
                             "reduces", (int)job->reduces, "deadline_ms", (json_int_t)(job->deadline - job->arrival),
                             "directory", "/", "on_overrun", "extend");
    if (on_slurm) {
        json_object_set_new(body, "executor", json_string("slurm"));
    } else {
        json_object_set_new(body, "map_command", command_of(maps ? &job->map_times : &job->reduce_times));
    }
    if (maps) {
        json_object_set_new(body, "map_ms", json_integer(job->map_estimate));
    }
    if (job->reduces > 0) {
        if (!on_slurm) {
            json_object_set_new(body, "reduce_command", command_of(&job->reduce_times));
        }
        json_object_set_new(body, "reduce_ms", json_integer(job->reduce_estimate));
    }
    return body;
}
