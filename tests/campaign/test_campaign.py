"""A sample of the campaign, how it fails, and the option --check of the command, which uses the
same checker."""
import pathlib
import re
import tempfile
import unittest

from tests.campaign.injected_faults import ROOT
from tests.campaign.planted import CAMPAIGN, built_with, clauses, run

SANITIZED = ROOT / "build/campaign-clang/campaign"
PRINTED_RULE = ROOT / "build/campaign/rtmr_printed_rule"
RTMR = ROOT / "build/rtmr"
SAMPLE = ("run", "--trace", "harness/workload/sample/sample.csv", "--scheduler", "rtmr")
TINY = ("run", "--trace", "harness/workload/sample/tiny.csv", "--scheduler", "rtmr", "--map-slots", 4, "--reduce-slots",
        2)

# Predicates of spec/ about a moment in the middle of a call, or about what a call does.
NOT_BETWEEN_CALLS = {"PlanShapeWithout", "Unnoted", "OtherSlots", "Marked", "RowsWithout", "EndedWithout", "BusyNoted",
                     "PlanningCovers"}

# What RowsCover says of each vector.
PARTS = {"Covers"}

# Of every job, where the proof speaks of one: what the checker calls Tasks and Slots.
OF_EVERY_JOB = {"StageWatched"}

# The predicate that is all the others together.
ALL_OF_THEM = {"State"}


