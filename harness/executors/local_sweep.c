#include "harness/executors/local_sweep.h"

#include "harness/executors/attempt_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <unistd.h>

/* The most of an environment that is read. The executor's variables stand at its start, unless a
 * program has put others there. */
enum { ENVIRONMENT_SIZE = 1 << 20 };

struct sweeper {
    const char *root;
    size_t root_length;
    struct swept *attempts;
    size_t count;
    char *environment; /* of ENVIRONMENT_SIZE bytes */
};

static struct swept *with_number(const struct sweeper *s, int64_t attempt)
{
    for (size_t i = 0; i < s->count; i++) {
        if (s->attempts[i].attempt == attempt) {
            return &s->attempts[i];
        }
    }
    return NULL;
}

/* Reads the variables of a process; as many bytes as there were. */
static size_t read_environment(const struct sweeper *s, pid_t pid)
{
    char path[40];
    size_t used = 0;
    ssize_t n = 1;

    snprintf(path, sizeof path, "/proc/%d/environ", (int)pid);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return 0; /* it has ended, or is another user's */
    }
    while (n > 0 && used < ENVIRONMENT_SIZE - 1) {
        n = read(file, s->environment + used, ENVIRONMENT_SIZE - 1 - used);
        used += n > 0 ? (size_t)n : 0;
    }
    close(file);
    s->environment[used] = '\0';
    return used;
}

/* The attempt whose folder the process names; NULL: none of those that are swept. */
static struct swept *by_environment(const struct sweeper *s, pid_t pid)
{
    static const char name[] = FOLDER_VARIABLE "=";
    const size_t size = read_environment(s, pid);
    const char *variable = s->environment;

    while (variable < s->environment + size) {
        const char *const folder = variable + sizeof name - 1;
        if (strncmp(variable, name, sizeof name - 1) == 0 && strncmp(folder, s->root, s->root_length) == 0 &&
            folder[s->root_length] == '/') {
            char *end;
            const long long number = strtoll(folder + s->root_length + 1, &end, 10);
            return *end == '\0' ? with_number(s, number) : NULL;
        }
        variable += strlen(variable) + 1;
    }
    return NULL;
}

static struct swept *by_session(const struct sweeper *s, pid_t session)
{
    for (size_t i = 0; i < s->count; i++) {
        if (session > 0 && s->attempts[i].session == session) {
            return &s->attempts[i];
        }
    }
    return NULL;
}

/* The attempt that a process belongs to; NULL: none, or it has ended. */
static struct swept *attempt_of(const struct sweeper *s, pid_t pid)
{
    struct process_state process;

    if (!process_look(pid, &process) || process.state == 'Z' || process.state == 'X') {
        return NULL;
    }
    struct swept *const attempt = by_session(s, process.session);
    return attempt != NULL ? attempt : by_environment(s, pid);
}

/* Kills a process if it still belongs to an attempt: its number may be another's by now. */
static void sweep_process(const struct sweeper *s, pid_t pid)
{
    if (attempt_of(s, pid) == NULL) {
        return;
    }
    const int process = pidfd_open(pid, 0);
    if (process < 0) {
        return;
    }
    struct swept *const attempt = attempt_of(s, pid);
    if (attempt != NULL && (pidfd_send_signal(process, SIGKILL, NULL, 0) == 0 || errno == ESRCH)) {
        attempt->found = true; /* one that may not be killed runs as another user: it is left alone */
    }
    close(process);
}

bool sweep(const char *root, struct swept *attempts, size_t count)
{
    struct sweeper s = {.root = root, .root_length = strlen(root), .attempts = attempts, .count = count};
    DIR *const processes = opendir("/proc");
    const struct dirent *entry;

    s.environment = malloc(ENVIRONMENT_SIZE);
    if (processes != NULL && s.environment != NULL) {
        for (size_t i = 0; i < count; i++) {
            attempts[i].found = false;
        }
        while ((entry = readdir(processes)) != NULL) {
            const pid_t pid = process_number(entry->d_name);
            if (pid > 0 && pid != getpid()) {
                sweep_process(&s, pid);
            }
        }
    }
    const bool swept = processes != NULL && s.environment != NULL;
    if (processes != NULL) {
        closedir(processes);
    }
    free(s.environment);
    return swept;
}
