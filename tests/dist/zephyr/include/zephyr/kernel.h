/*
 * What the sample for Zephyr uses of that system, for a test: the main thread runs, and time passes
 * only while it sleeps on a queue. Each millisecond of that calls the timer's function, as its
 * interrupt does.
 */
#ifndef ZEPHYR_KERNEL_H
#define ZEPHYR_KERNEL_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if CONFIG_MAIN_STACK_SIZE < 1024 || CONFIG_SYS_CLOCK_TICKS_PER_SEC != 1000
#error "the configuration has not come through"
#endif

#define printk printf

typedef struct {
    int64_t ms;
} k_timeout_t;

#define K_NO_WAIT ((k_timeout_t){0})
#define K_MSEC(ms) ((k_timeout_t){ms})

struct k_timer {
    void (*expiry)(struct k_timer *timer);
    int64_t period, next; /* 0: it stands */
};

struct k_msgq {
    char *places;
    size_t size, room, first, used;
};

#define K_TIMER_DEFINE(name, expiry_fn, stop_fn)                                                                       \
    struct k_timer name = {.expiry = (expiry_fn)};                                                                     \
    static void (*const name##_stop)(struct k_timer *) __attribute__((unused)) = (stop_fn)

#define K_MSGQ_DEFINE(name, message_size, messages, align)                                                             \
    _Static_assert((message_size) % (align) == 0, "messages are aligned");                                             \
    static char __attribute__((aligned(align))) name##_places[(messages) * (message_size)];                            \
    struct k_msgq name = {.places = name##_places, .size = (message_size), .room = (messages)}

static int64_t stub_now;
static struct k_timer *stub_timer;

static inline void stub_millisecond(void)
{
    stub_now++;
    if (stub_timer != NULL && stub_now == stub_timer->next) {
        stub_timer->next += stub_timer->period;
        stub_timer->expiry(stub_timer);
    }
}

static inline int64_t k_uptime_get(void)
{
    return stub_now;
}

static inline void k_timer_start(struct k_timer *timer, k_timeout_t duration, k_timeout_t period)
{
    timer->next = stub_now + duration.ms;
    timer->period = period.ms;
    stub_timer = timer;
}

static inline void k_timer_stop(struct k_timer *timer)
{
    timer->period = 0;
    stub_timer = NULL;
}

static inline int k_msgq_put(struct k_msgq *queue, const void *item, k_timeout_t timeout)
{
    if (queue->used == queue->room || timeout.ms != 0) {
        abort(); /* the sample says that the queue is never full; an interrupt may not wait */
    }
    memcpy(queue->places + (queue->first + queue->used) % queue->room * queue->size, item, queue->size);
    queue->used++;
    return 0;
}

static inline int k_msgq_get(struct k_msgq *queue, void *item, k_timeout_t timeout)
{
    for (int64_t left = timeout.ms; queue->used == 0 && left > 0; left--) {
        stub_millisecond();
    }
    if (queue->used == 0) {
        return -11;
    }
    memcpy(item, queue->places + queue->first * queue->size, queue->size);
    queue->first = (queue->first + 1) % queue->room;
    queue->used--;
    return 0;
}

#endif
