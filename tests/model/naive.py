"""The naive model: an RTMR scheduler written line by line from the papers, with every task on
record.

It offers the same operations as the kernel (kernel.py binds them), and is slow on purpose: lists
that are sorted again at every step, plans that start from nothing, and the earliest acceptable
deadline found by trying every instant. What it does where the papers are wrong or silent is a
switch of rules.Rules; the defaults are right.

Promises can be renewed, moved and ended. One idea carries all calls that ask for a change: the
change is made, every promised job is planned on the slots as they are then, and it stays if all are
in time. Rules that are broken, and the clock's next event, are known without latency only.
"""
import collections

from tests.model.rules import EDF, EXACT, FIFO, SATU, Rules
from tests.model.vectors import maximum, plan_stage, replace_earliest

MAP, REDUCE = 0, 1
TIME_MAX = 1 << 60
NEVER = (1 << 63) - 1
NO_JOB = 0

WAITING, RUNNING, DONE = "waiting", "running", "done"

# A job as it is submitted: one estimate per task, in the order in which the tasks are planned and
# dispatched.
Request = collections.namedtuple("Request", "map_estimates reduce_estimates deadline")
Decision = collections.namedtuple("Decision", "reason job estimated_finish late_job late_by earliest_deadline")
Offer = collections.namedtuple("Offer", "job bound")
Report = collections.namedtuple("Report", "job stage_done job_done flagged estimated_finish deadline")
JobInfo = collections.namedtuple("JobInfo", "job place flagged started deadline estimated_finish map_waiting "
                                            "map_unfinished reduce_waiting reduce_unfinished")
SlotInfo = collections.namedtuple("SlotInfo", "state job bound")

ACCEPTED, LATE, JOBS_FULL, TASKS_FULL = "accepted", "late", "jobs full", "tasks full"
STARTED, UNKNOWN = "started", "unknown"
# Why a change is refused without a test.
DEADLINE, SLOT_LATE, IDLE, BOUND, ESTIMATE = "deadline", "slot late", "slot idle", "bound", "estimate"
# What the clock found broken when it moved.
OVERRUN, WAITED = "overrun", "waited"
Alarm = collections.namedtuple("Alarm", "violation overrun_tasks flagged_jobs")


def bounded(instant):
    return instant if instant <= TIME_MAX else NEVER


class Task:
    def __init__(self, estimate):
        self.estimate = estimate
        self.state = WAITING
        self.bound = None       # while running: it must be reported finished by then
        self.finish = None      # once done
        self.counts = True      # while running: plans count on its slot


class Job:
    def __init__(self, request, arrival):
        self.handle = NO_JOB
        self.arrival = arrival
        self.deadline = request.deadline
        self.tasks = ([Task(e) for e in request.map_estimates], [Task(e) for e in request.reduce_estimates])
        self.started = False    # a task of it was dispatched
        self.vectors = None     # T^m and T^r as last recorded (stored vectors only)
        self.estimate = None    # e as last recorded
        self.flagged = False    # nothing is promised

    def having(self, stage, *states):
        return [task for task in self.tasks[stage] if task.state in states]

    def waiting(self, stage):
        return len(self.having(stage, WAITING))

    def unfinished(self, stage):
        return len(self.having(stage, WAITING, RUNNING))

    def dispatched(self, *stages):
        return any(self.having(stage, RUNNING, DONE) for stage in stages)

    def ready(self, stage):
        """Whether its tasks of this stage may run: maps at once, reduces after all maps."""
        return stage == MAP or self.unfinished(MAP) == 0

    def finished(self):
        return self.unfinished(MAP) == 0 and self.unfinished(REDUCE) == 0


Plan = collections.namedtuple("Plan", "job estimate vectors")


