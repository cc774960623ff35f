#include "harness/slurm/cluster.h"

#include "harness/slurm/job_comment.h"

#include <signal.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* Frees what libslurm has allocated. Exported, but in no header. */
extern void slurm_xfree(void **item);
/* The same. */
extern char *slurm_job_reason_string(enum job_state_reason reason);

/* --- Elements --------------------------------------------------------------------------------- */

static bool read_comment(const char *comment, struct element *e)
{
    struct job_mark mark;

    if (!job_mark_read(comment, &mark)) {
        return false;
    }
    e->job = mark.job;
    e->stamp = mark.stamp;
    e->stage = mark.reduce ? RTMR_REDUCE : RTMR_MAP;
    e->attempt = mark.attempt;
    return true;
}

/* How a batch job has ended of which Slurm tells the status of wait(). */
static void read_status(uint32_t status, struct element *e)
{
    const int how = (int)status;

    e->state = WIFSIGNALED(how) ? ELEMENT_SIGNALLED : ELEMENT_EXITED;
    e->value = WIFSIGNALED(how) ? WTERMSIG(how) : WEXITSTATUS(how);
}

static void read_state(const slurm_job_info_t *job, struct element *e)
{
    e->is_completing = (job->job_state & JOB_COMPLETING) != 0;
    e->is_throttled = e->is_array && job->array_max_tasks != 0;
    e->restarts = job->restart_cnt;
    e->reason = job->state_reason;
    e->is_users_hold = job->state_reason == WAIT_HELD_USER;
    switch (job->job_state & JOB_STATE_BASE) {
    case JOB_PENDING: e->state = job->priority == 0 ? ELEMENT_HELD : ELEMENT_RELEASED; break;
    case JOB_RUNNING:
    case JOB_SUSPENDED: e->state = ELEMENT_RUNNING; break;
    case JOB_COMPLETE: e->state = ELEMENT_EXITED; break;
    case JOB_FAILED:
        read_status(job->exit_code, e);
        if (e->state == ELEMENT_EXITED && e->value == 0) {
            e->state = ELEMENT_LOST; /* it failed before its command ran */
        }
        break;
    case JOB_TIMEOUT:
    case JOB_OOM:
        e->state = ELEMENT_SIGNALLED;
        e->value = SIGKILL;
        break;
    case JOB_CANCELLED:
    case JOB_DEADLINE: e->state = ELEMENT_CANCELLED; break;
    default: e->state = ELEMENT_LOST; break;
    }
}

/* The last element of an array is not split off: what happens to it happens to the array's record.
 * -1: that has several. */
static int32_t task_left(const char *tasks)
{
    char *end = NULL;
    const long task = tasks != NULL ? strtol(tasks, &end, 10) : -1;

    return task >= 0 && task <= INT32_MAX && (*end == '\0' || *end == '%') && end != tasks ? (int32_t)task : -1;
}

/* False: the job has no mark. */
static bool read_element(const slurm_job_info_t *job, const char *partition, struct element *e)
{
    *e = (struct element){0};
    if (!read_comment(job->admin_comment, e)) {
        return false;
    }
    e->is_moved = job->partition == NULL || strcmp(job->partition, partition) != 0;
    e->is_array = job->array_job_id != 0;
    e->array = e->is_array ? job->array_job_id : job->job_id;
    e->task = !e->is_array                   ? 0
              : job->array_task_id == NO_VAL ? task_left(job->array_task_str)
                                             : (int32_t)job->array_task_id;
    e->began = job->start_time;
    e->ended = job->end_time;
    read_state(job, e);
    e->tasks = e->task < 0 && job->array_task_str != NULL ? strdup(job->array_task_str) : NULL;
    return true;
}

static int compare_to(const struct element *e, int64_t job, int64_t stamp, enum rtmr_stage stage, int32_t task)
{
    if (e->job != job) {
        return e->job < job ? -1 : 1;
    }
    if (e->stamp != stamp) {
        return e->stamp < stamp ? -1 : 1;
    }
    if (e->stage != stage) {
        return e->stage < stage ? -1 : 1;
    }
    return (e->task > task) - (e->task < task);
}

static int compare(const void *a, const void *b)
{
    const struct element *const y = b;

    return compare_to(a, y->job, y->stamp, y->stage, y->task);
}

enum load_status elements_load(const char *partition, time_t since, struct elements *elements)
{
    job_info_msg_t *answer = NULL;

    if (slurm_load_jobs(since, &answer, SHOW_ALL) != SLURM_SUCCESS) {
        return slurm_get_errno() == SLURM_NO_CHANGE_IN_DATA ? LOAD_SAME : LOAD_FAILED;
    }
    struct elements loaded = {.updated = answer->last_update};
    loaded.items = calloc((size_t)answer->record_count + 1, sizeof *loaded.items);
    for (uint32_t i = 0; loaded.items != NULL && i < answer->record_count; i++) {
        loaded.count += read_element(&answer->job_array[i], partition, &loaded.items[loaded.count]);
        slurm_xfree((void **)&answer->job_array[i].admin_comment); /* slurm_free_job_info_msg() of 22.05 leaves it */
    }
    slurm_free_job_info_msg(answer);
    if (loaded.items == NULL) {
        return LOAD_FAILED;
    }
    qsort(loaded.items, loaded.count, sizeof *loaded.items, compare);
    *elements = loaded;
    return LOAD_NEW;
}

