#include "harness/slurm/plugin/service_client.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* --- A request -------------------------------------------------------------------------------- */

static int64_t clock_ms(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Waits until the socket is ready; false: `until` has passed. */
static bool wait_for(int file, short events, int64_t until)
{
    struct pollfd ready = {.fd = file, .events = events};
    for (;;) {
        int64_t left = until - clock_ms();
        int count = left <= 0 ? 0 : poll(&ready, 1, (int)left);
        if (count >= 0 || errno != EINTR) {
            return count > 0;
        }
    }
}

static bool send_all(int file, const char *bytes, size_t size, int64_t until)
{
    while (size > 0) {
        ssize_t sent = send(file, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            bytes += sent;
            size -= (size_t)sent;
        } else if ((errno != EAGAIN && errno != EINTR) || !wait_for(file, POLLOUT, until)) {
            return false;
        }
    }
    return true;
}

/* Reads until the service closes the connection. */
static bool receive_all(int file, char *text, size_t size, int64_t until)
{
    size_t length = 0;
    for (;;) {
        ssize_t got = length + 1 < size ? recv(file, text + length, size - length - 1, MSG_DONTWAIT) : 0;
        if (got > 0) {
            length += (size_t)got;
        } else if (got == 0) {
            text[length] = '\0';
            return length + 1 < size;
        } else if ((errno != EAGAIN && errno != EINTR) || !wait_for(file, POLLIN, until)) {
            return false;
        }
    }
}

static bool connect_to(int file, const char *path, int64_t until)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(address.sun_path, path, strlen(path) + 1);
    /* EAGAIN: too many wait to be accepted. */
    while (connect(file, (const struct sockaddr *)&address, sizeof address) != 0) {
        if (errno != EAGAIN || clock_ms() >= until) {
            return false;
        }
        poll(NULL, 0, 10);
    }
    return true;
}

static bool exchange(int file, const char *head, const char *body, struct service_text *answer, int64_t until)
{
    if (!send_all(file, head, strlen(head), until) || !send_all(file, body, strlen(body), until) ||
        !receive_all(file, answer->text, sizeof answer->text, until)) {
        return false;
    }
    const char *end = strstr(answer->text, "\r\n\r\n");
    if (end == NULL || strncmp(answer->text, "HTTP/1.1 ", strlen("HTTP/1.1 ")) != 0) {
        return false;
    }
    answer->status = (int)strtol(answer->text + strlen("HTTP/1.1 "), NULL, 10);
    answer->body = end + 4;
    return true;
}

/* Asks and closes the connection; false: `error` says why there is no answer. */
static bool ask_until(const char *socket_path, const char *head, const char *body, struct service_text *answer,
                      int64_t until, char *error, size_t size)
{
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (file < 0 || !connect_to(file, socket_path, until)) {
        snprintf(error, size, "%s: %s", socket_path, strerror(errno));
        if (file >= 0) {
            close(file);
        }
        return false;
    }
    bool good = exchange(file, head, body, answer, until);
    close(file);
    if (!good) {
        snprintf(error, size, "%s: no answer that can be read", socket_path);
    }
    return good;
}

/* A socket that gave no answer in time. */
struct silence {
    int64_t until; /* when it is asked again */
    struct stat socket;
};

/* Whether the socket is still that of the service that was silent; another start makes another. */
static bool is_same(const struct silence *silence, const char *socket_path)
{
    struct stat now;
    return stat(socket_path, &now) == 0 && now.st_ino == silence->socket.st_ino &&
           now.st_ctim.tv_sec == silence->socket.st_ctim.tv_sec &&
           now.st_ctim.tv_nsec == silence->socket.st_ctim.tv_nsec;
}

bool service_ask(const char *socket_path, const char *method, const char *path, const char *body,
                 struct service_text *answer, char *error, size_t size)
{
    static struct silence silence;
    char head[512];
    const int64_t now = clock_ms();
    const int patience = strcmp(method, "GET") == 0 ? SERVICE_PATIENCE_GET_MS : SERVICE_PATIENCE_MS;
    if (now < silence.until && is_same(&silence, socket_path)) {
        snprintf(error, size, "%s: no answer a moment ago, it is asked again in %lld s", socket_path,
                 (long long)(silence.until - now + 999) / 1000);
        return false;
    }
    body = body != NULL ? body : "";
    snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nHost: rtmr\r\nConnection: close\r\nContent-Length: %zu\r\n\r\n",
             method, path, strlen(body));
    bool good = ask_until(socket_path, head, body, answer, now + patience, error, size);
    if (!good && clock_ms() >= now + patience && stat(socket_path, &silence.socket) == 0) {
        silence.until = clock_ms() + SERVICE_REST_MS;
        snprintf(error, size, "%s: no answer within %d ms", socket_path, patience);
    }
    return good;
}

/* --- JSON, as the service writes it ----------------------------------------------------------- */

static const char *skip_space(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* Behind a string, or at the end of the text. */
static const char *skip_string(const char *at)
{
    at++;
    while (*at != '\0' && *at != '"') {
        at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
    }
    return *at == '"' ? at + 1 : at;
}

/* Behind a value. */
static const char *skip_value(const char *at)
{
    int depth = 0;
    do {
        if (*at == '"') {
            at = skip_string(at);
        } else if (*at == '{' || *at == '[') {
            depth++;
            at++;
        } else if (*at == '}' || *at == ']') {
            depth--;
            at++;
        } else if (depth == 0) {
            at += strcspn(at, ",}] \t\r\n");
        } else {
            at++;
        }
    } while (depth > 0 && *at != '\0');
    return at;
}

const char *json_member(const char *object, const char *name)
{
    size_t length = strlen(name);
    const char *at = object == NULL ? "" : skip_space(object);
    if (*at != '{') {
        return NULL;
    }
    at = skip_space(at + 1);
    while (*at == '"') {
        const char *key = at + 1;
        at = skip_string(at);
        bool found = (size_t)(at - key) == length + 1 && memcmp(key, name, length) == 0;
        at = skip_space(at);
        if (*at != ':') {
            return NULL;
        }
        at = skip_space(at + 1);
        if (found) {
            return at;
        }
        at = skip_space(skip_value(at));
        at = *at == ',' ? skip_space(at + 1) : "";
    }
    return NULL;
}

const char *json_first(const char *array)
{
    const char *at = array == NULL ? "" : skip_space(array);
    if (*at != '[') {
        return NULL;
    }
    at = skip_space(at + 1);
    return *at == ']' || *at == '\0' ? NULL : at;
}

bool json_number(const char *value, int64_t *number)
{
    char *end;
    if (value == NULL) {
        return false;
    }
    errno = 0;
    *number = strtoll(value, &end, 10);
    return end != value && errno == 0;
}

void json_text(const char *value, char *text, size_t size)
{
    size_t length = 0;
    if (value != NULL && *value == '"') {
        for (const char *at = value + 1; *at != '\0' && *at != '"' && length + 1 < size; at++) {
            at += *at == '\\' && at[1] != '\0';
            text[length++] = *at;
        }
    }
    text[length] = '\0';
}
