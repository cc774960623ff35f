#include "harness/slotted/slotted_scheduler.h"

int32_t slotted_remaining(const struct slotted_view *job)
{
    return job->maps + job->reduce_work;
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

void slotted_give_maps(struct slotted_view *job, int32_t most, int32_t *idle)
{
    int32_t given = smaller(smaller(job->maps - job->give_maps, most), *idle);
    job->give_maps += given;
    *idle -= given;
}

void slotted_give_reduces(struct slotted_view *job, int32_t *idle)
{
    int32_t given = smaller(job->reduces_ready - job->give_reduces, *idle);
    job->give_reduces += given;
    *idle -= given;
}

/* sign 1: smallest remaining work first; -1: largest. */
static void sort(struct slotted_view **jobs, size_t count, int64_t sign)
{
    for (size_t i = 1; i < count; i++) {
        struct slotted_view *moving = jobs[i];
        int64_t key = sign * slotted_remaining(moving);
        size_t place = i;
        while (place > 0) {
            int64_t before = sign * slotted_remaining(jobs[place - 1]);
            if (before < key || (before == key && jobs[place - 1]->job < moving->job)) {
                break;
            }
            jobs[place] = jobs[place - 1];
            place--;
        }
        jobs[place] = moving;
    }
}

void slotted_sort_smallest_first(struct slotted_view **jobs, size_t count)
{
    sort(jobs, count, 1);
}

void slotted_sort_largest_first(struct slotted_view **jobs, size_t count)
{
    sort(jobs, count, -1);
}
