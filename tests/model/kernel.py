"""The kernel behind the operations of the model, through ctypes and rtmr.h's public functions only.

The shared library is build/librtmr_test.so, or what the environment variable RTMR_KERNEL_LIB names.
It holds the kernel and context_size.c. `make build/librtmr_test.so` builds it.
"""
import ctypes
import os
import pathlib

from tests.model.naive import (ACCEPTED, BOUND, DEADLINE, ESTIMATE, IDLE, JOBS_FULL, LATE, OVERRUN, SLOT_LATE,
                               STARTED, TASKS_FULL, UNKNOWN, WAITED, Decision, JobInfo, Offer, Report, SlotInfo)
from tests.model.naive import Alarm as ModelAlarm
from tests.model.rules import EDF, EXACT, FIFO, FLOOR, NONE, SATU

DEFAULT_LIBRARY = pathlib.Path(__file__).resolve().parent.parent.parent / "build" / "librtmr_test.so"

TICKS = ctypes.c_int64
HANDLE = ctypes.c_int64
COUNT = ctypes.c_int32
ENUM = ctypes.c_int

OK, REJECTED, NOTHING, V_OVERRUN, V_WAITING = 0, 1, 2, 3, 4
E_DEADLINE, E_HANDLE, E_STARTED, E_SLOT_IDLE, E_SLOT_LATE, E_BOUND, E_ESTIMATE = -13, -14, -15, -19, -26, -27, -28

FEEDBACK = {EXACT: 0, SATU: 1, NONE: 2}
ORDER = {"default": 0, FLOOR: 1, EDF: 2, FIFO: 3}
REASON = {0: ACCEPTED, 1: LATE, 2: JOBS_FULL, 3: TASKS_FULL}
REFUSAL = {E_DEADLINE: DEADLINE, E_HANDLE: UNKNOWN, E_STARTED: STARTED, E_SLOT_IDLE: IDLE, E_SLOT_LATE: SLOT_LATE,
           E_BOUND: BOUND, E_ESTIMATE: ESTIMATE}
SLOT_STATE = {0: "idle", 1: "busy", 2: "draining", 3: "late", 4: "late, draining", 5: "absent"}


class KernelError(Exception):
    """A status that no call of these tests may return."""


class Setup(ctypes.Structure):
    _fields_ = [("map_slots", COUNT), ("reduce_slots", COUNT), ("feedback", ENUM), ("order", ENUM),
                ("delta", TICKS), ("latency", TICKS), ("reduces_per_node", COUNT), ("counter_offer", COUNT)]


class JobRequest(ctypes.Structure):
    _fields_ = [("map_tasks", COUNT), ("reduce_tasks", COUNT), ("map_estimate", TICKS), ("reduce_estimate", TICKS),
                ("deadline", TICKS)]


class JobDecision(ctypes.Structure):
    _fields_ = [("reason", ENUM), ("job", HANDLE), ("estimated_finish", TICKS), ("late_job", HANDLE),
                ("late_by", TICKS), ("earliest_deadline", TICKS)]


class TaskOffer(ctypes.Structure):
    _fields_ = [("job", HANDLE), ("bound", TICKS), ("token", ctypes.c_uint32)]


class FinishReport(ctypes.Structure):
    _fields_ = [("job", HANDLE), ("stage_done", COUNT), ("job_done", COUNT), ("flagged", COUNT),
                ("estimated_finish", TICKS), ("deadline", TICKS)]


class Alarm(ctypes.Structure):
    _fields_ = [("overrun_tasks", COUNT), ("flagged_jobs", COUNT)]


class JobState(ctypes.Structure):
    _fields_ = [("job", HANDLE), ("place", COUNT), ("flagged", COUNT), ("started", COUNT), ("deadline", TICKS),
                ("estimated_finish", TICKS), ("map_waiting", COUNT), ("map_unfinished", COUNT),
                ("reduce_waiting", COUNT), ("reduce_unfinished", COUNT), ("map_estimate", TICKS),
                ("reduce_estimate", TICKS)]


class SlotState(ctypes.Structure):
    _fields_ = [("state", ENUM), ("job", HANDLE), ("bound", TICKS)]


