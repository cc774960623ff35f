#include "harness/cli/parse.h"

#include "harness/cli/command.h"
#include "harness/cli/help.h"
#include "harness/cli/suggestion.h"
#include "harness/cli/value.h"
#include "harness/workload/alloc.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* --- Help ------------------------------------------------------------------------------------- */

/* Before anything else, so that help is there however wrong the rest may be. */
static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            return true;
        }
    }
    return false;
}

static void show_help(const struct command_line *line, const char *name)
{
    printf("Usage: %s%s%s\n", name, line->usage[0] == '\0' ? "" : " ", line->usage);
    help_wrapped(line->summary, 0, 0, stdout);
    help_options(line->groups);
    puts("\n  -h, --help                Show this help.");
    if (line->examples != NULL) {
        printf("\nExamples:\n%s", line->examples);
    }
}

/* --- Options that getopt refuses -------------------------------------------------------------- */

/* The option that getopt refused: the one before `next`, or at it if it is one of several letters
 * behind one dash. */
static const char *refused_option(int argc, char **argv, int next)
{
    return next < argc && argv[next - 1][0] != '-' ? argv[next] : argv[next - 1];
}

/* The option that a word is the name or the beginning of; *count says how many it could be, 1 for a
 * whole name. */
static const struct option_row *options_named(const struct option_group *groups, const char *word, size_t length,
                                              const char *names[], size_t *count)
{
    const struct option_row *found = NULL;
    *count = 0;
    const struct option_group *group = groups;
    for (const struct option_row *row = option_next(&group, NULL); row != NULL; row = option_next(&group, row)) {
        if (length > 0 && strncmp(row->name, word, length) == 0) {
            found = row;
            names[(*count)++] = row->name;
            if (row->name[length] == '\0') {
                names[0] = row->name;
                *count = 1;
                return row;
            }
        }
    }
    return found;
}

static const char *nearest_option(const struct option_group *groups, const char *word, size_t length)
{
    const char *names[OPTIONS_MOST];
    size_t count = 0;
    const struct option_group *group = groups;
    for (const struct option_row *row = option_next(&group, NULL); row != NULL; row = option_next(&group, row)) {
        names[count++] = row->name;
    }
    char typed[SUGGESTION_LONGEST + 1];
    snprintf(typed, sizeof typed, "%.*s", (int)length, word);
    return suggestion_find(typed, names, count);
}

/* Sets the error of an option: a wrong value or an unknown name. */
static void explain_refusal(const struct command_line *line, const char *command, const char *culprit,
                            struct input_error *error)
{
    const bool is_long = strncmp(culprit, "--", 2) == 0;
    const char *word = culprit + strspn(culprit, "-");
    const size_t length = strcspn(word, "=");
    const char *names[OPTIONS_MOST];
    size_t count;
    const struct option_row *row = options_named(line->groups, word, length, names, &count);
    if (is_long && count > 1) {
        char expected[512] = "";
        for (size_t i = 0; i < count; i++) {
            const size_t used = strlen(expected);
            snprintf(expected + used, sizeof expected - used, "%s--%s",
                     i == 0           ? ""
                     : i + 1 == count ? " or "
                                      : ", ",
                     names[i]);
        }
        cli_unexpected(culprit, command, expected, error);
    } else if (is_long && count == 1) {
        char name[64];
        snprintf(name, sizeof name, "--%s", row->name);
        if (row->value == NULL) {
            cli_unexpected(word + length + (word[length] == '='), name, "no value", error);
        } else {
            input_error_at(error, (struct place){.source = name}, "expected a value: --%s %s", row->name, row->value);
        }
    } else {
        cli_unexpected(culprit, command, "a known option (see --help)", error);
        suggestion_append(error, "--", nearest_option(line->groups, word, length));
    }
}

/* --- Parsing ---------------------------------------------------------------------------------- */

struct parsing {
    const struct command_line *line;
    struct given_options *given;
    struct input_error *error;
    int next; /* the position at which getopt failed, which argp does not report */
};

