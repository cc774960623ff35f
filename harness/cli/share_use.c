#include "harness/cli/share_use.h"

#include "harness/cli/effects.h"
#include "harness/workload/alloc.h"
#include "harness/workload/name_index.h"
#include "harness/workload/text_file.h"

#include <stdlib.h>

/* More rows that no job names are counted, not listed. */
enum { LINES_MOST = 5 };

/* --- What jobs name --------------------------------------------------------------------------- */

static void add_pools(struct share_use *use, const struct pool_table *table, const struct workload *workload)
{
    struct name_index rows = {0};
    for (size_t i = 0; i < table->count; i++) {
        name_index_enter(&rows, 0, table->pools[i].name, (int64_t)i);
    }
    for (size_t i = 0; i < workload->count; i++) {
        const struct job_spec *job = &workload->jobs[i];
        const int64_t row = name_index_find(&rows, 0, job->pool[0] != '\0' ? job->pool : job->user);
        if (row != NAME_UNKNOWN) {
            use->pool_used[row] = true;
        }
    }
    name_index_free(&rows);
}

static void add_queues(struct share_use *use, const struct queue_table *table, const struct workload *workload)
{
    struct name_index rows = {0};
    for (size_t i = 0; i < table->count; i++) {
        name_index_enter(&rows, 0, table->queues[i].name, (int64_t)i);
    }
    for (size_t i = 0; i < workload->count; i++) {
        const struct job_spec *job = &workload->jobs[i];
        const int64_t row = name_index_find(&rows, 0, job->pool);
        if (row != NAME_UNKNOWN) {
            use->queue_used[row] = true;
        } else if (job->pool[0] == '\0') {
            use->queue_used[0] = true; /* that is where it belongs */
        } else {
            use->unlisted++;
        }
    }
    name_index_free(&rows);
}

void share_use_add(struct share_use *use, const struct hadoop_options *options, const struct workload *workload)
{
    use->jobs += workload->count;
    if (options->pools.count > 0) {
        use->pool_used = use->pool_used != NULL ? use->pool_used : alloc_zeroed(options->pools.count, sizeof(bool));
        add_pools(use, &options->pools, workload);
    }
    if (options->queues.count > 0) {
        use->queue_used = use->queue_used != NULL ? use->queue_used : alloc_zeroed(options->queues.count, sizeof(bool));
        add_queues(use, &options->queues, workload);
    }
}

/* --- Warnings --------------------------------------------------------------------------------- */

/* Warns of a row that no job names, the n-th, n from 1 on. */
static void warn_of_row(const char *file, size_t line, const char *kind, const char *name, const char *source, size_t n)
{
    if (n <= LINES_MOST) {
        effects_warn_at((struct place){.source = text_file_name(file), .line = line},
                        "no job of the %s names the %s %s", source, kind, name);
    }
}

static void warn_of_more(const char *file, const char *kind, const char *source, size_t n)
{
    if (n > LINES_MOST) {
        effects_warn_at((struct place){.source = text_file_name(file)}, "no job of the %s names %zu more %ss", source,
                        n - LINES_MOST, kind);
    }
}

void share_use_warn_pools(const struct share_use *use, const struct hadoop_options *options, const char *source)
{
    size_t unused = 0;
    for (size_t i = 0; use->pool_used != NULL && i < options->pools.count; i++) {
        const struct pool_spec *pool = &options->pools.pools[i];
        if (!use->pool_used[i]) {
            warn_of_row(options->pool_file, pool->line, "pool", pool->name, source, ++unused);
        }
    }
    warn_of_more(options->pool_file, "pool", source, unused);
}

void share_use_warn_queues(const struct share_use *use, const struct hadoop_options *options, const char *source)
{
    size_t unused = 0;
    for (size_t i = 0; use->queue_used != NULL && i < options->queues.count; i++) {
        const struct queue_spec *queue = &options->queues.queues[i];
        if (!use->queue_used[i]) {
            warn_of_row(options->queue_file, queue->line, "queue", queue->name, source, ++unused);
        }
    }
    warn_of_more(options->queue_file, "queue", source, unused);
    if (use->unlisted > 0) {
        const struct queue_spec *first = &options->queues.queues[0];
        effects_warn_at((struct place){.source = text_file_name(options->queue_file), .line = first->line},
                        "%zu of %zu jobs %s in the first queue, %s: the file does not list theirs", use->unlisted,
                        use->jobs, use->unlisted == 1 ? "is" : "are", first->name);
    }
}

void share_use_free(struct share_use *use)
{
    free(use->pool_used);
    free(use->queue_used);
    *use = (struct share_use){0};
}