def load():
    """The library with the types of its functions."""
    library = ctypes.CDLL(os.environ.get("RTMR_KERNEL_LIB") or str(DEFAULT_LIBRARY))
    context, p = ctypes.c_void_p, ctypes.POINTER
    for name, result, arguments in [
            ("rtmr_context_size", ctypes.c_int64, []),
            ("rtmr_slot_capacity", COUNT, []),
            ("rtmr_job_capacity", COUNT, []),
            ("rtmr_task_capacity", COUNT, []),
            ("rtmr_context_tag", ctypes.c_uint32, []),
            ("rtmr_init_as", ENUM, [context, p(Setup), ctypes.c_uint32]),
            ("rtmr_submit", ENUM, [context, p(JobRequest), p(JobDecision)]),
            ("rtmr_what_if", ENUM, [context, p(JobRequest), p(JobDecision)]),
            ("rtmr_withdraw", ENUM, [context, HANDLE]),
            ("rtmr_offer", ENUM, [context, ENUM, p(TaskOffer)]),
            ("rtmr_dispatch", ENUM, [context, ENUM, COUNT, p(TaskOffer)]),
            ("rtmr_finish", ENUM, [context, ENUM, COUNT, p(FinishReport)]),
            ("rtmr_advance", ENUM, [context, TICKS, p(Alarm)]),
            ("rtmr_renew", ENUM, [context, HANDLE, TICKS, p(JobDecision)]),
            ("rtmr_extend", ENUM, [context, ENUM, COUNT, TICKS, p(JobDecision)]),
            ("rtmr_set_estimate", ENUM, [context, HANDLE, ENUM, TICKS, p(JobDecision)]),
            ("rtmr_suspend", ENUM, [context, HANDLE]),
            ("rtmr_abort", ENUM, [context, HANDLE]),
            ("rtmr_next_event", TICKS, [context]),
            ("rtmr_next_idle", COUNT, [context, ENUM, COUNT]),
            ("rtmr_now", TICKS, [context]),
            ("rtmr_job_count", COUNT, [context]),
            ("rtmr_job_at", ENUM, [context, COUNT, p(JobState)]),
            ("rtmr_job_info", ENUM, [context, HANDLE, p(JobState)]),
            ("rtmr_slot_info", ENUM, [context, ENUM, COUNT, p(SlotState)])]:
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library


LIBRARY = load()
JOB_CAPACITY = LIBRARY.rtmr_job_capacity()
TASK_CAPACITY = LIBRARY.rtmr_task_capacity()
IGNORED_ESTIMATE = -7   # what the kernel is told for a stage without tasks: it must not care


