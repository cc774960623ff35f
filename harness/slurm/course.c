#include "harness/slurm/course.h"

#include <signal.h>

/* Slurm holds an element again that can run nowhere, or refuses to release it: so often it is tried
 * for an attempt. */
enum { RELEASES_MOST = 5 };

static enum step tell(struct attempt_end *end, enum attempt_result result, int32_t value)
{
    end->result = result;
    end->exit_status = result == ATTEMPT_EXITED ? value : 0;
    end->signal = result == ATTEMPT_SIGNALLED ? value : 0;
    end->error = result == ATTEMPT_NOT_STARTED ? value : 0;
    return STEP_TELL;
}

/* The element was released for this attempt. */
static enum step own_step(struct course *course, const struct element *e, struct attempt_end *end)
{
    course->restarts = course->restarts < 0 ? e->restarts : course->restarts;
    /* its user has requeued it, or its node has failed: Slurm would run it again */
    const bool was_requeued = e->restarts > course->restarts || (course->has_run && e->state <= ELEMENT_RELEASED);
    switch (e->state) {
    case ELEMENT_RUNNING: course->has_run = true; return course->killed || was_requeued ? STEP_REQUEUE : STEP_WAIT;
    case ELEMENT_RELEASED: return course->killed || was_requeued ? STEP_HOLD : STEP_WAIT;
    case ELEMENT_HELD:
        if (e->is_completing) {
            return STEP_WAIT; /* its processes may still be there */
        }
        return course->killed || was_requeued ? tell(end, ATTEMPT_SIGNALLED, SIGKILL) : STEP_RELEASE;
    case ELEMENT_EXITED: return tell(end, ATTEMPT_EXITED, e->value);
    case ELEMENT_SIGNALLED: return tell(end, ATTEMPT_SIGNALLED, e->value);
    case ELEMENT_CANCELLED: return course->killed ? tell(end, ATTEMPT_SIGNALLED, SIGKILL) : STEP_GIVE_UP;
    default: return tell(end, ATTEMPT_VANISHED, 0);
    }
}

/* The element was released for an earlier attempt, or never. */
static enum step other_step(const struct course *course, const struct element *e, struct attempt_end *end)
{
    switch (e->state) {
    case ELEMENT_RUNNING: return STEP_REQUEUE;
    case ELEMENT_RELEASED: return STEP_HOLD;
    case ELEMENT_HELD:
        return course->killed ? tell(end, ATTEMPT_VANISHED, 0) : e->is_completing ? STEP_WAIT : STEP_RELEASE;
    default:
        if (course->killed) {
            return tell(end, ATTEMPT_VANISHED, 0);
        }
        return e->state == ELEMENT_CANCELLED ? STEP_GIVE_UP : e->is_completing ? STEP_WAIT : STEP_REQUEUE;
    }
}

static enum step next_step(struct course *course, enum presence presence, const struct element *element, bool is_late,
                           struct attempt_end *end)
{
    if (presence == PRESENT && element->is_moved && !course->killed && element->state <= ELEMENT_RELEASED) {
        return STEP_GIVE_UP;
    }
    if (presence == PRESENT) {
        return element->attempt == course->attempt ? own_step(course, element, end) : other_step(course, element, end);
    }
    if (course->killed) {
        return tell(end, ATTEMPT_VANISHED, 0);
    }
    if (presence == UNTOUCHED) {
        return STEP_RELEASE;
    }
    return presence == NO_TASK || is_late ? STEP_GIVE_UP : STEP_WAIT;
}

enum step course_step(struct course *course, enum presence presence, const struct element *element, bool is_late,
                      struct attempt_end *end)
{
    const enum step step = next_step(course, presence, element, is_late, end);

    return step == STEP_RELEASE && course->releases >= RELEASES_MOST ? tell(end, ATTEMPT_NOT_STARTED, 0) : step;
}