class Campaign(unittest.TestCase):
    def assert_passes(self, done):
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertRegex(done.stdout, r"\n\d+ passed, 0 failed\n$")

    def test_sample(self):
        """the default: 20,000 runs"""
        self.assert_passes(run(CAMPAIGN))

    def test_sample_with_sanitizers(self):
        self.assert_passes(run(SANITIZED, "--runs", 4000, "--seed", 2))

    def test_processes_share_the_same_runs(self):
        """everything but the first line is the same"""
        alone, shared = (run(CAMPAIGN, "--runs", 4000, "--processes", n) for n in (1, 3))
        self.assert_passes(alone)
        self.assertEqual(alone.stdout.partition("\n")[2], shared.stdout.partition("\n")[2])

    def test_seeds_differ(self):
        first, second = (run(CAMPAIGN, "--runs", 1000, "--seed", n) for n in (1, 2))
        self.assertNotEqual(first.stdout.partition("\n")[2], second.stdout.partition("\n")[2])

    def test_one_run(self):
        done = run(CAMPAIGN, "--run", "1:7")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"^run 1:7 \(\w+, \w+, \d+ calls\):\n\d map slots, .*\n( +\d+  \w+ .* -> .+\n)+"
                                      r"every clause holds\n$")
        self.assertEqual(done.stdout, run(CAMPAIGN, "--run", "1:7").stdout)

    def test_a_clause_that_is_never_evaluated_fails(self):
        done = run(CAMPAIGN, "--runs", 1)
        self.assertEqual(done.returncode, 1)
        self.assertIn("NEVER EVALUATED", done.stdout)
        self.assertNotIn("BROKEN", done.stdout)
        self.assertRegex(done.stdout, r"\n\d+ passed, [1-9]\d* failed\n$")

    def test_too_little_exercise_fails(self):
        """a world in which no job arrives but in arbitrary calls"""
        with tempfile.TemporaryDirectory() as directory:
            done = run(world(directory, "w->arrivals = (int32_t)draw(w, 2, JOBS_MOST);", "w->arrivals = 0;"))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"\njobs accepted .*TOO FEW\n")
        self.assertRegex(done.stdout, r"\ntasks dispatched .*TOO FEW\n")
        self.assertNotIn("BROKEN", done.stdout)

    def test_feedback_that_corrects_nothing_fails(self):
        """satu that is none"""
        file, find = "kernel/stored_vectors.c", "k->feedback != RTMR_FEEDBACK_SATU || "
        text = (ROOT / file).read_text()
        self.assertEqual(text.count(find), 1)
        with tempfile.TemporaryDirectory() as directory:
            done = run(
                built_with(file, text.replace(find, "k->feedback != RTMR_FEEDBACK_EXACT || "), pathlib.Path(directory)))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"\n +of others e is lowered by that .*TOO FEW\n")
        self.assertNotIn("BROKEN", done.stdout)

    def test_a_lawful_run_must_end_well(self):
        """a world that leaves tasks running too long, and takes itself for lawful"""
        with tempfile.TemporaryDirectory() as directory:
            done = run(world(directory, "if (w->kind == WORLD_FAULTY && one_in(w, 16)) {", "if (one_in(w, 16)) {"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("a violation was reported though every rule was kept", done.stdout)
        self.assertFalse(any(clauses(done.stdout).values()))

    def test_every_predicate_of_the_proof_is_checked(self):
        """what spec/ says holds between calls is evaluated, under the same name"""
        predicates = re.findall(
            r"^ *predicate (\w+)\(", "".join((ROOT / file).read_text()
                                             for file in ("spec/state.acsl", "spec/slots.acsl", "spec/promise.acsl",
                                                          "spec/latency.acsl", "spec/watch.acsl", "spec/stored.acsl")),
            re.MULTILINE)
        names = {name.partition(" ")[0] for name in clauses(run(CAMPAIGN, "--runs", 100).stdout)}
        self.assertLessEqual({"Reserved", "RowsCover"}, set(predicates))
        self.assertEqual(set(predicates) - names - NOT_BETWEEN_CALLS - PARTS - ALL_OF_THEM - OF_EVERY_JOB, set())
        self.assertLessEqual({"Tasks", "Slots"}, names)
        self.assertIn("Announced", names)  # a macro there: ANNOUNCED in spec/offer.acsl

    def test_bad_usage(self):
        usage = "--runs N, --seed N, --processes N, --failures N or --run SEED:NUMBER"
        for arguments, line in (
                (("--runs", 0), '--runs: expected how many runs, from 1 on, found "0"'),
                (("--runs", "7x"), '--runs: expected how many runs, from 1 on, found "7x"'),
                (("--seed", -1), '--seed: expected a number from 0 on, found "-1"'),
                (("--processes", 1025), '--processes: expected 1 .. 1024 processes, found "1025"'),
                (("--failures", 0), '--failures: expected a number from 1 on, found "0"'),
                (("--run", 7), '--run: expected SEED:NUMBER, found "7"'),
                (("--run", "1:"), '--run: expected SEED:NUMBER, found "1:"'),
                (("--runs",), f'--runs: expected {usage}, found ""'),
                (("--walk", 1), f'command: expected {usage}, found "--walk"')):
            with self.subTest(arguments=arguments):
                done = run(CAMPAIGN, *arguments)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", f"campaign: {line}\n"))


class CheckOption(unittest.TestCase):
    def test_nothing_changes(self):
        """the figures are those without --check, whatever the policy, latency or faults"""
        for command in ((*SAMPLE,), (*SAMPLE, "--feedback", "satu"), (*SAMPLE, "--feedback", "none", "--order", "fifo"),
                        (*SAMPLE, "--order", "floor", "--heartbeat", 0),
                        (*SAMPLE, "--failure-rate", 0.02, "--overrun-rate", 0.05, "--overrun-factor", 2),
                        (*TINY, "--gantt")):
            with self.subTest(command=command):
                plain = run(RTMR, *command)
                checked = run(RTMR, *command, "--check")
                self.assertEqual((checked.returncode, checked.stderr), (0, ""))
                self.assertEqual(checked.stdout, plain.stdout)

    def test_a_broken_clause_ends_the_run(self):
        """the kernel with the printed rule of Algorithm IV: at 1 it offers the slot reserved for
        the first job, which is late at 4"""
        with tempfile.TemporaryDirectory() as directory:
            trace = pathlib.Path(directory) / "jobs.csv"
            trace.write_text("job,arrival,deadline,eps_m,eps_r,map_durations,reduce_durations\n"
                             "first,0,3,2,1,2,1\nsecond,0,5,1,2,1,2\n")
            command = ("run", "--trace", trace, "--map-slots", 2, "--reduce-slots", 1, "--scheduler", "rtmr")
            plain = run(PRINTED_RULE, *command)
            checked = run(PRINTED_RULE, *command, "--check")
            corrected = run(RTMR, *command, "--check")
        self.assertEqual((plain.returncode, plain.stdout), (1, ""))
        self.assertEqual(
            plain.stderr,
            "rtmr: rtmr: the run was stopped: conservation check broken at 4: job 'first': it is late though the "
            "scheduler never took its promise back\n")
        self.assertEqual((corrected.returncode, corrected.stderr), (0, ""))
        self.assertEqual((checked.returncode, checked.stdout), (1, ""))
        self.assertEqual(checked.stderr, "rtmr: rtmr: the run was stopped: scheduler 'rtmr': Offer is broken at 1 by "
                                         "offer: reduce stage: a task of job 2; none may start\n")


def world(directory, find, replace):
    """The campaign with another world."""
    file = "tests/campaign/world.c"
    text = (ROOT / file).read_text()
    if text.count(find) != 1:
        raise AssertionError(f"{file} has {text.count(find)} times {find!r}, expected once")
    return built_with(file, text.replace(find, replace), pathlib.Path(directory))
