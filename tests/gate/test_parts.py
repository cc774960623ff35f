"""The parts of the gate that need no prover: reading logs, claims and comments; dealing out the
work.
"""
from __future__ import annotations

import collections
import os
import pathlib
import re
import subprocess
import tempfile
import types
import unittest
from collections.abc import Collection

from proofs.gate import claims, configurations, framac, proof, provers, report, results, smoke, sources


class ConfigurationTest(unittest.TestCase):
    """What the kernel is proved with."""

    def test_named(self) -> None:
        full = configurations.read("full")
        self.assertEqual(full.macros, {**full.shipped, "RTMR_PLACES": "34", "RTMR_RUNS": "81"})
        self.assertEqual(configurations.read("default").macros, {"RTMR_PLACES": "18", "RTMR_RUNS": "21"})
        self.assertEqual(configurations.read("32-bit").machine, "x86_32")
        small = configurations.read("small")
        self.assertEqual(small.macros, {**small.shipped, "RTMR_PLACES": "6", "RTMR_RUNS": "11"})
        self.assertEqual(
            [known.name for known in configurations.KNOWN.values() if not known.with_runs], ["small", "smallest"]
        )

    def test_without_parts(self) -> None:
        """Each part but runs is left out of one known configuration, and all of them of one."""
        parts = [part for part in configurations.PARTS if part != "RTMR_WITH_RUNS"]
        left_out = [
            sorted(name for name, value in known.shipped.items() if name in configurations.PARTS and value == "0")
            for known in configurations.KNOWN.values()
            if not known.whole and known.settings
        ]
        self.assertEqual(sorted(left_out), sorted([[part] for part in parts] + [sorted(configurations.PARTS)]))
        self.assertEqual(
            configurations.read("smallest").shipped,
            {**configurations.FULL.shipped, **dict.fromkeys(configurations.PARTS, "0")},
        )

    def test_given(self) -> None:
        found = configurations.read("RTMR_JOBS=5  MACHINE=x86_32")
        self.assertEqual(
            (found.machine, found.shipped, found.macros["RTMR_PLACES"]), ("x86_32", {"RTMR_JOBS": "5"}, "7")
        )
        self.assertEqual(configurations.read("RTMR_TICK_BITS=32").shipped, {"RTMR_TICK_BITS": "32"})
        self.assertEqual(configurations.read("RTMR_WITH_RUNS=0").shipped, {"RTMR_WITH_RUNS": "0"})
        self.assertEqual(configurations.read("RTMR_SLOTS=7").macros["RTMR_RUNS"], "9")

    def test_nonsense(self) -> None:
        for text, said in (
            ("", "nothing given"),
            ("tiny", "tiny: expected one of full"),
            ("RTMR_JOB=3", "RTMR_JOB: expected"),
            ("RTMR_JOBS=0", "above 0"),
            ("RTMR_JOBS=x", "above 0"),
            ("RTMR_JOBS=1 RTMR_JOBS=2", "twice"),
            ("RTMR_TICK_BITS=16", "RTMR_TICK_BITS=16: expected 32 or 64"),
            ("RTMR_WITH_RUNS=2", "RTMR_WITH_RUNS=2: expected 0 or 1"),
            ("RTMR_WITH_TOKEN=0", "RTMR_WITH_TOKEN: expected"),
            ("RTMR_WITH_TOKENS=yes", "RTMR_WITH_TOKENS=yes: expected 0 or 1"),
            ("MACHINE=vax", "MACHINE=vax: expected"),
        ):
            with self.subTest(text), self.assertRaisesRegex(configurations.BadConfiguration, said):
                configurations.read(text)

    def test_the_default_is_what_ships(self) -> None:
        kernel = pathlib.Path(__file__).resolve().parents[2] / "kernel"
        header = (kernel / "rtmr_config.h").read_text(encoding="utf-8")
        default = configurations.read("default")
        for name in ("RTMR_SLOTS", "RTMR_JOBS", "RTMR_TASKS"):
            self.assertIn(f"#define {name} {default.constants[name]}\n", header)
        self.assertEqual(default.macros["RTMR_PLACES"], str(int(default.constants["RTMR_JOBS"]) + 2))
        self.assertIn("#define RTMR_TICK_BITS 64\n", header)
        for part in configurations.PARTS:
            self.assertIn(f"#define {part} {default.values[part]}\n", header)
        self.assertEqual(set(re.findall(r"#ifndef (RTMR_\w+)", header)) - {"RTMR_CONFIG_H"}, set(default.values))
        instants = re.findall(
            r"#define RTMR_TIME_MAX \(\(rtmr_ticks\)(.*)\)", (kernel / "rtmr.h").read_text(encoding="utf-8")
        )
        self.assertEqual(
            instants, [known.constants["RTMR_TIME_MAX"] for known in (default, configurations.read("narrow"))]
        )


