#include "FreeRTOS.h"
#include "task.h"

#include "port.h"

#include <setjmp.h>
#include <stdlib.h>

static StaticTask_t *only;
static TickType_t ticks = UINT32_MAX - 100; /* it wraps soon */
static jmp_buf ended;

TaskHandle_t xTaskCreateStatic(void (*code)(void *), const char *name, uint32_t depth, void *argument,
                               UBaseType_t priority, StackType_t *stack, StaticTask_t *task)
{
    if (only != NULL || name == NULL || depth == 0 || stack == NULL || priority >= configMAX_PRIORITIES) {
        return NULL;
    }
    *task = (StaticTask_t){.code = code, .argument = argument};
    only = task;
    return task;
}

TickType_t xTaskGetTickCount(void)
{
    return ticks;
}

void stub_tick(void)
{
    ticks++;
    vApplicationTickHook();
}

void vTaskStartScheduler(void)
{
    StaticTask_t *idle = NULL;
    StackType_t *stack = NULL;
    configSTACK_DEPTH_TYPE depth = 0;

    vApplicationGetIdleTaskMemory(&idle, &stack, &depth);
    if (only == NULL || idle == NULL || stack == NULL || depth != configMINIMAL_STACK_SIZE) {
        abort();
    }
    if (setjmp(ended) == 0) {
        only->code(only->argument);
        abort(); /* a task never returns */
    }
}

void vTaskEndScheduler(void)
{
    longjmp(ended, 1);
}

void vTaskSuspend(TaskHandle_t task)
{
    (void)task;
    abort(); /* nothing would wake it */
}
