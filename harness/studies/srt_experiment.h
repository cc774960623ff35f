/*
 * One comparison of the SRT paper: the same jobs on the same nodes, under Fair or Capacity as it is
 * and with SRT.
 */
#ifndef HARNESS_STUDIES_SRT_EXPERIMENT_H
#define HARNESS_STUDIES_SRT_EXPERIMENT_H

#include "harness/engine/scheduler_options.h"
#include "harness/workload/input_error.h"
#include "harness/workload/srt_profile.h"

#include <stdbool.h>
#include <stdint.h>

/* The measured figures of a run: Equations 5 and 6 for the jobs of a size, and when the last job
 * ends. */
enum srt_measure {
    SRT_SMALL_PROCESS, /* mean time from submission to finish */
    SRT_LARGE_PROCESS,
    SRT_SMALL_REDUCE, /* mean time from the launch of a job's first reduce to its finish */
    SRT_LARGE_REDUCE,
    SRT_TOTAL,
    SRT_MEASURES
};

struct srt_setting {
    struct srt_profile profile;
    enum srt_submission submission;
    int32_t jobs_of_each;
    int32_t nodes;
    bool capacity; /* instead of Fair */
    enum hadoop_version version;
    enum assign_multiple assign;
};

/* The groups of section IV.A: this many jobs of each size. */
#define SRT_GROUPS 4
extern const int32_t srt_groups[SRT_GROUPS];

/* The calibrated profile: this many jobs of each size, in random order, on four nodes under
 * Fair. */
struct srt_setting srt_setting_of(int32_t jobs_of_each);

/* Seconds, one value per seed. */
struct srt_values {
    double *plain[SRT_MEASURES];
    double *srt[SRT_MEASURES];
};

/* Runs both schedulers over the seeds. Returns 0; otherwise as simulation_run(). srt_values_free()
 * the values in either case. */
int srt_measure(const struct srt_setting *setting, uint64_t first_seed, uint64_t seeds, struct srt_values *values,
                struct input_error *error);
void srt_values_free(struct srt_values *values);

#endif
