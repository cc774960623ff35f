/* rtmr slots, drain and add: the slots of the service. */
#include "harness/client/client.h"
#include "harness/client/decision.h"
#include "harness/client/instant.h"
#include "harness/client/session.h"
#include "harness/report/table.h"
#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- rtmr slots ------------------------------------------------------------------------------- */

/* Whether a cluster manager has the slots: each on one of its nodes. */
static bool has_nodes(const json_t *slots)
{
    return json_object_get(json_array_get(slots, 0), "node") != NULL;
}

static void add_slot(struct table *table, const json_t *slot, bool nodes, int64_t now)
{
    const int64_t job = member_integer(slot, "job", NO_MS);
    const int64_t task = member_integer(slot, "task", NO_MS);
    const int64_t since = member_integer(slot, "since_at", NO_MS);
    const int64_t bound = member_integer(slot, "bound_at", NO_MS);
    const char *state = member_text(slot, "state");
    table_add(table, "%s:%" PRId64, member_text(slot, "stage"), member_integer(slot, "slot", 0));
    if (nodes) {
        table_add(table, "%s", member_text(slot, "node")[0] != '\0' ? member_text(slot, "node") : "-");
    }
    table_add(table, "%s", strcmp(state, "late_draining") == 0 ? "late, draining" : state);
    if (job == NO_MS) {
        for (int i = 0; i < 4; i++) {
            table_add(table, "-");
        }
        return;
    }
    table_add(table, "%" PRId64, job);
    if (task != NO_MS) {
        table_add(table, "%" PRId64, task);
    } else {
        table_add(table, "-");
    }
    table_add(table, "%s", since != NO_MS ? instant_shown(since, now, ROUND_DOWN).text : "-");
    table_add(table, "%s", bound != NO_MS ? instant_and_distance(bound, now, ROUND_UP).text : "-");
}

static void print_slots(const json_t *slots, int64_t now)
{
    static const char *const columns[] = {"slot", "node", "state", "job", "task", "since", "ends by"};
    enum { COLUMNS = sizeof columns / sizeof columns[0], NODE = 1 };
    const bool nodes = has_nodes(slots);
    const size_t count = nodes ? COLUMNS : COLUMNS - 1;
    struct table table = table_new(count, count);
    size_t i;
    json_t *slot;
    for (i = 0; i < COLUMNS; i++) {
        if (nodes || i != NODE) {
            table_add(&table, "%s", columns[i]);
        }
    }
    json_array_foreach(slots, i, slot)
    {
        add_slot(&table, slot, nodes, now);
    }
    table_print(&table, stdout, 0);
    table_free(&table);
}

static int execute_slots(void *command)
{
    struct session *s = command;
    struct answer answer;
    const int status = session_get(s, &answer, "/v1/slots");
    if (status == 0 && !s->json) {
        print_slots(member_array(answer.json, "slots"), member_integer(answer.json, "now_at", wall_now()));
    }
    answer_free(&answer);
    return status;
}

int command_slots(int argc, char **argv)
{
    struct session s = {0};
    const struct option_group groups[] = {{"Service", session_rows, &s}, {NULL, NULL, NULL}};
    const struct command_line line = {
        .usage = "[OPTION...]",
        .summary = "Lists the slots and the tasks that they run. A slot is idle, busy, draining (it takes no further "
                   "task), late (its task is over its bound or without promise, and no plan counts on it) or absent.",
        .examples = "  rtmr slots\n",
        .groups = groups,
        .execute = execute_slots,
        .command = &s,
    };
    return session_run(&s, &line, argc, argv);
}

/* --- rtmr drain and rtmr add ------------------------------------------------------------------ */

struct command {
    struct session session;
    struct slot_name slot;
};

static int execute_drain(void *command)
{
    struct command *c = command;
    struct session *s = &c->session;
    struct answer answer;
    if (c->slot.stage == NULL || c->slot.number < 0) {
        input_error_at(&s->error, (struct place){.source = "rtmr drain"}, "expected a slot such as map:3");
        return EXIT_BAD_INPUT;
    }
    char *path = alloc_print("/v1/slots/%s/%" PRId64 "/drain", c->slot.stage, c->slot.number);
    int status = session_ask(s, &(struct request){.method = "POST", .path = path}, 200, &answer);
    free(path);
    const bool accepted = member_true(answer.json, "accepted");
    if (status == 0 && !s->json) {
        if (accepted) {
            printf("slot %s:%" PRId64 " takes no further task\n", c->slot.stage, c->slot.number);
        } else {
            decision_print_refused(answer.json, "rtmr: refused", false, wall_now(), stderr);
        }
    }
    status = status == 0 && !accepted ? EXIT_REFUSED : status;
    answer_free(&answer);
    return status;
}

static int execute_add(void *command)
{
    struct command *c = command;
    struct session *s = &c->session;
    struct answer answer;
    if (c->slot.stage == NULL) {
        input_error_at(&s->error, (struct place){.source = "rtmr add"},
                       "expected map, reduce, or a slot such as map:3");
        return EXIT_BAD_INPUT;
    }
    json_t *body = json_object();
    json_object_set_new(body, "stage", json_string(c->slot.stage));
    if (c->slot.number >= 0) {
        json_object_set_new(body, "slot", json_integer(c->slot.number));
    }
    const int status =
        session_ask(s, &(struct request){.method = "POST", .path = "/v1/slots", .body = body}, 201, &answer);
    if (status == 0 && !s->json) {
        printf("slot %s:%" PRId64 " added\n", c->slot.stage, member_integer(answer.json, "slot", c->slot.number));
    }
    answer_free(&answer);
    json_decref(body);
    return status;
}

static int run(int argc, char **argv, struct command_line line)
{
    struct command c = {0};
    const struct option_group groups[] = {{"Service", session_rows, &c.session}, {NULL, NULL, NULL}};
    line.groups = groups;
    line.argument = slot_name_set;
    line.context = &c.slot;
    line.command = &c;
    return session_run(&c.session, &line, argc, argv);
}

int command_drain(int argc, char **argv)
{
    return run(argc, argv,
               (struct command_line){
                   .usage = "STAGE:NUMBER [OPTION...]",
                   .summary = "Takes a slot away as soon as its task has ended, if every promise can be kept without "
                              "it; else this is refused (exit status 3), and the slot stays.",
                   .examples = "  rtmr drain map:3\n",
                   .execute = execute_drain,
               });
}

int command_add(int argc, char **argv)
{
    return run(argc, argv,
               (struct command_line){
                   .usage = "STAGE[:NUMBER] [OPTION...]",
                   .summary = "Adds a slot of a stage, or brings back one that was drained.",
                   .examples = "  rtmr add map\n  rtmr add map:3\n",
                   .execute = execute_add,
               });
}
