/*
 * Independent pieces of work on several processors.
 */
#ifndef HARNESS_STUDIES_PARALLEL_H
#define HARNESS_STUDIES_PARALLEL_H

#include <stddef.h>

/* Most threads that may be asked for. Twice as many runs are held at a time, and a kernel with
 * stored vectors maps 256 GiB of addresses (context_memory.h), of which a process has 128 TiB. */
enum { PARALLEL_THREADS_MOST = 64 };

/* The processors that this program may use; 1 .. PARALLEL_THREADS_MOST. */
size_t parallel_processors(void);

/* Calls piece(context, i) once for each i < count, on `threads` threads (1 ..
 * PARALLEL_THREADS_MOST), in an unknown order; returns when all are done. The pieces must not
 * depend on each other: then the number of threads changes only the time. If a thread cannot be
 * created, fewer run. */
void parallel_for(size_t count, size_t threads, void (*piece)(void *context, size_t index), void *context);

#endif
