/* rtmr log: what tasks have written. */
#include "harness/cli/value.h"
#include "harness/client/client.h"
#include "harness/client/session.h"
#include "harness/workload/alloc.h"
#include "harness/workload/safe_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ms between two looks at a task that is followed. */
enum { FOLLOW_WAIT = 500, LINE_MOST = 4096 };

struct command {
    struct session session;
    struct job_numbers jobs;
    int64_t map;    /* -1: not given */
    int64_t reduce; /* likewise */
    int64_t attempt;
    bool err;
    bool follow;
    bool raw;
};

static const struct option_row rows[] = {
    {"map", 'm', "N", "Of map task N, 0 first.", OPTION_INTEGER, offsetof(struct command, map),
     .integer = {0, INT32_MAX}},
    {"reduce", 'r', "N", "Of reduce task N, 0 first.", OPTION_INTEGER, offsetof(struct command, reduce),
     .integer = {0, INT32_MAX}},
    {"attempt", 0, "N", "Of this attempt (default: the task's last one); `rtmr status' names them.", OPTION_INTEGER,
     offsetof(struct command, attempt), .integer = {1, INT64_MAX}},
    {"err", 'e', NULL, "Standard error instead of standard output.", OPTION_FLAG, offsetof(struct command, err),
     .set = NULL},
    {"follow", 'f', NULL, "Go on with what the task writes, until it has ended.", OPTION_FLAG,
     offsetof(struct command, follow), .set = NULL},
    {"raw", 0, NULL, "Show control characters as they are on a terminal, too.", OPTION_FLAG,
     offsetof(struct command, raw), .set = NULL},
    OPTION_ROW_END,
};

/* --- Printing --------------------------------------------------------------------------------- */

/* Prints bytes; escaped, a line at a time, if `safe`. */
struct printer {
    bool safe;
    int64_t seen; /* how many */
    char line[LINE_MOST];
    size_t length;
};

static void print_line(struct printer *p)
{
    for (size_t used = 0; used < p->length;) {
        const struct safe_piece piece = safe_text_piece(p->line + used, p->length - used);
        if (p->line[used] == '\n' || p->line[used] == '\t') {
            putchar(p->line[used]);
        } else {
            fwrite(piece.text, 1, piece.length, stdout);
        }
        used += piece.used;
    }
    p->length = 0;
}

static bool print_bytes(void *owner, const char *bytes, size_t length)
{
    struct printer *p = owner;
    p->seen += (int64_t)length;
    if (!p->safe) {
        return fwrite(bytes, 1, length, stdout) == length;
    }
    for (size_t i = 0; i < length; i++) {
        p->line[p->length++] = bytes[i];
        if (bytes[i] == '\n' || p->length == LINE_MOST) {
            print_line(p);
        }
    }
    return ferror(stdout) == 0;
}

/* Prints what a task has written behind the first *seen bytes; *seen moves. */
static int print_log(struct command *c, const char *stage, int64_t task, int64_t attempt, int64_t *seen)
{
    struct printer printer = {.safe = !c->raw && isatty(STDOUT_FILENO) != 0};
    char *wanted = attempt > 0 ? alloc_print("&attempt=%" PRId64, attempt) : alloc_text("", 0);
    char *path = alloc_print("/v1/jobs/%" PRId64 "/log?stage=%s&task=%" PRId64 "&stream=%s&offset=%" PRId64 "%s",
                             c->jobs.numbers[0], stage, task, c->err ? "err" : "out", *seen, wanted);
    struct answer answer;
    const int status = session_ask(
        &c->session, &(struct request){.method = "GET", .path = path, .sink = print_bytes, .owner = &printer}, 200,
        &answer);
    print_line(&printer);
    fflush(stdout);
    *seen += printer.seen;
    answer_free(&answer);
    free(path);
    free(wanted);
    return status;
}

/* --- Following -------------------------------------------------------------------------------- */

/* The last attempt of an answer, NULL: there is none. */
static const json_t *last_attempt(const json_t *job)
{
    const json_t *attempts = member_array(job, "attempts");
    return json_array_get(attempts, json_array_size(attempts) - 1);
}

static bool is_over(const json_t *job, const json_t *attempt)
{
    const char *state = member_text(job, "state");
    return strcmp(state, "finished") == 0 || strcmp(state, "aborted") == 0 ||
           strcmp(member_text(attempt, "result"), "finished") == 0;
}

