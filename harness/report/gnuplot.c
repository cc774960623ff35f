#include "harness/report/gnuplot.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct place place = {.source = "gnuplot"};

/* Files, not pipes, on all three sides: nobody waits for anybody. Returns an error number. */
static int run(FILE *script, FILE *drawn, FILE *said, int *status)
{
    char name[] = "gnuplot";
    char *arguments[] = {name, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(script), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(drawn), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(said), STDERR_FILENO);
    pid_t child;
    int failure = posix_spawnp(&child, name, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failure == 0 && waitpid(child, status, 0) < 0) {
        failure = errno;
    }
    return failure;
}

static void copy(FILE *from, FILE *to)
{
    char block[4096];
    size_t length;
    rewind(from);
    while ((length = fread(block, 1, sizeof block, from)) > 0) {
        fwrite(block, 1, length, to);
    }
}

/* The first line of what it said that is not empty. */
static void first_line(FILE *said, char *line, int size)
{
    rewind(said);
    line[0] = '\0';
    while (fgets(line, size, said) != NULL && line[0] == '\n') {
    }
    line[strcspn(line, "\n")] = '\0';
}

bool gnuplot_run(FILE *script, FILE *picture, struct input_error *error)
{
    FILE *drawn = tmpfile();
    FILE *said = tmpfile();
    int status = 0;
    int failure = drawn == NULL || said == NULL || fflush(script) != 0 || fseek(script, 0, SEEK_SET) != 0
                      ? errno
                      : run(script, drawn, said, &status);
    if (failure != 0) {
        input_error_at(error, place, "cannot be run (Debian package gnuplot-nox): %s", strerror(failure));
    } else if (status != 0) {
        char line[200];
        first_line(said, line, sizeof line);
        input_error_at(error, place, "refused to draw: %s", line);
    } else {
        copy(drawn, picture);
    }
    if (drawn != NULL) {
        fclose(drawn);
    }
    if (said != NULL) {
        fclose(said);
    }
    return failure == 0 && status == 0;
}
