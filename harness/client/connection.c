#include "harness/client/connection.h"

#include "harness/client/client.h"
#include "harness/workload/alloc.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>
#include <unistd.h>

#define SYSTEM_SOCKET "/run/rtmr/socket"
#define USER_STORE "/.local/state/rtmr"

/* How long the service may take for an answer besides the wait that was asked for, ms; and the
 * longest answer that is kept, bytes. */
enum { PATIENCE_MS = 60000, ANSWER_MOST = 256 << 20 };

/* --- Where the service is --------------------------------------------------------------------- */

static bool fits(const char *path)
{
    return strlen(path) < sizeof((struct sockaddr_un *)NULL)->sun_path;
}

static bool take_path(struct connection *c, const char *path, const char *source, struct input_error *error)
{
    if (path[0] == '\0' || !fits(path)) {
        return input_error_found(error, (struct place){.source = source}, "a path of at most 107 bytes",
                                 (struct span){path, strlen(path)});
    }
    snprintf(c->path, sizeof c->path, "%s", path);
    return true;
}

static bool find_socket(struct connection *c, struct input_error *error)
{
    const char *variable = getenv("RTMR_SOCKET");
    const char *home = getenv("HOME");
    if (c->option != NULL) {
        return take_path(c, c->option, "--socket", error);
    }
    if (variable != NULL && variable[0] != '\0') {
        return take_path(c, variable, "RTMR_SOCKET", error);
    }
    char *own = alloc_print("%s%s/socket", home != NULL ? home : "", USER_STORE);
    const bool usable = home != NULL && home[0] == '/' && fits(own);
    const bool system = !usable || (access(own, F_OK) != 0 && access(SYSTEM_SOCKET, F_OK) == 0);
    snprintf(c->path, sizeof c->path, "%s", system ? SYSTEM_SOCKET : own);
    free(own);
    return true;
}

bool connection_open(struct connection *c, const char *option, struct input_error *error)
{
    *c = (struct connection){.option = option};
    if (!find_socket(c, error)) {
        return false;
    }
    if (curl_global_init(CURL_GLOBAL_NOTHING) != CURLE_OK || (c->curl = curl_easy_init()) == NULL) {
        alloc_failed();
    }
    return true;
}

void connection_close(struct connection *c)
{
    curl_easy_cleanup(c->curl);
    c->curl = NULL;
}

/* --- Asking ----------------------------------------------------------------------------------- */

struct receiving {
    CURL *curl;
    const struct request *request;
    struct answer *answer;
    size_t capacity;
    bool too_long;
};

static size_t receive(char *bytes, size_t size, size_t count, void *argument)
{
    struct receiving *r = argument;
    const size_t length = size * count;
    long status = 0;
    curl_easy_getinfo(r->curl, CURLINFO_RESPONSE_CODE, &status);
    if (r->request->sink != NULL && status == 200) {
        return r->request->sink(r->request->owner, bytes, length) ? length : length + 1;
    }
    struct answer *answer = r->answer;
    if (length > ANSWER_MOST - answer->length) {
        r->too_long = true;
        return length + 1; /* stops curl */
    }
    answer->text = alloc_grow(answer->text, &r->capacity, answer->length + length + 1, 1);
    memcpy(answer->text + answer->length, bytes, length);
    answer->length += length;
    answer->text[answer->length] = '\0';
    return length;
}

static void set_up(struct connection *c, const struct request *request, struct receiving *receiving)
{
    CURL *curl = c->curl;
    char *url = alloc_print("http://localhost%s", request->path);
    curl_easy_reset(curl);
    curl_easy_setopt(curl, CURLOPT_URL, url); /* curl copies it */
    curl_easy_setopt(curl, CURLOPT_UNIX_SOCKET_PATH, c->path);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http");
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)PATIENCE_MS);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, receiving);
    if (request->sink != NULL) {
        curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
        curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, (long)PATIENCE_MS / 1000);
    } else {
        curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)(PATIENCE_MS + request->wait_ms));
    }
    free(url);
}

/* How to start the service that would listen there. */
static char *how_to_start(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (strcmp(path, SYSTEM_SOCKET) == 0) {
        return alloc_print("systemctl start rtmrd");
    }
    if (slash != NULL && slash != path && strcmp(slash, "/socket") == 0) {
        return alloc_print("rtmrd --store %.*s", (int)(slash - path), path);
    }
    return alloc_print("rtmrd --store DIR --socket %s", path);
}

