"""The model against what is claimed of the rules: which are sound, which are not, and how much
each accepts."""
import os
import random
import statistics
import unittest

from tests.model import instances
from tests.model.naive import Scheduler
from tests.model.rules import EDF, EXACT, FLOOR, LEGAL_PAIRS, NONE, SATU, Rules
from tests.model.world import Spec, run_instant

INSTANCES = int(os.environ.get("RTMR_MODEL_INSTANCES", "1000"))
SEED = int(os.environ.get("RTMR_MODEL_SEED", "20131"))
SEARCH = 30000      # instances among which an unsound rule must show


def broken(instance, rules):
    """The jobs for which the deadline theorem does not hold."""
    scheduler = Scheduler(*instance.slots, rules, counter_offers=False)
    return [outcome for outcome in run_instant(scheduler, instance.specs, instance.slots, instance.withdrawals)
            if outcome.broken]


class Soundness(unittest.TestCase):
    def sound(self, rules, count):
        rng = random.Random(SEED)
        for _ in range(count):
            instance = instances.instance(rng.randint)
            self.assertFalse(broken(instance, rules), instance)

    def unsound(self, rules):
        rng = random.Random(SEED)
        self.assertTrue(any(broken(instances.instance(rng.randint, most_jobs=4), rules) for _ in range(SEARCH)))

    def test_legal_pairs(self):
        for feedback, order in LEGAL_PAIRS:
            with self.subTest(feedback=feedback, order=order):
                self.sound(Rules(feedback=feedback, order=order), 2 * INSTANCES)

    def test_sound_but_pessimistic(self):
        """readings that reject more than they must, but keep every promise"""
        for change in (dict(raise_whole=True), dict(reestimate="all"), dict(compared="recomputed"),
                       dict(threshold=">"), dict(stage_end="largest")):
            with self.subTest(**change):
                self.sound(Rules(feedback=SATU, order=FLOOR, **change), INSTANCES)

    def test_unsound(self):
        """printed rules that break a promise"""
        for rules in (Rules(feedback=NONE, order=FLOOR, reserve=">"), Rules(reserve=">"),
                      Rules(feedback=NONE, order=FLOOR, started="map"),
                      Rules(feedback=NONE, order=FLOOR, clock="arrival"),
                      Rules(feedback=NONE, order=FLOOR, predecessor="latest_started"),
                      Rules(feedback=SATU, order=FLOOR, reestimate="undispatched"),
                      Rules(feedback=NONE, order=EDF), Rules(feedback=SATU, order=EDF)):
            with self.subTest(rules=rules):
                self.unsound(rules)


class Acceptance(unittest.TestCase):
    """How much each policy accepts, where tasks take half of what they are estimated to take."""
    SLOTS = 6, 4
    POLICIES = {"no feedback": Rules(feedback=NONE, order=FLOOR),
                "SATU, whole jobs": Rules(feedback=SATU, order=FLOOR, reestimate="all"),
                "SATU, unfinished tasks": Rules(feedback=SATU, order=FLOOR),
                "exact": Rules(feedback=EXACT, order=FLOOR),
                "exact, pure EDF": Rules(feedback=EXACT, order=EDF)}

    def workload(self, rng, load):
        """40 jobs that offer each stage about this load; their deadlines leave 1.2 to 4 times
        their length."""
        specs, arrival = [], 0.0
        for _ in range(40):
            maps, reduces = rng.randint(1, 16), rng.randint(0, 8)
            map_estimate, reduce_estimate = rng.randint(10, 40), rng.randint(10, 60)
            length = -(-maps // self.SLOTS[0]) * map_estimate + -(-reduces // self.SLOTS[1]) * reduce_estimate
            specs.append(Spec(int(arrival), int(arrival) + int(length * rng.uniform(1.2, 4)), map_estimate,
                              reduce_estimate, [max(1, int(map_estimate * rng.uniform(.2, .8))) for _ in range(maps)],
                              [max(1, int(reduce_estimate * rng.uniform(.2, .8))) for _ in range(reduces)]))
            arrival += rng.expovariate(load / 17.5)     # a job's work is about 17.5 ticks of each stage's slots
        return specs

    def test_order_of_policies(self):
        """each policy accepts more than the one before, and no job is late"""
        for load in (0.5, 1.0, 2.0):
            accepted = []
            for rules in self.POLICIES.values():
                rng = random.Random(SEED)
                ratios = []
                for _ in range(12):
                    specs = self.workload(rng, load)
                    outcomes = run_instant(Scheduler(*self.SLOTS, rules, counter_offers=False), specs, self.SLOTS)
                    self.assertFalse([outcome for outcome in outcomes if outcome.broken])
                    ratios.append(sum(outcome.accepted for outcome in outcomes) / len(outcomes))
                accepted.append(100 * statistics.mean(ratios))
            print(f"accepted at load {load}: " +
                  ", ".join(f"{name} {ratio:.1f}%" for name, ratio in zip(self.POLICIES, accepted)))
            self.assertEqual(accepted, sorted(accepted))
