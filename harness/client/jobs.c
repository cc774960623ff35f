/* rtmr jobs and rtmr status: jobs as they stand. */
#include "harness/client/client.h"
#include "harness/client/instant.h"
#include "harness/client/session.h"
#include "harness/report/table.h"
#include "harness/workload/safe_text.h"

#include <inttypes.h>
#include <string.h>

static int64_t stage_member(const json_t *job, const char *stage, const char *name)
{
    return member_integer(json_object_get(job, stage), name, 0);
}

/* --- rtmr jobs -------------------------------------------------------------------------------- */

/* Jobs of one request. */
enum { PAGE = 1000 };

struct jobs_command {
    struct session session;
    bool all;
};

static const struct option_row jobs_rows[] = {
    {"all", 'a', NULL, "List jobs that have ended, too.", OPTION_FLAG, offsetof(struct jobs_command, all), .set = NULL},
    OPTION_ROW_END,
};

static const char *const jobs_columns[] = {"job", "user", "name", "state", "maps", "reduces", "done by", "deadline"};
enum { JOBS_COLUMNS = sizeof jobs_columns / sizeof jobs_columns[0] };

/* "4/8 +2": finished of all, and running. */
static void add_progress(struct table *table, const json_t *job, const char *stage)
{
    const int64_t tasks = stage_member(job, stage, "tasks");
    const int64_t finished = stage_member(job, stage, "finished");
    const int64_t running = stage_member(job, stage, "running");
    if (tasks == 0) {
        table_add(table, "-");
    } else if (running > 0) {
        table_add(table, "%" PRId64 "/%" PRId64 " +%" PRId64, finished, tasks, running);
    } else {
        table_add(table, "%" PRId64 "/%" PRId64, finished, tasks);
    }
}

/* An aborted job needs none. */
static bool lost_promise(const json_t *job)
{
    return member_true(job, "flagged") && strcmp(member_text(job, "state"), "aborted") != 0;
}

static void add_job(struct table *table, const json_t *job, int64_t now)
{
    const int64_t ended = member_integer(job, "ended_at", NO_MS);
    table_add(table, "%" PRId64, member_integer(job, "job", 0));
    if (!member_true(job, "mine")) {
        table_add(table, "another user");
        table_add(table, "-");
        table_add(table, "-");
        table_add(table, "+%" PRId64, stage_member(job, "map", "running"));
        table_add(table, "+%" PRId64, stage_member(job, "reduce", "running"));
        table_add(table, "-");
        table_add(table, "-");
        return;
    }
    table_add(table, "%s", member_text(job, "user"));
    table_add(table, "%s", member_text(job, "name"));
    table_add(table, "%s%s", member_text(job, "state"), lost_promise(job) ? ", no promise" : "");
    add_progress(table, job, "map");
    add_progress(table, job, "reduce");
    if (ended != NO_MS) {
        table_add(table, "%s", instant_shown(ended, now, ROUND_DOWN).text);
    } else {
        table_add(table, "%s", instant_and_distance(member_integer(job, "finish_at", NO_MS), now, ROUND_UP).text);
    }
    table_add(table, "%s", instant_shown(member_integer(job, "deadline_at", NO_MS), now, ROUND_DOWN).text);
}

/* Adds the jobs of an answer; *last is the number of the last one. Returns how many. */
static size_t add_jobs(struct table *table, const json_t *answer, int64_t *last)
{
    const json_t *jobs = member_array(answer, "jobs");
    const int64_t now = member_integer(answer, "now_at", wall_now());
    size_t i;
    json_t *job;
    json_array_foreach(jobs, i, job)
    {
        add_job(table, job, now);
        *last = member_integer(job, "job", *last);
    }
    return json_array_size(jobs);
}

static int execute_jobs(void *command)
{
    struct jobs_command *c = command;
    struct table table = table_new(JOBS_COLUMNS, JOBS_COLUMNS);
    int64_t last = 0;
    bool more;
    int status;
    for (size_t i = 0; i < JOBS_COLUMNS; i++) {
        table_add(&table, "%s", jobs_columns[i]);
    }
    do {
        struct answer answer;
        status = session_get(&c->session, &answer, "/v1/jobs?state=%s&after=%" PRId64 "&limit=%d",
                             c->all ? "all" : "active", last, PAGE);
        more = status == 0 && add_jobs(&table, answer.json, &last) > 0 && member_true(answer.json, "more");
        answer_free(&answer);
    } while (more);
    if (status == 0 && !c->session.json) {
        if (table.count > JOBS_COLUMNS) {
            table_print(&table, stdout, 0);
        } else {
            puts(c->all ? "There are no jobs." : "There are no unfinished jobs.");
        }
    }
    table_free(&table);
    return status;
}