static bool not_reached(const struct connection *c, CURLcode code, struct input_error *error)
{
    const struct place place = {.source = c->path};
    if (code != CURLE_COULDNT_CONNECT) {
        return input_error_at(error, place, "the service has not answered: %s", curl_easy_strerror(code));
    }
    if (access(c->path, F_OK) == 0 && access(c->path, R_OK | W_OK) != 0) {
        return input_error_at(error, place, "the service does not let this user in");
    }
    char *command = how_to_start(c->path);
    input_error_at(error, place, "the service is not running; to start it: %s", command);
    free(command);
    return false;
}

bool connection_ask(struct connection *c, const struct request *request, struct answer *answer,
                    struct input_error *error)
{
    *answer = (struct answer){.text = alloc_text("", 0)};
    struct receiving receiving = {.curl = c->curl, .request = request, .answer = answer, .capacity = 1};
    set_up(c, request, &receiving);
    struct curl_slist *headers = curl_slist_append(NULL, "Expect:");
    char *body = request->body != NULL ? json_dumps(request->body, JSON_COMPACT) : NULL;
    if (body != NULL) {
        headers = curl_slist_append(headers, "Content-Type: application/json");
    }
    if (headers == NULL) {
        alloc_failed();
    }
    if (strcmp(request->method, "POST") == 0) {
        curl_easy_setopt(c->curl, CURLOPT_POST, 1L);
        curl_easy_setopt(c->curl, CURLOPT_POSTFIELDS, body != NULL ? body : "");
        curl_easy_setopt(c->curl, CURLOPT_POSTFIELDSIZE, body != NULL ? (long)strlen(body) : 0L);
    }
    curl_easy_setopt(c->curl, CURLOPT_HTTPHEADER, headers);
    const CURLcode code = curl_easy_perform(c->curl);
    long status = 0;
    curl_easy_getinfo(c->curl, CURLINFO_RESPONSE_CODE, &status);
    curl_slist_free_all(headers);
    free(body);
    answer->status = (int)status;
    answer->reached = code != CURLE_COULDNT_CONNECT;
    if (code == CURLE_OUT_OF_MEMORY) {
        alloc_failed();
    }
    if (receiving.too_long) {
        return input_error_at(error, (struct place){.source = c->path}, "the answer is longer than %d MiB",
                              ANSWER_MOST >> 20);
    }
    if (code != CURLE_OK) {
        answer->status = 0;
        return not_reached(c, code, error);
    }
    answer->json = json_loadb(answer->text, answer->length, JSON_DECODE_ANY, NULL);
    return true;
}

void answer_free(struct answer *answer)
{
    json_decref(answer->json);
    free(answer->text);
    *answer = (struct answer){.status = answer->status, .reached = answer->reached};
}

int answer_failed(const struct answer *answer, const char *(*option_of)(const char *field), struct input_error *error)
{
    const char *text = member_text(answer->json, "error");
    const char *field = member_text(answer->json, "field");
    const char *option = option_of != NULL && field[0] != '\0' ? option_of(field) : NULL;
    const char *source = option != NULL ? option : "the service";
    const size_t length = strlen(field);
    /* "--name: name: text is expected" says it twice */
    if (option != NULL && strncmp(option, "--", 2) == 0 && strcmp(option + 2, field) == 0 &&
        strncmp(text, field, length) == 0 && strncmp(text + length, ": ", 2) == 0) {
        text += length + 2;
    }
    if (text[0] != '\0') {
        input_error_at(error, (struct place){.source = source}, "%s", text);
    } else {
        input_error_at(error, (struct place){.source = source}, "its answer is not understood (status %d)",
                       answer->status);
    }
    return answer->status == 400 && text[0] != '\0' ? EXIT_BAD_INPUT : EXIT_FAILED;
}

/* --- JSON ------------------------------------------------------------------------------------- */

int64_t member_integer(const json_t *object, const char *name, int64_t otherwise)
{
    const json_t *member = json_object_get(object, name);
    return json_is_integer(member) ? (int64_t)json_integer_value(member) : otherwise;
}

const char *member_text(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text != NULL ? text : "";
}

bool member_true(const json_t *object, const char *name)
{
    return json_is_true(json_object_get(object, name));
}
