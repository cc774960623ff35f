/*
 * The subcommands. Each gets its own argument vector, argv[0] its full name ("rtmr run"), and returns the
 * program's exit status: 0, CLI_BAD_INPUT or CLI_FAILED.
 */
#ifndef HARNESS_CLI_COMMAND_H
#define HARNESS_CLI_COMMAND_H

enum {
    CLI_FAILED = 1,   /* the program could not do what was rightly asked: a run was stopped */
    CLI_BAD_INPUT = 2 /* something is wrong with the command line or a file; one line on stderr says what */
};

int command_run(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_paper(int argc, char **argv);
int command_faults(int argc, char **argv);
int command_explain(int argc, char **argv);
int command_convert(int argc, char **argv);
int command_list(int argc, char **argv);

#endif