int command_jobs(int argc, char **argv)
{
    struct jobs_command c = {0};
    const struct option_group groups[] = {
        {"Jobs", jobs_rows, &c},
        {"Service", session_rows, &c.session},
        {NULL, NULL, NULL},
    };
    const struct command_line line = {
        .usage = "[OPTION...]",
        .summary = "Lists the unfinished jobs: of maps and reduces how many have finished and how many run (3/8 +2), "
                   "the instant by which the job is promised to be done, and its deadline. Of other users' jobs "
                   "only the slots are shown. With --json there is a line for each 1000 jobs.",
        .examples = "  rtmr jobs\n  rtmr jobs --all --json\n",
        .groups = groups,
        .execute = execute_jobs,
        .command = &c,
    };
    return session_run(&c.session, &line, argc, argv);
}

/* --- rtmr status ------------------------------------------------------------------------------ */

struct status_command {
    struct session session;
    struct job_numbers jobs;
};

static void print_instant(const char *label, const json_t *job, const char *name, int64_t now, enum rounding rounding)
{
    const int64_t at = member_integer(job, name, NO_MS);
    if (at != NO_MS) {
        printf("%-11s%s\n", label, instant_in_full(at, now, rounding).text);
    }
}

static void print_command(const char *label, const json_t *words)
{
    size_t i;
    json_t *word;
    if (json_array_size(words) == 0) {
        return;
    }
    printf("%-10s", label);
    json_array_foreach(words, i, word)
    {
        const char *text = json_string_value(word);
        putchar(' ');
        safe_text_write(text != NULL ? text : "", stdout);
    }
    putchar('\n');
}

static void print_stage(const char *label, const json_t *job, const char *stage)
{
    const int64_t tasks = stage_member(job, stage, "tasks");
    if (tasks > 0) {
        printf("%-11s%" PRId64 " of %" PRId64 " finished, %" PRId64 " running, %" PRId64 " waiting; %s each\n", label,
               stage_member(job, stage, "finished"), tasks, stage_member(job, stage, "running"),
               stage_member(job, stage, "waiting"),
               duration_shown(stage_member(job, stage, "estimate_ms"), ROUND_UP).text);
    }
}

/* What Slurm calls the tasks. */
static void print_arrays(const json_t *arrays)
{
    static const char *const labels[][2] = {{"map", "maps"}, {"reduce", "reduces"}};
    const char *before = "in Slurm   array";
    for (size_t i = 0; i < 2; i++) {
        const int64_t array = member_integer(arrays, labels[i][0], 0);
        if (array > 0) {
            printf("%s %" PRId64 " (%s)", before, array, labels[i][1]);
            before = ",";
        }
    }
    fputs(before[0] == ',' ? "\n" : "", stdout);
}

static void print_facts(const json_t *job, int64_t now)
{
    printf("job %" PRId64 ": ", member_integer(job, "job", 0));
    if (!member_true(job, "mine")) {
        puts("another user's");
        return;
    }
    write_member(job, "name", stdout);
    fputs(" of ", stdout);
    write_member(job, "user", stdout);
    fputs(", ", stdout);
    write_member(job, "state", stdout);
    puts(lost_promise(job) ? ", without promise" : "");
    if (member_text(job, "reason")[0] != '\0') {
        fputs("reason     ", stdout);
        write_member(job, "reason", stdout);
        putchar('\n');
    }
    print_instant("submitted", job, "submitted_at", now, ROUND_DOWN);
    print_instant("ended", job, "ended_at", now, ROUND_DOWN);
    if (member_integer(job, "ended_at", NO_MS) == NO_MS) {
        print_instant("done by", job, "finish_at", now, ROUND_UP);
    }
    print_instant("deadline", job, "deadline_at", now, ROUND_DOWN);
    print_stage("maps", job, "map");
    print_stage("reduces", job, "reduce");
    print_command("map runs", stage_member(job, "map", "tasks") > 0 ? json_object_get(job, "map_command") : NULL);
    print_command("reduce runs",
                  stage_member(job, "reduce", "tasks") > 0 ? json_object_get(job, "reduce_command") : NULL);
    if (member_text(job, "directory")[0] != '\0') {
        fputs("in         ", stdout);
        write_member(job, "directory", stdout);
        putchar('\n');
    }
    print_arrays(json_object_get(job, "arrays"));
}

/* "failed, status 3" */
static void add_result(struct table *table, const json_t *attempt)
{
    const int64_t exit_status = member_integer(attempt, "exit_status", -1);
    const int64_t number = member_integer(attempt, "signal", 0);
    if (number > 0) {
        table_add(table, "%s, signal %" PRId64, member_text(attempt, "result"), number);
    } else if (exit_status > 0) {
        table_add(table, "%s, status %" PRId64, member_text(attempt, "result"), exit_status);
    } else {
        table_add(table, "%s", member_text(attempt, "result"));
    }
}

