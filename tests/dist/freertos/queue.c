#include "queue.h"

#include "port.h"

#include <stdlib.h>
#include <string.h>

QueueHandle_t xQueueCreateStatic(UBaseType_t room, UBaseType_t size, uint8_t *places, StaticQueue_t *queue)
{
    *queue = (StaticQueue_t){.places = places, .size = size, .room = room};
    return queue;
}

BaseType_t xQueueSendFromISR(QueueHandle_t queue, const void *item, BaseType_t *woken)
{
    (void)woken;
    if (queue->used == queue->room) {
        abort(); /* the example says that this cannot be */
    }
    memcpy(queue->places + (queue->first + queue->used) % queue->room * queue->size, item, queue->size);
    queue->used++;
    return pdTRUE;
}

BaseType_t xQueueReceive(QueueHandle_t queue, void *item, TickType_t ticks)
{
    for (; queue->used == 0 && ticks > 0; ticks--) {
        stub_tick();
    }
    if (queue->used == 0) {
        return pdFALSE;
    }
    memcpy(item, queue->places + queue->first * queue->size, queue->size);
    queue->first = (queue->first + 1) % queue->room;
    queue->used--;
    return pdTRUE;
}
