#include "harness/audit/recheck_state.h"

#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Of more findings only the number is kept: one mistake may have many consequences. */
enum { FINDINGS_KEPT = 1000 };

void finding_add(struct recheck *a, char *recorded, char *right)
{
    a->findings++;
    if (a->kept_findings == FINDINGS_KEPT) {
        free(recorded);
        free(right);
        return;
    }
    a->finding = alloc_grow(a->finding, &a->finding_room, a->kept_findings + 1, sizeof *a->finding);
    a->finding[a->kept_findings++] =
        (struct recheck_finding){.call = a->call != NULL ? a->call->call : 0,
                                 .kind = a->call != NULL ? journal_kind_name(a->call->kind) : "store",
                                 .recorded = recorded,
                                 .right = right};
}

const char *instant_text(rtmr_ticks instant)
{
    static char buffers[8][24];
    static unsigned next;
    char *const text = buffers[next++ % 8];

    if (instant == RTMR_NEVER) {
        return "never";
    }
    if (instant < 0) {
        return "nothing";
    }
    snprintf(text, sizeof buffers[0], "%" PRId64, instant);
    return text;
}

void finding_number(struct recheck *a, const char *what, int64_t recorded, int64_t right)
{
    finding_add(a, alloc_print("%s %s", what, instant_text(recorded)), alloc_print("%s", instant_text(right)));
}
