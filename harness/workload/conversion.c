#include "harness/workload/conversion.h"

#include <math.h>

bool convert_to_ticks(double ms, struct place place, const char *what, ticks *result, struct input_error *error)
{
    double rounded = ceil(ms);
    if (!(rounded <= (double)WORKLOAD_TIME_MAX)) {
        return input_error_at(error, place, "expected %s of at most 2^60 ms, found %g", what, ms);
    }
    *result = rounded < 1 ? 1 : (ticks)rounded;
    return true;
}

bool convert_to_tasks(double tasks, struct task_bound *bound, struct place place, int32_t *result,
                      struct input_error *error)
{
    if (!(tasks <= FILE_TASKS_MAX)) {
        return input_error_at(error, place, "expected at most %d tasks in a stage, found %.0f", FILE_TASKS_MAX, tasks);
    }
    *result = tasks < 1 ? 1 : (int32_t)tasks;
    return task_bound_add(bound, *result, place, error);
}
