#include "harness/client/decision.h"

#include "harness/client/connection.h"
#include "harness/client/instant.h"
#include "harness/workload/safe_text.h"

#include <inttypes.h>
#include <string.h>

static int64_t made_at(const json_t *decision, int64_t now)
{
    return member_integer(decision, "now_at", now);
}

void decision_print_accepted(const json_t *decision, int64_t now, FILE *out)
{
    const int64_t at = made_at(decision, now);
    const int64_t job = member_integer(decision, "job", 0);
    if (job > 0) {
        fprintf(out, "job %" PRId64 " accepted", job);
    } else {
        fputs("it would be accepted", out);
    }
    fprintf(out, ": done by %s, deadline %s\n",
            instant_and_distance(member_integer(decision, "finish_at", NO_MS), at, ROUND_UP).text,
            instant_and_distance(member_integer(decision, "deadline_at", NO_MS), at, ROUND_DOWN).text);
}

static void print_late(const json_t *decision, FILE *out)
{
    const int64_t job = member_integer(decision, "late_job", 0);
    const int64_t by = member_integer(decision, "late_by_ms", NO_MS);
    if (job > 0) {
        fprintf(out, "job %" PRId64 " would", job);
    } else {
        fputs("it would", out);
    }
    if (by == NO_MS) {
        fputs(" not end by its deadline", out);
    } else {
        fprintf(out, " end %s after its deadline", duration_shown(by, ROUND_UP).text);
    }
}

void decision_print_refused(const json_t *decision, const char *refused, bool counter_offer, int64_t now, FILE *out)
{
    const int64_t at = made_at(decision, now);
    const int64_t earliest = member_integer(decision, "earliest_deadline_at", NO_MS);
    fprintf(out, "%s: ", refused);
    if (strcmp(member_text(decision, "reason"), "late") == 0) {
        print_late(decision, out);
    } else if (member_text(decision, "message")[0] != '\0') {
        safe_text_write(member_text(decision, "message"), out);
    } else {
        safe_text_write(member_text(decision, "reason"), out);
    }
    fputc('\n', out);
    if (counter_offer && earliest != NO_MS) {
        fprintf(out, "the earliest deadline that would be accepted: %s\n",
                instant_and_distance(earliest, at, ROUND_UP).text);
    } else if (counter_offer) {
        fputs("no later deadline would be accepted now\n", out);
    }
}
