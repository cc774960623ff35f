/*
 * Parsing of a command line with argp, but with one-line errors and exit status 2.
 */
#ifndef HARNESS_CLI_PARSE_H
#define HARNESS_CLI_PARSE_H

#include "harness/cli/option_table.h"
#include "harness/workload/input_error.h"

#include <stdbool.h>
#include <stdint.h>

/* A command as it is typed and as its help shows it. */
struct command_line {
    const char *usage;    /* what follows its name: "FILE [OPTION...]" */
    const char *summary;  /* what it does; wrapped */
    const char *examples; /* lines, printed as they are; NULL: none */
    const struct option_group *groups;
    option_setter *argument; /* takes an argument that belongs to no option; NULL: there must be none */
    void *context;           /* its target */
    /* Does what was asked, once the command line is parsed. Returns the exit status; *error is set unless it is 0. */
    int (*execute)(void *command);
    void *command;
};

/* How parsing went. */
enum cli_parsed {
    CLI_PARSED = 0, /* go on */
    CLI_HELPED = 1, /* the help was shown: end with status 0 */
    CLI_REFUSED = 2 /* *error says what is wrong */
};

/* Parses argv[1] .. ; *given says which options there were. */
enum cli_parsed cli_parse(const struct command_line *line, int argc, char **argv, struct given_options *given,
                          struct input_error *error);

/* Parses, and then does what was asked, or shows the help, or prints the error. Returns the exit status. */
int cli_run(const struct command_line *line, int argc, char **argv, struct given_options *given,
            struct input_error *error);

/* Prints the error as the program's one line on stderr; returns CLI_BAD_INPUT. */
int cli_refuse(const struct input_error *error);

/* One more output could not be written: prints *error, if it is set, and puts *next in its place. Returns false. */
bool cli_add_failure(struct input_error *error, const struct input_error *next);

/* Values of options; `name` is the option's, with its dashes. False: *error is set. */
bool cli_integer(const char *value, const char *name, int64_t least, int64_t most, int64_t *result,
                 struct input_error *error);
bool cli_decimal(const char *value, const char *name, double least, double most, double *result,
                 struct input_error *error);

/* Sets *error to "NAME: expected EXPECTED, found "VALUE"" and returns false. */
bool cli_unexpected(const char *value, const char *name, const char *expected, struct input_error *error);

#endif
