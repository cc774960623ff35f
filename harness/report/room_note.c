#include "harness/report/room_note.h"

#include "kernel/rtmr.h"

/* The largest capacities that the kernel can be built with: kernel/rtmr_config.h. */
enum { JOBS_MOST = 1048576, TASKS_MOST = 1073741824 };

/* A table that can be full. */
static const struct {
    enum metric metric;
    const char *problem;
    int32_t capacity;
    int32_t most;
    const char *variable;
} tables[] = {
    {METRIC_NO_ROOM_JOBS, "the job table is full", RTMR_JOBS, JOBS_MOST, "HARNESS_JOBS"},
    {METRIC_NO_ROOM_TASKS, "too many tasks of a stage are unfinished", RTMR_TASKS, TASKS_MOST, "HARNESS_TASKS"},
};

void room_note_print(const struct series *series, size_t count, FILE *out)
{
    const char *before = "\n";
    for (size_t i = 0; i < count; i++) {
        for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++) {
            const double jobs = series_spread(&series[i], tables[t].metric).mean;
            if (!(jobs > 0)) {
                continue;
            }
            fprintf(out, "%s%s: %.*f jobs%s refused for want of room, not by policy: %s (%d", before, series[i].label,
                    series[i].count == 1 ? 0 : 1, jobs, series[i].count == 1 ? "" : " a run", tables[t].problem,
                    (int)tables[t].capacity);
            if (tables[t].capacity < tables[t].most) {
                fprintf(out, "; make %s=N raises it", tables[t].variable);
            }
            fputs(")\n", out);
            before = "";
        }
    }
}
