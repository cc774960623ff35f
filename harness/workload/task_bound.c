#include "harness/workload/task_bound.h"

/* Adds to the sum read so far, unless the sum would exceed the bound. */
static bool add(int64_t *sum, int64_t more, int most, const char *what, struct place place, struct input_error *error)
{
    if (more > most - *sum) {
        return input_error_at(error, place, "expected at most %d %s in the file", most, what);
    }
    *sum += more;
    return true;
}

bool task_bound_add(struct task_bound *bound, int64_t more, struct place place, struct input_error *error)
{
    return add(&bound->tasks, more, FILE_TASKS_MAX, "tasks", place, error);
}

bool copy_bound_add(struct task_bound *bound, int64_t more, struct place place, struct input_error *error)
{
    return add(&bound->copies, more, FILE_COPIES_MAX, "copies of jobs", place, error);
}
