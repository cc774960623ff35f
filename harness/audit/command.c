/* rtmr audit: re-checks every decision of a store. */
#include "harness/cli/command.h"
#include "harness/audit/recheck.h"
#include "harness/cli/parse.h"
#include "harness/report/json_text.h"
#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

/* Findings that are printed; JSON has all that were kept. */
enum { FINDINGS_SHOWN = 50 };

struct command {
    struct given_options given;
    const char *store;
    int64_t job;
    int64_t call;
    bool json;
    struct input_error error;
};

static const struct option_row rows[] = {
    {"job", 0, "N", "Explains the decisions about job N, with the schedules that show them.", OPTION_INTEGER,
     offsetof(struct command, job), .integer = {1, INT64_MAX}},
    {"call", 0, "N", "Explains call N of the journal: a refusal, for instance, which has no job.", OPTION_INTEGER,
     offsetof(struct command, call), .integer = {1, INT64_MAX}},
    {"json", 0, NULL, "Prints the counts and the findings as JSON.", OPTION_FLAG, offsetof(struct command, json),
     .set = NULL},
    OPTION_ROW_END,
};

static const char summary[] =
    "Re-checks every decision in the journal of a store of the service, with an independent planner that does not use "
    "the kernel: each acceptance has a schedule that keeps every promise, each refusal names the right job and "
    "lateness, each counter offer is the earliest, each task was allowed to start, each violation is on record, and "
    "each job that kept its promise ended in time. The service may be running. Exit status: 0 if all is confirmed, 1 "
    "if not, 2 if the store cannot be read.";

static const char examples[] = "  rtmr audit ~/.local/state/rtmr\n"
                               "  rtmr audit backup --job 12\n";

/* Options come before arguments, wherever they stand. */
static bool set_store(void *target, const char *value, struct input_error *error)
{
    struct command *const c = target;

    if (c->store != NULL) {
        return input_error_at(error, (struct place){.source = value}, "expected one store%s",
                              c->json ? "; --json takes no file here, it prints on standard output" : "");
    }
    c->store = value;
    return true;
}

/* --- Text ------------------------------------------------------------------------------------- */

/* "3 refusals"; nothing if there is none. */
static void print_count(const char *separator, int64_t count, const char *one, const char *many)
{
    if (count > 0) {
        printf("%s%" PRId64 " %s", separator, count, count == 1 ? one : many);
    }
}

static void print_counts(const struct recheck_counts *c, size_t findings)
{
    printf("%" PRId64 " call%s: %" PRId64 " acceptance%s, %" PRId64 " refusal%s", c->calls, c->calls == 1 ? "" : "s",
           c->acceptances, c->acceptances == 1 ? "" : "s", c->refusals, c->refusals == 1 ? "" : "s");
    print_count(", ", c->offers, "counter offer", "counter offers");
    print_count(", ", c->hopeless, "refusal without one", "refusals without one");
    print_count(", ", c->renewals, "renewal", "renewals");
    print_count(", ", c->renewals_refused, "refused renewal", "refused renewals");
    print_count(", ", c->extensions, "extension", "extensions");
    print_count(", ", c->estimates, "new estimate", "new estimates");
    print_count(", ", c->drains, "drain", "drains");
    print_count(", ", c->changes_refused, "refused change", "refused changes");
    print_count(", ", c->dispatches, "dispatch", "dispatches");
    print_count(", ", c->ends, "task that ended", "tasks that ended");
    print_count(", ", c->failures, "failure", "failures");
    print_count(", ", c->losses, "lost slot", "lost slots");
    print_count(", ", c->overruns, "task over its bound", "tasks over their bounds");
    print_count(", ", c->waits, "task that waited too long", "tasks that waited too long");
    print_count(", ", c->restores, "restart", "restarts");
    print_count(", ", c->flagged, "lost promise", "lost promises");
    if (findings == 0) {
        puts(": all confirmed");
    } else {
        printf(": %zu not right\n", findings);
    }
    printf("jobs: %" PRId64 " ended with their promise kept, %" PRId64 " without one (%" PRId64
           " of them in time), %" PRId64 " aborted, %" PRId64 " unfinished\n",
           c->kept, c->unpromised, c->unpromised_in_time, c->aborted, c->unfinished);
}

static void print_findings(const struct recheck *audit)
{
    const struct recheck_finding *f;

    for (size_t i = 0; i < FINDINGS_SHOWN && (f = recheck_finding(audit, i)) != NULL; i++) {
        if (f->call > 0) {
            printf("call %" PRId64 ", %s: recorded: %s; right: %s\n", f->call, f->kind, f->recorded, f->right);
        } else {
            printf("%s: recorded: %s; right: %s\n", f->kind, f->recorded, f->right);
        }
    }
    if (recheck_findings(audit) > FINDINGS_SHOWN) {
        printf("and %zu more\n", recheck_findings(audit) - FINDINGS_SHOWN);
    }
}

/* --- JSON ------------------------------------------------------------------------------------- */

