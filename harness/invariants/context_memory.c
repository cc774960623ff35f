#include "harness/invariants/context_memory.h"

#include "harness/workload/alloc.h"

#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>

/* A larger context is mapped for itself: calloc() would clear all of one that it uses again, and
 * refuses what is larger than the machine's memory. */
#define MAPPED_LEAST ((size_t)1 << 22)

/* `exact` never touches the stored vectors, which come last. */
size_t context_size(enum rtmr_feedback feedback)
{
#if RTMR_WITH_STORED_VECTORS
    return feedback == RTMR_FEEDBACK_EXACT ? offsetof(struct rtmr, map_memory) : sizeof(struct rtmr);
#else
    (void)feedback;
    return sizeof(struct rtmr);
#endif
}

struct rtmr *context_new(enum rtmr_feedback feedback)
{
    const size_t size = context_size(feedback);

    if (size < MAPPED_LEAST) {
        return alloc_zeroed(1, size);
    }
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return NULL;
    }
    (void)madvise(memory, size, MADV_NOHUGEPAGE); /* each stored vector begins in a page of its own */
    return memory;
}

void context_free(struct rtmr *k, enum rtmr_feedback feedback)
{
    const size_t size = context_size(feedback);

    if (size < MAPPED_LEAST) {
        free(k);
    } else if (k != NULL) {
        (void)munmap(k, size);
    }
}
