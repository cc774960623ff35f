/* What the example needs of FreeRTOS, for its port to POSIX. A board has a configuration of its
 * own; of this one it needs configUSE_TICK_HOOK and configSUPPORT_STATIC_ALLOCATION. */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#define configUSE_PREEMPTION 1
#define configUSE_IDLE_HOOK 0
#define configUSE_TICK_HOOK 1
#define configTICK_RATE_HZ 1000
#define configUSE_16_BIT_TICKS 0
#define configMAX_PRIORITIES 3
#define configMINIMAL_STACK_SIZE 8192 /* words: the port runs each task in a thread */
#define configMAX_TASK_NAME_LEN 8
#define configSTACK_DEPTH_TYPE unsigned long
#define configSUPPORT_STATIC_ALLOCATION 1
#define configSUPPORT_DYNAMIC_ALLOCATION 0
#define configUSE_TIMERS 0
#define configCHECK_FOR_STACK_OVERFLOW 0

#define INCLUDE_vTaskSuspend 1

/* The stack of the owner task, in words: kernel/footprint.md says what the kernel takes of it. */
#define OWNER_STACK 8192

#endif
