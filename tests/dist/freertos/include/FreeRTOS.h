/*
 * What the example for FreeRTOS uses of that system, for a test: one task runs, and time passes
 * only while it sleeps. Each tick calls the application's hook, as the tick interrupt does. The
 * layout of the folder is that of FreeRTOS-Kernel.
 */
#ifndef FREERTOS_H
#define FREERTOS_H

#include "FreeRTOSConfig.h"

#include <stddef.h>
#include <stdint.h>

#if !configUSE_TICK_HOOK || !configSUPPORT_STATIC_ALLOCATION || configUSE_16_BIT_TICKS
#error "not the configuration of the example"
#endif

typedef long BaseType_t;
typedef unsigned long UBaseType_t;
typedef uint32_t TickType_t;
typedef unsigned long StackType_t;

#define pdFALSE ((BaseType_t)0)
#define pdTRUE ((BaseType_t)1)

typedef struct {
    void (*code)(void *);
    void *argument;
} StaticTask_t;

typedef struct {
    uint8_t *places;
    size_t size, room, first, used;
} StaticQueue_t;

void vApplicationTickHook(void);
void vApplicationGetIdleTaskMemory(StaticTask_t **task, StackType_t **stack, configSTACK_DEPTH_TYPE *depth);

#endif
