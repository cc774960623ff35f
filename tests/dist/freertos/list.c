/* FreeRTOS keeps its tasks in lists; one task needs none. */
typedef int list_of_one_task;
