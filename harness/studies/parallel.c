#include "harness/studies/parallel.h"

#include "harness/report/temporaries.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

struct work {
    size_t count;
    void (*piece)(void *context, size_t index);
    void *context;
    atomic_size_t next;
};

size_t parallel_processors(void)
{
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count < 1 ? 1 : count < PARALLEL_THREADS_MOST ? (size_t)count : PARALLEL_THREADS_MOST;
}

static void *work_through(void *argument)
{
    struct work *work = argument;
    size_t index;
    while ((index = atomic_fetch_add(&work->next, 1)) < work->count) {
        work->piece(work->context, index);
    }
    return NULL;
}

void parallel_for(size_t count, size_t threads, void (*piece)(void *context, size_t index), void *context)
{
    struct work work = {.count = count, .piece = piece, .context = context};
    atomic_init(&work.next, 0);
    pthread_t helpers[PARALLEL_THREADS_MOST];
    size_t started = 0;
    sigset_t before;
    temporaries_block(&before); /* the helpers inherit it: signals that end the program come here */
    while (started + 1 < threads && started + 1 < count &&
           pthread_create(&helpers[started], NULL, work_through, &work) == 0) {
        started++;
    }
    temporaries_unblock(&before);
    work_through(&work);
    for (size_t i = 0; i < started; i++) {
        pthread_join(helpers[i], NULL);
    }
}
