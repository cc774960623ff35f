#include "harness/studies/run_record.h"

#include "harness/workload/alloc.h"
#include "kernel/rtmr_config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MOST = 200, REASON_MOST = 4096 };

/* The structs are written as they are in memory: their sizes stand for their members. */
static void make_line(uint64_t key, char line[LINE_MOST])
{
    snprintf(line, LINE_MOST, "rtmr runs 1, version %s, %zu %zu %zu, %016" PRIx64 "\n", RTMR_VERSION,
             sizeof(struct job_outcome), sizeof(struct task_run), sizeof(struct run_result), key);
}

void run_records_begin(uint64_t key, FILE *out)
{
    char line[LINE_MOST];
    make_line(key, line);
    fputs(line, out);
}

bool run_records_match(uint64_t key, FILE *in)
{
    char expected[LINE_MOST];
    char found[LINE_MOST];
    make_line(key, expected);
    return fgets(found, sizeof found, in) != NULL && strcmp(found, expected) == 0;
}

/* --- Writing ---------------------------------------------------------------------------------- */

void run_record_show(const struct run_view *view, FILE *out)
{
    const uint64_t counts[] = {view->workload->count, view->log->count};
    fwrite(counts, sizeof counts, 1, out);
    for (size_t i = 0; i < view->workload->count; i++) {
        const uint64_t length = strlen(view->outcomes[i].reason);
        fwrite(&view->outcomes[i], sizeof view->outcomes[i], 1, out);
        fwrite(&length, sizeof length, 1, out);
        fwrite(view->outcomes[i].reason, 1, length, out);
    }
    if (view->log->count > 0) {
        fwrite(view->log->runs, sizeof *view->log->runs, view->log->count, out);
    }
}

void run_record_end(const struct run_result *result, FILE *out)
{
    fwrite(result, sizeof *result, 1, out);
}

/* --- Reading ---------------------------------------------------------------------------------- */

void reason_texts_free(struct reason_texts *reasons)
{
    for (size_t i = 0; i < reasons->count; i++) {
        free(reasons->texts[i]);
    }
    free(reasons->texts);
    *reasons = (struct reason_texts){0};
}

/* The text that is kept of this one. */
static const char *keep(struct reason_texts *reasons, const char *text)
{
    for (size_t i = 0; i < reasons->count; i++) {
        if (strcmp(reasons->texts[i], text) == 0) {
            return reasons->texts[i];
        }
    }
    reasons->texts = alloc_grow(reasons->texts, &reasons->capacity, reasons->count + 1, sizeof *reasons->texts);
    reasons->texts[reasons->count] = alloc_text(text, strlen(text));
    return reasons->texts[reasons->count++];
}

static bool read_outcome(FILE *in, struct reason_texts *reasons, struct job_outcome *outcome)
{
    char reason[REASON_MOST];
    uint64_t length;
    if (fread(outcome, sizeof *outcome, 1, in) != 1 || fread(&length, sizeof length, 1, in) != 1 ||
        length >= sizeof reason || fread(reason, 1, length, in) != length) {
        return false;
    }
    reason[length] = '\0';
    outcome->reason = keep(reasons, reason);
    return true;
}

bool run_record_read(FILE *in, size_t jobs, struct reason_texts *reasons, struct simulation_end *end)
{
    uint64_t counts[2];
    if (fread(counts, sizeof counts, 1, in) != 1 || counts[0] != jobs) {
        return false;
    }
    end->read = alloc_zeroed(jobs, sizeof *end->read);
    for (size_t i = 0; i < jobs; i++) {
        if (!read_outcome(in, reasons, &end->read[i])) {
            return false;
        }
    }
    for (uint64_t i = 0; i < counts[1]; i++) {
        struct task_run run;
        if (fread(&run, sizeof run, 1, in) != 1) {
            return false;
        }
        task_log_observe(&end->log, &run);
    }
    return fread(&end->result, sizeof end->result, 1, in) == 1;
}
