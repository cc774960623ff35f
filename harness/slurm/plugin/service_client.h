/*
 * A client of the service for a plugin: one request over the Unix socket, with an end. It brings no
 * library into the controller, which has a JSON library of its own.
 */
#ifndef SLURM_SERVICE_CLIENT_H
#define SLURM_SERVICE_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SERVICE_TEXT_MAX = 65536, /* of an answer, a zero included */
    /* How long an answer may take. A decision is on the disk of the service before it is told. */
    SERVICE_PATIENCE_MS = 2000,
    SERVICE_PATIENCE_GET_MS = 1000,
    /* How long a service that took longer is not asked, unless it is restarted. */
    SERVICE_REST_MS = 10000
};

struct service_text {
    int status;       /* of HTTP */
    const char *body; /* in `text` */
    char text[SERVICE_TEXT_MAX];
};

/* Asks, and waits for the answer as long as said above. body NULL: none. False: `error` says why
 * there is no answer. One thread at a time may ask. */
bool service_ask(const char *socket_path, const char *method, const char *path, const char *body,
                 struct service_text *answer, char *error, size_t size);

/* The value of a member of a JSON object; NULL: there is none. `object` points to the {. */
const char *json_member(const char *object, const char *name);
/* The first element of a JSON array; NULL: it is empty, or no array. */
const char *json_first(const char *array);
/* A whole number; false: it is none. */
bool json_number(const char *value, int64_t *number);
/* Copies text, as much as there is room for; without escapes but for quotes and backslashes. "": it
 * is none. */
void json_text(const char *value, char *text, size_t size);

#endif
