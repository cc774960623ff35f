/*
 * Values as Slurm's commands print them: instants, durations and numbers. Unknown values are words
 * (Unknown, None, N/A, UNLIMITED, Partition_Limit, INVALID, in letters of either case) or empty.
 */
#ifndef HARNESS_WORKLOAD_SLURM_FIELD_H
#define HARNESS_WORKLOAD_SLURM_FIELD_H

#include "harness/workload/input_error.h"

#include <stdint.h>

/* Seconds since 1970, or -1 if unknown: 2024-01-31T10:20:30, also with a blank for the T, or
 * 2024/01/31-10:20:30, as if it were UTC; or a number of seconds, where 0 is unknown. False: it is
 * none of these. */
bool slurm_instant(struct span field, struct place place, double *seconds, struct input_error *error);

/* Seconds, or -1 if unknown: [DAYS-]HOURS:MINUTES:SECONDS[.FRACTION] or MINUTES:SECONDS[.FRACTION].
 * False: it is none of these. */
bool slurm_duration(struct span field, struct place place, double *seconds, struct input_error *error);

/* A raw duration in units of so many seconds: seconds, or -1 if unknown. */
bool slurm_raw_duration(struct span field, struct place place, double unit, double *seconds, struct input_error *error);

/* A number of things, 0 if unknown: 12, 4K or 1.50M, K being 1024. False: it is none. */
bool slurm_number(struct span field, struct place place, int64_t *number, struct input_error *error);

/* The number behind "cpu=" in a list of trackable resources such as "billing=4,cpu=4,mem=8G"; 0 if
 * it has none. */
bool slurm_cpus(struct span field, struct place place, int64_t *number, struct input_error *error);

#endif
