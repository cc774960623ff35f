#include "harness/studies/lsps_experiment.h"
#include "harness/schedulers/schedulers.h"

#include "harness/metrics/confidence.h"
#include "harness/studies/simulation.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>
#include <string.h>

/* Hadoop's default: reduces may start when 5% of the maps are done. */
enum { SLOWSTART = 50 };

const char *const lsps_contender_names[LSPS_CONTENDERS] = {"fifo", "fair", "lsps"};

struct lsps_setting lsps_setting_default(void)
{
    return (struct lsps_setting){.profile = lsps_profile,
                                 .alpha = 1.0,
                                 .version = HADOOP_0_21,
                                 .assign = ASSIGN_MULTIPLE,
                                 .slowstart = SLOWSTART};
}

struct sums {
    double time[LSPS_GROUPS];
    double jobs[LSPS_GROUPS];
};

static void add_up(void *context, const struct run_view *view)
{
    struct sums *sums = context;
    const struct workload *workload = view->workload;
    for (size_t i = 0; i < workload->count; i++) {
        double time = (double)(view->outcomes[i].finish - workload->jobs[i].arrival) / 1000.0;
        for (int user = 0; user < LSPS_USERS; user++) {
            if (strcmp(workload->jobs[i].user, lsps_profile.rows[user].user) == 0) {
                sums->time[user] += time;
                sums->jobs[user] += 1.0;
            }
        }
        sums->time[LSPS_ALL_USERS] += time;
        sums->jobs[LSPS_ALL_USERS] += 1.0;
    }
}

static int run_once(const struct lsps_setting *setting, enum lsps_contender contender, uint64_t seed, struct sums *sums,
                    struct input_error *error)
{
    struct workload workload = lsps_workload(&setting->profile, seed);
    struct cluster cluster = lsps_cluster();
    struct scheduler_options policy = scheduler_options_default();
    policy.hadoop = setting->version;
    policy.assign = setting->assign;
    policy.lsps_alpha = setting->alpha;
    policy.lsps_prior = setting->prior > 0 ? setting->prior : policy.lsps_prior;
    struct simulation simulation = {.workload = &workload,
                                    .cluster = &cluster,
                                    .scheduler = scheduler_find(lsps_contender_names[contender]),
                                    .policy = &policy,
                                    .engine = engine_options_default(),
                                    .show = add_up,
                                    .context = sums};
    simulation.engine.seed = seed;
    simulation.engine.slowstart = setting->slowstart;
    struct run_result result;
    int status = simulation_run(&simulation, &result, error);
    cluster_free(&cluster);
    workload_free(&workload);
    return status;
}

int lsps_measure(const struct lsps_setting *setting, uint64_t first_seed, uint64_t seeds, struct lsps_values *values,
                 struct input_error *error)
{
    *values = (struct lsps_values){.seeds = seeds};
    for (enum lsps_contender c = 0; c < LSPS_CONTENDERS; c++) {
        for (int group = 0; group < LSPS_GROUPS; group++) {
            values->of[c][group] = alloc_zeroed(seeds, sizeof(double));
        }
        for (uint64_t i = 0; i < seeds; i++) {
            struct sums sums = {{0}, {0}};
            int status = run_once(setting, c, first_seed + i, &sums, error);
            if (status != 0) {
                return status;
            }
            for (int group = 0; group < LSPS_GROUPS; group++) {
                values->of[c][group][i] = sums.time[group] / sums.jobs[group];
            }
        }
    }
    return 0;
}

void lsps_values_free(struct lsps_values *values)
{
    for (enum lsps_contender c = 0; c < LSPS_CONTENDERS; c++) {
        for (int group = 0; group < LSPS_GROUPS; group++) {
            free(values->of[c][group]);
        }
    }
}

double lsps_factor(const struct lsps_values *v, enum lsps_contender than, enum lsps_contender is, int group)
{
    return confidence_of(v->of[than][group], v->seeds).mean / confidence_of(v->of[is][group], v->seeds).mean;
}
