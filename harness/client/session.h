/*
 * What the commands of the client have in common: the options --socket and --json, their requests,
 * and how an answer that is no success ends the command.
 */
#ifndef CLIENT_SESSION_H
#define CLIENT_SESSION_H

#include "harness/cli/option_table.h"
#include "harness/cli/parse.h"
#include "harness/client/connection.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct session {
    const char *socket; /* NULL: not given */
    bool json;          /* print the service's answers as they are */
    struct connection connection;
    bool unanswered; /* the last request had no answer: the service is away, or broke off */
    /* names the option of a field of a request; NULL: none does */
    const char *(*option_of)(const char *field);
    struct given_options given;
    struct input_error error;
};

/* --socket and --json; the target is a struct session. */
extern const struct option_row session_rows[];

/* Parses the command line, opens the connection and executes `line`. Returns the exit status. */
int session_run(struct session *s, const struct command_line *line, int argc, char **argv);

/* Asks. Returns 0 if the answer has the status `expected`, or is a decision of status 409; else
 * the exit status, s->error says why, and the answer has no text. With --json the answer is printed
 * as it is, whatever it says, and there is no other text. Free the answer in either case. */
int session_ask(struct session *s, const struct request *request, int expected, struct answer *answer);

/* GETs what is followed: a service that goes away is asked again, for up to a minute: it may be
 * started again. */
int session_follow(struct session *s, const char *path, int64_t wait_ms, struct answer *answer);

/* The same as session_ask, for a path as printed, without a body, expecting 200. */
int session_get(struct session *s, struct answer *answer, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The attempts of a job behind those of *answer, whose place the next answer takes. False: there
 * are none, or *status says that they cannot be had. */
bool session_next_attempts(struct session *s, struct answer *answer, int *status);

/* Prints the text of an answer as a line. */
void answer_print(const struct answer *answer);

/* Whether an answer is a decision: "accepted" says which. */
bool answer_is_decision(const struct answer *answer);

/* Numbers of jobs from the command line. */
struct job_numbers {
    int64_t *numbers;
    size_t count;
    size_t capacity;
};

/* An option_setter: adds an argument to a struct job_numbers. */
bool job_numbers_add(void *target, const char *value, struct input_error *error);

/* False: there is none, or not exactly one if `single`; *error is set. */
bool job_numbers_check(const struct job_numbers *jobs, bool single, const char *command, struct input_error *error);
void job_numbers_free(struct job_numbers *jobs);

/* A slot from the command line: "map:3"; number -1: "map" alone. */
struct slot_name {
    const char *stage; /* "map" or "reduce"; NULL: none was given */
    int64_t number;
};

/* An option_setter for a struct slot_name. */
bool slot_name_set(void *target, const char *value, struct input_error *error);

/* Writes a member that is text, safe for a terminal. */
void write_member(const json_t *object, const char *name, FILE *out);

/* The members of an array of objects, e.g. "jobs"; NULL: it is not there. */
const json_t *member_array(const json_t *object, const char *name);

#endif
