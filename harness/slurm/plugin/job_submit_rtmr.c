/*
 * Slurm's plugin job_submit/rtmr: jobs of the service's partition are admitted by the service when
 * they are submitted, and held until it releases their tasks. Jobs of other partitions pass
 * untouched.
 *
 * - `sbatch -p rtmr --array=0-9 --time=5 --deadline=now+2hours job.sh` is a job of 10 map tasks,
 *   which the service accepts or refuses.
 * - An array with the comment `rtmr:JOB:map` or `rtmr:JOB:reduce` is a stage of a job that the user
 *   has submitted to the service before.
 *
 * The administrator's comment, which no user can set, ties an array to its job. Without an answer
 * of the service nothing is admitted. The controller waits for one under its locks, so the client
 * has little patience, and does not ask for a while when that was in vain.
 *
 * Slurm takes the plugin's hold for the user's, who may release it. job_modify() refuses that and
 * every other change by users. It judges by the comment in the job's record, so it needs neither
 * the service nor a memory of what was submitted.
 */
#include "harness/slurm/job_comment.h"
#include "harness/slurm/plugin/job_rules.h"
#include "harness/slurm/plugin/plugin_config.h"
#include "harness/slurm/plugin/service_client.h"

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <slurm/spank.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Of libslurm, where the public headers do not have it: the controller frees what it gets from the
 * plugin by its own means. */
extern char *slurm_xstrdup(const char *text);

/* Of the controller, which has no public headers. */
extern slurm_conf_t slurm_conf;
extern bool validate_operator(uid_t uid);

/* The head of the controller's record of a job, as Slurm 21.08 to 25.05 have it. The controller
 * loads no plugin that was built for another version. */
#if SLURM_VERSION_NUMBER < SLURM_VERSION_NUM(21, 8, 0) || SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 6, 0)
#error "compare struct job_record with that of this version of Slurm"
#endif
struct job_record {
    uint32_t magic;
    char *account;
    char *admin_comment;
};

/* What the controller calls. */
extern const char plugin_name[];
extern const char plugin_type[];
extern const uint32_t plugin_version;
int init(void);
int fini(void);
int job_submit(job_desc_msg_t *job, uint32_t uid, char **message);
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
#define MODIFY_MESSAGE , char **message
#else
#define MODIFY_MESSAGE
#endif
int job_modify(job_desc_msg_t *change, struct job_record *record, uint32_t uid MODIFY_MESSAGE);

const char plugin_name[] = "Admission of jobs with deadlines by rtmrd";
const char plugin_type[] = "job_submit/rtmr";
const uint32_t plugin_version = SLURM_VERSION_NUMBER;

enum {
    MESSAGE_SIZE = 512,
    CLAIMS = 1024,
    CLAIM_SECONDS = 10 /* in which the service sees an array in any case */
};

static struct plugin_config config;
static bool is_configured; /* else no job is admitted to the partition */

/* The stages whose arrays were let in last, and that the service may not have seen yet. The
 * controller submits one job at a time. */
static struct claim {
    int64_t job;
    bool reduce;
    time_t at;
} claims[CLAIMS];

/* The answer of the service; too large for the stack of a thread of the controller. */
static struct service_text answer;

/* An error is logged, no more: the controller ends if one of its plugins does not start. */
int init(void)
{
    char error[MESSAGE_SIZE] = "";
    is_configured = plugin_config_read(&config, error, sizeof error);
    if (!is_configured) {
        slurm_error("job_submit/rtmr: %s; until slurmctld starts with a file that is right, no job is admitted to "
                    "partition %s",
                    error, config.partition);
    }
    if ((slurm_conf.select_type_param & CR_MEMORY) != 0) {
        slurm_error(
            "job_submit/rtmr: SelectTypeParameters of slurm.conf: found memory as a resource to consume, expected "
            "CR_CPU; tasks may not fit on the nodes of their slots");
    }
    slurm_info("job_submit/rtmr: partition %s, socket %s", config.partition, config.socket);
    return SLURM_SUCCESS;
}

int fini(void)
{
    return SLURM_SUCCESS;
}

static int tell(char **message, int code, const char *text)
{
    char whole[MESSAGE_SIZE + 16];
    snprintf(whole, sizeof whole, "rtmr: %s", text);
    *message = slurm_xstrdup(whole);
    return code;
}

/* Whether a list of partitions has that of the service. */
static bool is_ours(const char *partitions)
{
    size_t length = strlen(config.partition);
    for (const char *at = partitions; at != NULL; at = strchr(at, ','), at += at != NULL) {
        if (strncmp(at, config.partition, length) == 0 && (at[length] == '\0' || at[length] == ',')) {
            return true;
        }
    }
    return false;
}

