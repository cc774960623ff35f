#include "harness/report/batsim.h"

#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>

/* --- jobs.csv --------------------------------------------------------------------------------- */

/* A field behind a comma: seconds, exactly. */
static void write_seconds(ticks ms, FILE *out)
{
    fprintf(out, ",%" PRId64 ".%03d", ms / 1000, (int)(ms % 1000));
}

/* The row's number, then the job's name. */
static void write_names(int64_t row, const struct job_spec *job, csv_text_writer *write_text, FILE *out)
{
    fprintf(out, "%" PRId64 ",", row);
    write_text(job->name, out);
}

/* job/m3, or job/m3#1 for the second attempt. */
static void write_attempt(const struct job_spec *job, const struct task_run *run, csv_text_writer *write_text,
                          FILE *out)
{
    const char stage = run->stage == STAGE_MAP ? 'm' : 'r';
    char *id = run->attempt == 0 ? alloc_print("%s/%c%" PRId32, job->name, stage, run->task)
                                 : alloc_print("%s/%c%" PRId32 "#%" PRId32, job->name, stage, run->task, run->attempt);
    write_text(id, out);
    free(id);
}

static int32_t resource_of(const struct run_view *view, const struct task_run *run)
{
    return run->slot + (run->stage == STAGE_MAP ? 0 : cluster_slots(view->cluster, STAGE_MAP));
}

static void write_run(const struct run_view *view, const struct task_run *run, int64_t row, csv_text_writer *write_text,
                      FILE *out)
{
    const struct job_spec *job = &view->workload->jobs[run->job];
    bool map = run->stage == STAGE_MAP;
    ticks execution = run->end - run->start;
    ticks turnaround = run->end - job->arrival;
    write_names(row, job, write_text, out);
    fputs(map ? ",map" : ",reduce", out);
    write_seconds(job->arrival, out);
    fputs(",1", out);
    write_seconds(map ? job->map_estimate : job->reduce_estimate, out);
    fputs(run->failed ? ",0,COMPLETED_FAILED" : run->killed ? ",0,COMPLETED_KILLED" : ",1,COMPLETED_SUCCESSFULLY", out);
    write_seconds(run->start, out);
    write_seconds(execution, out);
    write_seconds(run->end, out);
    write_seconds(run->start - job->arrival, out);
    write_seconds(turnaround, out);
    fprintf(out, ",%.6f,%" PRId32 ",-1,", (double)turnaround / (double)execution, resource_of(view, run));
    write_attempt(job, run, write_text, out);
    fputc('\n', out);
}

static void write_rejected(const struct job_spec *job, int64_t row, csv_text_writer *write_text, FILE *out)
{
    write_names(row, job, write_text, out);
    fputs(",job", out);
    write_seconds(job->arrival, out);
    fprintf(out, ",%" PRId64, (int64_t)job->maps + job->reduces);
    if (job->deadline == NO_DEADLINE) {
        fputs(",-1", out);
    } else {
        write_seconds(job->deadline - job->arrival, out);
    }
    fputs(",0,REJECTED,-1,-1,-1,-1,-1,-1,,-1,", out);
    write_text(job->name, out);
    fputc('\n', out);
}

void batsim_write_jobs(const struct run_view *view, csv_text_writer *write_text, FILE *out)
{
    fputs(
        "job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,success,final_state,"
        "starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,allocated_resources,"
        "consumed_energy,metadata\n",
        out);
    int64_t row = 0;
    for (size_t i = 0; i < view->log->count; i++) {
        write_run(view, &view->log->runs[i], row++, write_text, out);
    }
    for (size_t i = 0; i < view->workload->count; i++) {
        if (!view->outcomes[i].accepted) {
            write_rejected(&view->workload->jobs[i], row++, write_text, out);
        }
    }
}

/* --- schedule.json ---------------------------------------------------------------------------- */

/* Sum and largest of one figure over the rows. */
struct total {
    double sum;
    double most;
};

static void add(struct total *t, double value)
{
    t->sum += value;
    t->most = value > t->most ? value : t->most;
}

static void set_total(json_t *object, const char *name, struct total total, int64_t rows)
{
    char key[40];
    snprintf(key, sizeof key, "mean_%s", name);
    json_object_set_new(object, key, json_real(rows > 0 ? total.sum / (double)rows : 0));
    snprintf(key, sizeof key, "max_%s", name);
    json_object_set_new(object, key, json_real(total.most));
}

static int64_t count_rejected(const struct run_view *view)
{
    int64_t rejected = 0;
    for (size_t i = 0; i < view->workload->count; i++) {
        rejected += !view->outcomes[i].accepted;
    }
    return rejected;
}

void batsim_write_schedule(const struct run_view *view, FILE *out)
{
    struct total waiting = {0};
    struct total turnaround = {0};
    struct total slowdown = {0};
    double computing = 0;
    int64_t unsuccessful = 0;
    ticks first = view->workload->count > 0 ? view->workload->jobs[0].arrival : 0;
    ticks last = first;
    for (size_t i = 0; i < view->log->count; i++) {
        const struct task_run *run = &view->log->runs[i];
        ticks arrival = view->workload->jobs[run->job].arrival;
        add(&waiting, (double)(run->start - arrival) / 1000);
        add(&turnaround, (double)(run->end - arrival) / 1000);
        add(&slowdown, (double)(run->end - arrival) / (double)(run->end - run->start));
        computing += (double)(run->end - run->start) / 1000;
        unsuccessful += run->failed || run->killed;
        last = run->end > last ? run->end : last;
    }
    int64_t finished = (int64_t)view->log->count;
    int64_t rejected = count_rejected(view);
    int64_t rows = finished + rejected;
    double slots = (double)cluster_slots(view->cluster, STAGE_MAP) + cluster_slots(view->cluster, STAGE_REDUCE);
    double makespan = (double)(last - first) / 1000;
    json_t *object =
        json_pack("{s:I, s:I, s:I, s:I, s:I, s:f, s:I, s:f, s:f}", "nb_jobs", (json_int_t)rows, "nb_jobs_finished",
                  (json_int_t)finished, "nb_jobs_success", (json_int_t)(finished - unsuccessful), "nb_jobs_killed",
                  (json_int_t)unsuccessful, "nb_jobs_rejected", (json_int_t)rejected, "makespan", makespan,
                  "nb_computing_machines", (json_int_t)slots, "time_computing", computing, "time_idle",
                  slots * makespan - computing);
    json_object_set_new(object, "success_rate",
                        json_real(rows > 0 ? (double)(finished - unsuccessful) / (double)rows : 0));
    set_total(object, "waiting_time", waiting, finished);
    set_total(object, "turnaround_time", turnaround, finished);
    set_total(object, "slowdown", slowdown, finished);
    json_dumpf(object, out, JSON_INDENT(2) | JSON_SORT_KEYS | JSON_REAL_PRECISION(12));
    fputc('\n', out);
    json_decref(object);
}