void elements_free(struct elements *elements)
{
    for (size_t i = 0; i < elements->count; i++) {
        free(elements->items[i].tasks);
    }
    free(elements->items);
    *elements = (struct elements){0};
}

/* The first element that is not before. */
static const struct element *lower_bound(const struct elements *elements, int64_t job, int64_t stamp,
                                         enum rtmr_stage stage, int32_t task)
{
    size_t low = 0;
    size_t high = elements->count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare_to(&elements->items[middle], job, stamp, stage, task) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < elements->count ? &elements->items[low] : NULL;
}

const struct element *elements_find(const struct elements *elements, int64_t job, int64_t stamp, enum rtmr_stage stage,
                                    int32_t task)
{
    const struct element *const e = lower_bound(elements, job, stamp, stage, task);

    return e != NULL && compare_to(e, job, stamp, stage, task) == 0 ? e : NULL;
}

const struct element *elements_of(const struct elements *elements, int64_t job, int64_t stamp, enum rtmr_stage stage)
{
    const struct element *const e = lower_bound(elements, job, stamp, stage, -1);

    return e != NULL && e->job == job && e->stamp == stamp && e->stage == stage ? e : NULL;
}

bool element_holds(const struct element *record, int32_t task)
{
    const char *text = record->tasks;

    while (text != NULL && *text >= '0' && *text <= '9') {
        char *end;
        const long first = strtol(text, &end, 10);
        const long last = *end == '-' ? strtol(end + 1, &end, 10) : first;
        const long step = *end == ':' ? strtol(end + 1, &end, 10) : 1;
        if (task >= first && task <= last && step > 0 && (task - first) % step == 0) {
            return true;
        }
        text = *end == ',' ? end + 1 : end + strlen(end); /* behind '%' stands a limit */
    }
    return false;
}

const char *element_reason(const struct element *e)
{
    return slurm_job_reason_string((enum job_state_reason)e->reason);
}

int64_t cluster_job_age(void)
{
    slurm_conf_t *conf = NULL;

    if (slurm_load_ctl_conf(0, &conf) != SLURM_SUCCESS) {
        return -1;
    }
    const int64_t age = conf->min_job_age;
    slurm_free_ctl_conf(conf);
    return age;
}

/* --- Requests --------------------------------------------------------------------------------- */

/* The error of an answer about one element, which is freed. */
static int outcome(int status, job_array_resp_msg_t *answer)
{
    int error = status == SLURM_SUCCESS ? 0 : slurm_get_errno();

    if (answer != NULL) {
        if (error == 0 && answer->job_array_count > 0 && answer->error_code != NULL) {
            error = (int)answer->error_code[0];
        }
        slurm_free_job_array_resp(answer);
    }
    return error;
}

static int update(job_desc_msg_t *change)
{
    job_array_resp_msg_t *answer = NULL;
    const int status = slurm_update_job2(change, &answer);

    return outcome(status, answer);
}

int element_release(const char *id, const char *node, const char *comment, bool ran_before)
{
    job_desc_msg_t change;
    char texts[3][256];

    slurm_init_job_desc_msg(&change);
    snprintf(texts[0], sizeof texts[0], "%s", id);
    snprintf(texts[1], sizeof texts[1], "%s", node);
    snprintf(texts[2], sizeof texts[2], "%s", comment);
    change.job_id_str = texts[0];
    change.req_nodes = texts[1];
    change.admin_comment = texts[2];
    change.priority = INFINITE;                            /* the usual one: it may start */
    change.begin_time = time(NULL) + (ran_before ? 1 : 0); /* Slurm puts off a requeued one by two minutes */
    return update(&change);
}

int element_hold(const char *id)
{
    job_desc_msg_t change;
    char text[256];

    slurm_init_job_desc_msg(&change);
    snprintf(text, sizeof text, "%s", id);
    change.job_id_str = text;
    change.priority = 0;
    change.alloc_sid = ALLOC_SID_ADMIN_HOLD;
    return update(&change);
}

int element_requeue(const char *id)
{
    job_array_resp_msg_t *answer = NULL;
    char text[256];

    snprintf(text, sizeof text, "%s", id);
    const int status = slurm_requeue2(text, JOB_REQUEUE_HOLD, &answer);
    return outcome(status, answer);
}

int element_cancel(const char *id)
{
    return slurm_kill_job2(id, SIGKILL, 0, NULL) == SLURM_SUCCESS ? 0 : slurm_get_errno();
}

int array_unthrottle(const char *id)
{
    job_desc_msg_t change;
    char text[256];
    char no_limit[] = "%0";

    slurm_init_job_desc_msg(&change);
    snprintf(text, sizeof text, "%s", id);
    change.job_id_str = text;
    change.array_inx = no_limit;
    return update(&change);
}
