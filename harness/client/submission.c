#include "harness/cli/value.h"
#include "harness/client/instant.h"
#include "harness/client/submit.h"
#include "harness/workload/alloc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The service says what it can take; this only keeps numbers exact. */
#define COUNT_MOST INT32_MAX

#define AT(member) offsetof(struct submission, member)

static const char *const overrun_names[] = {"extend", "kill", "flag", NULL};

static const char *const executors[] = {"local", "slurm", NULL};
enum { EXECUTOR_SLURM = 1 };

bool submission_uses_slurm(const struct submission *s)
{
    return s->executor == EXECUTOR_SLURM;
}

/* NAME=VALUE, or NAME for its value here. */
static bool set_variable(void *target, const char *value, struct input_error *error)
{
    struct submission *s = target;
    const char *sign = strchr(value, '=');
    char *name = alloc_text(value, sign != NULL ? (size_t)(sign - value) : strlen(value));
    const char *text = sign != NULL ? sign + 1 : getenv(name);
    bool good = name[0] != '\0';
    if (!good) {
        cli_unexpected(value, "--env", "NAME or NAME=VALUE", error);
    } else if (text == NULL) {
        good = cli_unexpected(value, "--env", "NAME=VALUE, or the name of a variable that is set", error);
    } else {
        s->variables = s->variables != NULL ? s->variables : json_object();
        if (json_object_set_new(s->variables, name, json_string(text)) != 0) {
            good = cli_unexpected(value, "--env", "text in UTF-8", error);
        }
    }
    free(name);
    return good;
}

const struct option_row submission_time_rows[] = {
    {"deadline", 'd', "WHEN",
     "When the job must be done: a duration from now (90s, 10min, 2h), an instant (14:30, 2026-12-01T14:30, with Z or "
     "an offset if wanted).",
     OPTION_TEXT, AT(deadline), .set = NULL},
    {"maps", 'm', "N", "The number of map tasks (default 1).", OPTION_INTEGER, AT(maps), .integer = {0, COUNT_MOST}},
    {"map-time", 0, "DURATION", "The longest that one map task takes: 500ms, 20s, 10min; a number is seconds.",
     OPTION_TEXT, AT(map_time), .set = NULL},
    {"reduces", 'r', "N", "The number of reduce tasks, which start when all maps have ended (default 0).",
     OPTION_INTEGER, AT(reduces), .integer = {0, COUNT_MOST}},
    {"reduce-time", 0, "DURATION", "The longest that one reduce task takes.", OPTION_TEXT, AT(reduce_time),
     .set = NULL},
    {"like", 0, "NAME",
     "Times that are not given are the longest that tasks of your earlier jobs of this name took; they are shown.",
     OPTION_TEXT, AT(like), .set = NULL},
    {"take-earliest", 0, "DURATION", "If need be, accept a deadline that is at most so much later.", OPTION_TEXT,
     AT(take_earliest), .set = NULL},
    OPTION_ROW_END,
};

const struct option_row submission_command_rows[] = {
    {"name", 'n', "NAME", "The job's name (default: that of the command).", OPTION_TEXT, AT(name), .set = NULL},
    {"map-command", 0, "PROGRAM", "What the maps run, instead of the command behind `--'.", OPTION_TEXT,
     AT(map_command), .set = NULL},
    {"reduce-command", 0, "PROGRAM", "What the reduces run, instead of the command behind `--'.", OPTION_TEXT,
     AT(reduce_command), .set = NULL},
    {"chdir", 'C', "DIR", "Run the tasks in this folder (default: the current one).", OPTION_TEXT, AT(folder),
     .set = NULL},
    {"env", 'e', "NAME[=VALUE]", "Set a variable for the tasks; may be repeated.", OPTION_OWN, 0, .set = set_variable},
    {"env-none", 0, NULL, "Pass on no other variables (default: all that are set here).", OPTION_FLAG, AT(env_none),
     .set = NULL},
    OPTION_ROW_END,
};

const struct option_row submission_policy_rows[] = {
    {"on-overrun", 0, "extend|kill|flag",
     "When a task takes longer than was said: ask for more time, up to --grace, while every promise holds (default); "
     "kill it and run it again; or let it run without promise.",
     OPTION_CHOICE, AT(on_overrun), .choices = overrun_names},
    {"grace", 0, "DURATION", "How much longer a task may take (default: as long as was said).", OPTION_TEXT, AT(grace),
     .set = NULL},
    {"retries", 0, "N", "How often a task that fails runs again before the job is aborted (default 2).", OPTION_INTEGER,
     AT(retries), .integer = {0, 1000000}},
    OPTION_ROW_END,
};

/* A word that is no option would be the script. */
static bool add_slurm_option(void *target, const char *value, struct input_error *error)
{
    struct submission *s = target;
    if (value[0] != '-') {
        return cli_unexpected(value, "--sbatch", "an option such as --output=%x-%A_%a", error);
    }
    s->slurm_options =
        alloc_grow(s->slurm_options, &s->slurm_option_capacity, s->slurm_option_count + 1, sizeof *s->slurm_options);
    s->slurm_options[s->slurm_option_count++] = alloc_print("%s", value);
    return true;
}

