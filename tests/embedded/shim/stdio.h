/*
 * <stdio.h> as far as the kernel's unit tests need it: they include it, and use nothing of it.
 */
#ifndef SHIM_STDIO_H
#define SHIM_STDIO_H
#endif
