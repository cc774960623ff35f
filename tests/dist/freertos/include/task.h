#ifndef TASK_H
#define TASK_H

#include "FreeRTOS.h"

typedef StaticTask_t *TaskHandle_t;

TaskHandle_t xTaskCreateStatic(void (*code)(void *), const char *name, uint32_t depth, void *argument,
                               UBaseType_t priority, StackType_t *stack, StaticTask_t *task);
TickType_t xTaskGetTickCount(void);
void vTaskStartScheduler(void);
void vTaskEndScheduler(void);
void vTaskSuspend(TaskHandle_t task);

#endif
