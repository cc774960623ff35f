/*
 * What the kernel asks of a compiler beyond C11.
 */
#ifndef RTMR_COMPILER_H
#define RTMR_COMPILER_H

/* In front of a function: it is not inlined. For those of which gcc makes copies that cost a
 * Cortex-M0+ more than the calls. Compilers without the attribute: -DRTMR_NOINLINE= */
#ifndef RTMR_NOINLINE
#define RTMR_NOINLINE __attribute__((noinline))
#endif

#endif