class LogTest(unittest.TestCase):
    """Every form in which WP tells of a goal."""

    def read(self, log: str, *functions: str) -> list[results.Goal]:
        """The goals of a log."""
        return results.read_log(log, list(functions))[0]

    def test_proved(self) -> None:
        (goal,) = self.read("[wp] [CVC4 1.8] Goal typed_ref_f_ensures_big : Valid (Qed:110ms) (1.5s) (37319)\n", "f")
        self.assertEqual(
            (goal.function, goal.clause, goal.verdict, goal.prover, goal.steps, goal.cached),
            ("f", "ensures_big", results.VALID, "cvc4", 37319, False),
        )
        self.assertAlmostEqual(goal.seconds, 1.61)

    def test_cached(self) -> None:
        (goal,) = self.read("[wp] [Z3 4.8.12] Goal typed_ref_f_ensures_big : Valid (866) (cached)\n", "f")
        self.assertTrue(goal.cached)

    def test_no_prover_needed(self) -> None:
        trivial, unreachable = self.read(
            "[wp] [CFG] Goal f_terminates : Valid (Trivial)\n" "[wp] [CFG] Goal f_ensures_big : Valid (Unreachable)\n",
            "f",
        )
        self.assertEqual((trivial.function, trivial.verdict), ("f", results.VALID))
        self.assertEqual(unreachable.verdict, results.UNREACHABLE)

    def test_failed(self) -> None:
        unknown, timeout = self.read(
            "[wp] [Failed] Goal typed_ref_f_ensures_a\n"
            "  Z3 4.8.12: Timeout (Qed:0.69ms) (3s)\n  CVC4 1.8: Unknown (Qed:0.69ms)\n"
            "[wp] [Failed] Goal typed_ref_f_ensures_b (Stronger)\n"
            "  Z3 4.8.12: Timeout (3s)\n  CVC4 1.8: Timeout (3s)\n",
            "f",
        )
        self.assertEqual((unknown.verdict, unknown.proved), (results.UNKNOWN, False))
        self.assertEqual((timeout.verdict, timeout.proved), (results.TIMEOUT, False))

    def test_one_prover(self) -> None:
        timeout, unknown = self.read(
            "[wp] [Z3 4.8.12] Goal typed_ref_f_ensures_a : Timeout (Qed:1ms) (6s)\n"
            "[wp] [Z3 4.8.12] Goal typed_ref_f_ensures_b : Unknown\n",
            "f",
        )
        self.assertEqual((timeout.verdict, unknown.verdict), (results.TIMEOUT, results.UNKNOWN))

    def test_untried(self) -> None:
        goals = self.read(
            "[wp] Goal typed_ref_f_ensures_a : not tried\n[wp] Goal typed_ref_f_assigns : trivial\n"
            "[wp] Goal typed_ref_f_wp_smoke_default_requires : not tried\n",
            "f",
        )
        self.assertEqual({goal.verdict for goal in goals}, {results.UNTRIED})
        self.assertEqual([goal.smoke for goal in goals], [False, False, True])

    def test_a_failed_smoke_test_stays_failed(self) -> None:
        for order in (("Failed", "Passed"), ("Passed", "Failed")):
            log = "".join(f"[wp] [{word}] Smoke-test typed_ref_f_wp_smoke_default_requires\n" for word in order)
            (goal,) = self.read(log, "f")
            self.assertEqual(goal.verdict, results.SMOKE_FAILED)

    def test_whose_smoke_test(self) -> None:
        goals = self.read(
            "[wp] [Passed] Smoke-test typed_ref_f_wp_smoke_dead_code_s7\n"
            "[wp] [Passed] Smoke-test typed_ref_f_wp_smoke_dead_call_s8\n"
            "[wp] [Passed] Smoke-test typed_ref_f_wp_smoke_wp_typed_ref_requires\n"
            "[wp] [Passed] Smoke-test typed_ref_f_wp_smoke_default_requires\n",
            "f",
        )
        self.assertEqual([smoke.own(goal) for goal in goals], [True, False, False, True])

    def test_labels(self) -> None:
        for clause, label in (
            ("ensures_sorted", "sorted"),
            ("ensures_sorted_part12", "sorted"),
            ("loop_invariant_ends_preserved", "ends"),
            ("loop_invariant_ends_established", "ends"),
            ("call_rtmr_g_requires_valid", "valid"),
            ("assert_here", "here"),
            ("assert_rte_mem_access_part3", "mem_access"),
            ("assert_rte_mem_access_9", "mem_access"),
            ("terminates_part2", None),
            ("assigns_normal", None),
            ("loop_variant_decrease", None),
        ):
            with self.subTest(clause):
                self.assertEqual(results.Goal("", "f", clause, results.VALID).label, label)

    def test_longest_name(self) -> None:
        self.assertEqual(results.owner("typed_ref_put_all_ensures_x", ["put", "put_all"]), ("put_all", "ensures_x"))
        self.assertEqual(results.owner("typed_ref_lemma_right", ["put"]), ("", "lemma_right"))

    def test_messages(self) -> None:
        _, messages, totals = results.read_log(
            "[kernel:annot:missing-spec] a.c:9: Warning: \n  Neither code nor\n  specification\n"
            "[wp] Proved goals:    3 / 5\n[kernel] User Error: stopping\n",
            [],
        )
        self.assertEqual(
            [(m.source, m.place, m.severity, m.text) for m in messages],
            [
                ("kernel:annot:missing-spec", "a.c:9", "warning", "Neither code nor\nspecification"),
                ("kernel", "", "error", "stopping"),
            ],
        )
        self.assertEqual(totals, (3, 5))


