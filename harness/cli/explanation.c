#include "harness/cli/explanation.h"

#include "harness/report/table.h"
#include "harness/schedulers/rtmr_scheduler.h"
#include "harness/workload/safe_text.h"

#include <inttypes.h>

static const char *name_of(const void *scheduler, rtmr_handle handle)
{
    const struct scheduler_job *job = rtmr_scheduler_job(scheduler, handle);
    return job == NULL ? "?" : job->name;
}

static void print_jobs(void *scheduler, FILE *out)
{
    const struct rtmr *kernel = rtmr_scheduler_kernel(scheduler);
    int32_t count = rtmr_job_count(kernel);
    if (count == 0) {
        fputs("No accepted job is unfinished.\n\n", out);
        return;
    }
    fputs("Accepted, unfinished jobs in plan order:\n", out);
    struct table t = table_new(9, 1);
    static const char *const headings[] = {"job",   "deadline",        "finishes by", "maps waiting", "running",
                                           "eps_m", "reduces waiting", "running",     "eps_r"};
    for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++) {
        table_add(&t, "%s", headings[i]);
    }
    for (int32_t place = 0; place < count; place++) {
        struct rtmr_job_info info;
        if (rtmr_job_at(kernel, place, &info) != RTMR_OK) {
            continue;
        }
        table_add(&t, "%s", name_of(scheduler, info.job));
        table_add(&t, "%" PRId64, info.deadline);
        if (info.flagged) {
            table_add(&t, "no promise");
        } else {
            table_add(&t, "%" PRId64, info.estimated_finish);
        }
        table_add(&t, "%" PRId32, info.map_waiting);
        table_add(&t, "%" PRId32, info.map_unfinished - info.map_waiting);
        table_add(&t, "%" PRId64, info.map_estimate);
        table_add(&t, "%" PRId32, info.reduce_waiting);
        table_add(&t, "%" PRId32, info.reduce_unfinished - info.reduce_waiting);
        table_add(&t, "%" PRId64, info.reduce_estimate);
    }
    table_print(&t, out, 2);
    table_free(&t);
    fputc('\n', out);
}

/* Neighbouring slots in the same state share a row. */
static bool same(const struct rtmr_slot_info *a, const struct rtmr_slot_info *b)
{
    return a->state == b->state && a->job == b->job && a->bound == b->bound;
}

static void add_slots(struct table *t, const void *scheduler, const char *stage, int32_t first, int32_t last,
                      const struct rtmr_slot_info *info)
{
    static const char *const states[] = {"idle", "busy", "draining", "over its bound", "over its bound", "absent"};
    table_add(t, "%s", stage);
    if (first == last) {
        table_add(t, "%" PRId32, first);
    } else {
        table_add(t, "%" PRId32 "-%" PRId32, first, last);
    }
    table_add(t, "%s", states[info->state]);
    bool busy = info->job != RTMR_NO_JOB;
    table_add(t, "%s", busy ? name_of(scheduler, info->job) : "");
    if (busy) {
        table_add(t, "%" PRId64, info->bound);
    } else {
        table_add(t, "%s", "");
    }
}

static void print_stage(struct table *t, void *scheduler, enum rtmr_stage stage, const char *name)
{
    const struct rtmr *kernel = rtmr_scheduler_kernel(scheduler);
    struct rtmr_slot_info shown;
    if (!rtmr_scheduler_has_slots(scheduler, stage) || rtmr_slot_info(kernel, stage, 0, &shown) != RTMR_OK) {
        return;
    }
    int32_t first = 0;
    struct rtmr_slot_info next;
    int32_t slot = 1;
    for (; rtmr_slot_info(kernel, stage, slot, &next) == RTMR_OK; slot++) {
        if (!same(&shown, &next)) {
            add_slots(t, scheduler, name, first, slot - 1, &shown);
            first = slot;
            shown = next;
        }
    }
    add_slots(t, scheduler, name, first, slot - 1, &shown);
}

