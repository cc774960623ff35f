"""Where the RTMR papers slip: the printed rule, what comes of it, and what the corrected model and
the kernel do.

Numbers are the rows of the errata. A job is [arrival, deadline, map estimate, reduce estimate, map
durations, reduce durations]; deadlines are absolute. Each case is the smallest known.
"""
import itertools
import math
import random
import statistics
import unittest

from tests.model.kernel import Kernel
from tests.model.naive import Scheduler
from tests.model.rules import EDF, EXACT, FIFO, FLOOR, LEGAL_PAIRS, NONE, SATU, Rules
from tests.model.vectors import at_least, maximum, plan_stage, plus
from tests.model.world import Spec, run_instant


def model(slots, jobs, **rules):
    """What becomes of the jobs under a model with these rules."""
    return run_instant(Scheduler(*slots, Rules(**rules)), [Spec(*job) for job in jobs], slots)


def kernel(slots, jobs, **rules):
    """What becomes of the jobs under the kernel."""
    return run_instant(Kernel(*slots, Rules(**rules)), [Spec(*job) for job in jobs], slots)


class Slip(unittest.TestCase):
    def assert_misses(self, outcome, estimate, finish):
        """It was accepted, with this estimate, and broke its promise by ending then."""
        self.assertEqual((outcome.accepted, outcome.estimate, outcome.finish), (True, estimate, finish))
        self.assertTrue(outcome.broken)

    def assert_right(self, slots, jobs, check=None, pairs=LEGAL_PAIRS, **rules):
        """Model and kernel under every sound pair: no promise is broken, and `check(outcomes)`
        passes."""
        for feedback, order in pairs:
            for run in (model, kernel):
                with self.subTest(feedback=feedback, order=order, run=run.__name__):
                    outcomes = run(slots, jobs, feedback=feedback, order=order, **rules)
                    self.assertFalse([k for k, outcome in enumerate(outcomes) if outcome.broken])
                    if check:
                        check(outcomes)

    def rejects(self, index, late_by):
        """A check that this job is rejected, because it or another would end so late."""
        def check(outcomes):
            self.assertFalse(outcomes[index].accepted)
            self.assertEqual(outcomes[index].decision.late_by, late_by)
        return check


class Reservation(Slip):
    """Row 1: Algorithm IV line 10 breaks if reservedSlot > Ra; it must be >=."""
    SLOTS = 2, 1
    JOBS = [[0, 3, 2, 1, [2], [1]], [0, 5, 1, 2, [1], [2]]]

    def test_printed(self):
        """the job behind takes the last reserved slot at 1, until 3"""
        outcomes = model(self.SLOTS, self.JOBS, feedback=NONE, order=FLOOR, reserve=">")
        self.assert_misses(outcomes[0], estimate=3, finish=4)

    def test_right(self):
        self.assert_right(self.SLOTS, self.JOBS, lambda outcomes: self.assertEqual(
            [outcome.finish for outcome in outcomes], [3, 5]))


class MissingStages(Slip):
    """Row 2: Algorithm III leaves e undefined for R = 0, and a job without maps never starts
    "its first map"."""
    SLOTS = 1, 1
    JOBS = [[0, 4, 1, 2, [], [2]], [1, 2, 1, 1, [], [1]]]

    def test_printed(self):
        """the second job passes the first, which runs already"""
        outcomes = model(self.SLOTS, self.JOBS, feedback=NONE, order=FLOOR, started="map")
        self.assert_misses(outcomes[1], estimate=2, finish=3)

    def test_right(self):
        self.assert_right(self.SLOTS, self.JOBS, self.rejects(1, late_by=1))

    def test_estimates(self):
        """R = 0: e = e_m; M = 0: e_m = now; neither: e = now"""
        jobs = [[2, 9, 3, 0, [3], []], [3, 9, 0, 2, [], [2]], [4, 4, 0, 0, [], []]]
        self.assert_right((1, 1), jobs, lambda outcomes: self.assertEqual(
            [(outcome.decision.estimated_finish, outcome.finish) for outcome in outcomes], [(5, 5), (5, 5), (4, 4)]))


