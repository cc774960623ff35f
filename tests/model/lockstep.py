"""Model and kernel side by side: every call goes to both, every answer and the state after it
must agree."""
from tests.model.kernel import JOB_CAPACITY, TASK_CAPACITY, Kernel
from tests.model.naive import ACCEPTED, LATE, MAP, NEVER, NO_JOB, REDUCE, Decision, Scheduler


class Disagreement(AssertionError):
    """Model and kernel differ."""


def comparable(decision):
    """A decision without the fields that mean nothing for its reason."""
    return decision if decision.reason == LATE else decision._replace(late_job=NO_JOB, late_by=0)


class Lockstep:
    """`counts` learns how often what happened, so that a test can show that it was not vacuous.

    The model may be given other rules than the kernel: then they should disagree some time.
    """
    def __init__(self, map_slots, reduce_slots, rules, counts, default_order=False, counter_offers=True,
                 model_rules=None, kernel_class=Kernel):
        self.counts = counts
        self.model = Scheduler(map_slots, reduce_slots, model_rules or rules, counter_offers, JOB_CAPACITY,
                               TASK_CAPACITY)
        self.kernel = kernel_class(map_slots, reduce_slots, rules, counter_offers, default_order)
        self.history = []
        self.compare_state()

    def note(self, *call):
        self.history.append(call)

    def agree(self, what, model, kernel):
        if model != kernel:
            calls = "\n".join(f"  {call}" for call in self.history)
            raise Disagreement(f"{what}:\n model  {model}\n kernel {kernel}\nafter the calls\n{calls}")
        return model

    def compare_state(self):
        self.agree("clock", self.model.now, self.kernel.now)
        self.agree("jobs", self.model.jobs(), self.kernel.jobs())
        for stage in (MAP, REDUCE):
            self.agree(f"slots of stage {stage}", self.model.slot_table(stage), self.kernel.slot_table(stage))

    def compare_events(self):
        """When the clock must stop next (without latency), and which slots are idle."""
        if self.model.rules.latency == 0:
            self.agree("next event", self.model.next_event(), self.kernel.next_event())
        for stage in (MAP, REDUCE):
            for start in range(len(self.model.slots[stage]) + 1):
                self.agree("next idle slot", self.model.next_idle(stage, start), self.kernel.next_idle(stage, start))

    def advance(self, to):
        """Nothing is broken."""
        if self.move_clock(to):
            raise Disagreement(f"a violation at {to}")

    def move_clock(self, to):
        """Something may be broken: the alarm, or None."""
        self.note("advance", to)
        alarm = self.agree("alarm", self.model.advance(to), self.kernel.advance(to))
        self.compare_state()
        if alarm:
            self.counts[alarm.violation] += 1
            self.counts["flagged by a violation"] += alarm.flagged_jobs
        return alarm

    def change(self, name, *arguments):
        """A call that asks for a change, on a copy of the context: its decision, or why it is not
        tested."""
        self.note(name, *arguments)
        self.kernel.move()
        flagged = {job.job for job in self.model.jobs() if job.flagged}
        answer = self.agree(name, getattr(self.model, name)(*arguments), getattr(self.kernel, name)(*arguments))
        self.compare_state()
        self.compare_events()
        told = answer.reason if isinstance(answer, Decision) else answer or "done"
        self.counts[f"{name}: {told}"] += 1
        if told == ACCEPTED:
            self.counts[f"{name} of a flagged job"] += arguments[0] in flagged
        elif told == LATE:
            self.counts[f"{name}: late by another job"] += answer.late_job != arguments[0]
            self.counts[f"{name}: another deadline"] += answer.earliest_deadline != NEVER
        return answer

    def submit(self, request):
        """Asks first what would happen, which must change nothing; then submits, to a copy of
        the context."""
        self.note("submit", request)
        before = self.model.jobs()
        expected = comparable(self.model.what_if(request))
        asked = comparable(self.kernel.what_if(request))
        self.agree("what if", expected, asked)
        self.compare_state()
        self.kernel.move()
        decision = self.agree("decision", comparable(self.model.submit(request)),
                              comparable(self.kernel.submit(request)))
        without = decision._replace(job=NO_JOB, earliest_deadline=asked.earliest_deadline)
        self.agree("what if and submit", without, asked)
        self.compare_state()
        self.count_decision(decision, request, before)
        return decision

    def count_decision(self, decision, request, before):
        self.counts["decisions"] += 1
        self.counts[decision.reason] += 1
        self.counts["deadline now"] += request.deadline == self.model.now
        self.counts["equal deadlines"] += request.deadline in [job.deadline for job in before]
        self.counts["no maps"] += not request.map_estimates
        self.counts["no reduces"] += not request.reduce_estimates
        if decision.reason == ACCEPTED:
            places = [job.job for job in self.model.jobs()]
            self.counts["reorderings"] += decision.job in places[:-1]
            started = [k for k, job in enumerate(self.model.jobs()) if job.started]
            self.counts["before a started job"] += decision.job in places[:max(started, default=0)]
            self.counts["no tasks"] += not request.map_estimates and not request.reduce_estimates
            self.counts["estimates raised"] += any(job.estimated_finish > old.estimated_finish for job in
                                              self.model.jobs() for old in before if job.job == old.job)
        elif decision.reason == LATE:
            self.counts["late by another job"] += decision.late_job != NO_JOB
            if decision.earliest_deadline == NEVER:
                self.counts["no deadline acceptable"] += 1
            elif decision.earliest_deadline != decision.estimated_finish:
                self.counts["deadline other than e"] += 1

    def withdraw(self, handle):
        self.note("withdraw", handle)
        refusal = self.agree("withdrawal", self.model.withdraw(handle), self.kernel.withdraw(handle))
        self.compare_state()
        self.counts["withdrawals" if refusal is None else "withdrawals refused"] += 1
        return refusal

    def offer(self, stage):
        offer = self.agree(f"offer of stage {stage}", self.model.offer(stage), self.kernel.offer(stage))
        self.counts["offers"] += offer is not None
        idle_with_work = offer is None and None in self.model.slots[stage] and any(
            job.ready(stage) and job.waiting(stage) for job in self.model.queue)
        self.counts["slots reserved"] += idle_with_work
        return offer

    def dispatch(self, stage, slot):
        self.note("dispatch", stage, slot)
        offer = self.agree("dispatch", self.model.dispatch(stage, slot), self.kernel.dispatch(stage, slot))
        self.compare_state()
        place = [job.handle for job in self.model.queue].index(offer.job)
        self.counts["dispatches"] += 1
        self.counts["reduces out of order"] += stage == REDUCE and any(
            job.waiting(REDUCE) for job in self.model.queue[:place])
        return offer

    def finish(self, stage, slot):
        self.note("finish", stage, slot)
        runs = self.model.feedback_runs
        report = self.agree("report", self.model.finish(stage, slot), self.kernel.finish(stage, slot))
        self.compare_state()
        self.counts["jobs finished"] += report.job_done
        self.counts["feedback runs"] += self.model.feedback_runs - runs
        return report
