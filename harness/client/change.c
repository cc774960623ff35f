/* rtmr abort, suspend and renew: changes of jobs. */
#include "harness/client/client.h"
#include "harness/client/decision.h"
#include "harness/client/instant.h"
#include "harness/client/session.h"
#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdlib.h>

struct command {
    struct session session;
    struct job_numbers jobs;
    const char *verb;     /* in the path */
    const char *done;     /* "aborted" */
    const char *deadline; /* renew */
};

/* Asks for one change. */
static int change(struct command *c, int64_t job, const json_t *body, struct answer *answer)
{
    char *path = alloc_print("/v1/jobs/%" PRId64 "/%s", job, c->verb);
    const int status =
        session_ask(&c->session, &(struct request){.method = "POST", .path = path, .body = body}, 200, answer);
    free(path);
    return status;
}

/* --- rtmr abort and rtmr suspend -------------------------------------------------------------- */

/* Every job is asked for, whatever happens to those before it. */
static int execute(void *command)
{
    struct command *c = command;
    struct session *s = &c->session;
    int worst = 0;
    if (!job_numbers_check(&c->jobs, false, c->verb, &s->error)) {
        return EXIT_BAD_INPUT;
    }
    for (size_t i = 0; i < c->jobs.count; i++) {
        struct answer answer;
        const int status = change(c, c->jobs.numbers[i], NULL, &answer);
        if (status == 0 && !s->json) {
            printf("job %" PRId64 " %s\n", c->jobs.numbers[i], c->done);
        }
        answer_free(&answer);
        if (s->error.text[0] != '\0') {
            struct input_error named;
            char number[32];
            snprintf(number, sizeof number, "job %" PRId64, c->jobs.numbers[i]);
            input_error_at(&named, (struct place){.source = number}, "%s", s->error.text);
            cli_refuse(&named);
            s->error.text[0] = '\0';
        }
        worst = status > worst ? status : worst;
    }
    return worst;
}

static int run(struct command *c, int argc, char **argv, const char *summary, const char *examples)
{
    const struct option_group groups[] = {{"Service", session_rows, &c->session}, {NULL, NULL, NULL}};
    const struct command_line line = {
        .usage = "JOB... [OPTION...]",
        .summary = summary,
        .examples = examples,
        .groups = groups,
        .argument = job_numbers_add,
        .context = &c->jobs,
        .execute = execute,
        .command = c,
    };
    const int status = session_run(&c->session, &line, argc, argv);
    job_numbers_free(&c->jobs);
    return status;
}

int command_abort(int argc, char **argv)
{
    struct command c = {.verb = "abort", .done = "aborted"};
    return run(&c, argc, argv, "Aborts jobs: their tasks that run are killed, the others never start.",
               "  rtmr abort 12\n  rtmr abort 12 13 14\n");
}

int command_suspend(int argc, char **argv)
{
    struct command c = {.verb = "suspend", .done = "suspended: it runs behind all others, without promise"};
    return run(&c, argc, argv,
               "Gives up the promises for jobs: they run only where no promise needs the slot. `rtmr renew' takes a "
               "promise up again.",
               "  rtmr suspend 12\n");
}

/* --- rtmr renew ------------------------------------------------------------------------------- */

static const struct option_row renew_rows[] = {
    {"deadline", 'd', "WHEN",
     "When the job must be done: a duration from now (10min), or an instant (14:30, 2026-12-01T14:30).", OPTION_TEXT,
     offsetof(struct command, deadline), .set = NULL},
    OPTION_ROW_END,
};

static const char *option_of(const char *field)
{
    (void)field;
    return "--deadline";
}

static int tell_renewed(const struct command *c, const json_t *decision, int64_t now)
{
    if (member_true(decision, "accepted")) {
        if (!c->session.json) {
            const int64_t at = member_integer(decision, "now_at", now);
            printf("job %" PRId64 " renewed: done by %s", c->jobs.numbers[0],
                   instant_and_distance(member_integer(decision, "finish_at", NO_MS), at, ROUND_UP).text);
            printf(", deadline %s\n",
                   instant_and_distance(member_integer(decision, "deadline_at", NO_MS), at, ROUND_DOWN).text);
        }
        return 0;
    }
    if (!c->session.json) {
        decision_print_refused(decision, "rtmr: refused", true, now, stderr);
    }
    return EXIT_REFUSED;
}

static int execute_renew(void *command)
{
    struct command *c = command;
    struct session *s = &c->session;
    struct deadline deadline;
    struct answer answer;
    const int64_t now = wall_now();
    if (!job_numbers_check(&c->jobs, true, "rtmr renew", &s->error)) {
        return EXIT_BAD_INPUT;
    }
    if (c->deadline == NULL) {
        input_error_at(&s->error, (struct place){.source = "--deadline"},
                       "expected a deadline, such as --deadline 10min");
        return EXIT_BAD_INPUT;
    }
    if (!deadline_parse(c->deadline, "--deadline", now, &deadline, &s->error)) {
        return EXIT_BAD_INPUT;
    }
    s->option_of = option_of;
    json_t *body = json_object();
    json_object_set_new(body, deadline.is_wall ? "deadline_at" : "deadline_ms", json_integer(deadline.ms));
    int status = change(c, c->jobs.numbers[0], body, &answer);
    if (status == 0) {
        status = tell_renewed(c, answer.json, now);
    }
    answer_free(&answer);
    json_decref(body);
    return status;
}

int command_renew(int argc, char **argv)
{
    struct command c = {.verb = "renew"};
    const struct option_group groups[] = {
        {"Renewal", renew_rows, &c},
        {"Service", session_rows, &c.session},
        {NULL, NULL, NULL},
    };
    const struct command_line line = {
        .usage = "JOB --deadline WHEN [OPTION...]",
        .summary = "Promises a job by another deadline, earlier or later, or one that has lost its promise again. "
                   "Refused (exit status 3) if not every promise would be kept; then the old one stands.",
        .examples = "  rtmr renew 12 --deadline 2h\n  rtmr renew 12 --deadline 17:30\n",
        .groups = groups,
        .argument = job_numbers_add,
        .context = &c.jobs,
        .execute = execute_renew,
        .command = &c,
    };
    const int status = session_run(&c.session, &line, argc, argv);
    job_numbers_free(&c.jobs);
    return status;
}
