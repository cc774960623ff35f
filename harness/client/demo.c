/* rtmr demo: a service of its own, a job that is refused, and the same with a later deadline. */
#include "harness/client/client.h"
#include "harness/client/demo_parts.h"
#include "harness/client/session.h"
#include "harness/workload/alloc.h"
#include "harness/workload/safe_text.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAPS = 8, REDUCES = 2, PROGRESS_WAIT = 200, WORDS_MOST = 24 };

/* Between two looks at a command that runs. */
enum { CHILD_PAUSE_NS = 20000000 };

/* How long a removal may be repeated: the tasks' folders are swept meanwhile. */
enum { REMOVALS = 50 };

struct command {
    struct given_options given;
    struct input_error error;
    int64_t size; /* MiB */
    const char *page;
    char *daemon; /* NULL: not given */
    bool stay;
    char folder[PATH_MAX];
    struct demo_service service;
    char *text;
    size_t length;
};

/* The demo changes to another folder. */
static bool set_daemon(void *target, const char *value, struct input_error *error)
{
    struct command *c = target;
    free(c->daemon);
    c->daemon = alloc_checked(realpath(value, NULL));
    return c->daemon != NULL ||
           input_error_at(error, (struct place){.source = "--daemon"}, "%s: %s", value, strerror(errno));
}

static const struct option_row rows[] = {
    {"size", 0, "MIB", "The size of the text (default 4).", OPTION_INTEGER, offsetof(struct command, size),
     .integer = {1, 1024}},
    {"page", 0, "ADDRESS:PORT", "Where the live page is (default 127.0.0.1:0, a free port).", OPTION_TEXT,
     offsetof(struct command, page), .set = NULL},
    {"stay", 0, NULL, "Let the service run, with its page, until interrupted.", OPTION_FLAG,
     offsetof(struct command, stay), .set = NULL},
    {"daemon", 0, "PROGRAM", "The service (default: rtmrd beside this program, or in PATH).", OPTION_OWN, 0,
     .set = set_daemon},
    OPTION_ROW_END,
};

static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
    interrupted = number;
}

static void catch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    const struct sigaction action = {.sa_handler = on_signal};
    signal(SIGPIPE, SIG_IGN); /* a reader that goes away does not keep it from clearing away */
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        sigaction(numbers[i], &action, NULL);
    }
}

/* --- Commands --------------------------------------------------------------------------------- */

/* Runs `rtmr WORDS` and shows its line. Returns its exit status; EXIT_FAILED: it could not run. */
static int run(const char *words)
{
    char *line = alloc_print("rtmr %s", words);
    char *argv[WORDS_MOST + 1];
    size_t count = 0;
    int status;
    printf("\n$ %s\n", line);
    fflush(stdout);
    for (char *rest = line, *word; count < WORDS_MOST && (word = strsep(&rest, " ")) != NULL;) {
        argv[count++] = word;
    }
    argv[count] = NULL;
    const pid_t pid = fork();
    if (pid == 0) {
        dup2(STDOUT_FILENO, STDERR_FILENO); /* a refusal is an answer here */
        execv("/proc/self/exe", argv);
        _exit(127);
    }
    pid_t ended = pid > 0 ? 0 : -1;
    while (ended == 0) {
        ended = waitpid(pid, &status, WNOHANG);
        if (ended == 0) {
            nanosleep(&(struct timespec){.tv_nsec = CHILD_PAUSE_NS}, NULL);
        }
        if (ended == 0 && interrupted != 0) {
            kill(pid, SIGTERM);
        }
    }
    free(line);
    return ended == pid && WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILED;
}

static int64_t finished(const json_t *job, const char *stage)
{
    return member_integer(json_object_get(job, stage), "finished", 0);
}

/* Shows on a terminal how far job 1 is, until it has ended. */
static void show_progress(const struct command *c)
{
    struct session s = {.socket = c->service.socket};
    bool over = isatty(STDERR_FILENO) == 0;
    while (!over && interrupted == 0) {
        struct answer answer;
        const int status = session_ask(
            &s, &(struct request){.method = "GET", .path = "/v1/jobs/1?wait_ms=200&limit=0", .wait_ms = PROGRESS_WAIT},
            200, &answer);
        fprintf(stderr, "\r%" PRId64 " of %d maps, %" PRId64 " of %d reduces ", finished(answer.json, "map"), MAPS,
                finished(answer.json, "reduce"), REDUCES);
        over = status != 0 || member_integer(answer.json, "ended_at", 0) > 0;
        answer_free(&answer);
        if (over) {
            fputs("\r                              \r", stderr);
        }
    }
    if (s.connection.curl != NULL) {
        connection_close(&s.connection);
    }
}