static json_t *counts_json(const struct recheck_counts *c)
{
    const struct {
        const char *name;
        int64_t count;
    } counts[] = {
        {"calls", c->calls},
        {"acceptances", c->acceptances},
        {"refusals", c->refusals},
        {"counter_offers", c->offers},
        {"refusals_without_offer", c->hopeless},
        {"renewals", c->renewals},
        {"renewals_refused", c->renewals_refused},
        {"extensions", c->extensions},
        {"estimates", c->estimates},
        {"drains", c->drains},
        {"changes_refused", c->changes_refused},
        {"schedules", c->certificates},
        {"dispatches", c->dispatches},
        {"task_ends", c->ends},
        {"failures", c->failures},
        {"slots_lost", c->losses},
        {"overruns", c->overruns},
        {"waits", c->waits},
        {"restores", c->restores},
        {"flagged", c->flagged},
        {"jobs_kept", c->kept},
        {"jobs_unpromised", c->unpromised},
        {"jobs_unpromised_in_time", c->unpromised_in_time},
        {"jobs_aborted", c->aborted},
        {"jobs_unfinished", c->unfinished},
    };
    json_t *const object = json_object();

    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        json_object_set_new(object, counts[i].name, json_integer(counts[i].count));
    }
    return object;
}

/* explanation: NULL, or empty: nothing was to be explained. */
static void print_json(const struct recheck *audit, const char *explanation)
{
    json_t *const list = json_array();
    const struct recheck_finding *f;

    for (size_t i = 0; (f = recheck_finding(audit, i)) != NULL; i++) {
        json_array_append_new(list, json_pack("{s:I, s:s, s:o, s:o}", "call", (json_int_t)f->call, "kind", f->kind,
                                              "recorded", json_text(f->recorded), "right", json_text(f->right)));
    }
    json_t *const object =
        json_pack("{s:b, s:I, s:o, s:o}", "confirmed", recheck_findings(audit) == 0, "findings_in_all",
                  (json_int_t)recheck_findings(audit), "counts", counts_json(recheck_counts(audit)), "findings", list);

    if (explanation != NULL && explanation[0] != '\0') {
        json_object_set_new(object, "explanation", json_string(explanation));
    }
    json_dumpf(object, stdout, JSON_INDENT(1));
    putchar('\n');
    json_decref(object);
}

/* --- The command ------------------------------------------------------------------------------ */

/* Prints what the audit has found. Returns the exit status. */
static int tell(const struct command *c, const struct recheck *audit, const char *explanation)
{
    if (c->json) {
        print_json(audit, explanation);
    } else {
        print_findings(audit);
        print_counts(recheck_counts(audit), recheck_findings(audit));
    }
    return recheck_findings(audit) == 0 ? 0 : EXIT_FAILED;
}

static int execute(struct command *c)
{
    struct journal *const journal = journal_open(c->store, &c->error);

    if (journal == NULL) {
        return EXIT_BAD_INPUT;
    }
    char *explanation = NULL;
    size_t length;
    FILE *const out = c->json ? alloc_stream(&explanation, &length) : stdout;
    struct recheck *const audit = recheck_new(journal_setup(journal), c->job, c->call, out);
    bool good = recheck_journal(audit, journal, &c->error);

    if (c->json) {
        fclose(out);
    }
    if (good && (c->job > 0 || c->call > 0) && !recheck_explained(audit)) {
        good = input_error_at(&c->error, (struct place){.source = c->store}, "no decision to explain: no such %s",
                              c->job > 0 ? "job" : "call, or not a decision");
    }
    const int status = good ? tell(c, audit, explanation) : EXIT_BAD_INPUT;

    recheck_free(audit);
    journal_close(journal);
    free(explanation);
    return status;
}

/* The findings are on standard output: no further line says that there are some. */
static int run(const struct command_line *line, struct command *c, int argc, char **argv)
{
    switch (cli_parse(line, argc, argv, &c->given, &c->error)) {
    case CLI_HELPED: return 0;
    case CLI_REFUSED: return cli_refuse(&c->error);
    case CLI_PARSED: break;
    }
    if (c->store == NULL) {
        input_error_at(&c->error, (struct place){.source = argv[0]}, "expected a store: rtmr audit FOLDER");
        return cli_refuse(&c->error);
    }
    if (c->job > 0 && c->call > 0) {
        input_error_at(&c->error, (struct place){.source = "--job"}, "expected without --call");
        return cli_refuse(&c->error);
    }
    const int status = execute(c);
    return status == EXIT_BAD_INPUT ? cli_refuse(&c->error) : status;
}

int command_audit(int argc, char **argv)
{
    struct command c = {0};
    const struct option_group groups[] = {
        {"Explanations and output", rows, &c},
        {NULL, NULL, NULL},
    };
    const struct command_line line = {
        .usage = "STORE [OPTION...]",
        .summary = summary,
        .examples = examples,
        .groups = groups,
        .argument = set_store,
        .context = &c,
    };

    return run(&line, &c, argc, argv);
}
