#include "harness/page/busy_slots.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>

struct busy_slots busy_slots_of(const struct run_view *view, enum stage stage, size_t most)
{
    struct busy_slots busy = {.begin = view->workload->count > 0 ? view->workload->jobs[0].arrival : 0};
    ticks end = task_log_end(view->log, busy.begin + 1);
    busy.step = (end - busy.begin - 1) / (ticks)most + 1;
    busy.count = (size_t)((end - busy.begin - 1) / busy.step + 1);
    busy.share = alloc_zeroed(busy.count, sizeof *busy.share);
    for (size_t i = 0; i < view->log->count; i++) {
        const struct task_run *run = &view->log->runs[i];
        if (run->stage != stage) {
            continue;
        }
        ticks from = run->start;
        while (from < run->end) {
            ticks stretch = (from - busy.begin) / busy.step;
            ticks next = busy.begin + (stretch + 1) * busy.step;
            ticks to = run->end < next ? run->end : next;
            busy.share[stretch] += (double)(to - from);
            from = to;
        }
    }
    double slots = cluster_slots(view->cluster, stage);
    for (size_t i = 0; i < busy.count; i++) {
        ticks begin = busy.begin + (ticks)i * busy.step;
        /* the last stretch may be cut */
        ticks length = end - begin < busy.step ? end - begin : busy.step;
        busy.share[i] = slots > 0 ? busy.share[i] / (slots * (double)length) : 0;
    }
    return busy;
}

void busy_slots_free(struct busy_slots *busy)
{
    free(busy->share);
    *busy = (struct busy_slots){0};
}