class WholeVector(Slip):
    """Row 3: MAX(T, A) in the proofs raises the whole vector, Algorithms II and III only the
    entry they use."""
    SLOTS = 2, 2
    JOBS = [[0, 200, 100, 10, [100], [10]], [1, 51, 20, 10, [20], [10]]]

    def test_read_as_the_proof(self):
        """a job that fits is rejected"""
        outcomes = model(self.SLOTS, self.JOBS, feedback=NONE, order=FLOOR, raise_whole=True)
        self.assertEqual((outcomes[1].accepted, outcomes[1].decision.estimated_finish), (False, 110))

    def test_right(self):
        self.assert_right(self.SLOTS, self.JOBS, lambda outcomes: self.assertEqual(
            (outcomes[1].accepted, outcomes[1].decision.estimated_finish, outcomes[1].finish), (True, 31, 31)))


class OutOfOrder(Slip):
    """Row 4: Proof-2 takes the reduces to run in job order; the dispatcher does not."""
    SLOTS = 2, 2
    JOBS = [[0, 100, 10, 1, [10], [1]], [0, 101, 1, 5, [1], [5]]]

    def test_proof(self):
        """V^r as the proof builds it is not when the slots are available"""
        first = plus(maximum([0, 0], 10), [1])      # the map of the first job ends at 10, its reduce takes 1
        second = plus(maximum(first, 1), [5])       # the map of the second ends at 1, its reduce takes 5
        outcomes = model(self.SLOTS, self.JOBS)
        actual = sorted(outcome.finish for outcome in outcomes)
        self.assertEqual((second, actual), ([11, 15], [6, 11]))

    def test_right(self):
        """the second job's reduce runs first, and both jobs keep their estimates"""
        self.assert_right(self.SLOTS, self.JOBS, lambda outcomes: self.assertEqual(
            [(outcome.estimate, outcome.finish) for outcome in outcomes], [(11, 11), (6, 6)]))


class Arrival(Slip):
    """Row 5: the proof plans from the arrival A, Algorithm II line 4 from the current time: the
    latter is right."""
    SLOTS = 3, 1
    JOBS = [[0, 3, 3, 1, [3, 3, 3], []], [0, 22, 1, 6, [1, 1], [6, 6, 6]], [3, 4, 1, 1, [1, 1], []]]

    def test_read_as_the_proof(self):
        """the job that waits is planned in the past"""
        outcomes = model(self.SLOTS, self.JOBS, feedback=NONE, order=FLOOR, clock="arrival")
        self.assertTrue(outcomes[2].accepted)
        self.assert_misses(outcomes[1], estimate=20, finish=23)

    def test_right(self):
        self.assert_right(self.SLOTS, self.JOBS, self.rejects(2, late_by=1))


class Predecessor(Slip):
    """Row 6: "the job started latest" as predecessor is nil once it has finished, though an
    earlier one runs."""
    SLOTS = 2, 2
    JOBS = [[0, 10, 1, 9, [1], [9]], [1, 3, 1, 1, [1], [1]], [3, 5, 1, 1, [1], [1, 1]]]

    def test_printed(self):
        """the plan knows nothing of the reduce that runs until 10"""
        outcomes = model(self.SLOTS, self.JOBS, feedback=NONE, order=FLOOR, predecessor="latest_started")
        self.assert_misses(outcomes[2], estimate=5, finish=6)

    def test_right(self):
        self.assert_right(self.SLOTS, self.JOBS, self.rejects(2, late_by=1))


