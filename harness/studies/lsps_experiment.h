/*
 * The comparison of the LsPS paper: the jobs of its four users under FIFO, Fair and LsPS.
 */
#ifndef HARNESS_STUDIES_LSPS_EXPERIMENT_H
#define HARNESS_STUDIES_LSPS_EXPERIMENT_H

#include "harness/engine/scheduler_options.h"
#include "harness/workload/input_error.h"
#include "harness/workload/lsps_profile.h"
#include "harness/workload/workload.h"

#include <stdint.h>

enum lsps_contender { LSPS_OF_FIFO, LSPS_OF_FAIR, LSPS_OF_LSPS, LSPS_CONTENDERS };
extern const char *const lsps_contender_names[LSPS_CONTENDERS];

/* The users, and all of them. */
enum { LSPS_ALL_USERS = LSPS_USERS, LSPS_GROUPS };

struct lsps_setting {
    struct lsps_profile profile;
    double alpha;
    ticks prior; /* 0: the default */
    enum hadoop_version version;
    enum assign_multiple assign;
    int32_t slowstart; /* thousandths */
};

/* The calibrated one. */
struct lsps_setting lsps_setting_default(void);

/* Mean times from submission to completion of a group's jobs, seconds, one value per seed. */
struct lsps_values {
    double *of[LSPS_CONTENDERS][LSPS_GROUPS];
    uint64_t seeds;
};

/* Runs the three schedulers over the seeds. Returns 0; otherwise as simulation_run().
 * lsps_values_free() the values in either case. */
int lsps_measure(const struct lsps_setting *setting, uint64_t first_seed, uint64_t seeds, struct lsps_values *values,
                 struct input_error *error);
void lsps_values_free(struct lsps_values *values);

/* How many times better `is` is than `than`: the ratio of the means over the seeds. */
double lsps_factor(const struct lsps_values *values, enum lsps_contender than, enum lsps_contender is, int group);

#endif