/* Until the task has finished or its job has ended; a further attempt is shown from its start. */
static int follow(struct command *c, const char *stage, int64_t task)
{
    int64_t followed = 0;
    int64_t seen = 0;
    int64_t after = 0;   /* the task's attempts up to this one are over */
    bool broken = false; /* the last log broke off: it goes on behind what was seen */
    for (int64_t wait = 0;; wait = FOLLOW_WAIT) {
        struct answer answer;
        char *path = alloc_print("/v1/jobs/%" PRId64 "?stage=%s&task=%" PRId64 "&after=%" PRId64 "&wait_ms=%" PRId64,
                                 c->jobs.numbers[0], stage, task, after, wait);
        int status = session_follow(&c->session, path, wait, &answer);
        free(path);
        const json_t *last = last_attempt(answer.json);
        const bool more = member_true(answer.json, "more");
        const int64_t newest = member_integer(last, "attempt", after + 1);
        const int64_t number = c->attempt > 0 || last == NULL ? c->attempt : newest;
        const bool over = status != 0 || is_over(answer.json, last);
        answer_free(&answer);
        after = more ? newest : newest - 1;
        if (status == 0 && more) {
            continue;
        }
        if (status == 0 && number > 0) {
            seen = number == followed ? seen : 0;
            followed = number;
            status = print_log(c, stage, task, number, &seen);
            if (status != 0 && c->session.unanswered && !broken && ferror(stdout) == 0) {
                broken = true;
                continue;
            }
            broken = false;
        }
        if (status != 0 || over) {
            return status;
        }
    }
}

/* --- The command ------------------------------------------------------------------------------ */

/* The last attempts of the tasks of a stage. */
struct stage_attempts {
    const char *stage;
    int64_t tasks;
    int64_t *last; /* by task; 0: it has none yet */
};

static struct stage_attempts stage_attempts_new(const json_t *job, const char *stage)
{
    const int64_t tasks = member_integer(json_object_get(job, stage), "tasks", 0);
    size_t capacity = 0;
    struct stage_attempts attempts = {.stage = stage, .tasks = tasks};
    attempts.last = alloc_grow(NULL, &capacity, (size_t)tasks + 1, sizeof *attempts.last);
    memset(attempts.last, 0, capacity * sizeof *attempts.last);
    return attempts;
}

/* Notes those attempts of an answer that are of the stage. */
static void stage_attempts_note(struct stage_attempts *attempts, const json_t *job)
{
    size_t i;
    json_t *attempt;
    json_array_foreach(member_array(job, "attempts"), i, attempt)
    {
        const int64_t task = member_integer(attempt, "task", -1);
        if (strcmp(member_text(attempt, "stage"), attempts->stage) == 0 && task >= 0 && task < attempts->tasks) {
            attempts->last[task] = member_integer(attempt, "attempt", 0);
        }
    }
}

/* All tasks of a stage that have begun; *any: one was printed before. */
static int print_stage(struct command *c, const struct stage_attempts *attempts, bool *any)
{
    int status = 0;
    for (int64_t task = 0; task < attempts->tasks && status == 0; task++) {
        int64_t seen = 0;
        if (attempts->last[task] != 0) {
            printf("%s==> %s %" PRId64 " <==\n", *any ? "\n" : "", attempts->stage, task);
            *any = true;
            status = print_log(c, attempts->stage, task, attempts->last[task], &seen);
        }
    }
    return status;
}

/* All tasks that have begun, with headings. The answers with further attempts take the place of
 * the one about the job. */
static int print_stages(struct command *c, struct answer *job)
{
    struct stage_attempts map = stage_attempts_new(job->json, "map");
    struct stage_attempts reduce = stage_attempts_new(job->json, "reduce");
    bool any = false;
    int status = 0;
    do {
        stage_attempts_note(&map, job->json);
        stage_attempts_note(&reduce, job->json);
    } while (session_next_attempts(&c->session, job, &status));
    status = status == 0 ? print_stage(c, &map, &any) : status;
    status = status == 0 ? print_stage(c, &reduce, &any) : status;
    free(map.last);
    free(reduce.last);
    return status;
}

