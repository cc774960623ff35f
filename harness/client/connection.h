/*
 * Requests to the service: HTTP with JSON over its Unix socket.
 */
#ifndef CLIENT_CONNECTION_H
#define CLIENT_CONNECTION_H

#include "harness/workload/input_error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct connection {
    const char *option; /* --socket as it was given; NULL: it was not */
    char path[108];     /* of the socket */
    void *curl;
};

/* Takes what the service sends, piece by piece. False: stop. */
typedef bool connection_sink(void *owner, const char *bytes, size_t length);

struct request {
    const char *method;    /* "GET" or "POST" */
    const char *path;      /* with its query */
    const json_t *body;    /* NULL: none */
    int64_t wait_ms;       /* so long may the service wait before it answers */
    connection_sink *sink; /* takes the text of an answer of status 200; NULL: it is kept */
    void *owner;
};

struct answer {
    int status;   /* of HTTP; 0: there is no answer */
    bool reached; /* the service was there, even if it broke off */
    char *text;   /* ends with 0 */
    size_t length;
    json_t *json; /* the text decoded; NULL: it is not JSON */
};

/* Finds the socket: the option (NULL: not given), RTMR_SOCKET, ~/.local/state/rtmr/socket, or
 * /run/rtmr/socket, whichever of the last two is there. Connects only when something is asked for.
 * False: *error says why not. */
bool connection_open(struct connection *c, const char *option, struct input_error *error);
void connection_close(struct connection *c);

/* Asks. False: the service was not reached, or broke off; *error says why, in one line that names
 * the socket. Free the answer in either case. */
bool connection_ask(struct connection *c, const struct request *request, struct answer *answer,
                    struct input_error *error);
void answer_free(struct answer *answer); /* leaves status and reached */

/* Sets *error to what an answer says that is no success; `option_of` names the option that a
 * field of the request comes from, or NULL. Returns the exit status: EXIT_BAD_INPUT if the request
 * was wrong, else EXIT_FAILED. */
int answer_failed(const struct answer *answer, const char *(*option_of)(const char *field), struct input_error *error);

/* Members of a JSON object: `otherwise` if it is absent or null; "" likewise. */
int64_t member_integer(const json_t *object, const char *name, int64_t otherwise);
const char *member_text(const json_t *object, const char *name);
bool member_true(const json_t *object, const char *name);

#endif
