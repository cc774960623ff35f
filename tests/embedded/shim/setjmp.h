/*
 * <setjmp.h> as far as the kernel's unit tests need it: they include it, and use nothing of it.
 */
#ifndef SHIM_SETJMP_H
#define SHIM_SETJMP_H
#endif