const struct option_row submission_slurm_rows[] = {
    {"executor", 0, "local|slurm",
     "What runs the tasks: processes of the service's machine (default), or arrays that sbatch submits.", OPTION_CHOICE,
     AT(executor), .choices = executors},
    {"partition", 0, "NAME", "The partition of the service in Slurm (default rtmr).", OPTION_TEXT, AT(partition),
     .set = NULL},
    {"sbatch", 0, "OPTION", "Another option for sbatch, in one word: --sbatch=--output=%x-%A_%a; may be repeated.",
     OPTION_OWN, 0, .set = add_slurm_option},
    OPTION_ROW_END,
};

const char *submission_option_of(const char *field)
{
    static const char *const names[][2] = {
        {"maps", "--maps"},
        {"map_ms", "--map-time"},
        {"reduces", "--reduces"},
        {"reduce_ms", "--reduce-time"},
        {"deadline_ms", "--deadline"},
        {"deadline_at", "--deadline"},
        {"deadline", "--deadline"},
        {"name", "--name"},
        {"take_earliest_ms", "--take-earliest"},
        {"map_command", "the map command"},
        {"reduce_command", "the reduce command"},
        {"directory", "--chdir"},
        {"environment", "--env"},
        {"on_overrun", "--on-overrun"},
        {"grace_ms", "--grace"},
        {"retries", "--retries"},
        {"executor", "--executor"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i][0], field) == 0) {
            return names[i][1];
        }
    }
    return NULL;
}

/* --- The request ------------------------------------------------------------------------------ */

/* Sets an optional duration. */
static bool set_duration(struct submission *s, json_t *request, const char *field, const char *value, int64_t least)
{
    int64_t ms;
    if (value == NULL) {
        return true;
    }
    if (!duration_parse(value, submission_option_of(field), least, &ms, &s->session.error)) {
        return false;
    }
    json_object_set_new(request, field, json_integer(ms));
    return true;
}

static bool set_deadline(struct submission *s, json_t *request, int64_t now)
{
    struct deadline deadline;
    if (s->deadline == NULL) {
        return input_error_at(&s->session.error, (struct place){.source = "--deadline"},
                              "expected a deadline, such as --deadline 10min");
    }
    if (!deadline_parse(s->deadline, "--deadline", now, &deadline, &s->session.error)) {
        return false;
    }
    json_object_set_new(request, deadline.is_wall ? "deadline_at" : "deadline_ms", json_integer(deadline.ms));
    return true;
}

static bool set_stage(struct submission *s, json_t *request, int64_t tasks, const char *option, const char *time)
{
    const bool map = strcmp(option, "--map-time") == 0;
    if (tasks > 0 && time == NULL && s->like == NULL) {
        return input_error_at(&s->session.error, (struct place){.source = option},
                              "expected the longest that one task takes, such as %s 20s (or --like NAME)", option);
    }
    json_object_set_new(request, map ? "maps" : "reduces", json_integer(tasks));
    return set_duration(s, request, map ? "map_ms" : "reduce_ms", time, 1);
}

/* An array of words, ended by NULL or the word before `end`. */
static bool set_command(struct submission *s, json_t *request, const char *field, char **words, char **end)
{
    json_t *array = json_array();
    json_object_set_new(request, field, array);
    for (; words != end && *words != NULL; words++) {
        if (json_array_append_new(array, json_string(*words)) != 0) {
            return cli_unexpected(*words, submission_option_of(field), "words in UTF-8", &s->session.error);
        }
    }
    return json_array_size(array) > 0 ||
           input_error_at(&s->session.error, (struct place){.source = submission_option_of(field)},
                          "expected a command behind `--'");
}

static bool set_program(struct submission *s, json_t *request, const char *field, const char *program)
{
    if (program[0] == '\0' || json_object_set_new(request, field, json_pack("[s]", program)) != 0) {
        return cli_unexpected(program, submission_option_of(field), "a program", &s->session.error);
    }
    return true;
}

/* The word between the commands of maps and reduces. */
static const char separator[] = ":::";

static char **find_separator(char **words)
{
    while (words != NULL && *words != NULL && strcmp(*words, separator) != 0) {
        words++;
    }
    return words != NULL && *words != NULL ? words : NULL;
}

/* A job with a command or a time of reduces, and without their number, would not run them. */
static bool check_reduces(struct submission *s)
{
    const bool given = s->reduce_time != NULL || s->reduce_command != NULL || find_separator(s->words) != NULL;
    return !given || s->reduces > 0 || option_given(&s->session.given, "reduces") ||
           input_error_at(&s->session.error, (struct place){.source = "--reduces"},
                          "expected the number of reduce tasks, since their %s is given",
                          s->reduce_time != NULL ? "time" : "command");
}

