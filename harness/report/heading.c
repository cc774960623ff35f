#include "harness/report/heading.h"

#include "harness/workload/safe_text.h"

#include <inttypes.h>

void heading_print(const char *title, size_t jobs, const struct cluster *cluster, FILE *out)
{
    safe_text_write(title, out);
    fprintf(out, ": %zu jobs; cluster ", jobs);
    safe_text_write(cluster->title, out);
    fprintf(out, ": %" PRId32 " map slots, %" PRId32 " reduce slots", cluster_slots(cluster, STAGE_MAP),
            cluster_slots(cluster, STAGE_REDUCE));
}
