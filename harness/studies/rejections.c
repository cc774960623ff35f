#include "harness/studies/rejections.h"

#include <string.h>

static void add(struct rejections *r, const char *reason)
{
    size_t i = 0;
    while (i < r->count && strcmp(r->reasons[i].reason, reason) != 0) {
        i++;
    }
    if (i == r->count && i < REASONS_MOST) {
        r->reasons[r->count++].reason = reason;
    }
    r->reasons[i < REASONS_MOST ? i : REASONS_MOST - 1].jobs++;
}

void rejections_add(struct rejections *r, const struct job_outcome *outcomes, size_t jobs)
{
    for (size_t i = 0; i < jobs; i++) {
        if (outcomes[i].accepted) {
            r->accepted++;
        } else {
            add(r, outcomes[i].reason);
        }
    }
}

/* The reason with the most jobs below `most`, or with as many and behind `last`; count: there is
 * none. */
static size_t next_reason(const struct rejections *r, int64_t most, size_t last)
{
    size_t next = r->count;
    for (size_t i = 0; i < r->count; i++) {
        const bool follows = r->reasons[i].jobs < most || (r->reasons[i].jobs == most && i > last);
        if (follows && (next == r->count || r->reasons[i].jobs > r->reasons[next].jobs)) {
            next = i;
        }
    }
    return next;
}

static const char heading[] = "rejected by";

/* Of the second column, with the blanks before it. */
enum { JOBS_WIDTH = 8 };

static void print_rows(const struct rejections *r, const char *label, int width, uint64_t seeds, FILE *out)
{
    int64_t most = INT64_MAX;
    size_t reason = 0;
    for (size_t i = 0; i < r->count; i++) {
        reason = next_reason(r, most, reason);
        most = r->reasons[reason].jobs;
        fprintf(out, "%-*s%*.*f  %s\n", width, label, JOBS_WIDTH, seeds == 1 ? 0 : 1, (double)most / (double)seeds,
                r->reasons[reason].reason);
    }
}

void rejections_print(const struct rejections *rejections, const char *const *labels, size_t schedulers, uint64_t seeds,
                      FILE *out)
{
    size_t width = strlen(heading);
    size_t reasons = 0;
    for (size_t s = 0; s < schedulers; s++) {
        width = strlen(labels[s]) > width ? strlen(labels[s]) : width;
        reasons += rejections[s].count;
    }
    if (reasons == 0) {
        return;
    }
    fprintf(out, "\n%-*s%*s  because\n", (int)width, heading, JOBS_WIDTH, "jobs");
    for (size_t s = 0; s < schedulers; s++) {
        print_rows(&rejections[s], labels[s], (int)width, seeds, out);
    }
}
