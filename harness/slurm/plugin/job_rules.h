/* What may be asked for in the service's partition: one task is one CPU, and the service says where
 * and when it runs. */
#ifndef SLURM_JOB_RULES_H
#define SLURM_JOB_RULES_H

#include <slurm/slurm.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many elements an array has whose indices are 0 to N; NULL: 1. 0: it has other indices. */
int32_t job_elements(const char *indices);

/* max_array: how many elements Slurm allows an array. False: `error` says which option of the job
 * cannot be. */
bool job_rules_allow(const job_desc_msg_t *job, uint32_t max_array, char *error, size_t size);

#endif
