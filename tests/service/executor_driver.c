/*
 * The executor `local` in a loop of its own, for tests/service/test_executor.py:
 *
 *   executor_driver SUPERVISOR FOLDER
 *
 * Each line of standard input is one call, its words separated by tabs:
 *   start ATTEMPT UID GID DIRECTORY VARIABLES NAME=VALUE... ARGUMENT...
 *   adopt ATTEMPT, kill ATTEMPT, forget ATTEMPT, output ATTEMPT STREAM
 * and each line of standard output tells one end:
 *   ended ATTEMPT RESULT EXIT_STATUS SIGNAL ERROR KILLED OF_OTHER_BOOT STARTED ENDED
 * or a path. Behind the last line the executor is closed.
 */
#include "harness/executors/executor.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { LINE_SIZE = 1 << 20, WORDS = 4096 };

struct driver {
    uv_loop_t loop;
    uv_pipe_t input;
    struct executor *executor;
    size_t used;
    char line[LINE_SIZE];
};

static struct driver driver;

static void on_ended(void *owner, int64_t attempt, const struct attempt_end *end)
{
    static const char *const names[] = {"exited", "signalled", "not-started", "vanished"};

    (void)owner;
    printf("ended %" PRId64 " %s %d %d %d %d %d %" PRId64 " %" PRId64 "\n", attempt, names[end->result],
           end->exit_status, end->signal, end->error, end->killed ? 1 : 0, end->of_other_boot ? 1 : 0,
           end->started_boottime, end->ended_boottime);
    fflush(stdout);
}

static void start(char **words, size_t count)
{
    const size_t variables = (size_t)atoi(words[5]);
    const char *environment[WORDS] = {NULL};

    if (count < variables + 7) {
        abort();
    }
    for (size_t i = 0; i < variables; i++) {
        environment[i] = words[6 + i];
    }
    const struct attempt_launch launch = {.attempt = atoll(words[1]),
                                          .job = 7,
                                          .stage = RTMR_REDUCE,
                                          .task = 3,
                                          .tasks = 5,
                                          .uid = (uid_t)atoi(words[2]),
                                          .gid = (gid_t)atoi(words[3]),
                                          .directory = words[4],
                                          .arguments = (const char *const *)(words + 6 + variables),
                                          .environment = environment};
    driver.executor->start(driver.executor, &launch);
}

static void obey(char *line)
{
    char *words[WORDS] = {NULL};
    size_t count = 0;
    char path[PATH_MAX];

    while (count < WORDS - 1 && (words[count] = strsep(&line, "\t")) != NULL) {
        count++;
    }
    if (count < 2) {
        abort();
    }
    if (strcmp(words[0], "start") == 0 && count >= 7) {
        start(words, count);
    } else if (strcmp(words[0], "adopt") == 0) {
        struct attempt_launch launch = {.attempt = atoll(words[1])};
        driver.executor->adopt(driver.executor, &launch);
    } else if (strcmp(words[0], "kill") == 0) {
        driver.executor->kill(driver.executor, atoll(words[1]));
    } else if (strcmp(words[0], "forget") == 0) {
        driver.executor->forget(driver.executor, atoll(words[1]));
    } else if (strcmp(words[0], "output") == 0 && count == 3 &&
               driver.executor->output(driver.executor, atoll(words[1]), atoi(words[2]), path, sizeof path)) {
        printf("%s\n", path);
        fflush(stdout);
    } else {
        abort();
    }
}

static void give_room(uv_handle_t *handle, size_t wanted, uv_buf_t *room)
{
    (void)handle;
    (void)wanted;
    *room = uv_buf_init(driver.line + driver.used, (unsigned)(sizeof driver.line - driver.used));
}

static void on_input(uv_stream_t *stream, ssize_t n, const uv_buf_t *room)
{
    (void)room;
    if (n < 0) {
        driver.executor->close(driver.executor);
        uv_close((uv_handle_t *)stream, NULL);
        return;
    }
    driver.used += (size_t)n;
    char *end;
    while ((end = memchr(driver.line, '\n', driver.used)) != NULL) {
        *end = '\0';
        obey(driver.line);
        const size_t length = (size_t)(end + 1 - driver.line);
        driver.used -= length;
        memmove(driver.line, end + 1, driver.used);
    }
}

int main(int argc, char **argv)
{
    const struct executor_events events = {.owner = NULL, .ended = on_ended};
    char error[256];

    if (argc != 3 || uv_loop_init(&driver.loop) != 0 || uv_pipe_init(&driver.loop, &driver.input, 0) != 0 ||
        uv_pipe_open(&driver.input, 0) != 0) {
        return 2;
    }
    driver.executor = executor_local(&driver.loop, argv[1], argv[2], &events, error, sizeof error);
    if (driver.executor == NULL) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    uv_read_start((uv_stream_t *)&driver.input, give_room, on_input);
    uv_run(&driver.loop, UV_RUN_DEFAULT);
    return uv_loop_close(&driver.loop) == 0 ? 0 : 3;
}