#define SUBMIT "submit --maps 8 --map-time 20s --reduces 2 --reduce-time 30s --deadline "
#define COUNT_AND_SUM " -- ./count ::: ./sum"

static bool unexpected(struct command *c, const char *what, int status)
{
    return interrupted != 0 ? false
                            : input_error_at(&c->error, (struct place){.source = "rtmr demo"},
                                             "%s: unexpected exit status %d", what, status);
}

/* The commands in their order. False: c->error is set, or it was interrupted. */
static bool play(struct command *c)
{
    int status = run(SUBMIT "1min" COUNT_AND_SUM);
    if (status != EXIT_REFUSED) {
        return unexpected(c, "submit with a deadline that cannot be met", status);
    }
    status = run(SUBMIT "10min" COUNT_AND_SUM);
    if (status != 0) {
        return unexpected(c, "submit", status);
    }
    show_progress(c);
    if (fflush(stdout) != 0) {
        return input_error_at(&c->error, (struct place){.source = "standard output"}, "cannot be written");
    }
    status = interrupted == 0 ? run("wait 1") : EXIT_FAILED;
    if (status != 0) {
        return unexpected(c, "wait", status);
    }
    putchar('\n');
    return demo_check(c->text, c->length, REDUCES, stdout, &c->error);
}

/* --- Setting up and clearing away ------------------------------------------------------------- */

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status;
    (void)type;
    (void)place;
    (void)remove(path);
    return 0;
}

static void remove_folder(const char *folder)
{
    for (int i = 0; i < REMOVALS && access(folder, F_OK) == 0; i++) {
        nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    }
}

/* A folder of its own, as the current one. */
static bool make_folder(struct command *c)
{
    const char *parent = getenv("TMPDIR");
    snprintf(c->folder, sizeof c->folder, "%s/rtmr-demo-XXXXXX", parent != NULL && parent[0] == '/' ? parent : "/tmp");
    if (mkdtemp(c->folder) == NULL || chdir(c->folder) != 0) {
        return input_error_at(&c->error, (struct place){.source = c->folder}, "%s", strerror(errno));
    }
    return true;
}

static bool begin(struct command *c)
{
    c->text = demo_text((size_t)c->size << 20, &c->length);
    if (!demo_write_files(c->text, c->length, MAPS, &c->error) ||
        !demo_service_start(&c->service, c->folder, c->daemon, c->page, &c->error)) {
        return false;
    }
    if (setenv("RTMR_SOCKET", c->service.socket, 1) != 0) {
        alloc_failed();
    }
    printf("rtmrd has 4 map slots, 2 reduce slots, and the page %s\n", c->service.page);
    return true;
}

static void stay(void)
{
    sigset_t caught;
    sigset_t before;
    puts("\nThe service goes on until it is interrupted (Ctrl-C).");
    fflush(stdout);
    sigfillset(&caught);
    sigprocmask(SIG_BLOCK, &caught, &before);
    while (interrupted == 0) {
        sigsuspend(&before);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
}

static int execute(void *command)
{
    struct command *c = command;
    catch_signals();
    if (!make_folder(c)) {
        return EXIT_FAILED;
    }
    const bool good = begin(c) && play(c) && (c->stay || interrupted == 0);
    if (good && c->stay) {
        stay();
    }
    demo_service_stop(&c->service);
    (void)!chdir("/");
    remove_folder(c->folder);
    free(c->text);
    return good ? 0 : EXIT_FAILED;
}

int command_demo(int argc, char **argv)
{
    struct command c = {.size = 4, .page = "127.0.0.1:0"};
    const struct option_group groups[] = {{"Demonstration", rows, &c}, {NULL, NULL, NULL}};
    const struct command_line line = {
        .usage = "[OPTION...]",
        .summary = "Shows the service at work: starts rtmrd in a folder of its own, writes a text, and has its words "
                   "counted by 8 map tasks and 2 reduce tasks; first with a deadline that cannot be promised, which "
                   "is refused with a counter offer, then with one that can. The result is compared with a count by "
                   "one process. In the end everything is stopped and removed.",
        .examples = "  rtmr demo\n  rtmr demo --size 64 --page 127.0.0.1:8080 --stay\n",
        .groups = groups,
        .execute = execute,
        .command = &c,
    };
    const int status = cli_run(&line, argc, argv, &c.given, &c.error);
    free(c.daemon);
    return status;
}
