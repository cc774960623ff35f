#include "harness/slurm/plugin/job_rules.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* An option of sbatch that has been given. */
struct option {
    bool given;
    const char *name;
};

static bool above_one(uint32_t number, uint32_t none)
{
    return number != none && number > 1;
}

static bool given(uint32_t number, uint32_t none)
{
    return number != none && number != 0;
}

static const char *find_given(const struct option *options, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (options[i].given) {
            return options[i].name;
        }
    }
    return NULL;
}

/* Options for more than one CPU. */
static const char *find_large(const job_desc_msg_t *j)
{
    const struct option options[] = {
        {above_one(j->min_nodes, NO_VAL) || above_one(j->max_nodes, NO_VAL), "--nodes"},
        {above_one(j->num_tasks, NO_VAL), "--ntasks"},
        {above_one(j->min_cpus, NO_VAL), "--ntasks or --cpus-per-task"},
        {above_one(j->cpus_per_task, NO_VAL16), "--cpus-per-task"},
        {above_one(j->pn_min_cpus, NO_VAL16), "--mincpus"},
        {above_one(j->ntasks_per_node, NO_VAL16), "--ntasks-per-node"},
        {above_one(j->threads_per_core, NO_VAL16), "--threads-per-core"},
        {above_one(j->cores_per_socket, NO_VAL16), "--cores-per-socket"},
        {above_one(j->sockets_per_node, NO_VAL16), "--sockets-per-node"},
        {given(j->core_spec, NO_VAL16), "--core-spec"},
        {j->shared != NO_VAL16 && j->shared != 1, "--exclusive"},
        {j->tres_per_job != NULL || j->tres_per_node != NULL || j->tres_per_socket != NULL || j->tres_per_task != NULL,
         "--gres or --gpus"},
        {j->het_job_offset != NO_VAL, "heterogeneous jobs"},
    };
    return find_given(options, sizeof options / sizeof options[0]);
}

/* Options for what a node has besides CPUs. The service does not know how much of it a node has,
 * and an element that fits no node would wait for ever. */
static const char *find_space(const job_desc_msg_t *j)
{
    const struct option options[] = {
        {j->pn_min_memory != NO_VAL64, "--mem or --mem-per-cpu"},
        {j->mem_per_tres != NULL, "--mem-per-gpu"},
        {j->pn_min_tmp_disk != NO_VAL, "--tmp"},
    };
    return find_given(options, sizeof options / sizeof options[0]);
}

/* Options that say where or when. */
static const char *find_placed(const job_desc_msg_t *j)
{
    const struct option options[] = {
        {j->req_nodes != NULL, "--nodelist"},
        {j->exc_nodes != NULL, "--exclude"},
        {j->features != NULL || j->cluster_features != NULL || j->prefer != NULL, "--constraint"},
        {j->licenses != NULL, "--licenses"},
        {j->reservation != NULL, "--reservation"},
        {j->burst_buffer != NULL, "--bb"},
        {j->clusters != NULL, "--clusters"},
        {j->dependency != NULL, "--dependency"},
        {j->begin_time > time(NULL) + 1, "--begin"},
        {j->contiguous != NO_VAL16 && j->contiguous != 0, "--contiguous"},
        {j->req_switch != NO_VAL && j->req_switch != 0, "--switches"},
        {j->time_min != NO_VAL && j->time_min != 0, "--time-min"},
        {j->priority == 0, "--hold"},
        {j->admin_comment != NULL, "an administrator's comment"},
        {j->reboot != NO_VAL16 && j->reboot != 0, "--reboot"},
    };
    return find_given(options, sizeof options / sizeof options[0]);
}

int32_t job_elements(const char *indices)
{
    char *end;
    if (indices == NULL || strcmp(indices, "0") == 0) {
        return 1;
    }
    if (strncmp(indices, "0-", 2) != 0 || !isdigit((unsigned char)indices[2])) {
        return 0;
    }
    errno = 0;
    long last = strtol(indices + 2, &end, 10);
    return errno != 0 || *end != '\0' || last > 1000000 ? 0 : (int32_t)last + 1;
}

/* Whether the job is not to be submitted really: libslurm tells the session of the one who submits,
 * but not with `sbatch --test-only`, nor for scrontab. */
static bool is_trial(const job_desc_msg_t *job)
{
    return job->alloc_sid == NO_VAL;
}

/* The options that one task cannot have. */
static bool task_allowed(const job_desc_msg_t *job, char *error, size_t size)
{
    const char *large = find_large(job);
    const char *space = find_space(job);
    const char *placed = find_placed(job);
    if (large != NULL) {
        snprintf(error, size, "%s: a task here is one CPU; split the work with --array", large);
    } else if (space != NULL) {
        snprintf(error, size, "%s: memory and disk cannot be promised here, only CPUs and time", space);
    } else if (placed != NULL) {
        snprintf(error, size, "%s: where and when tasks run here is decided by their deadlines", placed);
    } else {
        return true;
    }
    return false;
}

bool job_rules_allow(const job_desc_msg_t *job, uint32_t max_array, char *error, size_t size)
{
    const int32_t elements = job_elements(job->array_inx);
    if (strchr(job->partition != NULL ? job->partition : "", ',') != NULL) {
        snprintf(error, size, "several partitions are not possible here");
    } else if (job->script == NULL && job->script_buf == NULL) {
        snprintf(error, size, "only jobs of sbatch run here, not srun or salloc");
    } else if (is_trial(job)) {
        snprintf(error, size, "--test-only or scrontab: only what is submitted now is promised; ask rtmr what-if");
    } else if (!task_allowed(job, error, size)) {
        return false;
    } else if (elements == 0) {
        snprintf(error, size, "--array=%.40s: --array=0-N is expected here", job->array_inx);
    } else if ((uint32_t)elements > max_array) {
        snprintf(error, size, "--array: found %ld elements, at most MaxArraySize of slurm.conf are expected: %lu",
                 (long)elements, (unsigned long)max_array);
    } else if (job->time_limit == NO_VAL || job->time_limit == INFINITE || job->time_limit == 0) {
        snprintf(error, size, "--time is missing: the longest time of a task");
    } else {
        return true;
    }
    return false;
}