/* The node of a slot, "-": it is not known. */
static const char *node_of(const json_t *slots, const char *stage, int64_t number)
{
    size_t i;
    json_t *slot;
    json_array_foreach(slots, i, slot)
    {
        if (strcmp(member_text(slot, "stage"), stage) == 0 && member_integer(slot, "slot", -1) == number) {
            return member_text(slot, "node")[0] != '\0' ? member_text(slot, "node") : "-";
        }
    }
    return "-";
}

/* slots: of a cluster manager, NULL: there is none. */
static void add_attempt(struct table *table, const json_t *attempt, const json_t *slots, int64_t now)
{
    const int64_t started = member_integer(attempt, "started_at", NO_MS);
    const int64_t ended = member_integer(attempt, "ended_at", NO_MS);
    const char *stage = member_text(attempt, "stage");
    table_add(table, "%s %" PRId64, stage, member_integer(attempt, "task", 0));
    table_add(table, "%" PRId64, member_integer(attempt, "attempt", 0));
    table_add(table, "%s:%" PRId64, stage, member_integer(attempt, "slot", 0));
    if (slots != NULL) {
        table_add(table, "%s", node_of(slots, stage, member_integer(attempt, "slot", 0)));
    }
    table_add(table, "%s", started != NO_MS ? instant_shown(started, now, ROUND_DOWN).text : "-");
    if (started != NO_MS) {
        table_add(table, "%s", duration_shown((ended != NO_MS ? ended : now) - started, ROUND_DOWN).text);
    } else {
        table_add(table, "-");
    }
    add_result(table, attempt);
}

/* Adds the attempts of an answer. */
static void add_attempts(struct table *table, const json_t *answer, const json_t *slots, int64_t now)
{
    size_t i;
    json_t *attempt;
    json_array_foreach(member_array(answer, "attempts"), i, attempt)
    {
        add_attempt(table, attempt, slots, now);
    }
}

/* Those of the answer about the job, and those behind them, whose answers take its place. */
static int print_attempts(struct session *s, struct answer *job, const json_t *slots, int64_t now)
{
    static const char *const columns[] = {"task", "attempt", "slot", "node", "started", "ran", "result"};
    enum { COLUMNS = sizeof columns / sizeof columns[0], NODE = 3 };
    const size_t count = slots != NULL ? COLUMNS : COLUMNS - 1;
    int status = 0;
    if (json_array_size(member_array(job->json, "attempts")) == 0) {
        return 0;
    }
    struct table table = table_new(count, count);
    for (size_t i = 0; i < COLUMNS; i++) {
        if (slots != NULL || i != NODE) {
            table_add(&table, "%s", columns[i]);
        }
    }
    do {
        add_attempts(&table, job->json, slots, now);
    } while (session_next_attempts(s, job, &status));
    if (status == 0) {
        putchar('\n');
        table_print(&table, stdout, 0);
    }
    table_free(&table);
    return status;
}

/* The facts and the attempts, with their nodes where a cluster manager has them. */
static int print_status(struct session *s, struct answer *job)
{
    const int64_t now = member_integer(job->json, "now_at", wall_now());
    struct answer slots = {0};
    int status = 0;
    if (json_object_get(job->json, "arrays") != NULL) {
        status = session_get(s, &slots, "/v1/slots");
    }
    if (status == 0) {
        print_facts(job->json, now);
        status = print_attempts(s, job, member_array(slots.json, "slots"), now);
    }
    answer_free(&slots);
    return status;
}

static int execute_status(void *command)
{
    struct status_command *c = command;
    struct answer answer;
    if (!job_numbers_check(&c->jobs, true, "rtmr status", &c->session.error)) {
        return EXIT_BAD_INPUT;
    }
    int status = session_get(&c->session, &answer, "/v1/jobs/%" PRId64, c->jobs.numbers[0]);
    if (status == 0 && !c->session.json) {
        status = print_status(&c->session, &answer);
    } else if (status == 0) {
        while (session_next_attempts(&c->session, &answer, &status)) {
        }
    }
    answer_free(&answer);
    return status;
}

int command_status(int argc, char **argv)
{
    struct status_command c = {0};
    const struct option_group groups[] = {{"Service", session_rows, &c.session}, {NULL, NULL, NULL}};
    const struct command_line line = {
        .usage = "JOB [OPTION...]",
        .summary = "Shows a job: what was promised, how far it is, what it runs, and each attempt of its tasks. With "
                   "--json there is an answer for each 10000 attempts.",
        .examples = "  rtmr status 12\n",
        .groups = groups,
        .argument = job_numbers_add,
        .context = &c.jobs,
        .execute = execute_status,
        .command = &c,
    };
    const int status = session_run(&c.session, &line, argc, argv);
    job_numbers_free(&c.jobs);
    return status;
}
