#include "tests/embedded/footprint/formula_sizes.h"

#include <stddef.h>

static int height(int slots)
{
    int h = 0;

    while (slots >>= 1) {
        h++;
    }
    return h;
}

struct formula_sizes formula_sizes_of(const struct rtmr *k, const struct rtmr_job *job)
{
    const int tasks = job != NULL ? job->map_tasks + job->reduce_tasks : 0;
    const int most = k->map.slots > k->reduce.slots ? k->map.slots : k->reduce.slots;
    struct formula_sizes sizes = {k->map.slots + k->reduce.slots, k->jobs, tasks,
                                  k->map.tasks + k->reduce.tasks + tasks, height(most)};

    for (int32_t i = 0; i < k->jobs; i++) {
        sizes.w += k->map.waiting[i] + k->reduce.waiting[i];
    }
    return sizes;
}
