#include "harness/report/gnuplot.h"

#include "harness/report/temporaries.h"
#include "harness/workload/alloc.h"
#include "harness/workload/safe_text.h"

#include <ctype.h>
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const struct place place = {.source = "gnuplot"};

/* --- The child process ------------------------------------------------------------------------ */

/* The environment without the variables that change how gnuplot works or the language of its
 * messages. The strings are not copied; free() the array. */
static char **environment(void)
{
    static char language[] = "LC_ALL=C.UTF-8";
    size_t count = 0;
    while (environ[count] != NULL) {
        count++;
    }
    char **kept = alloc_zeroed(count + 2, sizeof *kept);
    size_t next = 0;
    kept[next++] = language;
    for (size_t i = 0; i < count; i++) {
        /* GNUTERM, GNUPLOT_LIB, GNUFITLOG, .. */
        if (strncmp(environ[i], "GNU", 3) != 0 && strncmp(environ[i], "LC_", 3) != 0) {
            kept[next++] = environ[i];
        }
    }
    return kept;
}

/* Files, not pipes, on all three sides: neither process waits for the other. The child is a process
 * group of its own, so that all of it can be killed, and starts with no signal blocked or ignored.
 * Returns an error number. */
static int start(FILE *script, FILE *drawn, FILE *said, const sigset_t *unblocked, pid_t *child)
{
    char name[] = "gnuplot";
    char without_user_files[] = "-d";
    char *arguments[] = {name, without_user_files, NULL};
    sigset_t all;
    sigfillset(&all);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, unblocked);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0 ||
        posix_spawn_file_actions_adddup2(&actions, fileno(script), STDIN_FILENO) != 0 ||
        posix_spawn_file_actions_adddup2(&actions, fileno(drawn), STDOUT_FILENO) != 0 ||
        posix_spawn_file_actions_adddup2(&actions, fileno(said), STDERR_FILENO) != 0) {
        alloc_failed();
    }
    char **variables = environment();
    int failure = posix_spawnp(child, name, &actions, &attributes, arguments, variables);
    free(variables);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (failure == ENOMEM) {
        alloc_failed();
    }
    return failure;
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Waits for the child, and kills it when the time is over. Returns an error number. */
static int wait_for(pid_t child, int seconds, int *status)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    double end = seconds_now() + seconds;
    pid_t ended;
    while ((ended = waitpid(child, status, WNOHANG)) == 0) {
        if (seconds_now() > end) {
            kill(-child, SIGKILL);
            waitpid(child, status, 0);
            return ETIMEDOUT;
        }
        nanosleep(&pause, NULL);
    }
    return ended < 0 ? errno : 0;
}

/* Runs it to the end. Returns an error number. */
static int run(FILE *script, FILE *drawn, FILE *said, int seconds, int *status)
{
    struct temporary *temporary = temporary_new(TEMPORARY_CHILD, NULL);
    sigset_t before;
    signal(SIGCHLD, SIG_DFL); /* ignored, it would leave no status */
    temporaries_block(&before);
    int failure = start(script, drawn, said, &before, &temporary->group);
    if (failure == 0) {
        temporary_add(temporary);
    }
    temporaries_unblock(&before);
    if (failure == 0) {
        failure = wait_for(temporary->group, seconds, status);
    }
    temporary_free(temporary);
    return failure;
}

/* --- Its output ------------------------------------------------------------------------------- */

static void copy(FILE *from, FILE *to)
{
    char block[4096];
    size_t length;
    rewind(from);
    while ((length = fread(block, 1, sizeof block, from)) > 0) {
        fwrite(block, 1, length, to);
    }
}

/* The last line of its messages that is not empty, without the blanks in front; above it are
 * warnings, the command and a mark below the place of the error. False: there is no message. */
static bool last_line(FILE *said, char *line, size_t size)
{
    char next[1024];
    line[0] = '\0';
    rewind(said);
    while (fgets(next, sizeof next, said) != NULL) {
        next[strcspn(next, "\n")] = '\0';
        const char *text = next;
        while (isspace((unsigned char)*text)) {
            text++;
        }
        if (*text != '\0') {
            safe_text_copy(line, size, text, strlen(text));
        }
    }
    return line[0] != '\0';
}

static bool refused(FILE *said, int status, struct input_error *error)
{
    char line[200];
    if (WIFSIGNALED(status)) {
        return input_error_at(error, place, "was ended while drawing: %s", strsignal(WTERMSIG(status)));
    }
    if (!last_line(said, line, sizeof line)) {
        return input_error_at(error, place, "refused to draw: exit status %d", WEXITSTATUS(status));
    }
    return input_error_at(error, place, "refused to draw: %s", line);
}

bool gnuplot_run(FILE *script, FILE *picture, int seconds, struct input_error *error)
{
    FILE *drawn = alloc_checked(tmpfile());
    FILE *said = alloc_checked(tmpfile());
    int status = 0;
    int failure = drawn == NULL || said == NULL || fflush(script) != 0 || fseek(script, 0, SEEK_SET) != 0
                      ? errno
                      : run(script, drawn, said, seconds, &status);
    bool good = failure == 0 && status == 0;
    if (failure == ETIMEDOUT) {
        input_error_at(error, place, "expected a picture within %d s", seconds);
    } else if (failure != 0) {
        input_error_at(error, place, "cannot be run (Debian package gnuplot-nox): %s", strerror(failure));
    } else if (status != 0) {
        refused(said, status, error);
    } else {
        copy(drawn, picture);
    }
    if (drawn != NULL) {
        fclose(drawn);
    }
    if (said != NULL) {
        fclose(said);
    }
    return good;
}

/* --- Its strings ------------------------------------------------------------------------------ */

void gnuplot_quote(const char *text, FILE *script)
{
    char *shown = safe_text(text);
    fputc('"', script);
    for (const char *at = shown; *at != '\0'; at++) {
        /* quotes, backquotes, macros and escapes as octal numbers: no rule about them can apply */
        fprintf(script, strchr("\"\\`@$%'", *at) != NULL ? "\\%03o" : "%c", (unsigned)(unsigned char)*at);
    }
    fputc('"', script);
    free(shown);
}
