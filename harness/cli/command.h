/*
 * The subcommands. Each takes an argument vector whose argv[0] is its full name ("rtmr run"), and
 * returns the program's exit status: 0, EXIT_BAD_INPUT or EXIT_FAILED.
 */
#ifndef HARNESS_CLI_COMMAND_H
#define HARNESS_CLI_COMMAND_H

#include "harness/studies/exit_status.h"

int command_run(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_paper(int argc, char **argv);
int command_faults(int argc, char **argv);
int command_explain(int argc, char **argv);
int command_convert(int argc, char **argv);
int command_audit(int argc, char **argv);
int command_list(int argc, char **argv);
int command_replay(int argc, char **argv); /* harness/replay */

#endif
