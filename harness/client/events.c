/* rtmr events: what has happened, and what happens. */
#include "harness/client/client.h"
#include "harness/client/instant.h"
#include "harness/client/session.h"
#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

/* Events of one request, and ms that one request waits. */
enum { PAGE = 500, FOLLOW_WAIT = 20000, LAST_DEFAULT = 20 };

struct command {
    struct session session;
    int64_t last;
    int64_t after; /* -1: as `last` says */
    bool follow;
};

static const struct option_row rows[] = {
    {"last", 'n', "N", "Begin with the last N events (default 20).", OPTION_INTEGER, offsetof(struct command, last),
     .integer = {0, INT32_MAX}},
    {"after", 0, "EVENT", "Begin behind the event of this number; 0: with the first one.", OPTION_INTEGER,
     offsetof(struct command, after), .integer = {0, INT64_MAX}},
    {"follow", 'f', NULL,
     "Go on with what happens, until interrupted. A service that goes away is waited for, up to a minute.", OPTION_FLAG,
     offsetof(struct command, follow), .set = NULL},
    OPTION_ROW_END,
};

/* "  117  14:03:20.250  submit  job 12 accepted" */
static void print_event(const json_t *event, int64_t now)
{
    const int64_t at = member_integer(event, "at", NO_MS);
    printf("%6" PRId64 "  %s.%03d  ", member_integer(event, "event", 0), instant_shown(at, now, ROUND_DOWN).text,
           at > 0 ? (int)(at % 1000) : 0);
    write_member(event, "text", stdout);
    putchar('\n');
}

/* Asks for the events behind *after, and moves it. *found: how many; *more: there are others. */
static int ask(struct command *c, int64_t wait, int64_t *after, size_t *found, bool *more)
{
    char *path = alloc_print("/v1/events?after=%" PRId64 "&limit=%d&wait_ms=%" PRId64, *after, PAGE, wait);
    struct answer answer;
    const bool json = c->session.json;
    c->session.json = false;
    const int status =
        wait > 0 ? session_follow(&c->session, path, wait, &answer) : session_get(&c->session, &answer, "%s", path);
    c->session.json = json;
    free(path);
    *found = 0;
    *more = member_true(answer.json, "more");
    if (status == 0) {
        const json_t *events = member_array(answer.json, "events");
        const int64_t now = member_integer(answer.json, "now_at", wall_now());
        size_t i;
        json_t *event;
        json_array_foreach(events, i, event)
        {
            *after = member_integer(event, "event", *after);
            if (!json) {
                print_event(event, now);
            }
        }
        *found = json_array_size(events);
        if (json && (*found > 0 || wait == 0)) {
            answer_print(&answer);
        }
    }
    answer_free(&answer);
    return status;
}

/* Where to begin. */
static int begin(struct command *c, int64_t *after)
{
    struct answer answer;
    *after = c->after;
    if (c->after >= 0) {
        return 0;
    }
    const bool json = c->session.json;
    c->session.json = false;
    const int status = session_get(&c->session, &answer, "/v1/status");
    c->session.json = json;
    const int64_t last = member_integer(answer.json, "last_event", 0);
    *after = last > c->last ? last - c->last : 0;
    answer_free(&answer);
    return status;
}

static int execute(void *command)
{
    struct command *c = command;
    int64_t after;
    size_t found;
    bool more;
    int status = begin(c, &after);
    if (status != 0) {
        return status;
    }
    do {
        status = ask(c, 0, &after, &found, &more);
    } while (status == 0 && more && found > 0);
    while (status == 0 && c->follow) {
        const int64_t asked = wall_now();
        fflush(stdout);
        status = ask(c, FOLLOW_WAIT, &after, &found, &more);
        if (found == 0 && wall_now() - asked < FOLLOW_WAIT) {
            nanosleep(&(struct timespec){.tv_nsec = 200000000L}, NULL); /* it did not wait */
        }
    }
    return status;
}

int command_events(int argc, char **argv)
{
    struct command c = {.last = LAST_DEFAULT, .after = -1};
    const struct option_group groups[] = {
        {"Events", rows, &c},
        {"Service", session_rows, &c.session},
        {NULL, NULL, NULL},
    };
    const struct command_line line = {
        .usage = "[OPTION...]",
        .summary = "Prints what has happened in the service: its number, when, and a sentence. With --json a line for "
                   "each answer.",
        .examples = "  rtmr events\n  rtmr events --follow\n  rtmr events --after 0 --json\n",
        .groups = groups,
        .execute = execute,
        .command = &c,
    };
    return session_run(&c.session, &line, argc, argv);
}
