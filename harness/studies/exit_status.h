/*
 * Exit statuses of the program, which a study returns to the command that runs it.
 */
#ifndef HARNESS_STUDIES_EXIT_STATUS_H
#define HARNESS_STUDIES_EXIT_STATUS_H

enum {
    /* the command line asks for something valid, but the program cannot do it: a run was stopped,
     * an output cannot be written */
    EXIT_FAILED = 1,
    EXIT_BAD_INPUT = 2 /* the command line or a file has a fault; one line on stderr names it */
};

#endif
