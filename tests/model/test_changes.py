"""Kernel against model where promises are renewed, moved and ended, and where rules are broken:
every answer and the state after every call.

RTMR_MODEL_INSTANCES (four times the runs per pair of feedback and order) and RTMR_MODEL_SEED may be
set in the environment. A disagreement is shown with the calls that lead to it.
"""
import collections
import itertools
import os
import random
import unittest

from tests.model import instances
from tests.model.lockstep import Disagreement, Lockstep
from tests.model.naive import ACCEPTED, LATE, MAP, NEVER, OVERRUN, REDUCE, WAITED, Decision, Scheduler
from tests.model.rules import LEGAL_PAIRS, Rules
from tests.model.world import request_of

RUNS = int(os.environ.get("RTMR_MODEL_INSTANCES", "1000")) // 4
SEED = int(os.environ.get("RTMR_MODEL_SEED", "20131"))
STEPS = 14


class Caller:
    """Makes calls at one instant after the other, most of them with a meaning, and keeps its own
    account: by when each job is promised, from what the calls have said."""
    def __init__(self, scheduler, rng, slots, faulty):
        self.scheduler = scheduler
        self.rng = rng
        self.slots = slots
        self.faulty = faulty        # whether rules are broken on purpose
        self.latency = scheduler.model.rules.latency
        self.deadlines = {}         # of the promised jobs
        self.model = scheduler.model

    def one_in(self, n):
        return self.rng.randint(1, n) == 1

    def some_job(self):
        """The handle of a job, or one of none."""
        jobs = self.model.jobs()
        return self.rng.choice(jobs).job if jobs and not self.one_in(20) else self.rng.randint(0, 12)

    def submit(self):
        request = request_of(instances.spec(self.rng.randint, self.model.now, 5, self.slots, []))
        request = request._replace(deadline=request.deadline + self.rng.randint(0, 8) * self.latency)
        decision = self.scheduler.submit(request)
        if decision.reason == ACCEPTED and (request.map_estimates or request.reduce_estimates):
            self.deadlines[decision.job] = request.deadline

    def renew(self):
        handle, deadline = self.some_job(), self.model.now + self.rng.randint(-1, 25 + 8 * self.latency)
        answer = self.scheduler.change("renew", handle, deadline)
        if isinstance(answer, Decision) and answer.reason == ACCEPTED:
            self.deadlines[handle] = deadline

    def extend(self):
        stage = self.rng.choice((MAP, REDUCE))
        slot = self.rng.randrange(self.slots[stage])
        self.scheduler.change("extend", stage, slot, self.model.now + self.rng.randint(0, 6))

    def set_estimate(self):
        self.scheduler.change("set_estimate", self.some_job(), self.rng.choice((MAP, REDUCE)), self.rng.randint(0, 7))

    def give_up(self):
        handle = self.some_job()
        self.scheduler.change(self.rng.choice(("suspend", "suspend", "abort")), handle)
        self.deadlines.pop(handle, None)

    def change(self):
        self.rng.choice((self.renew, self.renew, self.renew, self.extend, self.extend, self.set_estimate,
                         self.give_up))()

    def finish(self):
        """Ends some tasks: all that are due, unless a rule is to be broken."""
        for stage in (MAP, REDUCE):
            for slot, entry in enumerate(self.model.slots[stage]):
                due = entry and entry[1].counts and entry[1].bound == self.model.now
                ends = (not self.faulty or not self.one_in(6)) if due else self.one_in(4)
                if entry and ends:
                    self.report(self.scheduler.finish(stage, slot))

    def report(self, report):
        """A promise that stands is kept, for the deadline of its last acceptance or renewal."""
        promised = self.deadlines.get(report.job)
        if report.flagged != (promised is None):
            raise Disagreement(f"job {report.job} is flagged, or is not, against what was said")
        if report.job_done and promised is not None:
            self.deadlines.pop(report.job)
            if not self.model.now <= report.estimated_finish <= report.deadline == promised:
                raise Disagreement(f"job {report.job} is late: {report}, promised by {promised}")

    def dispatch(self):
        """Starts what promised jobs are offered, and what flagged ones are, or not; a rule may be
        broken. With latency an offer may wait: the next event says for how long."""
        for stage in (MAP, REDUCE):
            for slot, entry in enumerate(self.model.slots[stage]):
                offer = self.scheduler.offer(stage)
                if entry is None and offer is not None:
                    flagged = self.model.named(offer.job).flagged
                    lazy = self.one_in(3) if self.latency else self.faulty and self.one_in(12)
                    if self.one_in(2) if flagged else not lazy:
                        self.scheduler.dispatch(stage, slot)

    def let_time_pass(self):
        """To the next event, or before it; or by a few ticks, whatever that breaks."""
        self.scheduler.compare_events()
        now, event = self.model.now, self.scheduler.kernel.next_event()
        to = now + self.rng.randint(0, 3)
        alarm = self.scheduler.move_clock(to if self.faulty else min(to, event))
        if alarm and not self.faulty:
            raise Disagreement(f"a violation, though no rule is broken: {alarm}")
        for job in self.model.jobs():
            if job.flagged:
                self.deadlines.pop(job.job, None)

    def run(self):
        for _ in range(STEPS):
            self.finish()
            for _ in range(self.rng.randint(0, 2)):
                self.submit()
            for _ in range(self.rng.randint(0, 2)):
                self.change()
            self.dispatch()
            self.let_time_pass()


