/*
 * What a replay gets from the machine that it runs on: hosted.c, or bare.c on a simulated board.
 */
#ifndef TRANSLATION_PORT_H
#define TRANSLATION_PORT_H

/* The next byte of the standard input; -1: there is none. */
int port_byte(void);

/* Writes to the standard output, or to the console. */
void port_write(const char *text);

/* Ends the program with this status. */
_Noreturn void port_end(int status);

#endif
