/* rtmr submit and rtmr what-if: a job with its estimates and its deadline. */
#include "harness/client/submit.h"

#include "harness/client/client.h"
#include "harness/client/decision.h"
#include "harness/client/instant.h"
#include "harness/client/wait.h"
#include "harness/workload/alloc.h"
#include "harness/workload/safe_text.h"

#include <curl/curl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- Times of earlier jobs -------------------------------------------------------------------- */

/* Takes a stage's time from what the service knows, and shows it. False: it knows nothing. */
static bool take_known_time(struct submission *s, const json_t *known, const char *stage, const char *field,
                            json_t *request)
{
    const int64_t runs = member_integer(known, "runs", 0);
    const int64_t longest = member_integer(known, "longest_ms", 0);
    if (runs <= 0) {
        char option[32];
        snprintf(option, sizeof option, "--%s-time", stage);
        return input_error_at(&s->session.error, (struct place){.source = option},
                              "expected a duration: no %s task of a job named \"%s\" has finished yet", stage, s->like);
    }
    FILE *out = s->session.json ? stderr : stdout;
    safe_text_write(s->like, out);
    fprintf(out, ": %" PRId64 " %s tasks took at most %s", runs, stage, duration_shown(longest, ROUND_UP).text);
    fprintf(out, ", half of them %s", duration_shown(member_integer(known, "half_ms", NO_MS), ROUND_UP).text);
    fprintf(out, ", 90%% %s; ", duration_shown(member_integer(known, "ninety_ms", NO_MS), ROUND_UP).text);
    fprintf(out, "this job counts with %" PRId64 "ms\n", longest > 0 ? longest : 1);
    json_object_set_new(request, field, json_integer(longest > 0 ? longest : 1));
    return true;
}

static bool wants(const json_t *request, const char *tasks, const char *time)
{
    return member_integer(request, tasks, 0) > 0 && json_object_get(request, time) == NULL;
}

/* Fills in the times that are not given. Returns the exit status. */
static int fill_in_times(struct submission *s, json_t *request)
{
    const bool map = wants(request, "maps", "map_ms");
    const bool reduce = wants(request, "reduces", "reduce_ms");
    struct answer answer;
    if (!map && !reduce) {
        return 0;
    }
    char *name = curl_easy_escape(NULL, s->like, (int)strlen(s->like));
    if (name == NULL) {
        alloc_failed();
    }
    char *path = alloc_print("/v1/estimates?name=%s", name);
    curl_free(name);
    const bool json = s->session.json;
    s->session.json = false;
    int status = session_ask(&s->session, &(struct request){.method = "GET", .path = path}, 200, &answer);
    s->session.json = json;
    free(path);
    if (status == 0 &&
        ((map && !take_known_time(s, json_object_get(answer.json, "map"), "map", "map_ms", request)) ||
         (reduce && !take_known_time(s, json_object_get(answer.json, "reduce"), "reduce", "reduce_ms", request)))) {
        status = EXIT_BAD_INPUT;
    }
    answer_free(&answer);
    return status;
}

/* --- The request ------------------------------------------------------------------------------ */

/* Says what was decided; *job is its number, 0: there is none. Returns the exit status. */
static int tell(const struct submission *s, const json_t *decision, int64_t now, int64_t *job)
{
    const bool accepted = member_true(decision, "accepted");
    *job = accepted && !s->what_if ? member_integer(decision, "job", 0) : 0;
    if (s->session.json) {
        return accepted ? 0 : EXIT_REFUSED;
    }
    if (accepted) {
        decision_print_accepted(decision, now, stdout);
        return 0;
    }
    decision_print_refused(decision, s->what_if ? "it would be refused" : "rtmr: refused", true, now,
                           s->what_if ? stdout : stderr);
    return EXIT_REFUSED;
}

static void tell_arrays(const struct submission *s, const int64_t arrays[2])
{
    static const char *const stages[] = {"maps", "reduces"};
    const char *before = "arrays of Slurm:";
    for (int i = 0; i < 2 && !s->session.json; i++) {
        if (arrays[i] > 0) {
            printf("%s %" PRId64 " (%s)", before, arrays[i], stages[i]);
            before = ",";
        }
    }
    fputs(before[0] == ',' ? "\n" : "", stdout);
}

/* Submits. */
static int post(struct submission *s, const json_t *request, int64_t now, int64_t *job)
{
    struct answer answer;
    int64_t arrays[2] = {0, 0};
    *job = 0;
    int status = session_ask(&s->session, &(struct request){.method = "POST", .path = "/v1/jobs", .body = request},
                             s->what_if ? 200 : 201, &answer);
    if (status == 0 && !s->what_if && submission_uses_slurm(s) && member_true(answer.json, "accepted")) {
        status = submission_submit_arrays(s, request, member_integer(answer.json, "job", 0), arrays);
    }
    if (status == 0) {
        status = tell(s, answer.json, now, job);
        tell_arrays(s, arrays);
    }
    answer_free(&answer);
    return status;
}

