#include "harness/report/heading.h"

#include "harness/workload/safe_text.h"

#include <inttypes.h>

void heading_print(const char *title, size_t jobs, const struct cluster *cluster, FILE *out)
{
    safe_text_write(title, out);
    fprintf(out, ": %zu %s; cluster ", jobs, jobs == 1 ? "job" : "jobs");
    safe_text_write(cluster->title, out);
    fprintf(out, ": %" PRId32 " map slots, %" PRId32 " reduce slots", cluster_slots(cluster, STAGE_MAP),
            cluster_slots(cluster, STAGE_REDUCE));
}

void heading_end(const struct reading_notes *notes, size_t jobs, FILE *out)
{
    fputc('\n', out);
    if (reading_notes_any(notes)) {
        reading_notes_print(notes, jobs, out);
        fputc('\n', out);
    }
    fputc('\n', out);
}
