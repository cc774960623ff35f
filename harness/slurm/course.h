/*
 * What the executor for Slurm does about one attempt next, judged by what Slurm tells of its
 * element. A function of what is: nothing of the past but whether the attempt was seen running, and
 * how often it was released.
 */
#ifndef SLURM_COURSE_H
#define SLURM_COURSE_H

#include "harness/executors/executor.h"
#include "harness/slurm/cluster.h"

struct course {
    int64_t attempt;
    bool killed;      /* the service wants it killed */
    bool has_run;     /* it was seen running */
    int32_t restarts; /* of its element when that was released for it; -1: not known yet */
    int32_t releases; /* Slurm has answered so many */
};

/* What Slurm knows of a task. */
enum presence {
    NO_ARRAY,  /* not yet the array; its user is about to submit it */
    NO_TASK,   /* the array, but not this element: it was cancelled, or has ended long ago */
    UNTOUCHED, /* it waits in the array's record */
    PRESENT    /* it has an element of its own */
};

enum step {
    STEP_WAIT,
    STEP_RELEASE, /* let it start on its slot's node, marked with the attempt */
    STEP_HOLD,
    STEP_REQUEUE, /* kill it, or make it wait again after it has ended */
    STEP_TELL,    /* its end, which course_step() has filled in but for the instants */
    STEP_GIVE_UP  /* others have cancelled it, or it never came: the job cannot finish */
};

/* element: PRESENT only. is_late: the array has not come for long. */
enum step course_step(struct course *course, enum presence presence, const struct element *element, bool is_late,
                      struct attempt_end *end);

#endif
