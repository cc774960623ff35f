#ifndef QUEUE_H
#define QUEUE_H

#include "FreeRTOS.h"

typedef StaticQueue_t *QueueHandle_t;

QueueHandle_t xQueueCreateStatic(UBaseType_t room, UBaseType_t size, uint8_t *places, StaticQueue_t *queue);
BaseType_t xQueueSendFromISR(QueueHandle_t queue, const void *item, BaseType_t *woken);
BaseType_t xQueueReceive(QueueHandle_t queue, void *item, TickType_t ticks);

#endif
