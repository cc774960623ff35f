/*
 * The pools of the Fair Scheduler: the jobs of each, and its row in the pool file.
 */
#ifndef HARNESS_SCHEDULERS_FAIR_POOLS_H
#define HARNESS_SCHEDULERS_FAIR_POOLS_H

#include "harness/schedulers/job_groups.h"
#include "harness/workload/pool_file.h"

struct fair_pools {
    const struct pool_table *table; /* NULL: no pool is listed */
    struct name_index listed;       /* its rows */
    struct job_groups groups;
    const struct pool_spec **spec; /* by group */
    size_t capacity;
};

/* No pool yet. O(job_count + rows log rows). */
void fair_pools_init(struct fair_pools *p, const struct scheduler_setup *setup);
void fair_pools_free(struct fair_pools *p);

/* Counts a job that arrives in its pool: the pool that the workload names, otherwise the pool of
 * its user. Returns the pool; a new pool gets the previous groups.count as its number. O(log pools
 * + log rows). */
int32_t fair_pools_join(struct fair_pools *p, const struct scheduler_job *job);

#endif
