#include "harness/invariants/clause.h"

struct clause_text {
    const char *name;
    const char *sentence;
};

static const struct clause_text texts[CLAUSES] = {
    [CLAUSE_POLICY] = {"Policy", "Plans are made from the slot table: always with exact projection, otherwise from a "
                                 "violation, or a change of the slots, on until no job is left. The pads are "
                                 "those of the setup."},
    [CLAUSE_CLOCK] = {"Clock", "The clock shows the instant to which it was moved, never more than the last one."},
    [CLAUSE_SIZES] = {"Sizes", "The promised jobs stand first, and the table holds no more jobs than it can."},
    [CLAUSE_SLOT_TABLE] = {"SlotTable", "The counters of the slot table are correct."},
    [CLAUSE_SLOT_JOBS] = {"SlotJobs", "A running task belongs to a job of the table."},
    [CLAUSE_SLOT_BOUNDS] = {"SlotBounds",
                            "The task of a busy or draining slot is not over its bound, and a promised job's is "
                            "bounded by the end recorded for the stage."},
    [CLAUSE_BUSY_RUNS] = {"BusyRuns",
                          "The runs of the bounds of busy slots are in order, and those of the slot table."},
    [CLAUSE_JOB_COUNTS] = {"JobCounts", "Unfinished tasks wait or run."},
    [CLAUSE_CURSOR] = {"Cursor",
                       "The search for an offer stands at the first job that has a ready task that waits, and "
                       "has counted the waiting tasks of those before it."},
    [CLAUSE_UNFINISHED] = {"Unfinished", "The unfinished tasks are counted, and are no more than there is room for."},
    [CLAUSE_PADS] = {"Pads", "The pads for dispatch latency are small enough to add to any instant."},
    [CLAUSE_LATE_FLAGGED] = {"LateFlagged", "Only flagged jobs run late."},
    [CLAUSE_READINESS] = {"Readiness",
                          "A reduce stage is ready when all its job's maps are reported; a map stage always is."},
    [CLAUSE_STARTED] = {"Started", "A job that has not started has no running task."},
    [CLAUSE_PENDING] = {"Pending", "Every job of the table has something left to do."},
    [CLAUSE_HANDLES] = {"Handles", "Handles are positive, distinct, and below the next one."},
    [CLAUSE_DEADLINES] = {"Deadlines", "Deadlines are instants."},
    [CLAUSE_IN_TIME] = {"InTime", "Recorded ends are in order and within the deadline."},

    [CLAUSE_PLAN_SHAPE] = {"PlanShape",
                           "The plan lists the promised jobs' tasks in their order; a job's waiting ones are "
                           "its last, and no others are open."},
    [CLAUSE_PLAN_TIMES] = {"PlanTimes",
                           "No waiting task has waited longer than it may behind its planned start, and if it starts "
                           "by then it ends by the end recorded."},
    [CLAUSE_PLAN_ROOM] = {"PlanRoom (PI)",
                          "Of the tasks before a waiting one, fewer than there are usable slots can still "
                          "run at its planned start."},
    [CLAUSE_RESERVED] = {"Reserved (INV)",
                         "For every waiting task before the last one dispatched from this plan a slot is "
                         "idle."},
    [CLAUSE_PLAN_RELEASE] = {"PlanRelease", "No waiting reduce task is planned to start before its job's maps end."},

    [CLAUSE_DUE_SOON] = {"DueSoon", "A task is due on an idle slot no later than it would be if it were offered now."},
    [CLAUSE_NOT_YET] = {"NotYet", "If no task is due on some idle slot, no waiting task is planned to have started."},
    [CLAUSE_RESERVED_IN_TIME] = {"ReservedInTime",
                                 "For a waiting task before the last one dispatched from this plan and each before it "
                                 "a slot is idle on which a task is due by the latest start of that task."},
    [CLAUSE_ROOM_IN_TIME] = {"RoomInTime",
                             "An idle slot on which a task is due after the latest start of a waiting one counts as if "
                             "it ran a task before it, and there is room for that."},
    [CLAUSE_DUE_RANGE] = {"DueRange", "On every idle slot a task is due in the range that is kept of these instants."},
    [CLAUSE_ANNOUNCED] = {"Announced",
                          "With dispatch latency a task is due on every idle slot while there is an offer."},

    [CLAUSE_RUNNING] = {"Running",
                        "While plans are made from stored vectors no job is late, no slot drains, and a task ends "
                        "within its estimate from now."},
    [CLAUSE_ROWS_COVER] = {"RowsCover",
                           "The vector stored for a job has an entry for every usable slot, and counts the running "
                           "and waiting tasks of it and of the jobs before it."},
    [CLAUSE_FEW_BEFORE] = {"FewBefore",
                           "When a task of a job has been dispatched, the jobs before it run and await fewer "
                           "tasks than there are usable slots."},
    [CLAUSE_ENDED] = {"Ended", "The finish times that are remembered have passed, and ascend."},

    [CLAUSE_WATCHED] = {"Watched", "A job whose promise is in force is in the table, not flagged, under the deadline "
                                   "of its admission or last renewal, and now <= e <= deadline."},
    [CLAUSE_KEPT] = {"Kept", "A job that is done, and not flagged, was done by its last recorded e, and that is at "
                             "most its deadline."},
    [CLAUSE_PLAN_ORDER] = {"PlanOrder",
                           "Accepted jobs keep their places; a new or renewed one goes where the order of the "
                           "setup says, a flagged one behind the promised ones, by deadline."},
    [CLAUSE_TASKS] = {"Tasks", "The waiting and unfinished tasks of every job are those that follow from the calls, "
                               "with the estimates of its admission, or those set later."},
    [CLAUSE_SLOTS] = {"Slots",
                      "Every slot is in the state that follows from the calls, and runs the task dispatched on it, "
                      "until the bound given then, or extended to."},
    [CLAUSE_DUE] = {"Due",
                    "With dispatch latency a task is due on every idle slot by the instant that follows from the "
                    "calls, and on none while nothing is offered."},
    [CLAUSE_RECORDED] = {"Recorded",
                         "The recorded ends of the promised jobs are those of the plan that was adopted, and the "
                         "e of a flagged one that of the plan that it was flagged for."},

    [CLAUSE_STATUS] = {"Status", "A call's status is the one that rtmr.h promises."},
    [CLAUSE_UNCHANGED] = {"Unchanged", "An error changes nothing; a rejection and a question change scratch only."},
    [CLAUSE_DECISION] = {"Decision", "A job is accepted, a slot may drain, a promise is renewed, a task has more "
                                     "time, exactly if a naive plan meets every deadline; a "
                                     "rejection names the first miss."},
    [CLAUSE_VIOLATION] = {"Violation",
                          "A call reports a violation exactly if a rule was broken, and flags exactly the jobs "
                          "that it reaches."},
    [CLAUSE_OFFER] = {"Offer",
                      "The offered task is the first ready one in plan order, and more slots are idle than tasks "
                      "wait in front of it."},
    [CLAUSE_AGREEMENT] = {"Agreement", "The dispatched task is the offered one."},
    [CLAUSE_DISPATCH] = {"Dispatch", "No task starts before its stage is ready, or twice."},
    [CLAUSE_REPORT] = {"Report", "A finish reports the task that has ended, under the deadline and the e of its job."},

    [CLAUSE_WHAT_IF] = {"WhatIf", "A question gets the answer that a submission gets."},
    [CLAUSE_COUNTER_OFFER] = {"CounterOffer",
                              "The earliest deadline that a rejection names would be accepted, an earlier "
                              "one would not."},
    [CLAUSE_WITHDRAWAL] = {"Withdrawal",
                           "Submitting and withdrawing leaves the same jobs, in the same order, with the same "
                           "parameters."},
    [CLAUSE_DRAIN] = {"Drain", "A slot that runs nothing may drain exactly if losing it would flag no job."},
};

const char *clause_name(enum clause clause)
{
    return texts[clause].name;
}

const char *clause_sentence(enum clause clause)
{
    return texts[clause].sentence;
}
