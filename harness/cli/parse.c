#include "harness/cli/parse.h"

#include "harness/cli/command.h"
#include "harness/workload/field.h"

#include <stdio.h>
#include <string.h>

static struct span span_of(const char *text)
{
    return (struct span){text, strlen(text)};
}

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

/* A parser around the command's own that remembers how far getopt came: argp does not tell. */
struct wrapping {
    void *input; /* of the command's parser */
    int next;
};

static error_t parse_wrapped(int key, char *value, struct argp_state *state)
{
    (void)value;
    struct wrapping *wrapping = state->input;
    if (key == ARGP_KEY_INIT) {
        state->child_inputs[0] = wrapping->input;
        return 0;
    }
    if (key == ARGP_KEY_ERROR) {
        wrapping->next = state->next;
        return 0;
    }
    return ARGP_ERR_UNKNOWN;
}

/* The option that getopt refused: the one before `next`, or at it if it is one of several letters behind one dash. */
static const char *refused_option(int argc, char **argv, int next)
{
    return next < argc && argv[next - 1][0] != '-' ? argv[next] : argv[next - 1];
}

enum cli_parsed cli_parse(const struct argp *argp, int argc, char **argv, void *input, struct input_error *error)
{
    if (asks_for_help(argc, argv)) {
        argp_help(argp, stdout, ARGP_HELP_STD_HELP & ~(unsigned)ARGP_HELP_EXIT_OK, argv[0]);
        return CLI_HELPED;
    }
    error->text[0] = '\0';
    struct wrapping wrapping = {.input = input, .next = argc};
    const struct argp_child children[] = {{argp, 0, NULL, 0}, {0}};
    const struct argp wrapper = {.parser = parse_wrapped, .children = children};
    int next = argc;
    int failure = argp_parse(&wrapper, argc, argv, ARGP_NO_ERRS | ARGP_NO_EXIT | ARGP_NO_HELP, &next, &wrapping);
    if (failure == 0 && next == argc) {
        return CLI_PARSED;
    }
    if (error->text[0] == '\0') {
        const char *culprit = failure == 0 ? argv[next] : refused_option(argc, argv, wrapping.next);
        input_error_found(error, (struct place){.source = argv[0]}, "a known option with its value (see --help)",
                          span_of(culprit));
    }
    return CLI_REFUSED;
}

int cli_refuse(const struct input_error *error)
{
    fprintf(stderr, "rtmr: %s\n", error->text);
    return CLI_BAD_INPUT;
}

bool cli_integer(const char *value, const char *name, int64_t least, int64_t most, int64_t *result,
                 struct input_error *error)
{
    return field_integer(span_of(value), (struct place){.source = name}, least, most, result, error);
}

bool cli_decimal(const char *value, const char *name, double least, double most, double *result,
                 struct input_error *error)
{
    return field_decimal(span_of(value), (struct place){.source = name}, least, most, result, error);
}

bool cli_unexpected(const char *value, const char *name, const char *expected, struct input_error *error)
{
    return input_error_found(error, (struct place){.source = name}, expected, span_of(value));
}
