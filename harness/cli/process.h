/* The expectations of the program about its process. */
#ifndef HARNESS_CLI_PROCESS_H
#define HARNESS_CLI_PROCESS_H

/* Gives each standard stream that is closed a descriptor on which reading and writing fail, so that
 * no file that is opened later takes its place; a limit on the size of files fails a write, it does
 * not end the program. */
void process_prepare(void);

#endif