class Scheduler:
    def __init__(self, map_slots, reduce_slots, rules=Rules(), counter_offers=True, job_capacity=None,
                 task_capacity=None):
        self.rules = rules
        self.counter_offers = counter_offers
        self.job_capacity = job_capacity
        self.task_capacity = task_capacity
        self.now = 0
        self.queue = []                                             # unfinished jobs in plan order
        self.slots = ([None] * map_slots, [None] * reduce_slots)    # (job, task) or None
        self.handles = 0                                            # how many were given out
        self.latest_started = None                                  # the job that started last, finished or not
        self.feedback_runs = 0                                      # how often Algorithm V got past line 7
        self.projects = False   # plans are made from the slot table, whatever the policy, until no job is left

    # --- Planning ---------------------------------------------------------------------------------

    def lay(self, vector, estimates, release):
        """Algorithms II and III, or as the proofs read them."""
        return plan_stage(maximum(vector, release) if self.rules.raise_whole else vector, estimates, release)

    def ends(self, ends, floor):
        """The end of a stage: of its latest task, or of the task planned last."""
        return ends[-1] if ends and self.rules.stage_end == "last" else max([floor] + ends)

    def plan_job(self, job, vectors, *states):
        """Algorithms II and III for those tasks of the job that are in one of these states. Returns
        a Plan.

        Running tasks that are not planned count with their bound; a stage without tasks ends when
        the one before it does, the map stage now.
        """
        rules, pads = self.rules, self.rules.padding()
        now = self.now if rules.clock == "now" else job.arrival
        running = [[] if RUNNING in states else [task.bound for task in job.having(stage, RUNNING)]
                   for stage in (MAP, REDUCE)]

        estimates = [task.estimate + pads.map for task in job.having(MAP, *states)]
        maps, map_ends = self.lay(vectors[MAP], estimates, now + pads.arrival)
        map_end = self.ends(running[MAP] + map_ends, now)
        if rules.stage_end == "largest" and job.tasks[MAP]:
            map_end = max(now, maps[-1])
        if not job.tasks[REDUCE]:
            return Plan(job, map_end, (maps, vectors[REDUCE]))

        estimates = [task.estimate + pads.reduce for task in job.having(REDUCE, *states)]
        reduces, reduce_ends = self.lay(vectors[REDUCE], estimates, map_end + pads.barrier)
        return Plan(job, self.ends(running[REDUCE] + reduce_ends, now), (maps, reduces))

    def snapshot(self, stage):
        """When each slot that counts is available as far as the slot table knows: busy at its
        bound, idle now."""
        return sorted(entry[1].bound if entry else self.now for entry in self.slots[stage]
                      if not entry or entry[1].counts)

    def exact(self):
        """Whether plans are made from the slot table."""
        return self.rules.feedback == EXACT or self.projects

    def promised(self):
        """The jobs that are promised, in plan order; they stand in front of the others."""
        return [job for job in self.queue if not job.flagged]

    def project(self, jobs):
        """The plans of these jobs, in this order, from the slot table."""
        vectors, plans = (self.snapshot(MAP), self.snapshot(REDUCE)), []
        for job in jobs:
            plans.append(self.plan_job(job, vectors, WAITING))
            vectors = plans[-1].vectors
        return plans

    def empty_vectors(self):
        return tuple([0] * len(slots) for slots in self.slots)

    def vectors_before(self, place):
        """T_p of Algorithms I and V: the vectors of the predecessor of the job at this place."""
        return self.queue[place - 1].vectors if place > 0 else self.empty_vectors()

    # --- Admission --------------------------------------------------------------------------------

    def has_started(self, job):
        return job.dispatched(MAP) if self.rules.started == "map" else job.dispatched(MAP, REDUCE)

    def place_of(self, deadline):
        """Where a new job with this deadline goes in plan order."""
        return self.place_among(self.promised(), deadline, self.handles + 1)

    def place_among(self, others, deadline, handle):
        """Where a job goes among these: of equal deadlines the one that came first."""
        if self.rules.order == FIFO:
            return sum(other.handle < handle for other in others)
        place = 0
        if self.rules.order != EDF:
            started = [k for k, job in enumerate(others) if self.has_started(job)]
            place = started[-1] + 1 if started else 0
        while place < len(others) and (others[place].deadline, others[place].handle) < (deadline, handle):
            place += 1
        return place

    def predecessor_vectors(self, place):
        head = all(map(self.has_started, self.queue[:place]))
        if head and self.rules.predecessor == "latest_started":
            latest = self.latest_started
            return latest.vectors if latest in self.queue else self.empty_vectors()
        return self.vectors_before(place)

    def plans_with(self, job):
        """Algorithm I lines 1-21: the plans of all jobs that are planned again if this one is
        accepted."""
        place = self.place_of(job.deadline)
        if self.exact():
            promised = self.promised()
            return self.project(promised[:place] + [job] + promised[place:])
        vectors = self.predecessor_vectors(place)
        plans = []
        for planned in [job] + self.queue[place:]:
            plan = self.plan_job(planned, vectors, WAITING, RUNNING, DONE)
            plans.append(plan)
            vectors = plan.vectors
        return plans

    @staticmethod
    def first_late(plans):
        return next((plan for plan in plans if plan.estimate > plan.job.deadline), None)

    def full(self, request):
        """Why no job of this size fits into the tables, or None."""
        if self.job_capacity is not None and len(self.queue) >= self.job_capacity:
            return JOBS_FULL
        for stage, estimates in ((MAP, request.map_estimates), (REDUCE, request.reduce_estimates)):
            unfinished = sum(job.unfinished(stage) for job in self.queue) + len(estimates)
            if self.task_capacity is not None and unfinished > self.task_capacity:
                return TASKS_FULL
        return None

    def earliest_deadline(self, request):
        """The least deadline, not below the requested one, that is accepted now: tries them all.

        From the largest deadline in the queue on the new job is last, whatever its deadline. So
        there the plans stay the same, and beyond its own end and that deadline nothing new can
        happen.
        """
        last = max([request.deadline] + [job.deadline for job in self.queue])
        at_last = self.plans_with(Job(request._replace(deadline=last), self.now))
        own_end = next(plan.estimate for plan in at_last if plan.job not in self.queue)
        for deadline in range(request.deadline, self.last_to_try(last, own_end) + 1):
            if not self.first_late(self.plans_with(Job(request._replace(deadline=deadline), self.now))):
                return deadline
        return NEVER

    @staticmethod
    def last_to_try(last, own_end):
        """From where on no deadline does if none did before; `last` if there is no such end."""
        return max(last, own_end) if own_end <= TIME_MAX else last

    def late_by(self, late):
        return late.estimate - late.job.deadline if late.estimate <= TIME_MAX else NEVER

    def test(self, request, counter_offer):
        """Algorithm I without its last lines. Returns the decision, the job and the plans to
        record."""
        job = Job(request, self.now)
        if job.finished():
            return Decision(ACCEPTED, NO_JOB, self.now, NO_JOB, 0, request.deadline), job, []
        full = self.full(request)
        if full:
            return Decision(full, NO_JOB, NEVER, NO_JOB, 0, NEVER), job, []
        plans = self.plans_with(job)
        estimate = bounded(next(plan.estimate for plan in plans if plan.job is job))
        late = self.first_late(plans)
        if late is None:
            return Decision(ACCEPTED, NO_JOB, estimate, NO_JOB, 0, request.deadline), job, plans
        earliest = self.earliest_deadline(request) if counter_offer else NEVER
        return Decision(LATE, NO_JOB, estimate, late.job.handle, self.late_by(late), earliest), job, plans

    def what_if(self, request):
        return self.test(request, True)[0]

    def submit(self, request):
        decision, job, plans = self.test(request, self.counter_offers)
        if decision.reason != ACCEPTED:
            return decision
        self.handles += 1
        job.handle = self.handles
        if not job.finished():
            self.queue.insert(self.place_of(job.deadline), job)
            self.record(plans)
        return decision._replace(job=job.handle)

    @staticmethod
    def record(plans):
        for plan in plans:
            plan.job.estimate = plan.estimate
            plan.job.vectors = plan.vectors

    def withdraw(self, handle):
        """Takes a job back; None, or why not."""
        job = self.named(handle)
        if job is None:
            return UNKNOWN
        if job.started:
            return STARTED
        self.remove(job)
        return None

    def named(self, handle):
        return next((job for job in self.queue if job.handle == handle), None)

    def remove(self, job):
        self.queue.remove(job)
        self.projects = self.projects and bool(self.queue)

    # --- Promises that are renewed, moved and ended -----------------------------------------------

    def tested(self, jobs, keep, undo):
        """Plans these jobs, which are promised if the change stands. Either keeps it, or undoes
        it. Returns the plans and the decision, as of a change that submits no job."""
        plans = self.project(jobs)
        late = self.first_late(plans)
        if late is None:
            keep()
            self.record(plans)
            self.projects = True
            return plans, Decision(ACCEPTED, NO_JOB, NEVER, NO_JOB, 0, NEVER)
        decision = Decision(LATE, NO_JOB, NEVER, late.job.handle, self.late_by(late), NEVER)
        undo()
        return plans, decision

    def runs_late(self, job):
        return any(entry and entry[0] is job and not entry[1].counts for slots in self.slots for entry in slots)

    def renewed_order(self, job, deadline):
        """The promised jobs as they stand if this one is promised by the deadline."""
        others = [other for other in self.promised() if other is not job]
        place = self.place_among(others, deadline, job.handle)
        return others[:place] + [job] + others[place:]

    def renewal(self, job, deadline):
        """The plans of a renewal, with the job's deadline as it would be, and the first that is
        late; nothing is changed."""
        had, job.deadline = job.deadline, deadline
        plans = self.project(self.renewed_order(job, deadline))
        late = self.first_late(plans)
        decision = late and Decision(LATE, NO_JOB, NEVER, late.job.handle, self.late_by(late), NEVER)
        job.deadline = had
        return plans, decision

    def earliest_renewal(self, job, deadline):
        """The least deadline, not below the requested one, by which it can be renewed: tries them
        all, as earliest_deadline() does. It is last behind the largest one: of equal ones it may
        have come first."""
        last = max([deadline] + [other.deadline + 1 for other in self.promised() if other is not job])
        last = min(last, TIME_MAX)
        own_end = next(plan.estimate for plan in self.renewal(job, last)[0] if plan.job is job)
        return next((tried for tried in range(deadline, self.last_to_try(last, own_end) + 1)
                     if not self.renewal(job, tried)[1]), NEVER)

    def renew(self, handle, deadline):
        """The job is promised by the deadline from now on: a decision, or why that is not
        tested."""
        job = self.named(handle)
        if job is None:
            return UNKNOWN
        if not self.now <= deadline <= TIME_MAX:
            return DEADLINE
        if self.runs_late(job):
            return SLOT_LATE
        plans, refusal = self.renewal(job, deadline)
        if refusal:
            earliest = self.earliest_renewal(job, deadline) if self.counter_offers else NEVER
            return refusal._replace(earliest_deadline=earliest)
        order = self.renewed_order(job, deadline)
        job.deadline, job.flagged = deadline, False
        self.queue = order + [other for other in self.queue if other not in order]
        self.record(plans)
        self.projects = True
        return Decision(ACCEPTED, handle, job.estimate, NO_JOB, 0, deadline)

    def extend(self, stage, slot, bound):
        """The running task may run until then, and its slot counts."""
        if self.slots[stage][slot] is None:
            return IDLE
        task = self.slots[stage][slot][1]
        if not max(self.now, task.bound) <= bound <= TIME_MAX:
            return BOUND
        had = task.bound, task.counts

        def undo():
            task.bound, task.counts = had
        task.bound, task.counts = bound, True
        return self.tested(self.promised(), lambda: None, undo)[1]

    def set_estimate(self, handle, stage, estimate):
        """The job's waiting tasks take so long."""
        job = self.named(handle)
        if job is None:
            return UNKNOWN
        if not 1 <= estimate <= TIME_MAX:
            return ESTIMATE
        waiting = job.having(stage, WAITING)
        had = [task.estimate for task in waiting]

        def undo():
            for task, old in zip(waiting, had):
                task.estimate = old
        for task in waiting:
            task.estimate = estimate
        return self.tested(self.promised(), lambda: None, undo)[1]

    def flag(self, job):
        """The job is promised no more: it goes behind those that are, and behind the flagged ones
        whose deadline is not later."""
        if not job.flagged:
            self.queue.remove(job)
            job.flagged = True
            place = sum(not other.flagged or other.deadline <= job.deadline for other in self.queue)
            self.queue.insert(place, job)
            self.projects = True

    def suspend(self, handle):
        """None, or why not."""
        job = self.named(handle)
        if job is None:
            return UNKNOWN
        self.flag(job)
        return None

    def abort(self, handle):
        """Its waiting tasks vanish; it goes at once if nothing of it runs. None, or why not."""
        job = self.named(handle)
        if job is None:
            return UNKNOWN
        if not job.having(MAP, RUNNING) and not job.having(REDUCE, RUNNING):
            self.remove(job)
            return None
        self.flag(job)
        job.tasks = tuple([task for task in tasks if task.state != WAITING] for tasks in job.tasks)
        return None

    # --- Dispatch ---------------------------------------------------------------------------------

    def next_job(self, stage):
        """Algorithm IV lines 8-20, for the map stage too: there every job is ready and nothing
        is reserved."""
        idle = self.slots[stage].count(None)
        reserved = 0
        if idle == 0:
            return None
        for job in self.queue:
            if reserved > idle or (reserved == idle and self.rules.reserve == ">="):
                return None
            if job.ready(stage):
                if job.waiting(stage) > 0:
                    return job
            else:
                reserved += job.waiting(stage)
        return None

    def bound(self, stage, task):
        return self.now + task.estimate + self.rules.latency

    def offer(self, stage):
        """The job whose task may start now and the task's bound, or None."""
        job = self.next_job(stage)
        return Offer(job.handle, self.bound(stage, job.having(stage, WAITING)[0])) if job else None

    def dispatch(self, stage, slot):
        job = self.next_job(stage)
        if not self.has_started(job):
            self.latest_started = job
        job.started = True
        task = job.having(stage, WAITING)[0]
        task.state = RUNNING
        task.counts = not job.flagged
        task.bound = self.bound(stage, task)
        self.slots[stage][slot] = (job, task)
        return Offer(job.handle, task.bound)

    # --- Time and feedback ------------------------------------------------------------------------

    def running(self):
        """Job and task of every slot that runs one, the map slots first."""
        return [entry for slots in self.slots for entry in slots if entry]

    def promised_offer(self):
        """Whether a task of a promised job may start now."""
        offers = [self.next_job(stage) for stage in (MAP, REDUCE)]
        return any(job is not None and not job.flagged for job in offers)

    def next_event(self):
        """The last instant to which the clock may go without a violation."""
        event = self.now if self.promised_offer() else min([task.bound for _, task in self.running() if task.counts],
                                                           default=NEVER)
        return event if event < TIME_MAX else NEVER

    def next_idle(self, stage, start):
        return next((slot for slot in range(start, len(self.slots[stage])) if self.slots[stage][slot] is None), -1)

    def advance(self, to):
        """Moves the clock; an alarm if a rule was broken."""
        over = [(job, task) for job, task in self.running() if task.counts and task.bound < to]
        waited = to > self.now and self.rules.latency == 0 and self.promised_offer()
        self.now = to
        if not over and not waited:
            return None
        before = len(self.promised())
        for job, task in over:
            task.counts = False
        for job, task in over:
            self.flag(job)
        self.projects = True
        self.recover()
        return Alarm(OVERRUN if over else WAITED, len(over), before - len(self.promised()))

    def recover(self):
        """Flags the first promised job that would be late, until none would be."""
        while True:
            plans = self.project(self.promised())
            late = self.first_late(plans)
            if late is None:
                self.record(plans)
                return
            late.job.estimate = bounded(late.estimate)
            self.flag(late.job)

    def finish(self, stage, slot):
        job, task = self.slots[stage][slot]
        self.slots[stage][slot] = None
        task.state = DONE
        task.finish = self.now
        report = Report(job.handle, job.unfinished(stage) == 0, job.finished(), job.flagged, job.estimate,
                        job.deadline)
        if job.finished():
            if self.rules.feedback == SATU and not self.projects:
                self.correct(job)
            self.remove(job)
        return report

    def exceeds_threshold(self, job):
        """Algorithm V lines 6 and 7."""
        estimate = job.estimate
        if self.rules.compared == "recomputed":
            vectors = self.vectors_before(self.queue.index(job))
            estimate = self.plan_job(job, vectors, WAITING, RUNNING, DONE).estimate
        error = abs(estimate - self.now)
        beyond = error > self.rules.delta or (error == self.rules.delta and self.rules.threshold == ">=")
        return beyond or self.now > job.deadline

    def correct(self, job):
        """Algorithms V and VI for a job that has just finished.

        A successor's recorded estimate only falls: what it was promised before still holds.
        """
        if not self.exceeds_threshold(job):
            return
        self.feedback_runs += 1
        states = {"unfinished": (WAITING, RUNNING), "undispatched": (WAITING,), "all": (WAITING, RUNNING, DONE)}
        place = self.queue.index(job)
        vectors = tuple(replace_earliest(vector, [task.finish for task in job.tasks[stage]])
                        for stage, vector in enumerate(self.vectors_before(place)))
        for successor in self.queue[place + 1:]:
            plan = self.plan_job(successor, vectors, *states[self.rules.reestimate])
            successor.vectors = vectors = plan.vectors
            successor.estimate = min(successor.estimate, plan.estimate)

    # --- Queries ----------------------------------------------------------------------------------

    def jobs(self):
        return [JobInfo(job.handle, place, job.flagged, job.started, job.deadline, job.estimate,
                        job.waiting(MAP), job.unfinished(MAP), job.waiting(REDUCE), job.unfinished(REDUCE))
                for place, job in enumerate(self.queue)]

    def slot_table(self, stage):
        return [SlotInfo("busy" if entry[1].counts else "late", entry[0].handle, entry[1].bound) if entry
                else SlotInfo("idle", NO_JOB, None) for entry in self.slots[stage]]
