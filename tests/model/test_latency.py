"""Heartbeats: the pads that make the test safe, that each is needed, and that the kernel pads in
the same way.

A finish is noticed and a task assigned only at a node's heartbeat, and at most one reduce per
heartbeat. With an interval H and r reduce slots per node the pads are: H per map, H between now and
the first map, (r + 1) H per reduce (rules.sound_pads). Cheaper pads for reduces, r H each and r H
between the stages, look sound in random search but are not: see test_cheap_reduces.
"""
import collections
import os
import random
import unittest

from tests.model import instances
from tests.model.lockstep import Lockstep
from tests.model.naive import LATE, Scheduler
from tests.model.rules import EDF, EXACT, FIFO, LEGAL_PAIRS, Pads, Rules, sound_pads
from tests.model.world import Node, Spec, run_heartbeats

INSTANCES = int(os.environ.get("RTMR_MODEL_INSTANCES", "1000"))
SEED = int(os.environ.get("RTMR_MODEL_SEED", "20131"))
SEARCH = 20000      # instances among which an unsound pad must show


def broken(scheduler, instance):
    """The jobs for which the theorem does not hold in this run."""
    outcomes = run_heartbeats(scheduler, instance.specs, instance.nodes, instance.interval, instance.heartbeats_last,
                              instance.withdrawals)
    return [outcome for outcome in outcomes if outcome.broken]


def search(pads_of, reduces_per_node=None, count=SEARCH):
    """Looks for an instance in which these pads let a job break its promise; its number, or
    None."""
    rng = random.Random(SEED)
    for number in range(count):
        instance = instances.beating(rng.randint, most_jobs=4)
        if reduces_per_node in (None, instance.reduces_per_node):
            rules = Rules(feedback=EXACT, order=EDF, latency=instance.interval,
                          reduces_per_node=instance.reduces_per_node,
                          pads=pads_of(instance.interval, instance.reduces_per_node))
            if broken(Scheduler(*instance.slots, rules, counter_offers=False), instance):
                return number
    return None


class PadsAreSound(unittest.TestCase):
    def test_every_pair(self):
        """no broken promise in the model, any feedback, any order, any phases"""
        rng = random.Random(SEED)
        for number in range(4 * INSTANCES):
            instance = instances.beating(rng.randint)
            feedback, order = LEGAL_PAIRS[number % len(LEGAL_PAIRS)]
            rules = Rules(feedback=feedback, order=order, delta=rng.choice([0, 1, 3]), latency=instance.interval,
                          reduces_per_node=instance.reduces_per_node)
            self.assertFalse(broken(Scheduler(*instance.slots, rules, counter_offers=False), instance), instance)

    def test_crude_equivalent(self):
        """2 H per map and (r + 1) H per reduce need no other pad"""
        self.assertIsNone(search(lambda h, r: Pads(2 * h, (r + 1) * h, 0, 0), count=4 * INSTANCES))


class PadsAreNeeded(unittest.TestCase):
    """A search finds a broken promise as soon as any pad is dropped."""

    def breaks(self, pads_of, reduces_per_node=None):
        self.assertIsNotNone(search(pads_of, reduces_per_node), "no broken promise found")

    def test_no_map_pad(self):
        self.breaks(lambda h, r: sound_pads(h, r)._replace(map=0))

    def test_no_reduce_pad(self):
        self.breaks(lambda h, r: sound_pads(h, r)._replace(reduce=0))

    def test_no_arrival_pad(self):
        self.breaks(lambda h, r: sound_pads(h, r)._replace(arrival=0))

    def test_one_tick_less(self):
        """one reduce slot per node: not one tick can be spared"""
        for field in ("map", "arrival"):
            with self.subTest(field):
                self.breaks(lambda h, r, field=field: sound_pads(h, r)._replace(**{field: h - 1}), 1)
        self.breaks(lambda h, r: sound_pads(h, r)._replace(reduce=2 * h - 1), 1)

    def test_tasks_alone(self):
        """H per task and nothing else"""
        self.breaks(lambda h, r: Pads(h, h, 0, 0), 1)

    def test_crude_one_tick_less(self):
        """2 H - 1 per task and nothing else"""
        self.breaks(lambda h, r: Pads(2 * h - 1, 2 * h - 1, 0, 0), 1)

    def test_two_reduce_slots(self):
        """two reduce slots per node: H per reduce no longer does, nor crude 2 H"""
        self.breaks(lambda h, r: sound_pads(h, r)._replace(reduce=h), 2)
        self.breaks(lambda h, r: Pads(2 * h, 2 * h, 0, 0), 2)


class CheapReduces(unittest.TestCase):
    """H per reduce, H at arrival and H between the stages: the slot that one reduce was planned on
    may go to another one.

    Two nodes, H = 30. A (reduce slot 0) beats at 9, 39, 69, 99, 129; B (the map slot and reduce
    slot 1) at 10, 40, 70, 100. One reduce runs on B until its report at 100. The second job's
    reduce reserves A's slot, as its map may run until 240. The third job's reduce is planned on B's
    slot. The map ends early and is reported at 100 as well; so the second job is first in plan
    order and takes B's slot, and the third must wait for A's report at 129: it is reported at 159.
    """
    SPECS = (
        Spec(10, 400, 1, 61, (), (61,)),
        Spec(10, 400, 200, 10, (80,), (10,)),
        Spec(11, 400, 1, 10, (), (10,)),
    )
    NODES = (Node((), (0,), 9), Node((0,), (1,), 10))

    def outcome(self, pads):
        rules = Rules(feedback=EXACT, order=FIFO, latency=30, pads=pads)
        return run_heartbeats(Scheduler(1, 2, rules, counter_offers=False), self.SPECS, self.NODES, 30, True)[2]

    def test_cheap_reduces(self):
        """promised 141, reported 159"""
        third = self.outcome(Pads(30, 30, 30, 30))
        self.assertTrue(third.broken)
        self.assertEqual((third.decision.estimated_finish, third.finish), (141, 159))

    def test_sound_reduces(self):
        self.assertFalse(self.outcome(None).broken)


class KernelPadsAlike(unittest.TestCase):
    def test_every_pair(self):
        """kernel and model agree, no promise is broken, the kernel sees no violation"""
        counts = collections.Counter()
        rng = random.Random(SEED)
        for number in range(3 * INSTANCES):
            instance = instances.beating(rng.randint)
            feedback, order = LEGAL_PAIRS[number % len(LEGAL_PAIRS)]
            rules = Rules(feedback=feedback, order=order, delta=rng.choice([0, 1, 3]), latency=instance.interval,
                          reduces_per_node=instance.reduces_per_node)
            self.assertFalse(broken(Lockstep(*instance.slots, rules, counts), instance), instance)
        for what, minimum in (("jobs finished", 1000), (LATE, 1000), ("reduces out of order", 10),
                              ("feedback runs", 100), ("reorderings", 20)):
            self.assertGreaterEqual(counts[what] * 1000, minimum * INSTANCES, f"{what}: {dict(counts)}")
        print(f"latency: seed {SEED}, " + ", ".join(f"{number} {what}" for what, number in counts.most_common()))