static int execute(void *command)
{
    struct submission *s = command;
    const int64_t now = wall_now();
    int64_t job = 0;
    s->session.option_of = submission_option_of;
    json_t *request = submission_request(s, now);
    if (request == NULL) {
        return EXIT_BAD_INPUT;
    }
    int status = fill_in_times(s, request);
    if (status == 0) {
        status = post(s, request, now, &job);
    }
    json_decref(request);
    if (status == 0 && s->wait && job > 0) {
        fflush(stdout);
        status = wait_for_job(&s->session, job, NO_MS);
    }
    return status;
}

/* --- The commands ----------------------------------------------------------------------------- */

static const struct option_row wait_rows[] = {
    {"wait", 'w', NULL, "Wait until the job has ended; the exit status is then that of `rtmr wait'.", OPTION_FLAG,
     offsetof(struct submission, wait), .set = NULL},
    OPTION_ROW_END,
};

/* An argument before `--`. */
static bool refuse_argument(void *target, const char *value, struct input_error *error)
{
    (void)target;
    return input_error_found(error, (struct place){.source = "the command"}, "`--' before it",
                             (struct span){value, strlen(value)});
}

/* The words behind the first `--`; the command line ends before it. */
static char **cut_off_words(int *argc, char **argv)
{
    for (int i = 1; i < *argc; i++) {
        if (strcmp(argv[i], "--") == 0) {
            *argc = i;
            return argv + i + 1;
        }
    }
    return NULL;
}

#define COMMAND_TEXT                                                                                                   \
    "The words behind `--' are what each task runs, as they are, without a shell; `:::' stands between the command "   \
    "of the maps and that of the reduces where they differ. RTMR_STAGE (map, reduce), RTMR_TASK (0, 1, ...), "         \
    "RTMR_TASKS and RTMR_JOB in its environment tell a task which one it is. A task may run more than once: let it "   \
    "write its results under another name and rename them when it is done."

static const char submit_summary[] =
    "Submits a job. It is accepted only if it and every job accepted before it will be done by their deadlines; "
    "else the answer says which job would be late, by how much, and the earliest deadline that would "
    "do. " COMMAND_TEXT " Exit status: 0 accepted, 3 refused; 1 the service is away or cannot do it, 2 the command "
    "line is wrong.";

static const char what_if_summary[] =
    "Asks what `rtmr submit' would answer now, and submits nothing. " COMMAND_TEXT " Exit status: as that of submit.";

static int run(struct submission *s, int argc, char **argv, const char *summary, const char *examples)
{
    s->maps = 1;
    s->retries = 2;
    s->words = cut_off_words(&argc, argv);
    char *end = argv[argc];
    argv[argc] = NULL;
    const struct option_group groups[] = {
        {"Tasks and times", submission_time_rows, s},
        {"Command", submission_command_rows, s},
        {"Slurm", submission_slurm_rows, s},
        {"When things go wrong", submission_policy_rows, s},
        {"Answer", session_rows, &s->session},
        {s->what_if ? NULL : "", s->what_if ? NULL : wait_rows, s},
        {NULL, NULL, NULL},
    };
    const struct command_line line = {
        .usage = "--deadline WHEN [OPTION...] -- COMMAND... [::: COMMAND...]",
        .summary = summary,
        .examples = examples,
        .groups = groups,
        .argument = refuse_argument,
        .execute = execute,
        .command = s,
    };
    const int status = session_run(&s->session, &line, argc, argv);
    argv[argc] = end;
    json_decref(s->variables);
    for (size_t i = 0; i < s->slurm_option_count; i++) {
        free(s->slurm_options[i]);
    }
    free(s->slurm_options);
    return status;
}

int command_submit(int argc, char **argv)
{
    struct submission s = {0};
    return run(&s, argc, argv, submit_summary,
               "  rtmr submit --maps 8 --map-time 20s --deadline 10min -- ./job\n"
               "  rtmr submit --maps 4 --like words --deadline 17:30 --wait -- ./count -x\n"
               "  rtmr submit -d 1h -m 8 --map-time 5s -r 1 --reduce-time 9 -- ./a ::: ./b\n");
}

int command_what_if(int argc, char **argv)
{
    struct submission s = {.what_if = true};
    return run(&s, argc, argv, what_if_summary, "  rtmr what-if --maps 8 --map-time 20s --deadline 10min -- ./job\n");
}