static void print_slots(void *scheduler, FILE *out)
{
    fputs("Slots:\n", out);
    struct table t = table_new(5, 4);
    static const char *const headings[] = {"stage", "slot", "state", "job", "until at most"};
    for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++) {
        table_add(&t, "%s", headings[i]);
    }
    print_stage(&t, scheduler, RTMR_MAP, "map");
    print_stage(&t, scheduler, RTMR_REDUCE, "reduce");
    table_print(&t, out, 2);
    table_free(&t);
    fputc('\n', out);
}

/* The job as the engine would show it to the scheduler. */
static struct scheduler_job view_of(const struct job_spec *job)
{
    return (struct scheduler_job){
        .name = job->name,
        .user = job->user,
        .pool = job->pool,
        .arrival = job->arrival,
        .deadline = job->deadline,
        .estimate = {job->map_estimate, job->reduce_estimate},
        .bytes = {job->map_bytes, job->reduce_bytes},
        .tasks = {job->maps, job->reduces},
        .waiting = {job->maps, job->reduces},
        .reduces_open = job->maps == 0,
    };
}

static void print_lateness(const void *scheduler, const struct rtmr_decision *decision, FILE *out)
{
    if (decision->late_job == RTMR_NO_JOB) {
        fputs("it would itself end ", out);
    } else {
        fputs("accepted job ", out);
        safe_text_write(name_of(scheduler, decision->late_job), out);
        fputs(" would end ", out);
    }
    if (decision->late_by == RTMR_NEVER) {
        fputs("beyond the last instant", out);
    } else {
        fprintf(out, "%" PRId64 " ms after its deadline", decision->late_by);
    }
}

static void print_rejection(const void *scheduler, const struct rtmr_decision *decision, FILE *out)
{
    fputs("Rejected: ", out);
    if (decision->reason == RTMR_REASON_LATE) {
        print_lateness(scheduler, decision, out);
    } else {
        fputs(rtmr_reason_text(decision->reason), out);
    }
    fputs(".\n", out);
    if (decision->estimated_finish != RTMR_NEVER) {
        fprintf(out, "Its own estimated finish is %" PRId64 ".\n", decision->estimated_finish);
    }
    if (decision->earliest_deadline == RTMR_NEVER) {
        fputs("No later deadline would be accepted now.\n", out);
    } else {
        fprintf(out, "The earliest later deadline that would be accepted now is %" PRId64 ".\n",
                decision->earliest_deadline);
    }
}

static void print_answer(void *scheduler, const struct job_spec *job, FILE *out)
{
    struct scheduler_job view = view_of(job);
    struct rtmr_job submission = rtmr_scheduler_submission(scheduler, &view);
    fputs("Job ", out);
    safe_text_write(job->name, out);
    fprintf(out,
            ": %" PRId32 " maps of at most %" PRId64 " ms, %" PRId32 " reduces of at most %" PRId64
            " ms, deadline %" PRId64 ".\n",
            submission.map_tasks, submission.map_estimate, submission.reduce_tasks, submission.reduce_estimate,
            submission.deadline);
    struct rtmr_decision decision;
    enum rtmr_status status = rtmr_what_if(rtmr_scheduler_kernel(scheduler), &submission, &decision);
    if (status == RTMR_OK) {
        fprintf(out, "Accepted: it would finish by %" PRId64 ", %" PRId64 " ms before its deadline.\n",
                decision.estimated_finish, submission.deadline - decision.estimated_finish);
    } else if (status == RTMR_REJECTED) {
        print_rejection(scheduler, &decision, out);
    } else {
        fprintf(out, "Rejected: %s.\n", rtmr_status_text(status));
    }
}

void explanation_print(void *scheduler, const struct job_spec *job, FILE *out)
{
    fprintf(out, "At %" PRId64 " ms, after all events of this instant.\n\n",
            rtmr_now(rtmr_scheduler_kernel(scheduler)));
    print_jobs(scheduler, out);
    print_slots(scheduler, out);
    if (job != NULL) {
        print_answer(scheduler, job, out);
    }
}
