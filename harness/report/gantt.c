#include "harness/report/gantt.h"

#include "harness/report/table.h"
#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Columns between two labelled instants are a multiple of this. */
#define TICK_COLUMNS 10

/* --- The picture ------------------------------------------------------------------------------ */

/* The extent of the columns. */
struct scale {
    ticks begin; /* of column 0 */
    ticks step;  /* of a column, >= 1 */
    int32_t columns;
    int margin; /* characters in front of a row */
};

/* One slot's column: the job that has it for the longest part, and that time. */
struct cell {
    char symbol;
    ticks share;
};

static struct scale scale_of(const struct task_log *log, const struct workload *workload, const int32_t slots[STAGES],
                             int32_t columns)
{
    ticks begin = workload->count > 0 ? workload->jobs[0].arrival : 0;
    ticks end = task_log_end(log, begin + 1);
    /* wide enough for the longest name of a row and two blanks */
    int32_t most = slots[STAGE_REDUCE] > slots[STAGE_MAP] ? slots[STAGE_REDUCE] : slots[STAGE_MAP];
    ticks step = (end - begin - 1) / columns + 1;
    return (struct scale){
        .begin = begin,
        .step = step,
        .columns = (int32_t)((end - begin - 1) / step + 1),
        .margin = snprintf(NULL, 0, "reduce %" PRId32, most - 1) + 2,
    };
}

/* Two lines: labels of instants, and where they are. */
static void print_axis(const struct scale *scale, FILE *out)
{
    ticks last = scale->begin + scale->columns * scale->step;
    int widest = snprintf(NULL, 0, "%" PRId64, last);
    int32_t stride = (widest / TICK_COLUMNS + 1) * TICK_COLUMNS;
    fprintf(out, "%-*s", scale->margin, "slot");
    for (int32_t column = 0; column < scale->columns; column += stride) {
        bool more = column + stride < scale->columns;
        fprintf(out, "%-*" PRId64, more ? (int)stride : 0, scale->begin + column * scale->step);
    }
    fprintf(out, "\n%*s", scale->margin, "");
    for (int32_t column = 0; column < scale->columns; column++) {
        fputc(column % stride == 0 ? '|' : '-', out);
    }
    fputc('\n', out);
}

static void draw_run(const struct scale *scale, struct cell *row, const struct task_run *run, char symbol)
{
    ticks column = (run->start - scale->begin) / scale->step;
    ticks from = run->start;
    while (from < run->noticed) {
        ticks next = scale->begin + (column + 1) * scale->step;
        ticks to = run->noticed < next ? run->noticed : next;
        if (to - from > row[column].share) {
            row[column] = (struct cell){.symbol = symbol, .share = to - from};
        }
        from = to;
        column++;
    }
}

static void print_rows(const struct task_log *log, const struct scale *scale, const int32_t slots[STAGES],
                       const char *symbols, FILE *out)
{
    static const char *const names[STAGES] = {"map", "reduce"};
    struct cell *row = alloc_zeroed((size_t)scale->columns, sizeof *row);
    size_t next = 0;
    for (int stage = 0; stage < STAGES; stage++) {
        for (int32_t slot = 0; slot < slots[stage]; slot++) {
            memset(row, 0, (size_t)scale->columns * sizeof *row);
            for (; next < log->count && (int)log->runs[next].stage == stage && log->runs[next].slot == slot; next++) {
                draw_run(scale, row, &log->runs[next], symbols[log->runs[next].job]);
            }
            int width = fprintf(out, "%s %" PRId32, names[stage], slot);
            fprintf(out, "%*s", scale->margin - width, "");
            for (int32_t column = 0; column < scale->columns; column++) {
                fputc(row[column].share > 0 ? row[column].symbol : '.', out);
            }
            fputc('\n', out);
        }
    }
    free(row);
}

/* --- The jobs --------------------------------------------------------------------------------- */

static void add_instant(struct table *t, bool exists, ticks instant)
{
    if (exists) {
        table_add(t, "%" PRId64, instant);
    } else {
        table_add(t, "-");
    }
}

static void print_jobs(const struct workload *workload, const struct job_outcome *outcomes, const char *symbols,
                       FILE *out)
{
    static const char *const headings[] = {"", "job", "maps", "reduces", "arrival", "deadline", "estimated", "finish"};
    size_t columns = sizeof headings / sizeof headings[0];
    struct table t = table_new(columns + 1, 2);
    for (size_t i = 0; i < columns; i++) {
        table_add(&t, "%s", headings[i]);
    }
    table_add(&t, "outcome");
    for (size_t i = 0; i < workload->count; i++) {
        const struct job_spec *job = &workload->jobs[i];
        const struct job_outcome *outcome = &outcomes[i];
        table_add(&t, "%c", outcome->accepted ? symbols[i] : '-');
        table_add(&t, "%s", job->name);
        table_add(&t, "%" PRId32, job->maps);
        table_add(&t, "%" PRId32, job->reduces);
        table_add(&t, "%" PRId64, job->arrival);
        add_instant(&t, job->deadline != NO_DEADLINE, job->deadline);
        add_instant(&t, outcome->estimated_finish != NO_INSTANT, outcome->estimated_finish);
        add_instant(&t, outcome->accepted && outcome->finished, outcome->finish);
        table_add(&t, "%s", !outcome->accepted ? "rejected" : outcome->met ? "met" : "missed");
    }
    table_print(&t, out, 0);
    table_free(&t);
}

/* The symbol of each job, by index: accepted jobs take one each. */
static char *symbols_of(const struct workload *workload, const struct job_outcome *outcomes)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    char *symbols = alloc_zeroed(workload->count, 1);
    size_t next = 0;
    for (size_t i = 0; i < workload->count; i++) {
        if (outcomes[i].accepted) {
            symbols[i] = alphabet[next++ % (sizeof alphabet - 1)];
        }
    }
    return symbols;
}

void gantt_print(const struct task_log *log, const struct workload *workload, const struct cluster *cluster,
                 const struct job_outcome *outcomes, int32_t columns, FILE *out)
{
    const int32_t slots[STAGES] = {cluster_slots(cluster, STAGE_MAP), cluster_slots(cluster, STAGE_REDUCE)};
    const struct scale scale = scale_of(log, workload, slots, columns);
    char *symbols = symbols_of(workload, outcomes);
    fprintf(out, "One column is %" PRId64 " ms.\n\n", scale.step);
    print_axis(&scale, out);
    print_rows(log, &scale, slots, symbols, out);
    fputc('\n', out);
    print_jobs(workload, outcomes, symbols, out);
    free(symbols);
}