/* Both stages run the words behind `--`; or the maps those before `:::`, and the reduces those
 * behind it; or a program that an option names. */
static bool set_commands(struct submission *s, json_t *request)
{
    static char *none[] = {NULL};
    struct input_error *error = &s->session.error;
    char **words = s->words != NULL ? s->words : none;
    char **middle = find_separator(words);
    if (middle != NULL && (s->map_command != NULL || s->reduce_command != NULL || find_separator(middle + 1) != NULL)) {
        return cli_unexpected(separator, "the command", "one command, or two with one `:::' between them", error);
    }
    if (s->map_command != NULL && s->reduce_command != NULL && words[0] != NULL) {
        return cli_unexpected(words[0], "the command", "none beside --map-command and --reduce-command", error);
    }
    if (s->map_command != NULL ? !set_program(s, request, "map_command", s->map_command)
                               : s->maps > 0 && !set_command(s, request, "map_command", words, middle)) {
        return false;
    }
    if (s->reduce_command != NULL) {
        return set_program(s, request, "reduce_command", s->reduce_command);
    }
    return s->reduces == 0 || set_command(s, request, "reduce_command", middle != NULL ? middle + 1 : words, NULL);
}

static bool set_folder(struct submission *s, json_t *request)
{
    char *path = alloc_checked(realpath(s->folder != NULL ? s->folder : ".", NULL));
    if (path == NULL) {
        return input_error_at(&s->session.error, (struct place){.source = "--chdir"}, "%s: %s",
                              s->folder != NULL ? s->folder : "the current folder", strerror(errno));
    }
    const bool good = json_object_set_new(request, "directory", json_string(path)) == 0;
    if (!good) {
        cli_unexpected(path, "--chdir", "a folder with a name in UTF-8", &s->session.error);
    }
    free(path);
    return good;
}

/* All of this process, but for what is no text in UTF-8, then those of --env. */
static void set_environment(struct submission *s, json_t *request)
{
    json_t *environment = json_object();
    for (char **entry = environ; !s->env_none && *entry != NULL; entry++) {
        const char *sign = strchr(*entry, '=');
        if (sign == NULL || sign == *entry) {
            continue;
        }
        char *name = alloc_text(*entry, (size_t)(sign - *entry));
        if (json_object_set_new(environment, name, json_string(sign + 1)) != 0) {
            struct input_error note;
            input_error_at(&note, (struct place){.source = name}, "not passed on, it is not UTF-8");
            fprintf(stderr, "rtmr: note: %s\n", note.text);
        }
        free(name);
    }
    if (s->variables != NULL) {
        json_object_update(environment, s->variables);
    }
    json_object_set_new(request, "environment", environment);
}

/* A shell that runs scripts may drop variables with other names. */
static bool is_shell_name(const char *name)
{
    return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == strlen(name) &&
           strspn(name, "0123456789") == 0;
}

static bool check_slurm(struct submission *s)
{
    const bool given = s->partition != NULL || s->slurm_option_count > 0;
    const char *option = s->partition != NULL ? "--partition" : "--sbatch";
    const char *name;
    json_t *value;
    if (!submission_uses_slurm(s)) {
        return !given ||
               input_error_at(&s->session.error, (struct place){.source = option}, "expected with --executor slurm");
    }
    json_object_foreach(s->variables, name, value)
    {
        if (!is_shell_name(name)) {
            return cli_unexpected(name, "--env", "a name of letters, digits and _ with --executor slurm",
                                  &s->session.error);
        }
    }
    return true;
}

json_t *submission_request(struct submission *s, int64_t now)
{
    json_t *request = json_object();
    if (s->name != NULL && json_object_set_new(request, "name", json_string(s->name)) != 0) {
        cli_unexpected(s->name, "--name", "text in UTF-8", &s->session.error);
    } else if (s->maps == 0 && s->reduces == 0) {
        input_error_at(&s->session.error, (struct place){.source = "--maps"}, "expected at least one task");
    } else if (check_reduces(s) && set_deadline(s, request, now) &&
               set_stage(s, request, s->maps, "--map-time", s->map_time) &&
               set_stage(s, request, s->reduces, "--reduce-time", s->reduce_time) &&
               set_duration(s, request, "grace_ms", s->grace, 0) &&
               set_duration(s, request, "take_earliest_ms", s->take_earliest, 0) && set_commands(s, request) &&
               set_folder(s, request) && check_slurm(s)) {
        if (!submission_uses_slurm(s)) {
            set_environment(s, request);
        }
        json_object_set_new(request, "executor", json_string(executors[s->executor]));
        json_object_set_new(request, "on_overrun", json_string(overrun_names[s->on_overrun]));
        json_object_set_new(request, "retries", json_integer(s->retries));
        json_object_set_new(request, "what_if", json_boolean(s->what_if));
        return request;
    }
    json_decref(request);
    return NULL;
}
