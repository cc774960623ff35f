/*
 * The kernel under Zephyr: one thread, here the main one, owns the context and makes every call. An
 * interrupt calls nothing of the kernel: it posts the ends of tasks into a message queue, on which
 * the owner sleeps. Here the interrupt is a timer's; a driver's posts in the same way.
 */
#include <zephyr/kernel.h>

#include "cell.h"

K_MSGQ_DEFINE(ends, sizeof(struct cell_end), CELL_MACHINES, 4);

/* From the interrupt. */
static void post(const struct cell_end *end)
{
    (void)k_msgq_put(&ends, end, K_NO_WAIT); /* never full: see cell.h */
}

static void tick(struct k_timer *timer)
{
    (void)timer;
    cell_tick(post);
}

K_TIMER_DEFINE(machines, tick, NULL);

int main(void)
{
    struct cell_report report;
    struct cell_end end;
    int has_end = 0;
    int64_t start;

    if (!cell_begin()) {
        printk("the kernel refuses its setup\n");
        return 0;
    }
    k_timer_start(&machines, K_MSEC(1), K_MSEC(1));
    start = k_uptime_get();
    for (;;) {
        cell_clock((rtmr_ticks)(k_uptime_get() - start));
        while (has_end) {
            cell_ended(&end);
            has_end = k_msgq_get(&ends, &end, K_NO_WAIT) == 0;
        }
        cell_serve();
        if (cell_done()) {
            break;
        }
        has_end = k_msgq_get(&ends, &end, K_MSEC(cell_sleep())) == 0;
    }
    k_timer_stop(&machines);
    report = cell_report();
    printk("%d accepted, %d refused, %d finished, %d late, %d violations, %d surprises\n", (int)report.accepted,
           (int)report.refused, (int)report.finished, (int)report.late, (int)report.violations, (int)report.surprises);
    printk("%s\n", cell_kept_all() ? "every promise was kept" : "not every promise was kept");
    return 0;
}
