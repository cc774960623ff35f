/*
 * Capacities and optional parts of an RTMR kernel.
 *
 * Every capacity is a compile-time constant: a context has a fixed size and the kernel never
 * allocates. Define a macro on the command line (-DRTMR_JOBS=128) to change it; every file of a
 * program must see the same values.
 *
 * A file that calls rtmr_init() and sees other values than the kernel was compiled with gets
 * RTMR_E_CONFIGURATION. What is not noticed: other values in a file that does not call it; other
 * sizes of `int`, enums or members of structs that a compiler's options make; and a name that is
 * not one of those below (-DRTMR_WITH_LATENCE=0), which no header can see. `make CONFIG=...` and
 * the package for CMake refuse such a name.
 */
#ifndef RTMR_CONFIG_H
#define RTMR_CONFIG_H

#include <limits.h>
#include <stdint.h>

/* This release. A change of MAJOR may break callers, one of MINOR adds something (before 1.0.0 it
 * may break them too); a snapshot of a context is of use only to the release that took it. */
#define RTMR_VERSION_MAJOR 0
#define RTMR_VERSION_MINOR 9
#define RTMR_VERSION_PATCH 0
#define RTMR_VERSION "0.9.0"

/* Most slots one stage can have; the two stages are bounded separately, by the same number. */
#ifndef RTMR_SLOTS
#define RTMR_SLOTS 16
#endif

/* Most accepted, unfinished jobs at one time. */
#ifndef RTMR_JOBS
#define RTMR_JOBS 16
#endif

/* Most unfinished tasks of one stage at one time, over all jobs. It costs no memory: it
 * bounds the length of every planning loop, and with it the time of an admission test. */
#ifndef RTMR_TASKS
#define RTMR_TASKS 256
#endif

/* Bits of an instant, a duration and a handle: 64, or 32 where every byte counts. With 32 time
 * ends at 2^28 ticks (three days of milliseconds, ten months of tenths of a second), and handles
 * after 2^31 - 2 jobs; begin again with rtmr_init() before, at an instant at which no job is
 * unfinished. */
#ifndef RTMR_TICK_BITS
#define RTMR_TICK_BITS 64
#endif

/* Optional parts: 1 builds them in, 0 leaves them out. The papers' stored vectors are out: they
 * take more memory than all the rest, and the default policy does not use them. */
#ifndef RTMR_WITH_RUNS /* plans cost by distinct times, not by tasks, and take more memory */
#define RTMR_WITH_RUNS 1
#endif
#ifndef RTMR_WITH_WHAT_IF /* rtmr_what_if() and the earliest acceptable deadline */
#define RTMR_WITH_WHAT_IF 1
#endif
#ifndef RTMR_WITH_STORED_VECTORS /* feedback policies `none` and `satu` */
#define RTMR_WITH_STORED_VECTORS 0
#endif
#ifndef RTMR_WITH_LATENCY /* dispatch latency (heartbeats) */
#define RTMR_WITH_LATENCY 1
#endif
#ifndef RTMR_WITH_SLOT_CHANGES /* slots that come and go, tasks that fail */
#define RTMR_WITH_SLOT_CHANGES 1
#endif
#ifndef RTMR_WITH_PROMISE_CHANGES /* promises that are renewed, moved and ended */
#define RTMR_WITH_PROMISE_CHANGES 1
#endif
#ifndef RTMR_WITH_RESTORE /* a context is checked, and taken up again after a reset */
#define RTMR_WITH_RESTORE 1
#endif
#ifndef RTMR_WITH_TOKENS /* reports name the dispatch that they answer */
#define RTMR_WITH_TOKENS 1
#endif

/* 1 if these sources were proved with these settings, on a machine like this one: an int of 32
 * bits, and pointers of 64 or 32. Either proofs/record.toml has it, or the build includes the
 * stamp that `make prove CONFIG=...` has written (kernel/README.md). 0: nothing is known, though an
 * earlier release may have been proved. */
/* The list that `make prove-record` makes of proofs/record.toml: */
#if RTMR_JOBS == 32 && RTMR_SLOTS == 64 && RTMR_TASKS == 4096 && RTMR_TICK_BITS == 64 && RTMR_WITH_LATENCY == 1 &&     \
    RTMR_WITH_PROMISE_CHANGES == 1 && RTMR_WITH_RESTORE == 1 && RTMR_WITH_RUNS == 1 && RTMR_WITH_SLOT_CHANGES == 1 &&  \
    RTMR_WITH_STORED_VECTORS == 1 && RTMR_WITH_TOKENS == 1 && RTMR_WITH_WHAT_IF == 1 && UINTPTR_MAX == UINT64_MAX
#define RTMR_PROVEN_RECORDED 1
#else
#define RTMR_PROVEN_RECORDED 0
#endif
/* The list ends. */
#if INT_MAX != 2147483647
#define RTMR_PROVEN_CONFIGURATION 0
#elif defined RTMR_PROVEN_STAMP
#define RTMR_PROVEN_CONFIGURATION                                                                                      \
    (RTMR_PROVEN_POINTERS == UINTPTR_MAX &&                                                                            \
     RTMR_PROVEN_STAMP == RTMR_VERSION_MAJOR * 1000000 + RTMR_VERSION_MINOR * 1000 + RTMR_VERSION_PATCH)
#else
#define RTMR_PROVEN_CONFIGURATION RTMR_PROVEN_RECORDED
#endif

#if RTMR_SLOTS < 1 || RTMR_SLOTS > 1048576
#error "RTMR_SLOTS must lie in 1 .. 1048576"
#endif
#if RTMR_JOBS < 1 || RTMR_JOBS > 1048576
#error "RTMR_JOBS must lie in 1 .. 1048576"
#endif
#if RTMR_TASKS < 1 || RTMR_TASKS > 1073741824
#error "RTMR_TASKS must lie in 1 .. 1073741824"
#endif
#if RTMR_TICK_BITS != 64 && RTMR_TICK_BITS != 32
#error "RTMR_TICK_BITS must be 64 or 32"
#endif
/* (A word in place of a number, as in =yes, is an error where rtmr_context.h adds these up.) */
#if ((RTMR_WITH_RUNS) | (RTMR_WITH_WHAT_IF) | (RTMR_WITH_STORED_VECTORS) | (RTMR_WITH_LATENCY) |                       \
     (RTMR_WITH_SLOT_CHANGES) | (RTMR_WITH_PROMISE_CHANGES) | (RTMR_WITH_RESTORE) | (RTMR_WITH_TOKENS)) &              \
    ~1
#error "each RTMR_WITH_... must be 0 or 1"
#endif

#endif