/* An instant in ms since 1970, as people read it; up: to the next second. */
static void write_time(int64_t at, bool up, char *text, size_t size)
{
    time_t seconds = (time_t)((at + (up ? 999 : 0)) / 1000);
    time_t now = time(NULL);
    struct tm there;
    struct tm here;
    localtime_r(&seconds, &there);
    localtime_r(&now, &here);
    bool today = there.tm_yday == here.tm_yday && there.tm_year == here.tm_year;
    strftime(text, size, today ? "%H:%M:%S" : "%Y-%m-%dT%H:%M:%S", &there);
}

/* Asks the service; false: `error` says why there is no answer. */
static bool ask(const char *method, const char *path, const char *body, char error[MESSAGE_SIZE])
{
    char why[MESSAGE_SIZE - 64] = "";
    if (service_ask(config.socket, method, path, body, &answer, why, sizeof why)) {
        return true;
    }
    snprintf(error, MESSAGE_SIZE, "the service does not answer, so nothing can be promised (%.400s)", why);
    return false;
}

/* The error that the service answers, or its refusal. */
static void read_refusal(char error[MESSAGE_SIZE])
{
    char text[MESSAGE_SIZE - 128];
    char when[64];
    int64_t earliest;
    json_text(json_member(answer.body, "message"), text, sizeof text);
    if (text[0] == '\0') {
        json_text(json_member(answer.body, "error"), text, sizeof text);
    }
    if (json_number(json_member(answer.body, "earliest_deadline_at"), &earliest)) {
        write_time(earliest, true, when, sizeof when);
        snprintf(error, MESSAGE_SIZE, "not promised: %s; not before %s (--deadline)", text, when);
    } else {
        snprintf(error, MESSAGE_SIZE, "not promised: %s", text[0] != '\0' ? text : "the service does not say why");
    }
}

/* Whether an array of the stage was let in a moment ago. */
static bool is_claimed(int64_t job, bool reduce)
{
    for (int i = 0; i < CLAIMS; i++) {
        if (claims[i].job == job && claims[i].reduce == reduce && time(NULL) - claims[i].at <= CLAIM_SECONDS) {
            return true;
        }
    }
    return false;
}

static void claim(int64_t job, bool reduce)
{
    static int next;
    claims[next] = (struct claim){.job = job, .reduce = reduce, .at = time(NULL)};
    next = (next + 1) % CLAIMS;
}

/* Ties the array to its job, and holds it. */
static void take(job_desc_msg_t *job, const struct job_mark *mark)
{
    char comment[96];
    claim(mark->job, mark->reduce);
    job_mark_write(mark, comment, sizeof comment);
    job->admin_comment = slurm_xstrdup(comment);
    if (job->array_inx == NULL) {
        job->array_inx = slurm_xstrdup("0");
    }
    job->priority = 0;
    job->requeue = 1;
    job->deadline = 0; /* by which Slurm would cancel it, as it plans itself */
}

/* The name without what JSON would have to quote. */
static void write_name(const char *name, char *text, size_t size)
{
    size_t length = 0;
    for (; name != NULL && *name != '\0' && length + 1 < size; name++) {
        text[length++] = isalnum((unsigned char)*name) || strchr("-_.+:@/ ", *name) != NULL ? *name : '_';
    }
    snprintf(text + length, size - length, "%s", length == 0 ? "job" : "");
}

/* A job of map tasks only: the service is asked. */
static int submit_whole(job_desc_msg_t *job, uint32_t owner, char **message)
{
    char error[MESSAGE_SIZE];
    char name[64];
    char body[512];
    char when[64];
    struct job_mark mark = {0};
    int64_t finish = 0;
    if (job->deadline == 0 || job->deadline == (time_t)NO_VAL) {
        return tell(message, ESLURM_INVALID_TIME_VALUE, "--deadline is missing: by when the whole job is to be done");
    }
    write_name(job->name, name, sizeof name);
    snprintf(body, sizeof body,
             "{\"uid\":%lu,\"executor\":\"slurm\",\"name\":\"%s\",\"maps\":%ld,\"map_ms\":%lld,\"deadline_at\":%lld}",
             (unsigned long)owner, name, (long)job_elements(job->array_inx), (long long)job->time_limit * 60000,
             (long long)job->deadline * 1000);
    if (!ask("POST", "/v1/jobs", body, error)) {
        return tell(message, ESLURM_SUBMISSIONS_DISABLED, error);
    }
    if (answer.status != 201 || !json_number(json_member(answer.body, "job"), &mark.job) ||
        !json_number(json_member(answer.body, "stamp"), &mark.stamp)) {
        read_refusal(error);
        return tell(message, ESLURM_INVALID_TIME_VALUE, error);
    }
    json_number(json_member(answer.body, "finish_at"), &finish);
    write_time(finish, true, when, sizeof when);
    snprintf(error, sizeof error, "job %lld promised by %s", (long long)mark.job, when);
    take(job, &mark);
    return tell(message, SLURM_SUCCESS, error); /* sbatch shows it */
}