class Kernel:
    """One context. Its operations return what the model's do; any status beyond these is a
    KernelError."""

    def __init__(self, map_slots, reduce_slots, rules, counter_offers=True, default_order=False):
        self.slot_counts = (map_slots, reduce_slots)
        self.context = ctypes.create_string_buffer(LIBRARY.rtmr_context_size())
        setup = Setup(map_slots, reduce_slots, FEEDBACK[rules.feedback],
                      ORDER["default" if default_order else rules.order], rules.delta, rules.latency,
                      rules.reduces_per_node, counter_offers)
        self.expect(LIBRARY.rtmr_init_as(self.context, setup, LIBRARY.rtmr_context_tag()), OK)

    @staticmethod
    def expect(status, *expected):
        if status not in expected:
            raise KernelError(f"status {status}, expected {expected}")
        return status

    def move(self):
        """Continues with a copy of the context, elsewhere, and destroys the original."""
        original = self.context
        self.context = ctypes.create_string_buffer(original.raw, len(original))
        ctypes.memset(original, 0xA5, len(original))

    def decide(self, function, request):
        job = JobRequest(len(request.map_estimates), len(request.reduce_estimates),
                         max(request.map_estimates, default=IGNORED_ESTIMATE),
                         max(request.reduce_estimates, default=IGNORED_ESTIMATE), request.deadline)
        decision = JobDecision()
        return self.told(self.expect(function(self.context, job, decision), OK, REJECTED), decision)

    def told(self, status, decision):
        """What a call with a decision says."""
        result = Decision(REASON[decision.reason], decision.job, decision.estimated_finish, decision.late_job,
                          decision.late_by, decision.earliest_deadline)
        self.expect(status, OK if result.reason == ACCEPTED else REJECTED)
        return result

    def change(self, function, arguments, *refusals):
        """A call that asks for a change: its decision, or why it is not tested."""
        decision = JobDecision()
        status = self.expect(function(self.context, *arguments, decision), OK, REJECTED, *refusals)
        return REFUSAL[status] if status < 0 else self.told(status, decision)

    def give_up(self, function, handle, *refusals):
        """A call that ends a promise or a job: None, or why not."""
        return REFUSAL.get(self.expect(function(self.context, handle), OK, *refusals))

    def submit(self, request):
        return self.decide(LIBRARY.rtmr_submit, request)

    def what_if(self, request):
        return self.decide(LIBRARY.rtmr_what_if, request)

    def withdraw(self, handle):
        return self.give_up(LIBRARY.rtmr_withdraw, handle, E_HANDLE, E_STARTED)

    def suspend(self, handle):
        return self.give_up(LIBRARY.rtmr_suspend, handle, E_HANDLE)

    def abort(self, handle):
        return self.give_up(LIBRARY.rtmr_abort, handle, E_HANDLE)

    def renew(self, handle, deadline):
        return self.change(LIBRARY.rtmr_renew, (handle, deadline), E_HANDLE, E_DEADLINE, E_SLOT_LATE)

    def extend(self, stage, slot, bound):
        return self.change(LIBRARY.rtmr_extend, (stage, slot, bound), E_SLOT_IDLE, E_BOUND)

    def set_estimate(self, handle, stage, estimate):
        return self.change(LIBRARY.rtmr_set_estimate, (handle, stage, estimate), E_HANDLE, E_ESTIMATE)

    def next_event(self):
        return LIBRARY.rtmr_next_event(self.context)

    def next_idle(self, stage, start):
        return LIBRARY.rtmr_next_idle(self.context, stage, start)

    def offer(self, stage):
        offer = TaskOffer()
        if self.expect(LIBRARY.rtmr_offer(self.context, stage, offer), OK, NOTHING) == NOTHING:
            return None
        return Offer(offer.job, offer.bound)

    def dispatch(self, stage, slot):
        offer = TaskOffer()
        self.expect(LIBRARY.rtmr_dispatch(self.context, stage, slot, offer), OK)
        return Offer(offer.job, offer.bound)

    def finish(self, stage, slot):
        report = FinishReport()
        self.expect(LIBRARY.rtmr_finish(self.context, stage, slot, report), OK)
        return Report(report.job, report.stage_done != 0, report.job_done != 0, report.flagged != 0,
                      report.estimated_finish, report.deadline)

    def advance(self, to):
        alarm = Alarm()
        status = self.expect(LIBRARY.rtmr_advance(self.context, to, alarm), OK, V_OVERRUN, V_WAITING)
        return None if status == OK else ModelAlarm({V_OVERRUN: OVERRUN, V_WAITING: WAITED}[status],
                                                    alarm.overrun_tasks, alarm.flagged_jobs)

    @property
    def now(self):
        return LIBRARY.rtmr_now(self.context)

    def jobs(self):
        jobs = []
        state = JobState()
        for place in range(LIBRARY.rtmr_job_count(self.context)):
            self.expect(LIBRARY.rtmr_job_at(self.context, place, state), OK)
            jobs.append(JobInfo(state.job, state.place, state.flagged != 0, state.started != 0, state.deadline,
                                state.estimated_finish, state.map_waiting, state.map_unfinished,
                                state.reduce_waiting, state.reduce_unfinished))
        return jobs

    def slot_table(self, stage):
        slots = []
        state = SlotState()
        for slot in range(self.slot_counts[stage]):
            self.expect(LIBRARY.rtmr_slot_info(self.context, stage, slot, state), OK)
            name = SLOT_STATE[state.state]
            slots.append(SlotInfo(name, state.job, None if name == "idle" else state.bound))
        return slots