/* Whether Slurm writes the output of the job's tasks; then *error says where. */
static bool is_elsewhere(const json_t *job, struct input_error *error)
{
    const json_t *arrays = json_object_get(job, "arrays");
    const char *folder = member_text(job, "directory");
    const int64_t map = member_integer(arrays, "map", 0);
    const int64_t reduce = member_integer(arrays, "reduce", 0);
    char number[32];
    if (arrays == NULL) {
        return false;
    }
    snprintf(number, sizeof number, "job %" PRId64, member_integer(job, "job", 0));
    const struct place place = {.source = number};
    if (map == 0 && reduce == 0) {
        input_error_at(error, place, "Slurm writes its output, and has no tasks of it any more or yet");
        return true;
    }
    char *in = safe_text_short(folder[0] != '\0' ? folder : "the folder of sbatch", 300);
    char *maps = map > 0 ? alloc_print("slurm-%" PRId64 "_TASK.out", map) : alloc_text("", 0);
    char *reduces = reduce > 0 ? alloc_print("slurm-%" PRId64 "_TASK.out", reduce) : alloc_text("", 0);
    input_error_at(error, place, "Slurm writes its output: %s%s%s in %s unless --output of sbatch says otherwise", maps,
                   map > 0 && reduce > 0 ? " and " : "", reduces, in);
    free(in);
    free(maps);
    free(reduces);
    return true;
}

/* All tasks, with headings; of a job with one task its output alone. */
static int print_all(struct command *c, struct answer *job)
{
    int64_t seen = 0;
    const int64_t maps = member_integer(json_object_get(job->json, "map"), "tasks", 0);
    const int64_t reduces = member_integer(json_object_get(job->json, "reduce"), "tasks", 0);
    if (maps + reduces == 1) {
        const char *stage = maps == 1 ? "map" : "reduce";
        return c->follow ? follow(c, stage, 0) : print_log(c, stage, 0, 0, &seen);
    }
    if (c->follow) {
        input_error_at(&c->session.error, (struct place){.source = "--follow"},
                       "expected with --map N or --reduce N: the job has several tasks");
        return EXIT_BAD_INPUT;
    }
    return print_stages(c, job);
}

static int print_task(struct command *c)
{
    const char *stage = c->map >= 0 ? "map" : "reduce";
    const int64_t task = c->map >= 0 ? c->map : c->reduce;
    int64_t seen = 0;
    return c->follow ? follow(c, stage, task) : print_log(c, stage, task, c->attempt, &seen);
}

static int execute(void *command)
{
    struct command *c = command;
    struct input_error *error = &c->session.error;
    struct answer answer;
    const bool all = c->map < 0 && c->reduce < 0;
    if (!job_numbers_check(&c->jobs, true, "rtmr log", error)) {
        return EXIT_BAD_INPUT;
    }
    if (c->map >= 0 && c->reduce >= 0) {
        input_error_at(error, (struct place){.source = "--reduce"}, "expected without --map");
        return EXIT_BAD_INPUT;
    }
    if (all && c->attempt > 0) {
        input_error_at(error, (struct place){.source = "--attempt"}, "expected with --map N or --reduce N");
        return EXIT_BAD_INPUT;
    }
    int status = session_get(&c->session, &answer, "/v1/jobs/%" PRId64 "%s", c->jobs.numbers[0], all ? "" : "?limit=0");
    if (status == 0 && !member_true(answer.json, "mine")) {
        char number[32];
        snprintf(number, sizeof number, "job %" PRId64, c->jobs.numbers[0]);
        input_error_at(error, (struct place){.source = number}, "another user's");
        status = EXIT_FAILED;
    } else if (status == 0 && is_elsewhere(answer.json, error)) {
        status = EXIT_FAILED;
    } else if (status == 0) {
        status = all ? print_all(c, &answer) : print_task(c);
    }
    answer_free(&answer);
    return status;
}

/* --json has no place here. */
static const struct option_row *socket_row(void)
{
    static struct option_row only[2];
    only[0] = session_rows[0];
    return only;
}

int command_log(int argc, char **argv)
{
    struct command c = {.map = -1, .reduce = -1};
    const struct option_group groups[] = {
        {"Output", rows, &c},
        {"Service", socket_row(), &c.session},
        {NULL, NULL, NULL},
    };
    const struct command_line line = {
        .usage = "JOB [--map N|--reduce N] [OPTION...]",
        .summary = "Prints what the tasks of a job have written: of one task, or of all that have begun, with a "
                   "heading for each. On a terminal control characters are escaped.",
        .examples = "  rtmr log 12\n  rtmr log 12 --map 3 --err\n  rtmr log 12 --reduce 0 --follow\n",
        .groups = groups,
        .argument = job_numbers_add,
        .context = &c.jobs,
        .execute = execute,
        .command = &c,
    };
    const int status = session_run(&c.session, &line, argc, argv);
    job_numbers_free(&c.jobs);
    return status;
}
