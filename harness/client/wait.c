/* rtmr wait: until jobs have ended. */
#include "harness/client/wait.h"

#include "harness/client/client.h"
#include "harness/client/instant.h"
#include "harness/workload/alloc.h"
#include "harness/workload/safe_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ms: how long one request waits, the pause before the next one after a failure, and how long a
 * service that was there may be away. */
enum { REQUEST_WAIT = 20000, PAUSE = 200, AWAY_MOST = 60000 };

static void pause_a_little(void)
{
    nanosleep(&(struct timespec){.tv_nsec = PAUSE * 1000000L}, NULL);
}

static bool has_ended(const json_t *job)
{
    const char *state = member_text(job, "state");
    return strcmp(state, "finished") == 0 || strcmp(state, "aborted") == 0;
}

/* How a job has ended, as an exit status. */
static int verdict(const json_t *job)
{
    if (strcmp(member_text(job, "state"), "aborted") == 0) {
        return EXIT_ABORTED;
    }
    const int64_t late = member_integer(job, "ended_at", 0) - member_integer(job, "deadline_at", INT64_MAX);
    return late > 0 || member_true(job, "flagged") ? EXIT_LATE : 0;
}

static void print_end(const json_t *job)
{
    const int64_t now = wall_now();
    const int64_t ended = member_integer(job, "ended_at", NO_MS);
    const int64_t deadline = member_integer(job, "deadline_at", NO_MS);
    printf("job %" PRId64 " ", member_integer(job, "job", 0));
    write_member(job, "state", stdout);
    printf(" at %s", instant_shown(ended, now, ROUND_DOWN).text);
    if (verdict(job) == EXIT_ABORTED) {
        const char *reason = member_text(job, "reason");
        fputs(reason[0] != '\0' ? ": " : "", stdout);
        safe_text_write(reason, stdout);
    } else if (ended != NO_MS && deadline != NO_MS) {
        printf(", %s %s its deadline", duration_shown(llabs(deadline - ended), ROUND_DOWN).text,
               ended <= deadline ? "before" : "after");
        fputs(member_true(job, "flagged") ? "; it had lost its promise" : "", stdout);
    }
    putchar('\n');
}

/* How a turn of the wait went. */
enum turn { TURN_ENDED, TURN_RUNS, TURN_BROKEN, TURN_AWAY, TURN_FAILED };

/* Asks once; *status is the command's if the turn failed. */
static enum turn ask(struct session *s, int64_t job, int64_t wait_ms, struct answer *answer, int *status)
{
    char path[96];
    snprintf(path, sizeof path, "/v1/jobs/%" PRId64 "?wait_ms=%" PRId64 "%s", job, wait_ms,
             s->json ? "" : "&limit=0"); /* attempts are only printed */
    const struct request request = {.method = "GET", .path = path, .wait_ms = wait_ms};
    const bool json = s->json;
    s->json = false;
    *status = session_ask(s, &request, 200, answer);
    s->json = json;
    if (*status == EXIT_FAILED && answer->status == 0) {
        return answer->reached ? TURN_BROKEN : TURN_AWAY;
    }
    if (*status != 0) {
        return TURN_FAILED;
    }
    return has_ended(answer->json) ? TURN_ENDED : TURN_RUNS;
}

/* Whether a service that is away may come back: it was there, and not long ago. */
static bool still_hopes(int64_t seen, int64_t now)
{
    return seen != NO_MS && now - seen < AWAY_MOST;
}

int wait_for_job(struct session *s, int64_t job, int64_t until)
{
    /* when the service was there last: `submit --wait' has just spoken to it */
    int64_t seen = s->connection.curl != NULL ? wall_now() : NO_MS;
    int status;
    for (;;) {
        const int64_t asked = wall_now();
        int64_t wait = until == NO_MS ? REQUEST_WAIT : until - asked;
        wait = wait < 0 ? 0 : wait > REQUEST_WAIT ? REQUEST_WAIT : wait;
        struct answer answer;
        const enum turn turn = ask(s, job, wait, &answer, &status);
        const int64_t now = wall_now();
        if (turn == TURN_ENDED) {
            status = verdict(answer.json);
            s->json ? answer_print(&answer) : print_end(answer.json);
            answer_free(&answer);
            return status;
        }
        answer_free(&answer);
        if (turn == TURN_FAILED || (turn == TURN_AWAY && !still_hopes(seen, now))) {
            return status;
        }
        seen = turn != TURN_AWAY ? now : seen;
        if (until != NO_MS && now >= until) {
            input_error_at(&s->error, (struct place){.source = "--timeout"}, "job %" PRId64 " has not ended", job);
            return EXIT_FAILED;
        }
        if (turn != TURN_RUNS || now - asked < wait) {
            pause_a_little();
        }
    }
}

/* --- The command ------------------------------------------------------------------------------ */

struct command {
    struct session session;
    struct job_numbers jobs;
    const char *timeout; /* NULL: for ever */
};

static const struct option_row rows[] = {
    {"timeout", 0, "DURATION", "Stop waiting after this time, with exit status 1.", OPTION_TEXT,
     offsetof(struct command, timeout), .set = NULL},
    OPTION_ROW_END,
};

static int execute(void *command)
{
    struct command *c = command;
    struct session *s = &c->session;
    int64_t until = NO_MS;
    int worst = 0;
    if (!job_numbers_check(&c->jobs, false, "rtmr wait", &s->error)) {
        return EXIT_BAD_INPUT;
    }
    if (c->timeout != NULL) {
        if (!duration_parse(c->timeout, "--timeout", 0, &until, &s->error)) {
            return EXIT_BAD_INPUT;
        }
        until += wall_now();
    }
    for (size_t i = 0; i < c->jobs.count; i++) {
        const int status = wait_for_job(s, c->jobs.numbers[i], until);
        if (status != 0 && status < EXIT_REFUSED) {
            return status;
        }
        worst = status > worst ? status : worst;
        fflush(stdout);
    }
    return worst;
}

static const char summary[] =
    "Waits until the jobs have ended, and says how. A service that goes away meanwhile is waited for. Exit status: 0 "
    "if all have finished by their deadlines with their promises kept; 4 if one has finished late, or had lost its "
    "promise; 5 if one was aborted; 1 if the wait failed.";

int command_wait(int argc, char **argv)
{
    struct command c = {0};
    const struct option_group groups[] = {
        {"Wait", rows, &c},
        {"Service", session_rows, &c.session},
        {NULL, NULL, NULL},
    };
    const struct command_line line = {
        .usage = "JOB... [OPTION...]",
        .summary = summary,
        .examples = "  rtmr wait 12\n  rtmr wait 12 13 14 --timeout 1h\n",
        .groups = groups,
        .argument = job_numbers_add,
        .context = &c.jobs,
        .execute = execute,
        .command = &c,
    };
    const int status = session_run(&c.session, &line, argc, argv);
    job_numbers_free(&c.jobs);
    return status;
}
