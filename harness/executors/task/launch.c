#include "harness/executors/task/launch.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define USUAL_PATH "/usr/local/bin:/usr/bin:/bin"

enum { HEAD_STRINGS = 7, FIRST_SIZE = 16384 };

/* All of a file, with a zero behind it. */
static int read_all(int file, char **text, size_t *size)
{
    size_t room = FIRST_SIZE;
    char *data = malloc(room);
    size_t used = 0;

    while (data != NULL) {
        const ssize_t n = read(file, data + used, room - used - 1);
        if (n < 0 && errno != EINTR) {
            const int error = errno;
            free(data);
            return error;
        }
        if (n == 0) {
            data[used] = '\0';
            *text = data;
            *size = used;
            return 0;
        }
        used += n > 0 ? (size_t)n : 0;
        if (used + 1 == room) {
            room *= 2;
            char *const larger = realloc(data, room);
            if (larger == NULL) {
                free(data);
            }
            data = larger;
        }
    }
    return ENOMEM;
}

static int number_of(const char *text, unsigned long most, unsigned long *number)
{
    char *end;

    errno = 0;
    *number = strtoul(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && *number <= most ? 0 : EINVAL;
}

/* The strings, with room for a NULL between arguments and environment and one behind. */
static char **split(char *text, size_t size, size_t *count)
{
    *count = 0;
    for (size_t i = 0; i < size; i++) {
        *count += text[i] == '\0';
    }
    char **const strings = calloc(*count + 2, sizeof *strings);
    char *next = text;
    for (size_t i = 0; strings != NULL && i < *count; i++) {
        strings[i] = next;
        next += strlen(next) + 1;
    }
    return strings;
}

int launch_read(int file, struct launch *launch)
{
    char *text = NULL;
    size_t size = 0;
    size_t count;
    const int error = read_all(file, &text, &size);

    if (error != 0) {
        return error;
    }
    char **const strings = split(text, size, &count);
    if (strings == NULL) {
        free(text);
        return ENOMEM;
    }
    unsigned long service;
    unsigned long uid;
    unsigned long gid;
    unsigned long arguments;
    unsigned long files;
    if (count <= HEAD_STRINGS || text[size - 1] != '\0' || strcmp(strings[0], "rtmr-launch 1") != 0 ||
        number_of(strings[1], INT_MAX, &service) != 0 || number_of(strings[2], UINT_MAX, &uid) != 0 ||
        number_of(strings[3], UINT_MAX, &gid) != 0 || number_of(strings[5], count - HEAD_STRINGS, &arguments) != 0 ||
        arguments == 0 || number_of(strings[6], ULONG_MAX, &files) != 0) {
        free(strings);
        free(text);
        return EINVAL;
    }
    char **const environment = strings + HEAD_STRINGS + arguments;
    memmove(environment + 1, environment, (count - HEAD_STRINGS - arguments) * sizeof *environment);
    *environment = NULL;
    *launch = (struct launch){.service = (pid_t)service,
                              .uid = (uid_t)uid,
                              .gid = (gid_t)gid,
                              .directory = strings[4],
                              .files = files,
                              .arguments = strings + HEAD_STRINGS,
                              .environment = environment + 1};
    return 0;
}

static const char *search_path(const struct launch *launch)
{
    for (char **variable = launch->environment; *variable != NULL; variable++) {
        if (strncmp(*variable, "PATH=", 5) == 0) {
            return *variable + 5;
        }
    }
    return USUAL_PATH;
}

int launch_execute(const struct launch *launch)
{
    const char *const command = launch->arguments[0];
    char path[PATH_MAX];
    int error = ENOENT;

    if (strchr(command, '/') != NULL || command[0] == '\0') {
        execve(command, launch->arguments, launch->environment);
        return errno;
    }
    const char *folder = search_path(launch);
    for (;;) {
        const size_t length = strcspn(folder, ":");
        const int n = snprintf(path, sizeof path, "%.*s%s%s", (int)length, folder, length > 0 ? "/" : "./", command);
        if (n > 0 && (size_t)n < sizeof path) {
            execve(path, launch->arguments, launch->environment);
            if (errno != ENOENT && errno != ENOTDIR && errno != EACCES) {
                return errno;
            }
            error = errno == EACCES ? EACCES : error; /* there may be another one further on */
        }
        if (folder[length] == '\0') {
            return error;
        }
        folder += length + 1;
    }
}
