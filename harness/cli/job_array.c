#include "harness/cli/job_array.h"

#include "harness/workload/alloc.h"
#include "harness/workload/safe_text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAID_MOST = 2048, SHOWN_MOST = 500, OPTIONS = 9 };

/* Starts a program; what it prints and says goes to files. Returns 0 or an error number. */
static int start(char *const *words, const char *log, const char *errors, const sigset_t *mask, pid_t *child)
{
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    const int flags = O_WRONLY | O_CREAT | O_TRUNC;
    /* a group of its own: a signal of the terminal does not come between it and the cancellation */
    if (posix_spawnattr_init(&attributes) != 0 ||
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP) != 0 ||
        posix_spawnattr_setpgroup(&attributes, 0) != 0 || posix_spawnattr_setsigmask(&attributes, mask) != 0 ||
        posix_spawn_file_actions_init(&actions) != 0 ||
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) != 0 ||
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, flags, 0600) != 0 ||
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, flags, 0600) != 0) {
        alloc_failed();
    }
    const int failure = posix_spawnp(child, words[0], &actions, &attributes, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failure;
}

static int submit(const struct job_array *array, const sigset_t *mask, pid_t *child)
{
    char *options[OPTIONS] = {
        alloc_print("sbatch"),
        alloc_print("--wait"),
        alloc_print("--parsable"),
        alloc_print("--export=ALL"),
        alloc_print("--output=/dev/null"),
        alloc_print("--job-name=%s", array->name),
        alloc_print("--partition=%s", array->partition),
        alloc_print("--array=0-%zu", array->elements - 1),
        alloc_print("--cpus-per-task=%" PRId64, array->processors),
    };
    char **words = alloc_zeroed(OPTIONS + array->command_count + 1, sizeof *words);
    for (size_t i = 0; i < OPTIONS; i++) {
        words[i] = options[i];
    }
    for (size_t i = 0; i < array->command_count; i++) {
        words[OPTIONS + i] = array->command[i];
    }
    const int failure = start(words, array->log, array->errors, mask, child);
    for (size_t i = 0; i < OPTIONS; i++) {
        free(options[i]);
    }
    free(words);
    return failure;
}

/* By its name: sbatch tells the number at its end only. */
static void cancel(const struct job_array *array)
{
    char *name = alloc_print("--name=%s", array->name);
    char *words[] = {"scancel", "--quiet", name, NULL};
    sigset_t none;
    pid_t child;
    sigemptyset(&none);
    if (start(words, "/dev/null", "/dev/null", &none, &child) == 0) {
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    free(name);
}

/* The signals that end programs, unless they are ignored (nohup), and the one of a child's end. */
static sigset_t awaited(void)
{
    static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    for (size_t i = 0; i < sizeof ending / sizeof ending[0]; i++) {
        struct sigaction action;
        if (sigaction(ending[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) {
            sigaddset(&set, ending[i]);
        }
    }
    return set;
}

/* Waits for the child, or for a signal that ends programs, which it returns; else 0. */
static int wait_for(pid_t child, int *status)
{
    const sigset_t set = awaited();
    for (;;) {
        const pid_t ended = waitpid(child, status, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR)) {
            return 0;
        }
        const int number = sigwaitinfo(&set, NULL);
        if (number > 0 && number != SIGCHLD) {
            kill(child, SIGKILL);
            while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
            }
            return number;
        }
    }
}

static size_t read_text(const char *path, char *text)
{
    FILE *file = fopen(path, "r");
    const size_t length = file == NULL ? 0 : fread(text, 1, SAID_MOST - 1, file);
    text[length] = '\0';
    if (file != NULL) {
        (void)fclose(file); /* it was only read */
    }
    return length;
}

/* False: *error says in sbatch's words why there is no array. */
static bool was_submitted(const struct job_array *array, struct input_error *error)
{
    char text[SAID_MOST];
    read_text(array->log, text);
    if (strtoll(text, NULL, 10) > 0) {
        return true;
    }
    size_t length = read_text(array->errors, text);
    while (length > 0 && text[length - 1] == '\n') {
        text[--length] = '\0';
    }
    for (char *end = text; (end = strchr(end, '\n')) != NULL;) {
        *end = ' ';
    }
    char *shown = safe_text_short(length > 0 ? text : "no word why the array was not submitted", SHOWN_MOST);
    input_error_at(error, (struct place){.source = "--slurm"}, "%s", shown);
    free(shown);
    return false;
}

bool job_array_run(const struct job_array *array, const sigset_t *before, int *signal_number, struct input_error *error)
{
    pid_t child;
    int status = 0;
    sigset_t child_ends;
    sigemptyset(&child_ends);
    sigaddset(&child_ends, SIGCHLD);
    signal(SIGCHLD, SIG_DFL); /* where it is ignored, the end of a child is not told */
    sigprocmask(SIG_BLOCK, &child_ends, NULL);
    *signal_number = 0;
    const int failure = submit(array, before, &child);
    if (failure != 0) {
        return input_error_at(error, (struct place){.source = "--slurm"}, "sbatch cannot be executed: %s",
                              strerror(failure));
    }
    *signal_number = wait_for(child, &status);
    if (*signal_number != 0 || status != 0) {
        cancel(array); /* if sbatch itself failed, elements may be left */
    }
    return *signal_number == 0 && was_submitted(array, error);
}