class Compared(unittest.TestCase):
    def compare(self, rules_of, faulty):
        rng = random.Random(SEED)
        counts = collections.Counter()
        for _ in range(RUNS):
            slots = rng.randint(1, 3), rng.randint(1, 3)
            Caller(Lockstep(*slots, rules_of(rng), counts), rng, slots, faulty).run()
        print(f"changes: seed {SEED}, " + ", ".join(f"{number} {what}" for what, number in counts.most_common()))
        return counts

    def require(self, counts, **minima):
        """So many of each per thousand runs."""
        for what, minimum in minima.items():
            what = what.replace("__", ": ").replace("_", " ").replace("set estimate", "set_estimate")
            self.assertGreaterEqual(counts[what] * 1000, minimum * RUNS, f"{what}: {dict(counts)}")


class Changes(Compared):
    """One test per legal pair, with every rule kept, and with broken rules."""


def pair_test(feedback, order, faulty):
    def test(self):
        counts = self.compare(lambda rng: Rules(feedback=feedback, order=order, delta=rng.choice([0, 1, 3])), faulty)
        self.require(counts, renew__accepted=500, renew__late=500, renew_of_a_flagged_job=100,
                     renew__another_deadline=200, renew__slot_late=20, renew__deadline=20, extend__accepted=200,
                     extend__late=50, extend__bound=50, set_estimate__accepted=100, set_estimate__late=20,
                     suspend__done=200, abort__done=100, renew__unknown=20)
        if faulty:
            self.require(counts, overrun=500, waited=200, flagged_by_a_violation=500)
    test.__doc__ = f"feedback {feedback}, order {order}, {'rules are broken' if faulty else 'every rule is kept'}"
    return test


for pair in LEGAL_PAIRS:
    for broken in (False, True):
        setattr(Changes, "test_%s_%s" % pair + ("_broken" if broken else ""), pair_test(*pair, broken))


class Latency(Compared):
    """Plans are padded, and offers may wait; no rule is broken."""
    def test_every_pair(self):
        """every legal pair in turn"""
        pairs = itertools.cycle(LEGAL_PAIRS)

        def rules_of(rng):
            feedback, order = next(pairs)
            return Rules(feedback=feedback, order=order, latency=rng.randint(1, 3), reduces_per_node=rng.randint(1, 2))
        counts = self.compare(rules_of, False)
        self.require(counts, renew__accepted=400, renew__late=400, renew_of_a_flagged_job=100, extend__accepted=200,
                     set_estimate__accepted=100)


class WrongModel(Scheduler):
    """A model that is wrong in one way: `wrong` names it."""
    wrong = None

    def snapshot(self, stage):
        if self.wrong == "late slots count":
            return sorted(entry[1].bound if entry else self.now for entry in self.slots[stage])
        return super().snapshot(stage)

    def place_among(self, others, deadline, handle):
        if self.wrong == "equal deadlines go last":
            handle = NEVER
        return super().place_among(others, deadline, handle)

    def flag(self, job):
        if self.wrong == "flagged jobs go last" and not job.flagged:
            super().flag(job)
            self.queue.remove(job)
            self.queue.append(job)
        else:
            super().flag(job)

    def promised_offer(self):
        if self.wrong == "flagged jobs may not wait":
            return any(self.next_job(stage) for stage in (MAP, REDUCE))
        return super().promised_offer()

    def abort(self, handle):
        return super().suspend(handle) if self.wrong == "an aborted job runs on" else super().abort(handle)


class Sensitivity(unittest.TestCase):
    def test_wrong_rules_are_noticed(self):
        """a model that is wrong in one way disagrees with the kernel soon"""
        for wrong in ("late slots count", "equal deadlines go last", "flagged jobs go last",
                      "flagged jobs may not wait", "an aborted job runs on"):
            with self.subTest(wrong):
                rng = random.Random(SEED)
                with self.assertRaises(Disagreement):
                    for _ in range(2000):
                        slots = rng.randint(1, 3), rng.randint(1, 3)
                        scheduler = Lockstep(*slots, Rules(), collections.Counter())
                        scheduler.model = WrongModel(*slots, Rules(), True)
                        scheduler.model.wrong = wrong
                        Caller(scheduler, rng, slots, True).run()
