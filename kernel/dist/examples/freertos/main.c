/*
 * The kernel under FreeRTOS: one task owns the context and makes every call. An interrupt calls
 * nothing of the kernel: it posts the ends of tasks into a queue, on which the owner sleeps. Here
 * the interrupt is the tick, which every port has. A driver's interrupt passes a BaseType_t,
 * `woken`, in place of NULL, and ends with portYIELD_FROM_ISR(woken).
 *
 * All memory is static. On a board the owner would never end; here it stops the scheduler when all
 * orders have left.
 */
#include "FreeRTOS.h"
#include "queue.h"
#include "task.h"

#include "../cell.h"

#include <stdio.h>

static QueueHandle_t ends;
static TickType_t last; /* the system's clock at the last reading */
static rtmr_ticks now;  /* the kernel's, which begins at 0 */

/* The system counts in 32 bits, or fewer. The owner reads the clock more often than the count
 * wraps, and the kernel's clock does not. */
static rtmr_ticks clock_now(void)
{
    const TickType_t count = xTaskGetTickCount();

    now += (TickType_t)(count - last);
    last = count;
    return now;
}

/* From the interrupt. The tick itself switches to the task that this wakes. */
static void post(const struct cell_end *end)
{
    (void)xQueueSendFromISR(ends, end, NULL); /* never full: see cell.h */
}

void vApplicationTickHook(void)
{
    cell_tick(post);
}

static void own(void *nothing)
{
    struct cell_end end;
    BaseType_t has_end = pdFALSE;

    (void)nothing;
    last = xTaskGetTickCount();
    for (;;) {
        cell_clock(clock_now());
        while (has_end == pdTRUE) {
            cell_ended(&end);
            has_end = xQueueReceive(ends, &end, 0);
        }
        cell_serve();
        if (cell_done()) {
            break;
        }
        has_end = xQueueReceive(ends, &end, (TickType_t)cell_sleep());
    }
    vTaskEndScheduler();
    vTaskSuspend(NULL);
}

/* FreeRTOS asks for the memory of its idle task. */
void vApplicationGetIdleTaskMemory(StaticTask_t **task, StackType_t **stack, configSTACK_DEPTH_TYPE *depth)
{
    static StaticTask_t idle;
    static StackType_t idle_stack[configMINIMAL_STACK_SIZE];

    *task = &idle;
    *stack = idle_stack;
    *depth = configMINIMAL_STACK_SIZE;
}

int main(void)
{
    static StaticQueue_t queue;
    static uint8_t places[CELL_MACHINES * sizeof(struct cell_end)];
    static StaticTask_t owner;
    static StackType_t owner_stack[OWNER_STACK];
    struct cell_report report;

    ends = xQueueCreateStatic(CELL_MACHINES, sizeof(struct cell_end), places, &queue);
    if (ends == NULL || !cell_begin() ||
        xTaskCreateStatic(own, "owner", OWNER_STACK, NULL, configMAX_PRIORITIES - 1, owner_stack, &owner) == NULL) {
        return 1;
    }
    vTaskStartScheduler(); /* returns when the owner has ended it */
    report = cell_report();
    printf("%d accepted, %d refused, %d finished, %d late, %d violations, %d surprises\n", (int)report.accepted,
           (int)report.refused, (int)report.finished, (int)report.late, (int)report.violations, (int)report.surprises);
    printf("%s\n", cell_kept_all() ? "every promise was kept" : "not every promise was kept");
    return cell_kept_all() ? 0 : 1;
}
