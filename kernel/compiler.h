/*
 * What the kernel asks of a compiler beyond C11.
 */
#ifndef RTMR_COMPILER_H
#define RTMR_COMPILER_H

/* In front of a function: it is not inlined. For those of which gcc makes copies that cost a
 * Cortex-M0+ more than the calls. Compilers without the attribute do as they like. */
#if defined(__GNUC__)
#define RTMR_NOINLINE __attribute__((noinline))
#else
#define RTMR_NOINLINE
#endif

#endif
