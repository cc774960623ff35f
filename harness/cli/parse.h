/*
 * Parsing of a command line with argp, but with one-line errors and exit status 2.
 */
#ifndef HARNESS_CLI_PARSE_H
#define HARNESS_CLI_PARSE_H

#include "harness/cli/option_table.h"
#include "harness/workload/input_error.h"

#include <stdbool.h>
#include <stdint.h>

/* A command: its syntax and its help. */
struct command_line {
    const char *usage;    /* its arguments: "FILE [OPTION...]" */
    const char *summary;  /* its purpose; wrapped */
    const char *examples; /* lines, printed as they are; NULL: none */
    const struct option_group *groups;
    /* takes an argument that belongs to no option; NULL: there must be none */
    option_setter *argument;
    void *context; /* its target */
    /* Executes the parsed command line. Returns the exit status; *error is set
     * unless it is 0 or the command has said why. */
    int (*execute)(void *command);
    void *command;
};

/* How parsing went. */
enum cli_parsed {
    CLI_PARSED = 0, /* go on */
    CLI_HELPED = 1, /* the help was shown: end with status 0 */
    CLI_REFUSED = 2 /* *error names the problem */
};

/* Parses argv[1] .. ; *given lists the options that were given. */
enum cli_parsed cli_parse(const struct command_line *line, int argc, char **argv, struct given_options *given,
                          struct input_error *error);

/* Parses, then executes the command, shows the help or prints the error. Returns the exit
 * status. */
int cli_run(const struct command_line *line, int argc, char **argv, struct given_options *given,
            struct input_error *error);

/* Prints the error as the program's one line on stderr; returns EXIT_BAD_INPUT. */
int cli_refuse(const struct input_error *error);

/* One more output could not be written: prints *error, if it is set, and puts *next in its place.
 * Returns false. */
bool cli_add_failure(struct input_error *error, const struct input_error *next);

#endif
