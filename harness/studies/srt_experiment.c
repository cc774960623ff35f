#include "harness/studies/srt_experiment.h"
#include "harness/schedulers/schedulers.h"

#include "harness/studies/simulation.h"
#include "harness/workload/alloc.h"

#include <math.h>
#include <stdlib.h>

/* Hadoop's default: reduces may start when 5% of the maps are done. */
enum { SLOWSTART = 50 };

const int32_t srt_groups[SRT_GROUPS] = {10, 20, 30, 40};

struct srt_setting srt_setting_of(int32_t jobs_of_each)
{
    return (struct srt_setting){
        .profile = srt_profile, .jobs_of_each = jobs_of_each, .nodes = 4, .version = HADOOP_0_21, .assign = ASSIGN_ONE};
}

struct sums {
    double of[SRT_MEASURES];
    double jobs[SRT_SIZES];
};

static void add_up(void *context, const struct run_view *view)
{
    struct sums *sums = context;
    const struct workload *workload = view->workload;
    for (size_t i = 0; i < workload->count; i++) {
        const struct job_outcome *o = &view->outcomes[i];
        enum srt_size size = srt_size_of(&workload->jobs[i]);
        sums->jobs[size] += 1.0;
        sums->of[SRT_SMALL_PROCESS + size] += (double)(o->finish - workload->jobs[i].arrival) / 1000.0;
        sums->of[SRT_SMALL_REDUCE + size] += (double)(o->finish - o->stage_start[STAGE_REDUCE]) / 1000.0;
        double total = (double)(o->finish - workload->jobs[0].arrival) / 1000.0;
        sums->of[SRT_TOTAL] = fmax(sums->of[SRT_TOTAL], total);
    }
    for (enum srt_size size = SRT_SMALL; size < SRT_SIZES; size++) {
        sums->of[SRT_SMALL_PROCESS + size] /= sums->jobs[size];
        sums->of[SRT_SMALL_REDUCE + size] /= sums->jobs[size];
    }
}

static int run_once(const struct srt_setting *setting, const char *scheduler, uint64_t seed, struct sums *sums,
                    struct input_error *error)
{
    struct workload workload = srt_workload(&setting->profile, setting->jobs_of_each, setting->submission, seed);
    struct cluster cluster = srt_cluster(&setting->profile, setting->nodes);
    struct queue_spec queue = {.name = "gridmix", .capacity = 100.0, .user_limit = setting->profile.user_limit};
    const struct queue_table queues = {.queues = &queue, .count = 1};
    struct scheduler_options policy = scheduler_options_default();
    policy.hadoop = setting->version;
    policy.assign = setting->assign;
    policy.queues = &queues;
    struct simulation simulation = {.workload = &workload,
                                    .cluster = &cluster,
                                    .scheduler = scheduler_find(scheduler),
                                    .policy = &policy,
                                    .engine = engine_options_default(),
                                    .show = add_up,
                                    .context = sums};
    simulation.engine.seed = seed;
    simulation.engine.slowstart = SLOWSTART;
    struct run_result result;
    int status = simulation_run(&simulation, &result, error);
    cluster_free(&cluster);
    workload_free(&workload);
    return status;
}

static int run_seeds(const struct srt_setting *setting, const char *scheduler, uint64_t first_seed, uint64_t seeds,
                     double *of[SRT_MEASURES], struct input_error *error)
{
    for (enum srt_measure m = 0; m < SRT_MEASURES; m++) {
        of[m] = alloc_zeroed(seeds, sizeof(double));
    }
    for (uint64_t i = 0; i < seeds; i++) {
        struct sums sums = {{0}, {0}};
        int status = run_once(setting, scheduler, first_seed + i, &sums, error);
        if (status != 0) {
            return status;
        }
        for (enum srt_measure m = 0; m < SRT_MEASURES; m++) {
            of[m][i] = sums.of[m];
        }
    }
    return 0;
}

int srt_measure(const struct srt_setting *setting, uint64_t first_seed, uint64_t seeds, struct srt_values *values,
                struct input_error *error)
{
    *values = (struct srt_values){{NULL}, {NULL}};
    int status = run_seeds(setting, setting->capacity ? "capacity" : "fair", first_seed, seeds, values->plain, error);
    return status != 0 ? status
                       : run_seeds(setting, setting->capacity ? "srt-capacity" : "srt-fair", first_seed, seeds,
                                   values->srt, error);
}

void srt_values_free(struct srt_values *values)
{
    for (enum srt_measure m = 0; m < SRT_MEASURES; m++) {
        free(values->plain[m]);
        free(values->srt[m]);
    }
}
