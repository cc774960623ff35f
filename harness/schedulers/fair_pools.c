#include "harness/schedulers/fair_pools.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>

static const struct pool_spec unlisted = {.weight = 1.0};

void fair_pools_init(struct fair_pools *p, const struct scheduler_setup *setup)
{
    *p = (struct fair_pools){.table = setup->options->pools};
    job_groups_init(&p->groups, setup->job_count);
    for (size_t i = 0; p->table != NULL && i < p->table->count; i++) {
        name_index_enter(&p->listed, GROUP_NONE, p->table->pools[i].name, (int64_t)i);
    }
}

void fair_pools_free(struct fair_pools *p)
{
    name_index_free(&p->listed);
    job_groups_free(&p->groups);
    free(p->spec);
    *p = (struct fair_pools){0};
}

int32_t fair_pools_join(struct fair_pools *p, const struct scheduler_job *job)
{
    int32_t known = p->groups.count;
    const char *name = job->pool[0] != '\0' ? job->pool : job->user;
    int32_t pool = job_groups_find(&p->groups, GROUP_NONE, name);
    if (pool == known) {
        int64_t row = name_index_find(&p->listed, GROUP_NONE, name);
        p->spec = alloc_grow(p->spec, &p->capacity, (size_t)pool + 1, sizeof *p->spec);
        p->spec[pool] = row == NAME_UNKNOWN ? &unlisted : &p->table->pools[row];
    }
    job_groups_join(&p->groups, pool, job);
    return pool;
}