/* Whether the array is what the job of the service waits for; NULL: it is, otherwise why not. */
static const char *find_mismatch(const job_desc_msg_t *job, const char *object, uint32_t owner, int64_t number,
                                 bool reduce)
{
    const char *stage = json_member(object, reduce ? "reduce" : "map");
    const char *array = json_member(json_member(object, "arrays"), reduce ? "reduce" : "map");
    int64_t found = 0;
    int64_t uid = -1;
    int64_t tasks = 0;
    int64_t estimate = 0;
    json_number(json_member(object, "job"), &found);
    json_number(json_member(object, "uid"), &uid);
    json_number(json_member(stage, "tasks"), &tasks);
    json_number(json_member(stage, "estimate_ms"), &estimate);
    if (found != number || uid != (int64_t)owner) {
        return "--comment: you have no such job that waits for its tasks";
    }
    if (tasks != job_elements(job->array_inx)) {
        return "--array: the job has another number of tasks in this stage";
    }
    if ((int64_t)job->time_limit * 60000 < estimate) {
        return "--time: it is shorter than the estimate of the job's tasks";
    }
    if (array == NULL || strncmp(array, "null", 4) != 0 || is_claimed(number, reduce)) {
        return "--comment: this stage of the job has its tasks already";
    }
    return NULL;
}

/* A stage of a job that the service has accepted before. */
static int submit_stage(job_desc_msg_t *job, uint32_t owner, char **message)
{
    char error[MESSAGE_SIZE];
    char path[128];
    int64_t number;
    bool reduce;
    int64_t attempt;
    if (!job_comment_read(job->comment, &number, &reduce, &attempt) || attempt != 0) {
        return tell(message, ESLURM_ACCESS_DENIED, "--comment: rtmr:JOB:map or rtmr:JOB:reduce is expected");
    }
    snprintf(path, sizeof path, "/v1/jobs?state=active&after=%lld&limit=1", (long long)number - 1);
    if (!ask("GET", path, NULL, error)) {
        return tell(message, ESLURM_SUBMISSIONS_DISABLED, error);
    }
    const char *object = json_first(json_member(answer.body, "jobs"));
    const char *wrong = find_mismatch(job, object, owner, number, reduce);
    if (wrong != NULL) {
        return tell(message, ESLURM_ACCESS_DENIED, wrong);
    }
    struct job_mark mark = {.job = number, .reduce = reduce};
    json_number(json_member(object, "stamp"), &mark.stamp);
    take(job, &mark);
    return SLURM_SUCCESS;
}

int job_submit(job_desc_msg_t *job, uint32_t uid, char **message)
{
    char error[MESSAGE_SIZE];
    bool ours = job->partition != NULL ? is_ours(job->partition) : config.is_default;
    if (!ours) {
        return SLURM_SUCCESS;
    }
    if (!is_configured) {
        return tell(message, ESLURM_SUBMISSIONS_DISABLED,
                    "rtmr.conf has an error, so nothing can be promised; slurmctld's log says which");
    }
    if (!job_rules_allow(job, slurm_conf.max_array_sz, error, sizeof error)) {
        return tell(message, ESLURM_NOT_SUPPORTED, error);
    }
    uint32_t owner = job->user_id != NO_VAL ? job->user_id : uid;
    bool stage = job->comment != NULL && strncmp(job->comment, "rtmr:", strlen("rtmr:")) == 0;
    return stage ? submit_stage(job, owner, message) : submit_whole(job, owner, message);
}

/* Whether the service runs the job. Elements that the controller has split off an array have its
 * comment, too. */
static bool is_owned(const struct job_record *record)
{
    struct job_mark mark;
    return job_mark_read(record->admin_comment, &mark);
}

/* Why a user may not make the change; NULL: it is allowed. */
static const char *find_objection(const job_desc_msg_t *change, const struct job_record *record, uint32_t uid)
{
    if (validate_operator(uid)) {
        return NULL;
    }
    if (change->partition != NULL && is_ours(change->partition)) {
        return "jobs come into this partition by sbatch only";
    }
    if (change->comment != NULL && strncmp(change->comment, "rtmr:", strlen("rtmr:")) == 0) {
        return "such comments are set when a job is submitted only";
    }
    if (is_owned(record)) {
        return "the service runs this job: cancel (scancel) or renew (rtmr renew) it";
    }
    return NULL;
}

int job_modify(job_desc_msg_t *change, struct job_record *record, uint32_t uid MODIFY_MESSAGE)
{
    const char *objection = find_objection(change, record, uid);
    if (objection == NULL) {
        return SLURM_SUCCESS;
    }
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
    return tell(message, ESLURM_ACCESS_DENIED, objection);
#else
    slurm_info("job_submit/rtmr: user %lu: %s", (unsigned long)uid, objection);
    return ESLURM_ACCESS_DENIED;
#endif
}