class Successors(Slip):
    """Row 7: what Algorithm V plans again of a successor that has started."""

    def test_undispatched(self):
        """only its undispatched tasks: unsound"""
        slots, jobs = (3, 1), [[0, 3, 3, 1, [3], []], [2, 5, 2, 1, [2, 2, 1], []], [3, 5, 1, 1, [1], [1]]]
        outcomes = model(slots, jobs, feedback=SATU, order=FLOOR, reestimate="undispatched")
        self.assert_misses(outcomes[2], estimate=5, finish=6)
        self.assert_right(slots, jobs, lambda outcomes: self.assertFalse(outcomes[2].accepted))

    def test_whole(self):
        """the whole job, as printed: sound, but feedback can make a job that fits look late"""
        slots, jobs = (1, 1), [[0, 9, 3, 2, [3], [2]], [0, 20, 5, 1, [5], [1]], [6, 11, 1, 1, [1], [1]]]
        outcomes = model(slots, jobs, feedback=SATU, order=FLOOR, reestimate="all")
        self.assertFalse(outcomes[2].accepted)
        for run in (model, kernel):
            self.assertTrue(run(slots, jobs, feedback=NONE, order=FLOOR)[2].accepted)
            self.assertTrue(run(slots, jobs, feedback=EXACT, order=FLOOR)[2].accepted)
        self.assert_right(slots, jobs)

    def test_unfinished(self):
        """its unfinished tasks: accepts where neither the whole job nor no feedback does"""
        slots, jobs = (2, 1), [[1, 5, 1, 1, [1], [1]], [2, 12, 2, 1, [2, 1, 1], [1, 1]], [5, 10, 1, 3, [1], [3]]]
        self.assertFalse(model(slots, jobs, feedback=SATU, order=FLOOR, reestimate="all")[2].accepted)
        for run in (model, kernel):
            self.assertFalse(run(slots, jobs, feedback=NONE, order=FLOOR)[2].accepted)
            self.assertTrue(run(slots, jobs, feedback=SATU, order=FLOOR)[2].accepted)
        self.assert_right(slots, jobs)


class Trigger(Slip):
    """Rows 8 and 16: when Algorithm V gets past line 7."""

    def runs(self, slots, jobs, **rules):
        """How often it did."""
        scheduler = Scheduler(*slots, Rules(feedback=SATU, order=FLOOR, **rules))
        run_instant(scheduler, [Spec(*job) for job in jobs], slots)
        return scheduler.feedback_runs

    def test_recomputed_estimate(self):
        """row 8: line 6 recomputes e at the finish, and so always differs; compare the recorded
        e"""
        punctual = [[0, 9, 3, 2, [3], [2]]]
        self.assertEqual(self.runs((1, 1), punctual, delta=1, compared="recomputed"), 1)
        self.assertEqual(self.runs((1, 1), punctual, delta=1), 0)
        # Without need, and with the jobs behind it the worse for it:
        jobs = punctual + [[0, 20, 5, 1, [5], [1]], [6, 11, 1, 1, [1], [1]]]
        outcomes = model((1, 1), jobs, feedback=SATU, order=FLOOR, delta=1, compared="recomputed")
        self.assertFalse(outcomes[2].accepted)
        self.assert_right((1, 1), jobs, lambda outcomes: self.assertTrue(outcomes[2].accepted), [(SATU, FLOOR)],
                          delta=1)

    def test_threshold(self):
        """row 16: "larger than delta" in the prose, >= delta in line 7: the latter"""
        jobs = [[0, 5, 5, 1, [4], []], [0, 8, 3, 1, [3], []], [5, 9, 2, 1, [2], []]]
        self.assertEqual(self.runs((1, 1), jobs[:1], delta=1), 1)
        self.assertEqual(self.runs((1, 1), jobs[:1], delta=1, threshold=">"), 0)
        prose = model((1, 1), jobs, feedback=SATU, order=FLOOR, delta=1, threshold=">")
        self.assertFalse(prose[2].accepted)
        self.assert_right((1, 1), jobs, lambda outcomes: self.assertTrue(outcomes[2].accepted), [(SATU, FLOOR)],
                          delta=1)


