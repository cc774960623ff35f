#include "harness/service/listen.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { BACKLOG = 4096 };

static int fail(int file, char *error, size_t size, const char *what, const char *why)
{
    snprintf(error, size, "%s: %s", what, why);
    if (file >= 0) {
        close(file);
    }
    return -1;
}

/* Whether something listens at the address. */
static bool is_served(const struct sockaddr_un *address)
{
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool served = file >= 0 && (connect(file, (const struct sockaddr *)address, sizeof *address) == 0 ||
                                errno == EAGAIN || errno == EINPROGRESS);
    if (file >= 0) {
        close(file);
    }
    return served;
}

/* Removes what an earlier service has left at the path. False: *why says why not. */
static bool clear_path(const struct sockaddr_un *address, const char **why)
{
    struct stat status;
    if (lstat(address->sun_path, &status) != 0) {
        *why = strerror(errno);
        return errno == ENOENT;
    }
    if (!S_ISSOCK(status.st_mode)) {
        *why = "there is a file that is no socket";
        return false;
    }
    if (is_served(address)) {
        *why = "another service answers there";
        return false;
    }
    if (unlink(address->sun_path) != 0) {
        *why = strerror(errno);
        return false;
    }
    return true;
}

int listen_unix(const char *path, mode_t mode, char *error, size_t size)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const char *why;
    if (strlen(path) >= sizeof address.sun_path) {
        snprintf(error, size, "%s: a socket's path has at most %zu bytes; give another one with --socket", path,
                 sizeof address.sun_path - 1);
        return -1;
    }
    memcpy(address.sun_path, path, strlen(path) + 1);
    if (!clear_path(&address, &why)) {
        return fail(-1, error, size, path, why);
    }
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (file < 0) {
        return fail(file, error, size, path, strerror(errno));
    }
    /* The mode is there from the first instant on. */
    mode_t before = umask(0777 & ~mode);
    int bound = bind(file, (const struct sockaddr *)&address, sizeof address);
    umask(before);
    if (bound != 0 || listen(file, BACKLOG) != 0) {
        return fail(file, error, size, path, strerror(errno));
    }
    return file;
}

/* Parts of [ADDRESS:]PORT. */
struct place {
    char host[256]; /* without brackets */
    const char *port;
};

static bool split(const char *where, struct place *place)
{
    const char *colon = strrchr(where, ':');
    size_t length = colon == NULL ? 0 : (size_t)(colon - where);
    place->port = colon == NULL ? where : colon + 1;
    if (length >= 2 && where[0] == '[' && where[length - 1] == ']') {
        where++;
        length -= 2;
    } else if (memchr(where, ':', length) != NULL) {
        return false;
    }
    if (length >= sizeof place->host || place->port[0] == '\0' ||
        strspn(place->port, "0123456789") != strlen(place->port) || strlen(place->port) > 5 ||
        strtol(place->port, NULL, 10) > 65535) {
        return false;
    }
    memcpy(place->host, where, length);
    place->host[length] = '\0';
    if (length == 0) {
        strcpy(place->host, "127.0.0.1");
    }
    return true;
}

static void describe(int file, char *url, size_t size)
{
    struct sockaddr_storage address = {0};
    socklen_t length = sizeof address;
    char host[NI_MAXHOST] = "?";
    char port[NI_MAXSERV] = "?";
    if (getsockname(file, (struct sockaddr *)&address, &length) == 0) {
        getnameinfo((const struct sockaddr *)&address, length, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV);
    }
    bool brackets = strchr(host, ':') != NULL;
    snprintf(url, size, "http://%s%s%s:%s/", brackets ? "[" : "", host, brackets ? "]" : "", port);
}

/* A socket that listens at the address. -1: *why is an errno. */
static int listen_at(const struct addrinfo *address, int *why)
{
    int one = 1;
    int file = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool good = file >= 0 && setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0 &&
                bind(file, address->ai_addr, address->ai_addrlen) == 0 && listen(file, BACKLOG) == 0;
    *why = errno;
    if (!good && file >= 0) {
        close(file);
    }
    return good ? file : -1;
}

int listen_tcp(const char *where, char *url, size_t url_size, char *error, size_t size)
{
    struct place place;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    if (!split(where, &place)) {
        return fail(-1, error, size, where, "PORT, ADDRESS:PORT or [ADDRESS]:PORT is expected");
    }
    int status = getaddrinfo(place.host, place.port, &hints, &found);
    if (status != 0) {
        return fail(-1, error, size, where, gai_strerror(status));
    }
    int file = -1;
    int why = 0;
    for (const struct addrinfo *address = found; address != NULL && file < 0; address = address->ai_next) {
        file = listen_at(address, &why);
    }
    freeaddrinfo(found);
    if (file < 0) {
        return fail(file, error, size, where, strerror(why));
    }
    describe(file, url, url_size);
    return file;
}

bool listen_is_loopback(int file)
{
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
        struct sockaddr_storage storage;
    } address = {0};
    socklen_t length = sizeof address;
    if (getsockname(file, &address.any, &length) != 0) {
        return false;
    }
    if (address.any.sa_family == AF_INET) {
        return ntohl(address.v4.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
    }
    return address.any.sa_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&address.v6.sin6_addr);
}
