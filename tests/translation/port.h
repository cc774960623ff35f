/*
 * What a replay gets from the machine that it runs on: hosted.c, or bare.c on a simulated board.
 */
#ifndef TRANSLATION_PORT_H
#define TRANSLATION_PORT_H

#include <stddef.h>

/* The next byte of the standard input; -1: there is none. */
int port_byte(void);

/* Writes to the standard output, or to the console. */
void port_write(const char *text);

/* From now on nothing was ever written here, for what notices reads of such memory. */
void port_forget(void *memory, size_t bytes);

/* Ends the program with this status. */
_Noreturn void port_end(int status);

#endif
