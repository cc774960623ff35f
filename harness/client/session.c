#include "harness/client/session.h"

#include "harness/cli/value.h"
#include "harness/client/client.h"
#include "harness/client/instant.h"
#include "harness/workload/alloc.h"
#include "harness/workload/safe_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Above every slot and job that a service can have. */
#define NUMBER_MOST (INT64_C(1) << 53)

/* ms: how long a service may be away that is followed, and the pause before it is asked again. */
enum { AWAY_MOST = 60000, PAUSE = 200 };

const struct option_row session_rows[] = {
    {"socket", 0, "PATH",
     "The service's socket (default: $RTMR_SOCKET, else ~/.local/state/rtmr/socket, else /run/rtmr/socket).",
     OPTION_TEXT, offsetof(struct session, socket), .set = NULL},
    {"json", 0, NULL, "Print the service's answer as it is, in JSON.", OPTION_FLAG, offsetof(struct session, json),
     .set = NULL},
    OPTION_ROW_END,
};

int session_run(struct session *s, const struct command_line *line, int argc, char **argv)
{
    const int status = cli_run(line, argc, argv, &s->given, &s->error);
    if (s->connection.curl != NULL) {
        connection_close(&s->connection);
    }
    return status;
}

void answer_print(const struct answer *answer)
{
    fwrite(answer->text, 1, answer->length, stdout);
    if (answer->length == 0 || answer->text[answer->length - 1] != '\n') {
        putchar('\n');
    }
}

bool answer_is_decision(const struct answer *answer)
{
    return json_is_boolean(json_object_get(answer->json, "accepted"));
}

/* With --json nothing else is said. */
static int fail(struct session *s, struct answer *answer)
{
    const int status = answer_failed(answer, s->option_of, &s->error);
    if (s->json) {
        s->error.text[0] = '\0';
    }
    answer_free(answer);
    return status;
}

int session_ask(struct session *s, const struct request *request, int expected, struct answer *answer)
{
    *answer = (struct answer){0};
    if (s->connection.curl == NULL && !connection_open(&s->connection, s->socket, &s->error)) {
        return EXIT_BAD_INPUT;
    }
    s->unanswered = !connection_ask(&s->connection, request, answer, &s->error);
    if (s->unanswered) {
        answer_free(answer);
        return EXIT_FAILED;
    }
    if (s->json && request->sink == NULL) {
        answer_print(answer);
    }
    const bool decided = answer->status == 409 && answer_is_decision(answer);
    const bool understood = request->sink != NULL || json_is_object(answer->json);
    return decided || (answer->status == expected && understood) ? 0 : fail(s, answer);
}

int session_follow(struct session *s, const char *path, int64_t wait_ms, struct answer *answer)
{
    const struct request request = {.method = "GET", .path = path, .wait_ms = wait_ms};
    int64_t until = NO_MS;
    for (;;) {
        s->unanswered = false;
        const int status = session_ask(s, &request, 200, answer);
        const int64_t now = wall_now();
        until = until == NO_MS ? now + AWAY_MOST : until;
        if (!s->unanswered || now >= until) {
            return status;
        }
        s->error.text[0] = '\0';
        nanosleep(&(struct timespec){.tv_nsec = PAUSE * 1000000L}, NULL);
    }
}

int session_get(struct session *s, struct answer *answer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *path = alloc_print_list(format, arguments);
    va_end(arguments);
    const int status = session_ask(s, &(struct request){.method = "GET", .path = path}, 200, answer);
    free(path);
    return status;
}

bool session_next_attempts(struct session *s, struct answer *answer, int *status)
{
    const json_t *attempts = member_array(answer->json, "attempts");
    const size_t count = json_array_size(attempts);
    if (!member_true(answer->json, "more") || count == 0) {
        return false;
    }
    const int64_t job = member_integer(answer->json, "job", 0);
    const int64_t after = member_integer(json_array_get(attempts, count - 1), "attempt", 0);
    answer_free(answer);
    *status = session_get(s, answer, "/v1/jobs/%" PRId64 "?after=%" PRId64, job, after);
    return *status == 0;
}

bool job_numbers_add(void *target, const char *value, struct input_error *error)
{
    struct job_numbers *jobs = target;
    int64_t number;
    if (!cli_integer(value, "job", 1, NUMBER_MOST, &number, error)) {
        return false;
    }
    jobs->numbers = alloc_grow(jobs->numbers, &jobs->capacity, jobs->count + 1, sizeof *jobs->numbers);
    jobs->numbers[jobs->count++] = number;
    return true;
}

bool job_numbers_check(const struct job_numbers *jobs, bool single, const char *command, struct input_error *error)
{
    if (jobs->count == 0 || (single && jobs->count > 1)) {
        return input_error_at(error, (struct place){.source = command}, "expected the number of %s job, found %s",
                              single ? "one" : "a", jobs->count == 0 ? "nothing" : "several");
    }
    return true;
}

void job_numbers_free(struct job_numbers *jobs)
{
    free(jobs->numbers);
    *jobs = (struct job_numbers){0};
}

bool slot_name_set(void *target, const char *value, struct input_error *error)
{
    static const char *const stages[] = {"map", "reduce"};
    struct slot_name *slot = target;
    if (slot->stage != NULL) {
        return cli_unexpected(value, "slot", "one slot", error);
    }
    for (size_t i = 0; i < 2; i++) {
        const size_t length = strlen(stages[i]);
        if (strncmp(value, stages[i], length) == 0 && (value[length] == ':' || value[length] == '\0')) {
            slot->stage = stages[i];
            slot->number = -1;
            return value[length] == '\0' ||
                   cli_integer(value + length + 1, "slot", 0, NUMBER_MOST, &slot->number, error);
        }
    }
    return cli_unexpected(value, "slot", "a slot such as map:3 or reduce:0", error);
}

void write_member(const json_t *object, const char *name, FILE *out)
{
    safe_text_write(member_text(object, name), out);
}

const json_t *member_array(const json_t *object, const char *name)
{
    const json_t *member = json_object_get(object, name);
    return json_is_array(member) ? member : NULL;
}