class LimitTest(unittest.TestCase):
    """limited.sh, which every prover is run by."""

    def limited(self, *command: str) -> tuple[int, str]:
        """How a command ends that may use a second of processor time, and what it says."""
        done = subprocess.run(
            [str(pathlib.Path(framac.__file__).with_name("limited.sh")), *command],
            check=False,
            capture_output=True,
            text=True,
            env={**os.environ, "PROVER_SECONDS": "1", "WALL_SECONDS": "100"},
        )
        return done.returncode, done.stdout

    def test_within(self) -> None:
        self.assertEqual(self.limited("sh", "-c", "echo unsat; exit 3"), (3, "unsat\n"))

    def test_reached(self) -> None:
        _, said = self.limited("sh", "-c", "echo; while :; do :; done")
        self.assertEqual(said, "\ninterrupted by timeout\nwhy3cpulimit time : 100 s\n")

    def test_killed_with_it(self) -> None:
        """WP ends a prover that it needs no longer by killing what it has started: this script."""
        script = str(pathlib.Path(framac.__file__).with_name("limited.sh"))
        with subprocess.Popen(
            [script, "sh", "-c", "echo $$; exec sleep 60"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PROVER_SECONDS": "1", "WALL_SECONDS": "100"},
        ) as run:
            prover = int(run.stdout.readline())
            run.kill()
            self.assertEqual(run.stdout.read(), "")  # returns when no process is left that could write
        self.assertFalse(pathlib.Path(f"/proc/{prover}/exe").exists())


class CommentTest(unittest.TestCase):
    """Annotations are told from what only looks like one."""

    def test_without_annotations(self) -> None:
        source = 'int a; /*@ x\n y */ int b; //@ z\nchar *s = "/*@ no */"; char c = \'"\'; /* plain */ //@ w'
        self.assertEqual(
            sources.without_annotations(source),
            'int a;  \n int b;  \nchar *s = "/*@ no */"; char c = \'"\'; /* plain */  ',
        )

    def test_without_remarks(self) -> None:
        for source, said in (
            ("/* a\n b */\nf();  /* g() */\n\n  //@ assert\th;\n// i\n", "f();\n//@ assert h;\n"),
            ("int /* a */ b /* c */;", "int b ;\n"),
            ('char *s = "/* k */  \t";', 'char *s = "/* k */  \t";\n'),
            ("/* @ requires x; */\n/*@ requires\n  y; */", "/* @ requires x; */\n/*@ requires\ny; */\n"),
            ("#define X \\\n/* a */\nint y;", "#define X \\\n\nint y;\n"),
            ("int a;\f#define X", "int a;\f#define X\n"),
        ):
            with self.subTest(source):
                self.assertEqual(sources.without_remarks(source), said)

    def test_without_comments(self) -> None:
        self.assertEqual(
            sources.without_comments('f(); /* g()\n */ h(); //@ i();\nchar *s = "/* k() */";'),
            'f();  \n h();  \nchar *s = "/* k() */";',
        )

    def test_nearly_annotations(self) -> None:
        near = ["/* @ a */", "// @ a", "/**@ a */", "/*\n @ a */", "///@ a"]
        fine = ["/*@ a */", "//@ a", "/* a @ b */", "// mail@example"]
        for text in near:
            self.assertTrue(sources.comments(text)[0].nearly_annotation, text)
        for text in fine:
            self.assertFalse(sources.comments(text)[0].nearly_annotation, text)

    def test_lines(self) -> None:
        self.assertEqual([comment.line for comment in sources.comments("\n\n/* a */\n// b")], [3, 4])


class ClaimsTest(unittest.TestCase):
    """claims.toml is refused unless every entry is what it must be."""

    def read(self, text: str) -> claims.Claims:
        """Claims from a text."""
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / "claims.toml"
            path.write_text(text, encoding="utf-8")
            return claims.read(path)

    def test_refused(self) -> None:
        for text, complaint in (
            ("[nonsense]\n", "unknown: nonsense"),
            ('[files."a.c"]\nclaim = "x"\n', "must have claim, floor"),
            ('[files."a.c"]\nclaim = ""\nfloor = 1\n', "must have claim, floor"),
            ('[excluded]\na = ""\n', "reason"),
            ("[excluded]\na = 1\n", "reason"),
            ('[callers]\na = "x"\n', "must have clauses, reason"),
            ("[clauses]\ngroup = 1\n", "list of clauses"),
            ("[clauses]\ngroup = []\n", "list of clauses"),
            ('[clauses]\ngroup = ["a"]\n', "group: not used"),
            ('[clauses]\nobjects = ["a: x"]\n', "objects: has a meaning of its own"),
            ('[callers]\na = { clauses = ["b"], reason = "x" }\n', "a: b: neither a group nor LABEL: PREDICATE"),
            ('[[harmless]]\npattern = "("\nreason = "x"\n', "pattern"),
            ('[[harmless]]\npattern = "x"\n', "reason"),
            ("not toml", "line 1"),
        ):
            with self.assertRaisesRegex(claims.BadClaims, complaint):
                self.read(text)

    def test_missing_file(self) -> None:
        with self.assertRaisesRegex(claims.BadClaims, "No such file"):
            claims.read(pathlib.Path("/nonexistent/claims.toml"))

    def test_floors(self) -> None:
        text = '# c\n[files."a.c"]\nclaim = "A."\nfloor = 1 # why\n\n[files."b.c"]\nclaim = "B."\nfloor = 2\n'
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / "claims.toml"
            path.write_text(text, encoding="utf-8")
            self.assertEqual(claims.write_floors(path, {"b.c": 7, "c.c": 9}), ["c.c"])
            self.assertEqual(path.read_text(encoding="utf-8"), text.replace("floor = 2", "floor = 7"))

    def test_floors_of_the_smallest_build(self) -> None:
        def file(name: str, floors: str) -> str:
            return f'[files."{name}"]\nclaim = "X."\n{floors}\n'

        text = file("a.c", "floor = 9\nfloor_without_runs = 7\n")
        text += file("b.c", "floor = 8\n") + file("c.c", "floor = 5\n") + file("d.h", "floor = 0\n")
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / "claims.toml"
            for found in ({"a.c": 1, "b.c": 2, "c.c": 4, "d.h": 2}, {"a.c": 6, "c.c": 5, "d.h": 3}):
                path.write_text(text, encoding="utf-8")
                for _ in range(2):  # a floor takes the place of the one before
                    claims.write_smallest_floors(path, found)
            self.assertEqual(
                path.read_text(encoding="utf-8"),
                file("a.c", "floor = 9\nfloor_without_runs = 7\nfloor_smallest = 6\n")
                + file("b.c", "floor = 8\nfloor_smallest = 0\n")
                + file("c.c", "floor = 5\n")
                + file("d.h", "floor = 0\nfloor_smallest = 3\n"),
            )
            files = claims.read(path).files
            least = {
                name: {known.name: known_file.least(known) for known in configurations.KNOWN.values()}
                for name, known_file in files.items()
            }
        self.assertEqual(least["a.c"]["full"], 9)
        self.assertEqual((least["a.c"]["small"], least["a.c"]["smallest"], least["a.c"]["without-latency"]), (7, 6, 6))
        self.assertEqual((least["b.c"]["large"], least["b.c"]["without-tokens"], least["c.c"]["smallest"]), (8, 0, 5))
        self.assertEqual((least["d.h"]["full"], least["d.h"]["without-tokens"], least["d.h"]["smallest"]), (0, 0, 3))


class TurnsTest(unittest.TestCase):
    """Which provers try what."""

    def test_matching_only(self) -> None:
        self.assertEqual(framac.turns(["f", "g"]), (framac.Turn(("f", "g")),))
        self.assertEqual(framac.turns(["f"])[0].options, ["-wp-prover", "matching", "-wp-fct", "f"])

    def test_each_clause_has_a_turn(self) -> None:
        matching, racing = framac.turns(["f"], {"b", "a"})
        self.assertEqual(matching.options, ["-wp-prover", "matching", "-wp-fct", "f", "-wp-prop=-a,-b"])
        self.assertEqual(racing.options, ["-wp-prover", "newer,z3,cvc4", "-wp-fct", "f", "-wp-prop=a,b"])

    def test_all_of_a_function(self) -> None:
        self.assertEqual(framac.turns(["f"], {"a", provers.ALL}), (framac.Turn(("f",), provers.RACING),))

    def test_unpruned(self) -> None:
        for labels in ((), ("a",), (provers.ALL,)):
            for pruned in (True, False):
                options = [turn.options for turn in framac.turns(["f"], labels, pruned)]
                self.assertEqual({"-wp-no-pruning" in turn for turn in options}, {not pruned})

    def test_lemmas(self) -> None:
        self.assertEqual(framac.Turn((), provers.RACING).options, ["-wp-prover", "newer,z3,cvc4", "-wp-prop=@lemma"])

    def test_what_one_turn_shows_is_shown(self) -> None:
        def clause(status: str, name: str = "a") -> results.Property:
            return results.Property("ensures", "f", (name,), status, False, "a.c", 1, "text")

        shown, open_, never = clause("valid"), clause("unknown"), clause("never_tried")
        self.assertEqual(results.best_of([[open_], [shown]]), (shown,))
        self.assertEqual(results.best_of([[shown], [never]]), (shown,))
        self.assertEqual(results.best_of([[open_], [never]]), (open_,))
        self.assertEqual(results.best_of([[shown, open_], [never, never]]), (shown, open_))  # two that look alike
        self.assertEqual(results.best_of([[shown], [clause("valid", "b")]]), (shown, clause("valid", "b")))


class DealTest(unittest.TestCase):
    """How the functions are dealt to shards."""

    def shards(
        self, goals: dict[str, dict[str, int]], racing: dict[str, set[str]], most: int, unpruned: Collection[str] = ()
    ) -> list[tuple[tuple[str, ...], set[str]]]:
        """Functions and racing labels of each shard; a function's name begins with its file's."""
        functions = {name: types.SimpleNamespace(file=f"{name[0]}.c") for name in goals}
        evidence = types.SimpleNamespace(
            expected=list(goals),
            functions=functions,
            unpruned=unpruned,
            racing={name: frozenset(labels) for name, labels in racing.items()},
        )
        dealt = proof.deal(evidence, {name: collections.Counter(counts) for name, counts in goals.items()}, most)
        self.assertEqual(sorted(name for shard in dealt for name in shard.functions), sorted(goals))
        self.assertTrue(
            all(shard.goals == sum(sum(goals[name].values()) for name in shard.functions) for shard in dealt)
        )
        self.assertTrue(all((name not in unpruned) == shard.pruned for shard in dealt for name in shard.functions))
        return [(shard.functions, set(shard.racing)) for shard in dealt]

    def test_costliest_first(self) -> None:
        goals = {"a1": {"x": 50}, "a2": {"x": 50}, "a3": {"x": 10}, "b1": {"x": 80}, "c1": {"x": 5}}
        self.assertEqual(self.shards(goals, {}, 100), [(("b1", "a3", "c1"), set()), (("a1", "a2"), set())])

    def test_more_than_fits(self) -> None:
        self.assertEqual(self.shards({"a1": {"x": 500}, "a2": {"x": 1}}, {}, 100), [(("a1",), set()), (("a2",), set())])

    def test_racing_stands_apart(self) -> None:
        goals = {"a1": {"x": 9, "y": 1}, "a2": {"x": 50}, "b1": {"x": 1, "y": 2}}
        self.assertEqual(self.shards(goals, {"a1": {"y"}, "b1": {"y"}}, 100), [(("a2",), set()), (("a1", "b1"), {"y"})])

    def test_nothing_races_without_need(self) -> None:
        racing = {"a1": {"y"}, "b1": {"x"}}
        self.assertEqual(
            self.shards({"a1": {"x": 0, "y": 1}, "b1": {"x": 1}}, racing, 100), [(("a1", "b1"), {"x", "y"})]
        )
        self.assertEqual(
            self.shards({"a1": {"x": 1, "y": 1}, "b1": {"x": 1}}, racing, 100), [(("a1",), {"y"}), (("b1",), {"x"})]
        )
        self.assertEqual(
            self.shards({"a1": {"x": 9}, "b1": {"x": 1}}, {"a1": {"z"}, "b1": {provers.ALL}}, 100),
            [(("a1",), {"z"}), (("b1",), {provers.ALL})],
        )

    def test_unpruned_stands_apart(self) -> None:
        goals = {"a1": {"x": 9, "y": 1}, "a2": {"x": 50}, "a3": {"x": 1}, "b1": {"x": 1, "y": 2}, "b2": {"x": 2}}
        self.assertEqual(
            self.shards(goals, {"a1": {"y"}, "b1": {"y"}}, 100, {"a1", "a3", "b2"}),
            [(("a1",), {"y"}), (("b2", "a3"), set()), (("a2",), set()), (("b1",), {"y"})],
        )


class SampleTest(unittest.TestCase):
    """The sample of smoke tests keeps to its budget, repeats itself, and moves on with the sources.
    """

    SECONDS = {f"f{number}": 10.0 for number in range(50)}

    def test_budget(self) -> None:
        self.assertEqual(len(smoke.sample(self.SECONDS, "seed", 90)), 9)
        self.assertEqual(len(smoke.sample(self.SECONDS, "seed", 1)), 1)
        self.assertEqual(smoke.sample({}, "seed", 90), [])

    def test_choice(self) -> None:
        samples = [smoke.sample(self.SECONDS, f"seed {number}", 90) for number in range(60)]
        self.assertEqual(samples[0], smoke.sample(self.SECONDS, "seed 0", 90))
        self.assertEqual({name for sample in samples for name in sample}, set(self.SECONDS))


class ReportTest(unittest.TestCase):
    """What is told about a file."""

    def file(self, *goals: results.Goal) -> dict:
        """What the report has of a file with these goals."""
        shard = types.SimpleNamespace(title="a.c", functions=("f",))
        proofs = [types.SimpleNamespace(shard=shard, run=types.SimpleNamespace(complete=True))]
        evidence = types.SimpleNamespace(
            goals_of_file={"a.c": goals},
            claims=types.SimpleNamespace(files={}),
            proofs=proofs,
            functions={"f": types.SimpleNamespace(file="a.c")},
            all_expected=["f"],
        )
        return report._of_file(evidence, "a.c")

    def test_slowest_goals(self) -> None:
        goals = [
            results.Goal(f"typed_f_ensures_{name}", "f", f"ensures_{name}", results.VALID, "z3", seconds)
            for name, seconds in (("a", 0.25), ("b", 1.5), ("c", 0.5), ("d", 12.0), ("e", 0.125))
        ]
        found = self.file(*goals)
        self.assertEqual(
            [(goal["function"], goal["clause"], goal["seconds"]) for goal in found["slowest"]],
            [("f", "ensures_d", 12.0), ("f", "ensures_b", 1.5), ("f", "ensures_c", 0.5)],
        )
        self.assertEqual(
            report._file_lines("a.c", found),
            [
                "a.c: proved",
                "  1 functions, 5 of 5 goals (z3 5), 14.4 s; the slowest:",
                "     12.00 s  z3     f: ensures_d",
                "      1.50 s  z3     f: ensures_b",
                "      0.50 s  z3     f: ensures_c",
            ],
        )

    def test_few_goals(self) -> None:
        found = self.file(results.Goal("typed_lemma_a", "", "lemma_a", results.TIMEOUT, seconds=3.0))
        self.assertEqual(
            report._file_lines("a.c", found)[1:],
            ["  1 functions, 0 of 1 goals (timeout 1), 3.0 s; the slowest:", "      3.00 s  timeout  lemma: lemma_a"],
        )
        found = self.file(
            results.Goal("typed_f_terminates", "f", "terminates", results.VALID, "CFG"),
            results.Goal("typed_f_ensures_end", "f", "ensures_end", results.UNREACHABLE, "CFG"),
        )
        self.assertEqual(
            report._file_lines("a.c", found)[1],
            "  1 functions, 1 of 2 goals, 1 unreachable (CFG 2), 0.0 s; the slowest:",
        )
        self.assertEqual(
            (self.file()["slowest"], report._file_lines("a.c", self.file())[1:]),
            ([], ["  1 functions, 0 of 0 goals (), 0 s"]),
        )
