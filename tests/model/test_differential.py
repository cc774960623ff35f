"""Kernel against model, call by call, on random small instances: every answer and the state after
every call.

RTMR_MODEL_INSTANCES (per pair of feedback and order) and RTMR_MODEL_SEED may be set in the
environment. A disagreement is shrunk to a small instance and shown with the calls that lead to it.
"""
import collections
import dataclasses
import os
import random
import unittest

import hypothesis
from hypothesis import strategies as st

from tests.model import instances
from tests.model.kernel import JOB_CAPACITY, Kernel
from tests.model.lockstep import Disagreement, Lockstep
from tests.model.naive import ACCEPTED, JOBS_FULL, LATE, NEVER, TASKS_FULL, TIME_MAX, Request
from tests.model.rules import EDF, EXACT, FIFO, FLOOR, LEGAL_PAIRS, NONE, SATU, Rules
from tests.model.world import Spec, run_instant

INSTANCES = int(os.environ.get("RTMR_MODEL_INSTANCES", "1000"))
SEED = int(os.environ.get("RTMR_MODEL_SEED", "20131"))

DELTAS = [0, 0, 1, 2, 5, TIME_MAX]
TOTAL = collections.Counter()


@st.composite
def drawn_instances(draw, **options):
    return instances.instance(lambda low, high: draw(st.integers(low, high)), **options)


def for_drawn(count, strategy, check):
    """Has `check(instance, delta)` pass for this many instances."""
    @hypothesis.seed(SEED)
    @hypothesis.settings(max_examples=count, database=None, deadline=None, print_blob=False,
                         suppress_health_check=list(hypothesis.HealthCheck))
    @hypothesis.given(strategy, st.sampled_from(DELTAS))
    def draw_and_check(instance, delta):
        check(instance, delta)
    draw_and_check()


def run(lockstep, instance):
    outcomes = run_instant(lockstep, instance.specs, instance.slots, instance.withdrawals)
    broken = [outcome.spec for outcome in outcomes if outcome.broken]
    if broken:
        raise AssertionError(f"the deadline theorem does not hold for {broken} of {instance}")
    lockstep.counts["instances"] += 1


class Agreement(unittest.TestCase):
    """One test per legal pair, on ordinary instances."""

    def compare(self, counts, rules, default_order):
        def check(instance, delta):
            run(Lockstep(*instance.slots, dataclasses.replace(rules, delta=delta), counts, default_order), instance)
        for_drawn(INSTANCES, drawn_instances(), check)
        rng = random.Random(SEED)
        for _ in range(INSTANCES):
            check(instances.instance(rng.randint, most_jobs=JOB_CAPACITY), rng.choice(DELTAS))
        TOTAL.update(counts)

    def require(self, counts, **minima):
        """The run was not vacuous: so many of each per thousand instances."""
        for what, minimum in minima.items():
            what = what.replace("_", " ")
            self.assertGreaterEqual(counts[what] * 1000, minimum * counts["instances"], f"{what}: {dict(counts)}")


def pair_test(feedback, order):
    def test(self):
        counts = collections.Counter()
        self.compare(counts, Rules(feedback=feedback, order=order), order == (EDF if feedback == EXACT else FLOOR))
        self.require(counts, accepted=1500, late=1000, withdrawals=50, withdrawals_refused=200, slots_reserved=30,
                     reduces_out_of_order=15, no_tasks=100, no_maps=500, no_reduces=500, deadline_now=100,
                     equal_deadlines=200)
        if order != FIFO:
            self.require(counts, reorderings=100, estimates_raised=50, late_by_another_job=50,
                         deadline_other_than_e=100)
        if order == EDF:
            self.require(counts, before_a_started_job=50)
        if feedback == SATU:
            self.require(counts, feedback_runs=300)
    test.__doc__ = f"feedback {feedback}, order {order}"
    return test


for pair in LEGAL_PAIRS:
    setattr(Agreement, "test_%s_%s" % pair, pair_test(*pair))