/* Keys of options without a letter: behind all letters. */
enum { KEY_FIRST = 0x100 };

static const struct option_row *row_of(const struct option_group *groups, int key, const struct option_group **group)
{
    int number = KEY_FIRST;
    *group = groups;
    const struct option_row *row = option_next(group, NULL);
    while (row != NULL && key != number && key != row->letter) {
        row = option_next(group, row);
        number++;
    }
    return row;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct parsing *p = state->input;
    if (key == ARGP_KEY_ERROR) {
        p->next = state->next;
        return 0;
    }
    if (key == ARGP_KEY_ARG && p->line->argument != NULL) {
        return p->line->argument(p->line->context, value, p->error) ? 0 : EINVAL;
    }
    if (key <= 0 || key >= KEY_FIRST + OPTIONS_MOST) {
        return ARGP_ERR_UNKNOWN;
    }
    const struct option_group *group;
    const struct option_row *row = row_of(p->line->groups, key, &group);
    if (row == NULL) {
        return ARGP_ERR_UNKNOWN;
    }
    if (!option_given(p->given, row->name)) {
        p->given->rows[p->given->count++] = row;
    }
    return option_set(row, group->target, value, p->error) ? 0 : EINVAL;
}

/* As argp wants them; OPTIONS_MOST entries and one for the end. */
static void list_options(const struct option_group *groups, struct argp_option *options)
{
    size_t count = 0;
    const struct option_group *group = groups;
    for (const struct option_row *row = option_next(&group, NULL); row != NULL && count < OPTIONS_MOST;
         row = option_next(&group, row)) {
        options[count] = (struct argp_option){
            .name = row->name,
            .key = row->letter != 0 ? row->letter : KEY_FIRST + (int)count,
            .arg = row->value,
            .flags = row->value != NULL && row->value[0] == '[' ? OPTION_ARG_OPTIONAL : 0,
        };
        count++;
    }
    options[count] = (struct argp_option){0};
}

enum cli_parsed cli_parse(const struct command_line *line, int argc, char **argv, struct given_options *given,
                          struct input_error *error)
{
    if (asks_for_help(argc, argv)) {
        show_help(line, argv[0]);
        return CLI_HELPED;
    }
    error->text[0] = '\0';
    given->count = 0;
    struct argp_option options[OPTIONS_MOST + 1];
    list_options(line->groups, options);
    struct parsing parsing = {.line = line, .given = given, .error = error, .next = argc};
    const struct argp argp = {.options = options, .parser = parse};
    int next = argc;
    int failure = argp_parse(&argp, argc, argv, ARGP_NO_ERRS | ARGP_NO_EXIT | ARGP_NO_HELP, &next, &parsing);
    if (failure == ENOMEM) {
        alloc_failed();
    }
    if (failure == 0 && next == argc) {
        return option_check_stdin(line->groups, error) ? CLI_PARSED : CLI_REFUSED;
    }
    if (error->text[0] == '\0' && failure == 0) {
        cli_unexpected(argv[next], argv[0], "no argument", error);
    } else if (error->text[0] == '\0') {
        explain_refusal(line, argv[0], refused_option(argc, argv, parsing.next), error);
    }
    return CLI_REFUSED;
}

int cli_run(const struct command_line *line, int argc, char **argv, struct given_options *given,
            struct input_error *error)
{
    const enum cli_parsed parsed = cli_parse(line, argc, argv, given, error);
    if (parsed == CLI_HELPED) {
        return 0;
    }
    const int status = parsed == CLI_PARSED ? line->execute(line->command) : EXIT_BAD_INPUT;
    if (status != 0 && error->text[0] != '\0') {
        cli_refuse(error);
    }
    return status;
}

int cli_refuse(const struct input_error *error)
{
    fprintf(stderr, "rtmr: %s\n", error->text);
    return EXIT_BAD_INPUT;
}

bool cli_add_failure(struct input_error *error, const struct input_error *next)
{
    if (error->text[0] != '\0') {
        cli_refuse(error);
    }
    *error = *next;
    return false;
}
