#include "harness/report/perfetto.h"

#include "harness/report/json_text.h"
#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdlib.h>

/* Milliseconds as microseconds: digits, so that no instant is too late for it. */
static void write_time(const char *key, ticks ms, FILE *out)
{
    fprintf(out, ",\"%s\":%" PRId64 "%s", key, ms, ms == 0 ? "" : "000");
}

/* A text of JSON, quotes included; free() it. */
static char *quoted(const char *text)
{
    json_t *string = json_text(text);
    char *result = json_dumps(string, JSON_ENCODE_ANY);
    json_decref(string);
    return result;
}

/* Names for a process or thread, and its place among the others. */
static void write_name(const char *kind, int64_t pid, int64_t tid, const char *name, int64_t number, FILE *out)
{
    fprintf(out, "{\"ph\":\"M\",\"name\":\"%s_name\",\"pid\":%" PRId64 ",\"tid\":%" PRId64 ",\"args\":{\"name\":\"%s",
            kind, pid, tid, name);
    if (number >= 0) {
        fprintf(out, " %" PRId64, number);
    }
    fprintf(out,
            "\"}},\n{\"ph\":\"M\",\"name\":\"%s_sort_index\",\"pid\":%" PRId64 ",\"tid\":%" PRId64
            ",\"args\":{\"sort_index\":%" PRId64 "}},\n",
            kind, pid, tid, tid > 0 ? tid : pid);
}

static void write_cluster(const struct cluster *cluster, FILE *out)
{
    static const char *const names[STAGES] = {"map", "reduce"};
    int64_t slots[STAGES] = {0, 0};
    int64_t map_slots = cluster_slots(cluster, STAGE_MAP);
    for (int32_t n = 0; n < cluster->node_count; n++) {
        write_name("process", n + 1, 0, "node", n, out);
        for (int stage = 0; stage < STAGES; stage++) {
            for (int32_t i = 0; i < cluster->nodes[n].slots[stage]; i++) {
                int64_t slot = slots[stage]++;
                write_name("thread", n + 1, slot + 1 + (stage == STAGE_MAP ? 0 : map_slots), names[stage], slot, out);
            }
        }
    }
    write_name("process", (int64_t)cluster->node_count + 1, 0, "jobs", -1, out);
}

static void write_run(const struct task_run *run, const char *name, int64_t map_slots, FILE *out)
{
    bool map = run->stage == STAGE_MAP;
    int64_t thread = run->slot + 1 + (map ? 0 : map_slots);
    fprintf(out, ",\n{\"ph\":\"X\",\"name\":%s,\"cat\":\"%s\",\"pid\":%" PRId32 ",\"tid\":%" PRId64, name,
            map ? "map" : "reduce", run->node + 1, thread);
    write_time("ts", run->start, out);
    write_time("dur", run->end - run->start, out);
    fprintf(out, ",\"args\":{\"task\":%" PRId32 ",\"attempt\":%" PRId32 ",\"result\":\"%s\"}}", run->task, run->attempt,
            run->failed   ? "failed"
            : run->killed ? "killed"
                          : "finished");
    if (run->work_start > run->start) {
        fprintf(out,
                ",\n{\"ph\":\"X\",\"name\":\"waits for the maps\",\"cat\":\"wait\",\"pid\":%" PRId32
                ",\"tid\":%" PRId64,
                run->node + 1, thread);
        write_time("ts", run->start, out);
        write_time("dur", run->work_start - run->start, out);
        fputc('}', out);
    }
}

static void write_job(const struct job_spec *job, const struct job_outcome *outcome, const char *name, int64_t pid,
                      FILE *out)
{
    if (!outcome->accepted) {
        fprintf(out, ",\n{\"ph\":\"i\",\"s\":\"p\",\"name\":%s,\"cat\":\"rejected\",\"pid\":%" PRId64 ",\"tid\":0",
                name, pid);
        write_time("ts", job->arrival, out);
        fprintf(out, ",\"args\":{\"reason\":\"%s\"}}", outcome->reason);
        return;
    }
    fprintf(out, ",\n{\"ph\":\"b\",\"name\":%s,\"cat\":\"job\",\"id\":%zu,\"pid\":%" PRId64 ",\"tid\":0", name,
            job->row, pid);
    write_time("ts", job->arrival, out);
    fprintf(out, ",\"args\":{\"maps\":%" PRId32 ",\"reduces\":%" PRId32, job->maps, job->reduces);
    if (job->deadline != NO_DEADLINE) {
        write_time("deadline_us", job->deadline, out);
        fprintf(out, ",\"met\":%s", outcome->met ? "true" : "false");
    }
    fprintf(out, "}},\n{\"ph\":\"e\",\"name\":%s,\"cat\":\"job\",\"id\":%zu,\"pid\":%" PRId64 ",\"tid\":0", name,
            job->row, pid);
    write_time("ts", outcome->finish, out);
    fputc('}', out);
}

void perfetto_write(const struct run_view *view, FILE *out)
{
    const struct workload *workload = view->workload;
    int64_t map_slots = cluster_slots(view->cluster, STAGE_MAP);
    int64_t jobs_process = (int64_t)view->cluster->node_count + 1;
    char **names = alloc_zeroed(workload->count, sizeof *names);
    for (size_t i = 0; i < workload->count; i++) {
        names[i] = quoted(workload->jobs[i].name);
    }
    fputs("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n", out);
    write_cluster(view->cluster, out);
    fprintf(out,
            "{\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":%" PRId64
            ",\"tid\":0,\"args\":{\"labels\":\"%s, seed %" PRIu64 "\"}}",
            jobs_process, view->label, view->seed);
    for (size_t i = 0; i < view->log->count; i++) {
        write_run(&view->log->runs[i], names[view->log->runs[i].job], map_slots, out);
    }
    for (size_t i = 0; i < workload->count; i++) {
        write_job(&workload->jobs[i], &view->outcomes[i], names[i], jobs_process, out);
        free(names[i]);
    }
    free(names);
    fputs("\n]}\n", out);
}