class ScaledKernel(Kernel):
    """A kernel that is told every instant and duration times SCALE: its answers must be SCALE
    times as large."""
    SCALE = 1 << 40

    def __init__(self, map_slots, reduce_slots, rules, *options):
        delta = min(rules.delta * self.SCALE, TIME_MAX)
        super().__init__(map_slots, reduce_slots, dataclasses.replace(rules, delta=delta), *options)

    def down(self, answer):
        """The same answer on the small scale."""
        if answer is None:
            return None
        instants = {name: self.unscaled(getattr(answer, name)) for name in
                    ("bound", "deadline", "estimated_finish", "late_by", "earliest_deadline")
                    if getattr(answer, name, None) is not None}
        return answer._replace(**instants)

    def unscaled(self, instant):
        if instant == NEVER:
            return NEVER
        assert instant % self.SCALE == 0, instant
        return instant // self.SCALE

    def decide(self, function, request):
        return self.down(super().decide(function, Request(
            tuple(estimate * self.SCALE for estimate in request.map_estimates),
            tuple(estimate * self.SCALE for estimate in request.reduce_estimates), request.deadline * self.SCALE)))

    def advance(self, to):
        super().advance(to * self.SCALE)

    def offer(self, stage):
        return self.down(super().offer(stage))

    def dispatch(self, stage, slot):
        return self.down(super().dispatch(stage, slot))

    def finish(self, stage, slot):
        return self.down(super().finish(stage, slot))

    @property
    def now(self):
        return self.unscaled(super().now)

    def jobs(self):
        return [self.down(job) for job in super().jobs()]

    def slot_table(self, stage):
        return [self.down(slot) for slot in super().slot_table(stage)]


class Edges(unittest.TestCase):
    """The same comparison where numbers are large, time ends, or tables are full; and that it
    notices errors."""

    def compare(self, count, make, **options):
        """On this many instances for each legal pair. Returns the counts."""
        rng = random.Random(SEED)
        counts = collections.Counter()
        for feedback, order in LEGAL_PAIRS:
            for _ in range(count):
                instance = make(rng.randint)
                rules = Rules(feedback=feedback, order=order, delta=rng.choice(DELTAS))
                run(Lockstep(*instance.slots, rules, counts, **options), instance)
        TOTAL.update(counts)
        return counts

    def test_large_numbers(self):
        """every instant and duration times 2^40"""
        counts = self.compare(INSTANCES // 10, instances.instance, kernel_class=ScaledKernel)
        self.assertGreater(counts[ACCEPTED], 0)
        self.assertGreater(counts[LATE], 0)

    def test_end_of_time(self):
        """arrivals close to the last instant: some jobs would end beyond it, and no deadline
        would do"""
        counts = self.compare(INSTANCES // 4, lambda draw: instances.instance(draw, start=TIME_MAX - draw(0, 30)))
        self.assertGreater(counts["no deadline acceptable"], INSTANCES)
        self.assertGreater(counts["jobs finished"], INSTANCES)

    def test_estimate_beyond_the_end_of_time(self):
        """feedback plans the second job beyond the last instant; the third must not be taken for
        one that fits"""
        start = TIME_MAX - 20
        specs = [Spec(start, TIME_MAX, 5, 1, [5], []), Spec(start, TIME_MAX, 1, 18, [], [18, 18]),
                 Spec(start + 6, start + 8, 1, 1, [], [1])]
        counts = collections.Counter()
        run(Lockstep(1, 2, Rules(feedback=SATU, order=FLOOR), counts), instances.Instance((1, 2), specs, []))
        self.assertEqual((counts["feedback runs"] > 0, counts[ACCEPTED], counts[LATE]), (True, 2, 1))

    def test_full_tables(self):
        """more jobs and tasks than the tables hold"""
        counts = self.compare(max(2, INSTANCES // 250), instances.crowd)
        self.assertGreater(counts[JOBS_FULL], 0)
        self.assertGreater(counts[TASKS_FULL], 0)

    def test_no_counter_offer(self):
        """a rejection carries no deadline unless that was asked for"""
        counts = self.compare(INSTANCES // 20, instances.instance, counter_offers=False)
        self.assertGreater(counts[LATE], 0)

    def test_wrong_rules_are_noticed(self):
        """a model that follows any one of the papers' slips disagrees with the kernel soon"""
        for change in (dict(reserve=">"), dict(started="map"), dict(clock="arrival"), dict(raise_whole=True),
                       dict(predecessor="latest_started"), dict(reestimate="undispatched"), dict(reestimate="all"),
                       dict(compared="recomputed"), dict(threshold=">"), dict(stage_end="largest"), dict(delta=1),
                       dict(feedback=NONE), dict(feedback=EXACT), dict(order=FIFO)):
            with self.subTest(**change):
                rng = random.Random(SEED)
                rules = Rules(feedback=SATU, order=FLOOR, delta=2)
                wrong = dataclasses.replace(rules, **change)
                with self.assertRaises(Disagreement):
                    for _ in range(20000):
                        instance = instances.instance(rng.randint)
                        run(Lockstep(*instance.slots, rules, collections.Counter(), model_rules=wrong), instance)


def tearDownModule():
    print(f"differential: seed {SEED}, " + ", ".join(f"{number} {what}" for what, number in TOTAL.most_common()))