class Passing(Slip):
    """Row 9: with Algorithms I-III a new job must not pass one that has a dispatched task."""
    SLOTS = 2, 1
    JOBS = [[0, 5, 2, 1, [2], [1]], [1, 3, 1, 1, [1, 1], [1]]]

    def test_pure_edf(self):
        """Algorithms I-III plan it as if the other were not running"""
        outcomes = model(self.SLOTS, self.JOBS, feedback=NONE, order=EDF)
        self.assert_misses(outcomes[1], estimate=3, finish=4)

    def test_right(self):
        """behind the started job, or from the slot table: then it may pass and is rejected for
        what runs"""
        self.assert_right(self.SLOTS, self.JOBS, self.rejects(1, late_by=1))

    def test_exact_projection_may_pass(self):
        """a more urgent job that fits overtakes the tasks of a started job that still wait"""
        slots, jobs = (1, 1), [[0, 20, 3, 1, [3, 3], [1]], [1, 5, 1, 1, [1], [1]]]
        for run in (model, kernel):
            self.assertTrue(run(slots, jobs, feedback=EXACT, order=EDF)[1].accepted)
            for feedback, order in ((EXACT, FLOOR), (SATU, FLOOR), (NONE, FLOOR), (EXACT, FIFO)):
                self.assertFalse(run(slots, jobs, feedback=feedback, order=order)[1].accepted)
        self.assert_right(slots, jobs)


class EstimatesPerTask(Slip):
    """Row 10: with an estimate for each task, e is the maximum over the tasks, not the value of
    the last."""
    SLOTS = 1, 2
    JOBS = [[0, 10, 1, [3, 1], [1], [2, 1]]]

    def test_last_value(self):
        outcomes = model(self.SLOTS, self.JOBS, feedback=NONE, order=FLOOR, stage_end="last")
        self.assert_misses(outcomes[0], estimate=2, finish=3)

    def test_right(self):
        """the kernel has one estimate per stage: the largest"""
        self.assert_right(self.SLOTS, self.JOBS, lambda outcomes: self.assertEqual(
            (outcomes[0].estimate, outcomes[0].finish), (4, 3)))


class TableSix(unittest.TestCase):
    """Row 13: the Deadline Constraint row of Table VI (49.4% accepted, 22.5% of these
    successful)."""
    BINS = [9, 24, 25, 18, 13]      # Table IV; every job of the last one has more reduces than there are slots

    @staticmethod
    def accepted(jobs):
        """The numbers of accepted jobs that print as 49.4%."""
        return [n for n in range(jobs + 1) if jobs and f"{100 * n / jobs:.1f}" == "49.4"]

    @staticmethod
    def successful(accepted):
        return [n for n in range(accepted + 1) if accepted and f"{100 * n / accepted:.1f}" == "22.5"]

    def test_no_count_fits(self):
        """not all 89 jobs, nor any number that leaves out the 13 jobs that it cannot take"""
        jobs = sum(self.BINS)
        self.assertEqual(jobs, 89)
        for count in itertools.chain([jobs], range(jobs - self.BINS[-1] + 1)):
            self.assertFalse([a for a in self.accepted(count) if self.successful(a)], count)

    def test_what_would_fit(self):
        """44 of 89 or 40 of 81 were accepted; 9 of 40 succeeded: that leaves out only 8 jobs, or
        20 of 89"""
        self.assertEqual((self.accepted(89), self.accepted(81)), ([44], [40]))
        self.assertEqual((self.successful(44), self.successful(40), self.successful(89)), ([], [9], [20]))


