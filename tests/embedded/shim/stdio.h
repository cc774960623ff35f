/*
 * <stdio.h> as far as these programs need it: they include it, name FILE, and use nothing of it.
 */
#ifndef SHIM_STDIO_H
#define SHIM_STDIO_H

typedef struct shim_file FILE;

#endif
