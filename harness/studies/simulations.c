#include "harness/studies/simulations.h"

#include "harness/studies/parallel.h"
#include "harness/studies/progress.h"
#include "harness/workload/alloc.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

/* A run that is being made, or waits for its turn to be reported. */
struct held_run {
    struct simulation simulation;
    struct simulation_end end;
    struct input_error error;
    bool ready;
};

struct state {
    const struct simulations *series;
    struct held_run *held; /* run i is in place i modulo `room` */
    size_t room;
    pthread_mutex_t lock; /* of the following and of `ready` */
    pthread_cond_t turned;
    size_t turn; /* the run that is to be reported next */
    bool reporting;
    int status; /* of the run that has failed */
    struct input_error *error;
};

/* Without the lock: only one thread reports. */
static int report(struct state *s, size_t index, struct held_run *run)
{
    int status = run->end.status;
    if (status == 0) {
        simulation_show(&run->simulation, &run->end);
        s->series->ended(s->series->context, index, &run->end.result);
    } else {
        *s->error = run->error;
    }
    simulation_end_free(&run->end);
    return status;
}

/* With the lock: reports the runs whose turn has come, unless another thread does. */
static void report_ready(struct state *s)
{
    if (s->reporting) {
        return;
    }
    s->reporting = true;
    while (s->status == 0 && s->held[s->turn % s->room].ready) {
        struct held_run *run = &s->held[s->turn % s->room];
        pthread_mutex_unlock(&s->lock);
        int status = report(s, s->turn, run);
        pthread_mutex_lock(&s->lock);
        run->ready = false;
        s->status = status;
        s->turn++;
        pthread_cond_broadcast(&s->turned);
    }
    s->reporting = false;
}

/* Waits until there is room for the run. False: an earlier run has failed. */
static bool has_room(struct state *s, size_t index)
{
    pthread_mutex_lock(&s->lock);
    while (s->status == 0 && index - s->turn >= s->room) {
        pthread_cond_wait(&s->turned, &s->lock);
    }
    bool wanted = s->status == 0;
    pthread_mutex_unlock(&s->lock);
    return wanted;
}

static void make_run(void *context, size_t index)
{
    struct state *s = context;
    if (!has_room(s, index)) {
        return;
    }
    struct held_run *run = &s->held[index % s->room];
    run->simulation = s->series->at(s->series->context, index);
    progress_show(s->series->made + index, s->series->all, simulation_label(&run->simulation));
    simulation_make(&run->simulation, &run->end, &run->error);
    pthread_mutex_lock(&s->lock);
    run->ready = true;
    report_ready(s);
    pthread_mutex_unlock(&s->lock);
}

int simulations_run(const struct simulations *series, size_t threads, struct input_error *error)
{
    struct state s = {.series = series, .room = 2 * threads, .error = error};
    s.held = alloc_zeroed(s.room, sizeof *s.held);
    pthread_mutex_init(&s.lock, NULL);
    pthread_cond_init(&s.turned, NULL);
    parallel_for(series->count, threads, make_run, &s);
    for (size_t i = 0; i < s.room; i++) {
        if (s.held[i].ready) {
            simulation_end_free(&s.held[i].end);
        }
    }
    pthread_cond_destroy(&s.turned);
    pthread_mutex_destroy(&s.lock);
    free(s.held);
    return s.status;
}
