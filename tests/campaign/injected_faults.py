"""Injected faults: single changes of the kernel, each with the clause by which it must be found.

usage: injected_faults.py NAME FILE     NAME: how the name of a fault begins; FILE: gets its source
"""
import dataclasses
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Stale(Exception):
    """The text to be changed is not in the kernel exactly once."""


@dataclasses.dataclass(frozen=True)
class Fault:
    """`find`, which is in the kernel's sources exactly once, becomes `replace`; the campaign finds
    `clause` broken.

    `name` says what is wrong then.
    """
    name: str
    find: str
    replace: str
    clause: str

    def file(self) -> pathlib.Path:
        """The source with the text, relative to the root."""
        found = [path for path in sorted((ROOT / "kernel").glob("*.c"))
                 for _ in range(path.read_text().count(self.find))]
        if len(found) != 1:
            raise Stale(f"fault {self.name!r} is stale: {self.find!r} is in kernel/*.c {len(found)} times, not once")
        return found[0].relative_to(ROOT)

    def source(self) -> str:
        """The text of the file with the fault."""
        return (ROOT / self.file()).read_text().replace(self.find, self.replace)


FAULTS = (
    # The slips of the papers that the kernel corrects.
    Fault("the printed rule of Algorithm IV, line 10: the last reserved slot is taken", "pool->reserved < pool->idle ?",
          "pool->reserved <= pool->idle && pool->idle > 0 ?", "Reserved (INV)"),
    Fault("pure EDF order with stored vectors: a new job passes one that has started",
          "while (place > 0 && k->started[place - 1] == 0) {", "while (place > 0) {", "PlanOrder"),
    Fault("feedback re-estimates a started job from its undispatched tasks only",
          "job.map.waiting = k->map.unfinished[place];", "job.map.waiting = k->map.waiting[place];", "SlotBounds"),

    # The table.
    Fault(
        "an empty table is no longer planned from the slots", "        k->promised--;\n    }\n    if (k->jobs == 0) {\n"
        "        k->plans_from_slots = k->feedback == RTMR_FEEDBACK_EXACT;",
        "        k->promised--;\n    }\n    if (k->jobs == 0) {\n        k->plans_from_slots = 0;", "Policy"),
    Fault("the clock begins at 1", "k->now = 0;", "k->now = 1;", "Clock"),
    Fault("a job is counted twice", "k->jobs++;\n    k->promised++;", "k->jobs++;\n    k->promised += 2;", "Sizes"),
    Fault("a slot does not become idle", "pool->idle += rtmr_slot_usable(freed);", "", "SlotTable"),
    Fault("the running tasks of a flagged job go one place too far",
          "pool->place[s] = to;\n        } else if (pool->place[s] > from",
          "pool->place[s] = to + 1;\n        } else if (pool->place[s] > from", "SlotJobs"),
    Fault("the soonest bound is not noted", "pool->soonest = rtmr_sooner(pool->soonest, bound);", "", "SlotBounds"),
    Fault("the bound of a slot that is no longer busy stays among the runs",
          "rtmr_runs_remove(&pool->busy, pool->bound[slot]);", "", "BusyRuns"),
    Fault("a finished task stays unfinished", "pool->unfinished[place]--;", "", "JobCounts"),
    Fault("a search for an offer does not begin afresh when a stage is released",
          "k->reduce.ready[place] = 1;\n        rtmr_search_afresh(&k->reduce);", "k->reduce.ready[place] = 1;",
          "Cursor"),
    Fault("the tasks of a new job are not counted", "pool->tasks += row->waiting;", "", "Unfinished"),
    Fault("a pad is negative", "k->map.wait_pad = 0;", "k->map.wait_pad = -1;", "Pads"),
    Fault("a job with a late reduce is not flagged", "if (rtmr_slot_late(k->reduce.state[s])) {",
          "if (k->reduce.state[s] > RTMR_SLOT_ABSENT) {", "LateFlagged"),
    Fault("reduces do not become ready", "k->reduce.ready[place] = 1;", "", "Readiness"),
    Fault("a job that moves counts as not started", "k->started[to] = k->started[from];", "k->started[to] = 0;",
          "Started"),
    Fault("the last job stays when it is done", "if (report->job_done) {", "if (report->job_done && k->jobs > 1) {",
          "Pending"),
    Fault("every job gets the same handle", "k->handle[place] = k->next_handle;", "k->handle[place] = 1;", "Handles"),
    Fault("a deadline is not kept in the table", "k->deadline[place] = deadline;\n    k->started[place] = 0;",
          "k->deadline[place] = RTMR_NEVER;\n    k->started[place] = 0;", "Deadlines"),
    Fault("a tick late is in time", "if (end > deadline && outlook->late < 0) {",
          "if (end > deadline + 1 && outlook->late < 0) {", "InTime"),
    Fault("an idle slot owes a task though none is offered", "now + pool->release_pad + pool->wait_pad) : RTMR_NEVER;",
          "now + pool->release_pad + pool->wait_pad) : now;", "Due"),

    # The plan.
    Fault("a new job goes before those with the same deadline", "k->deadline[place] <= deadline",
          "k->deadline[place] < deadline", "PlanShape"),
    Fault("a map stage is recorded to end now", "k->map.end[i] = k->map.draft[i];", "k->map.end[i] = k->now;",
          "PlanTimes"),
    Fault("a task may take a tick longer than planned", "const rtmr_ticks bound = now + pool->estimate[place];",
          "const rtmr_ticks bound = now + pool->estimate[place] + 1;", "PlanRoom (PI)"),
    Fault("nothing is reserved", "pool->reserved < pool->idle ?", "pool->idle > 0 ?", "Reserved (INV)"),
    Fault("a map stage is recorded to end with the job", "k->map.end[i] = k->map.draft[i];",
          "k->map.end[i] = k->reduce.draft[i];", "PlanRelease"),

    # Dispatch latency.
    Fault("a task is due a tick later than the latency allows",
          "now + pool->release_pad + pool->wait_pad) : RTMR_NEVER;",
          "now + pool->release_pad + pool->wait_pad + 1) : RTMR_NEVER;", "DueSoon"),
    Fault(
        "what has been offered for a while is no longer due",
        "    if (offered ? pool->due_last == RTMR_NEVER : pool->due_first < RTMR_NEVER) {",
        "    for (int32_t s = 0; s < pool->slots; s++) {\n"
        "        if (pool->state[s] == RTMR_SLOT_IDLE && pool->bound[s] < now + pool->wait_pad) {\n"
        "            pool->bound[s] = RTMR_NEVER;\n        }\n    }\n"
        "    if (offered ? pool->due_last == RTMR_NEVER : pool->due_first < RTMR_NEVER) {", "NotYet"),
    Fault(
        "while more than two slots are idle each call restarts their wait",
        "    if (offered ? pool->due_last == RTMR_NEVER : pool->due_first < RTMR_NEVER) {",
        "    for (int32_t s = 0; s < pool->slots; s++) {\n"
        "        if (pool->state[s] == RTMR_SLOT_IDLE && pool->idle > 2) {\n"
        "            pool->bound[s] = RTMR_NEVER;\n        }\n    }\n    {", "ReservedInTime"),
    Fault(
        "every call restarts the wait of idle slots",
        "    if (offered ? pool->due_last == RTMR_NEVER : pool->due_first < RTMR_NEVER) {",
        "    for (int32_t s = 0; s < pool->slots; s++) {\n"
        "        if (pool->state[s] == RTMR_SLOT_IDLE) {\n"
        "            pool->bound[s] = RTMR_NEVER;\n        }\n    }\n    {", "RoomInTime"),
    Fault("a map slot waits for its next task as long as if it had never had one",
          "(rtmr_slot_late(state) ? offered : rtmr_sooner(pool->bound[slot], offered)) + RTMR_WAIT_PAD(pool);",
          "offered + RTMR_WAIT_PAD(pool);", "RoomInTime"),
    Fault(
        "a dispatch restarts the wait of the other idle slots",
        "    exchange_dues(pool, slot, earliest) /*@ ghost (g) */;", "    for (int32_t s = 0; s < pool->slots; s++) {\n"
        "        if (pool->state[s] == RTMR_SLOT_IDLE) {\n"
        "            pool->bound[s] = RTMR_NEVER;\n        }\n    }\n"
        "    pool->due_last = RTMR_NEVER;\n    (void)exchange_dues;", "RoomInTime"),
    Fault("by when a task is due on a slot that becomes idle is not noted", "rtmr_due_more(pool, freed, due);", "",
          "DueRange"),
    Fault("what is offered to reduce slots is not noted",
          "note_offer(&k->reduce, k->promised, k->now)",
          "(void)(k->jobs)",
          "Announced"),
    Fault("a dispatch serves the slot that takes the task", "    exchange_dues(pool, slot, earliest) /*@ ghost (g) */;",
          "    (void)exchange_dues;", "Due"),
    Fault("a dispatch serves the slot that is due last",
          "pool->bound[s] < pool->bound[earliest]) {\n            earliest = s;\n        }\n    }\n"
          "    pool->due_first = pool->bound[earliest];",
          "pool->bound[s] > pool->bound[earliest]) {\n            earliest = s;\n        }\n    }", "Due"),
    Fault("a reduce is due at once when another has ended",
          "rtmr_sooner(pool->bound[slot], offered)) + RTMR_WAIT_PAD(pool);",
          "rtmr_sooner(pool->bound[slot], offered));", "Due"),
    Fault("a slot that joins owes a task at once",
          "RTMR_SLOT_IDLE, 0, now + RTMR_RELEASE_PAD(pool) + RTMR_WAIT_PAD(pool))", "RTMR_SLOT_IDLE, 0, now)", "Due"),
    Fault("an offer that was left waiting is due as before when the jobs are planned again",
          "    rtmr_restart_waits(&k->reduce);\n", "", "Due"),
    Fault("an offer is left waiting a tick before it is", "rtmr_due_passed(pool, to);",
          "rtmr_due_passed(pool, to + 1);", "Violation"),
    Fault("an offer is left waiting a tick after it is", "rtmr_due_passed(pool, to);",
          "rtmr_due_passed(pool, to - 1);", "Violation"),
    Fault("how many reduces share a node is not in the pads",
          "(reduces_per_node > 0 ? reduces_per_node : 1) * latency;", "latency;", "Policy"),
    Fault("the wait for a slot is missing in plans", "tasks, estimate + RTMR_WAIT_PAD(pool), release, floor)",
          "tasks, estimate, release, floor)", "PlanTimes"),
    Fault("the wait for the first map is missing in plans", "job->map.estimate, k->now + RTMR_RELEASE_PAD(&k->map),",
          "job->map.estimate, k->now,", "Decision"),
    Fault("the time until an end is noticed is missing in plans", "estimate + pad : 0;", "estimate : 0;", "Decision"),
    Fault("a task may take the time that it may wait for a slot, too",
          "const rtmr_ticks bound = now + pool->estimate[place];",
          "const rtmr_ticks bound = now + pool->estimate[place] + pool->wait_pad;", "PlanRoom (PI)"),

    # Slots that drain and join, tasks that are lost.
    Fault("plans count on a slot that drains",
          "if (state == RTMR_SLOT_BUSY) {\n        rtmr_runs_insert",
          "if (rtmr_slot_timely(state)) {\n        rtmr_runs_insert", "BusyRuns"),
    Fault("a job with a task on a slot that drains is planned without it",
          "if (rtmr_slot_timely(pool->state[s]) && pool->place[s] < jobs) {",
          "if (pool->state[s] == RTMR_SLOT_BUSY && pool->place[s] < jobs) {", "SlotBounds"),
    Fault("a task on a slot that drains is never over its bound",
          "if (!rtmr_slot_timely(state) || pool->bound[s] >= to) {",
          "if (state != RTMR_SLOT_BUSY || pool->bound[s] >= to) {", "SlotBounds"),
    Fault("a slot that drained stays", "set_slot(pool, slot, freed, place, due)",
          "set_slot(pool, slot, RTMR_SLOT_IDLE, place, due)", "SlotTable"),
    Fault("a slot whose task has failed does not leave", "? RTMR_SLOT_ABSENT : RTMR_SLOT_IDLE;\n    drop(",
          "? RTMR_SLOT_IDLE : RTMR_SLOT_IDLE;\n    drop(", "Slots"),
    Fault("a slot that may not drain does", "    steer(k, stage, slot, state);\n", "", "Unchanged"),
    Fault("a slot drains only if no job is in the table",
          "    steer(k, stage, slot, state == RTMR_SLOT_IDLE ?",
          "    if (k->jobs > 0) {\n        return RTMR_REJECTED;\n    }\n"
          "    steer(k, stage, slot, state == RTMR_SLOT_IDLE ?",
          "Drain"),
    Fault("a slot drains, and the plan in force counts on it",
          "        rtmr_adopt_change(k) /*@ ghost (g) */;\n    } else {\n        steer", "    } else {\n        steer",
          "Recorded"),
    Fault("a lost task does not run again", "pool->waiting[place]++;", "", "JobCounts"),
    Fault(
        "a lost task's job is flagged before it is known whether it would be late",
        "if (outlook.late < 0) {\n        //@ ghost rtmr_verdict_fold(k, &g->trial, RTMR_TIME_MAX);\n"
        "        return -1;", "if (outlook.late < 0 && suspect < 0) {\n        return -1;", "PlanShape"),
    Fault("the first late job is flagged, not the job of the lost task",
          "int32_t victim = suspect < k->promised ? suspect : -1;", "int32_t victim = -1;\n    (void)suspect;",
          "PlanShape"),
    Fault("a violation flags a job though every promise can be kept",
          "rtmr_recover(k, -1, alarm) /*@ ghost (g, &found) */;",
          "if (k->promised > 0) {\n        (void)rtmr_flag(k, k->promised - 1, alarm);\n    }\n"
          "    rtmr_recover(k, -1, alarm) /*@ ghost (g, &found) */;", "PlanShape"),
    Fault("a slot that joins is not counted", "pool->slots++;", "pool->slots += 0;", "SlotTable"),

    # Promises that are renewed, moved and given up.
    Fault("flagged jobs stand in the order in which they were flagged",
          "k->deadline[to + 1] <= k->deadline[place]", "k->deadline[to + 1] >= 0", "PlanOrder"),
    Fault("a task of a flagged job counts in plans",
          "RTMR_SLOT_LATE, place, now + pool->estimate[place])",
          "RTMR_SLOT_BUSY, place, now + pool->estimate[place])",
          "SlotTable"),
    Fault("an offer to a flagged job must not wait",
          "let_wait(&k->map, k->promised, to)",
          "let_wait(&k->map, k->jobs, to)",
          "Violation"),
    Fault("a change is adopted whatever the plan says", "    if (outlook.late < 0) {\n        decision->reason",
          "    if (outlook.late < RTMR_JOBS) {\n        decision->reason", "Decision"),
    Fault("a change is adopted, and the plan in force is the old one",
          "    rtmr_keep_promises(k) /*@ ghost (g) */;\n    //@ ghost rtmr_unnoted_fold(k, g);\n", "", "Recorded"),
    Fault("a renewed job stands behind those with its deadline", "return k->handle[other] < k->handle[from];",
          "return k->handle[other] > 0;", "PlanOrder"),
    Fault("a renewal that is refused leaves the new deadline",
          "    k->deadline[from] = deadline;\n    k->promised = promised;",
          "    k->promised = promised;",
          "Unchanged"),
    Fault("a job is renewed while no plan counts on its reduces",
          " || runs_uncounted(&k->reduce, place)",
          "",
          "Status"),
    Fault("the earliest deadline of a renewal is not the earliest", "rtmr_later(low, k->reduce.draft[place]);",
          "rtmr_later(low, k->reduce.draft[place]) + 1;", "CounterOffer"),
    Fault("a task is given less time than before", " || bound < bound_of(k, stage, slot)", "", "Status"),
    Fault("a late task that has more time does not count",
          "pool->usable += rtmr_slot_usable(state) - rtmr_slot_usable(pool->state[slot]);\n    rtmr_note_busy",
          "rtmr_note_busy", "SlotTable"),
    Fault("the time until an end is noticed is missing in an estimate that is set",
          "const rtmr_ticks takes = estimate + pad_of(k, stage);",
          "const rtmr_ticks takes = estimate;\n    (void)pad_of(k, stage);",
          "Tasks"),
    Fault("a job that is suspended is still promised",
          "k->plans_from_slots = 1;\n    const int32_t to = rtmr_table_flag(k, place)",
          "k->plans_from_slots = 1;\n    const int32_t to = place >= 0 ? place : rtmr_table_flag(k, place)",
          "PlanOrder"),
    Fault("waiting tasks of an aborted job still count", "    pool->tasks -= dropped;\n", "", "Unfinished"),

    # What `none` and `satu` remember.
    Fault("a slot that is back is missing in the stored vectors",
          "if (k->jobs > 0) {\n        k->plans_from_slots = 1;",
          "if (k->jobs > 0) {\n        k->plans_from_slots = k->plans_from_slots;", "Policy"),
    Fault("a task may take two ticks longer than its estimate", "const rtmr_ticks bound = now + pool->estimate[place];",
          "const rtmr_ticks bound = now + pool->estimate[place] + 2;", "Running"),
    Fault("half of what is to be reserved is not", "pool->reserved < pool->idle ?",
          "pool->reserved / 2 < pool->idle ?", "FewBefore"),
    Fault("a task is remembered to end a tick later", "append(&k->map_memory.of[place].ended, k->map.slots, k->now);",
          "append(&k->map_memory.of[place].ended, k->map.slots, k->now + 1);", "Ended"),
    Fault("a job's vector is not stored", "rtmr_availability_store(&pool->free_at, &memory->of[place].row);", "",
          "RowsCover"),

    # What was promised.
    Fault("a deadline changes quietly as another job retires", "        retire(k, place)",
          "        k->deadline[place > 0 ? 0 : k->jobs - 1]++;\n        retire(k, place)", "Watched"),
    Fault("a job is reported done with e_m for e", "report->estimated_finish = k->reduce.end[place];",
          "report->estimated_finish = k->map.end[place];", "Kept"),
    Fault("a new job counts as started", "k->started[place] = 0;", "k->started[place] = 1;", "Tasks"),
    Fault("a late slot's bound is forgotten", "set_slot(pool, s, late, pool->place[s], pool->bound[s])",
          "set_slot(pool, s, late, pool->place[s], to)", "Slots"),
    Fault("feedback whatever delta is", "k->feedback != RTMR_FEEDBACK_SATU || k->reduce.end[place] - k->now < k->delta",
          "k->feedback != RTMR_FEEDBACK_SATU", "Recorded"),
    Fault("the deadline is recorded for e", "k->reduce.end[i] = k->reduce.draft[i];",
          "k->reduce.end[i] = k->deadline[i];", "Recorded"),

    # Single calls.
    Fault("one error for another", "    if (to < k->now) {\n        return RTMR_E_TIME_BACK;",
          "    if (to < k->now) {\n        return RTMR_E_TIME_MAX;", "Status"),
    Fault("a refusal changes the state", "return RTMR_E_STARTED;", "k->next_handle++;\n        return RTMR_E_STARTED;",
          "Unchanged"),
    Fault("a rejection tells a lateness that is a tick too large", "outlook->late_end - due;",
          "outlook->late_end - due + 1;", "Decision"),
    Fault("offers may wait", "to > k->now && (map_waited || reduce_waited)", "0", "Violation"),
    Fault("one slot too many is reserved", "pool->reserved < pool->idle ?", "pool->reserved + 1 < pool->idle ?",
          "Offer"),
    Fault("an offer tells a later bound", "offer->bound = k->now + (stage", "offer->bound = k->now + 1 + (stage",
          "Agreement"),
    Fault("a reduce starts before its maps have ended", "pool->reserved < pool->idle ? pool->first : -1;",
          "pool->reserved < pool->idle ? pool->first : jobs - 1;", "Dispatch"),
    Fault("a flagged job is reported as kept", "report->flagged = place >= k->promised;", "report->flagged = 0;",
          "Report"),

    # Laws.
    Fault("a question tells a later deadline than was asked about", "*decision);\n    return RTMR_OK;",
          "*decision);\n    decision->earliest_deadline++;\n    return RTMR_OK;", "WhatIf"),
    Fault("the earliest deadline is not the earliest", "return rtmr_later(low, end);",
          "return rtmr_later(low, end) + 1;", "CounterOffer"),
    Fault("withdrawing takes out the last job", "}\n    rtmr_table_remove(k, place)",
          "}\n    rtmr_table_remove(k, k->jobs - 1)", "Withdrawal"),
)


def named(name: str) -> Fault:
    """The fault whose name begins so."""
    found = [fault for fault in FAULTS if fault.name.startswith(name)]
    if len(found) != 1:
        raise Stale(f"{len(found)} faults are named {name!r}, expected one")
    return found[0]


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__.splitlines()[2], file=sys.stderr)
        return 2
    try:
        pathlib.Path(sys.argv[2]).write_text(named(sys.argv[1]).source())
    except (Stale, OSError) as error:
        print(f"injected_faults.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