class WorkloadTwo(unittest.TestCase):
    """Row 22: section V says that workload II's map counts are normal with mean 100, and that the
    three jobs of more than 300 maps are left out; Table IV has the others."""
    BINS = TableSix.BINS
    LEFT_OUT = 3

    def test_no_normal_distribution_fits(self):
        """of the 92 jobs 58 have at most 100 maps; under any normal distribution with mean 100 each
        has with probability 1/2, and so many of them with one of 1/100"""
        jobs = sum(self.BINS) + self.LEFT_OUT
        small = sum(self.BINS[:3])
        self.assertEqual((jobs, small), (92, 58))
        at_least = sum(math.comb(jobs, k) for k in range(small, jobs + 1)) / 2**jobs
        self.assertLess(at_least, 0.01)

    def test_three_of_92_above_300(self):
        """needs a deviation of 108, with which every sixth count is below 0.5; cut to 1 .. 300 the
        mean is 126.1"""
        normal = statistics.NormalDist(100, 108.4)
        self.assertAlmostEqual(92 * (1 - normal.cdf(300.5)), 3, delta=0.1)
        self.assertGreater(normal.cdf(0.5), 1 / 6)
        weights = [normal.cdf(n + 0.5) - normal.cdf(n - 0.5) for n in range(1, 301)]
        mean = sum(n * weight for n, weight in enumerate(weights, 1)) / sum(weights)
        self.assertAlmostEqual(mean, 126.1, delta=0.05)


class LargestItem(Slip):
    """Row 14: Proof-2 takes e_m for the largest item of T^m; with a predecessor it is not."""
    SLOTS = 2, 2
    JOBS = [[0, 300, 100, 1, [100], [1]], [1, 10, 1, 1, [1], [1]]]

    def test_vector(self):
        """T^m = [1, 100], e_m = 1"""
        vector, ends = plan_stage([0, 100], [1], 0)
        self.assertEqual((vector, max(ends)), ([1, 100], 1))

    def test_read_as_the_proof(self):
        """a job that fits is rejected"""
        outcomes = model(self.SLOTS, self.JOBS, feedback=NONE, order=FLOOR, stage_end="largest")
        self.assertEqual((outcomes[1].accepted, outcomes[1].decision.estimated_finish), (False, 101))

    def test_right(self):
        self.assert_right(self.SLOTS, self.JOBS, lambda outcomes: self.assertEqual(
            (outcomes[1].decision.estimated_finish, outcomes[1].finish), (3, 3)))


class PropertyTwo(Slip):
    """Row 15: property 2 of (+) applies >=, which is defined for sorted vectors, to vectors of
    durations."""

    def test_sorted_reading(self):
        """the same durations in another order, equal once sorted: property 2 fails"""
        a, b = plus([0, 0], [1, 1, 2]), plus([0, 0], [2, 1, 1])
        self.assertEqual((a, b), ([1, 3], [2, 2]))
        self.assertFalse(at_least(a, b))

    def test_right_reading(self):
        """item by item, in the order of dispatch, it holds, and properties 1 and 3 hold too"""
        rng = random.Random(1)
        for _ in range(2000):
            low = sorted(rng.randint(0, 9) for _ in range(rng.randint(1, 4)))
            high = sorted(entry + rng.randint(0, 3) for entry in low)
            higher = sorted(entry + rng.randint(0, 3) for entry in high)
            short = [rng.randint(0, 5) for _ in range(rng.randint(0, 6))]
            long = [duration + rng.randint(0, 3) for duration in short]
            value = rng.randint(0, 12)
            self.assertTrue(at_least(higher, low))
            self.assertTrue(at_least(plus(high, long), plus(low, short)))
            self.assertTrue(at_least(maximum(high, value + rng.randint(0, 3)), maximum(low, value)))

    def test_any_order_of_durations(self):
        """tasks of one estimate may turn out long or short in any order"""
        for durations in itertools.permutations([1, 2, 3, 3]):
            jobs = [[0, 9, 3, 1, list(durations), [1]], [0, 12, 3, 2, [3, 1], [2, 1]]]
            self.assert_right((2, 1), jobs)
