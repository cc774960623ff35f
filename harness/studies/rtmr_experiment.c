#include "harness/studies/rtmr_experiment.h"

#include "harness/schedulers/schedulers.h"
#include "harness/studies/exit_status.h"
#include "harness/studies/simulation.h"
#include "harness/workload/cluster.h"

struct rtmr_setting rtmr_setting_of(const char *profile)
{
    return (struct rtmr_setting){.profile = *paper_profile_find(profile),
                                 .scheduler = "rtmr",
                                 .feedback = RTMR_FEEDBACK_SATU,
                                 .padding = 1.0,
                                 .heartbeat = CLUSTER_HADOOP_HEARTBEAT};
}

static int run_once(const struct rtmr_setting *setting, uint64_t seed, struct run_result *result,
                    struct input_error *error)
{
    const struct paper_profile *profile = &setting->profile;
    struct workload workload = paper_workload(profile, seed, setting->estimates, setting->reduces_most);
    struct cluster cluster;
    if (!cluster_of_paper(&cluster, profile->slow_speed)) {
        cluster_free(&cluster);
        workload_free(&workload);
        input_error_at(error, (struct place){.source = profile->name}, "the profile's slow nodes have no legal speed");
        return EXIT_FAILED;
    }
    cluster.heartbeat = setting->heartbeat;
    struct scheduler_options policy = scheduler_options_default();
    policy.renew = OPTION_OFF; /* the paper knows no renewal */
    policy.at_risk = OPTION_OFF;
    policy.feedback = setting->feedback;
    policy.delta = paper_profile_mean_map(profile);
    policy.estimator = setting->estimator;
    policy.estimate_padding = setting->padding;
    struct simulation simulation = {
        .workload = &workload,
        .cluster = &cluster,
        .scheduler = scheduler_find(setting->scheduler),
        .policy = &policy,
        .engine = engine_options_default(),
    };
    simulation.engine.seed = seed;
    int status = simulation_run(&simulation, result, error);
    cluster_free(&cluster);
    workload_free(&workload);
    return status;
}

int rtmr_measure(const struct rtmr_setting *setting, uint64_t first_seed, uint64_t seeds, struct series *series,
                 struct input_error *error)
{
    for (uint64_t i = 0; i < seeds; i++) {
        struct run_result result;
        int status = run_once(setting, first_seed + i, &result, error);
        if (status != 0) {
            return status;
        }
        series_add(series, result);
    }
    return 0;
}
