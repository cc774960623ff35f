/*
 * The commands that talk to the service rtmrd. Each takes an argument vector whose argv[0] is its
 * full name ("rtmr submit"), and returns the program's exit status: 0, EXIT_FAILED (the service is
 * away or cannot do it), EXIT_BAD_INPUT, or one of those below.
 */
#ifndef CLIENT_CLIENT_H
#define CLIENT_CLIENT_H

#include "harness/studies/exit_status.h"

enum {
    EXIT_REFUSED = 3, /* promises would not be kept: submit, what-if, renew, drain */
    EXIT_LATE = 4,    /* a job that was waited for has finished late, or without its promise */
    EXIT_ABORTED = 5  /* a job that was waited for was aborted */
};

int command_submit(int argc, char **argv);
int command_what_if(int argc, char **argv);
int command_jobs(int argc, char **argv);
int command_status(int argc, char **argv);
int command_wait(int argc, char **argv);
int command_log(int argc, char **argv);
int command_abort(int argc, char **argv);
int command_suspend(int argc, char **argv);
int command_renew(int argc, char **argv);
int command_slots(int argc, char **argv);
int command_drain(int argc, char **argv);
int command_add(int argc, char **argv);
int command_events(int argc, char **argv);
int command_demo(int argc, char **argv);

#endif
