"""hand_written.toml, justified.toml, the journal and the table: what fits, and what must be told
loudly."""
from __future__ import annotations

import dataclasses
import json
import pathlib
import tempfile
import types
import unittest

from proofs.mutants import hand_written, journal, justified, lexer, structure, table
from proofs.mutants.mutant import Identity, Mutant
from proofs.mutants.subject import Module
from proofs.mutants.trial import Outcome

SOURCE = ("int before;\n/*@ ensures e: \\result > 0; */\nint f(void)\n{\n    return g() + g() + 1;\n}\n"
          "int other(void)\n{\n    return g() + 2;\n}\n")


def toml(value: object) -> str:
    """A value as it stands in a file."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} = {toml(one)}" for name, one in value.items()) + "}"
    return "[" + ", ".join(map(toml, value)) + "]" if isinstance(value, list) else json.dumps(value)


class FileTest(unittest.TestCase):
    """A directory for the files of a test."""

    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def file(self, text: str) -> pathlib.Path:
        """A file with this text."""
        path = self.directory / "x.toml"
        path.write_text(text, encoding="utf-8")
        return path


class HandWrittenTest(FileTest):
    """Entries that fit, and stale ones."""

    def subject(self) -> types.SimpleNamespace:
        """A kernel of two functions, a file of spec/, and a header that defines a macro and a
        predicate."""
        (self.directory / "spec").mkdir(exist_ok=True)
        (self.directory / "spec" / "a.acsl").write_text("/*@ predicate P(integer x) = x > 0; */", encoding="utf-8")
        module = Module(SOURCE, tuple(structure.functions(SOURCE, lexer.read(SOURCE))))
        header = Module("#define CLAIM(clause, x) clause c: x > 0;\n/*@ predicate Q(integer x) = x < 0; */\n", ())
        return types.SimpleNamespace(tree=self.directory, modules={"kernel/a.c": module, "proofs/a.h": header},
                                     proved={("kernel/a.c", "f"): ("f",), ("kernel/a.c", "other"): ("other_0",)})

    def read(self, **changes: object) -> Mutant:
        """The mutant of an entry with some fields changed; None takes a field away."""
        entry = {"file": "kernel/a.c", "function": "f", "find": "g() + 1", "replace": "g()", "why": "w"} | changes
        text = "[[mutant]]\n" + "".join(f"{name} = {toml(value)}\n"
                                        for name, value in entry.items() if value is not None)
        found, = hand_written.read(self.file(text), self.subject())
        return found

    def test_fits(self) -> None:
        found = self.read(prove=["f", "kernel/a.c:other"], fails=["f.ensures_e"], exactly=True)
        self.assertEqual(found.applied(SOURCE), SOURCE.replace("g() + 1", "g()"))
        self.assertEqual((found.steps, found.clauses, found.exactly), (("f", "other_0"), ("f.ensures_e",), True))

    def test_contract_and_specification(self) -> None:
        self.assertIn("> 1", self.read(find="> 0", replace="> 1").applied(SOURCE))
        self.assertEqual(
            self.read(file="spec/a.acsl", function="P", find="> 0", replace=">= 0", prove=["f"]).identity.file,
            "spec/a.acsl")

    def test_definitions_in_a_header(self) -> None:
        for name, find, replace in (("CLAIM", "> 0", ">= 0"), ("Q", "< 0", "<= 0")):
            found = self.read(file="proofs/a.h", function=name, find=find, replace=replace, prove=["f"])
            self.assertIn(f"x {replace};", found.applied(self.subject().modules["proofs/a.h"].source, "proofs/a.h"))
            self.assertEqual((found.identity.file, found.identity.function), ("proofs/a.h", name))
        with self.assertRaisesRegex(hand_written.BadHandWritten, "no function CLAIMS"):
            self.read(file="proofs/a.h", function="CLAIMS", find="> 0", prove=["f"])

    def test_several_places(self) -> None:
        also = [{"file": "spec/a.acsl", "function": "P", "find": "> 0", "replace": "> 1"},
                {"file": "kernel/a.c", "function": "other", "find": "2", "replace": "3"}]
        found = self.read(also=also)
        self.assertEqual(found.applied(SOURCE), SOURCE.replace("g() + 1", "g()").replace("2", "3"))
        self.assertIn("x > 1;",
                      found.applied((self.directory / "spec" / "a.acsl").read_text(encoding="utf-8"), "spec/a.acsl"))
        self.assertEqual((found.identity.function, found.identity.after),
                         ("f", "return g() + g(); | /*@ predicate P(integer x) = x > 1; */ | return g() + 3;"))
        self.assertEqual(self.read(also=[]).identity, self.read().identity)
        for message, changes in (("0 times", {"find": "x + 1"}), ("nothing else", {"why": "w"}),
                                 ("nothing else", {"find": 1}), ("no such source", {"file": "kernel/b.c"}),
                                 ("overlap", {"file": "kernel/a.c", "function": "f", "find": "+ 1;"})):
            with self.subTest(message), self.assertRaisesRegex(hand_written.BadHandWritten, message):
                self.read(also=[also[0] | changes])
        with self.assertRaisesRegex(hand_written.BadHandWritten, "nothing else"):
            self.read(also=["f"])

    def test_stale(self) -> None:
        for message, changes in (("0 times", {"find": "g() + 2"}), ("2 times", {"find": "g() +"}),
                                 ("no such source", {"file": "kernel/b.c"}), ("no function", {"function": "h"}),
                                 ("not the name", {"prove": ["h"]}), ("not a goal", {"fails": ["other.ensures_e"]
                                                                                     }), ("exactly", {"exactly": True}),
                                 ("must have", {"why": None}), ("must have", {"more":
                                                                              1}), ("wrong type", {"exactly": "yes"})):
            with self.subTest(message), self.assertRaisesRegex(hand_written.BadHandWritten, message):
                self.read(**changes)

    def test_no_mutants(self) -> None:
        self.assertEqual(hand_written.read(self.file(""), self.subject()), [])
        for text in ("[[mutants]]\n", "mutant = 1\n", "x = "):
            with self.subTest(text), self.assertRaises(hand_written.BadHandWritten):
                hand_written.read(self.file(text), self.subject())


def a_mutant(before: str = "a = b + 1;", **changes: object) -> Mutant:
    """A mutant."""
    return Mutant(Identity("kernel/a.c", "f", "arithmetic", before, "a = b - 1;"), 0, 0, "",
                  **({"steps": ("f", )} | changes))


class JustifiedTest(FileTest):
    """Arguments that fit, and stale ones."""

    ONE = "[[justified]]\nargument = 'because'\nmutants = ['kernel/a.c: f: arithmetic: a = b + 1;  ->  a = b - 1;']\n"
    KIND = "[[kind]]\nfile = '.*'\nfunction = 'f'\noperator = '.*'\nbefore = 'a = \\w \\+ \\d;'\nargument = 'all'\n"

    def test_one(self) -> None:
        found = justified.read(self.file(self.ONE), [a_mutant(), a_mutant("other")])
        self.assertEqual((found.argument(a_mutant().identity), found.argument(a_mutant("other").identity)),
                         ("because", None))

    def test_wherever_it_stands(self) -> None:
        for old, new in (("kernel/a.c: ", ""), ("a = b + 1;", "a = ..."), ("a = b - 1;", "...")):
            found = justified.read(self.file(self.ONE.replace(old, new)), [a_mutant(), a_mutant("other")])
            self.assertEqual(list(found.single), [a_mutant().identity])

    def test_kind(self) -> None:
        found = justified.read(self.file(self.KIND), [a_mutant(), a_mutant("xa = b + 1;")])
        self.assertEqual((found.argument(a_mutant().identity), found.argument(a_mutant("xa = b + 1;").identity)),
                         ("all", None))
        self.assertEqual(found.single, {})

    def test_stale(self) -> None:
        for message, text in (("no mutant", self.ONE.replace("+ 1", "+ 2")), ("twice", self.ONE + self.ONE),
                              ("must have", self.ONE.replace("'because'", "''")),
                              ("must have", self.ONE.replace("argument = 'because'",
                                                             "")), ("must have", self.ONE + "line = 3\n"),
                              ("must have", "[[justified]]\nargument = 'because'\nmutants = []\n"),
                              ("fit a mutant", self.KIND.replace("'f'", "'g'")), ("fit a mutant",
                                                                                  self.KIND.replace("'all'", "''")),
                              ("regular expression",
                               self.KIND.replace("'f'", "'('")), ("only", "[[more]]\n"), ("cannot read", "x = ")):
            with self.subTest(message), self.assertRaisesRegex(justified.BadJustification, message):
                justified.read(self.file(text), [a_mutant()])

    def test_shown_alike(self) -> None:
        alike = [a_mutant("a = " + "b" * 100 + end) for end in "cd"]
        with self.assertRaisesRegex(justified.BadJustification, "more than one"):
            justified.read(self.file(self.ONE.replace("a = b + 1;", "a = " + "b" * 93 + "...")), alike)


class JournalTest(FileTest):
    """A run that is resumed."""

    def journal(self, version: str = "1", file: str = "kernel/a.c") -> journal.Journal:
        """The journal of sources of some version."""
        def of_mutant(mutant: Mutant) -> str:
            return repr((version, mutant.steps, mutant.clauses, mutant.identity.before))

        fingerprints = types.SimpleNamespace(of_mutant=of_mutant,
                                             of_function_alone=lambda name: f"{version} {name}",
                                             rank=lambda mutant: mutant.identity.before)
        return journal.Journal(
            self.directory / "results",
            types.SimpleNamespace(fingerprints=fingerprints,
                                  file_of=lambda name: file,
                                  extent_of=len,
                                  sources_of=lambda name, extent: ["kernel/a.c", "kernel/b.c"][:extent]))

    def lines(self) -> dict[str, list[dict]]:
        """What stands in each file."""
        return {path.name: [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
                for path in sorted((self.directory / "results").iterdir())}

    def test_resumed(self) -> None:
        first = self.journal()
        first.add(a_mutant(), Outcome("killed", ("f.ensures_e",), 1.0))
        first.add_proved("f", ["kernel/a.c"], 2.0)
        second = self.journal()
        self.assertEqual(second.outcome(a_mutant()), Outcome("killed", ("f.ensures_e",), 1.0))
        self.assertEqual(second.proved_from("f"), (["kernel/a.c"], 2.0))
        self.assertIsNone(second.outcome(a_mutant("other")))
        self.assertIsNone(second.proved_from("g"))

    def test_what_has_changed_does_not_count(self) -> None:
        self.journal().add(a_mutant(), Outcome("killed"))
        self.journal().add_proved("f", ["kernel/a.c"], 2.0)
        self.assertIsNone(self.journal("2").outcome(a_mutant()))
        self.assertIsNone(self.journal("2").proved_from("f"))
        for changed in ({"steps": ("g",)}, {"clauses": ("f.x",)}):
            self.assertIsNone(self.journal().outcome(a_mutant(**changed)))

    def test_names_and_files_do_not_count(self) -> None:
        self.journal().add(a_mutant(), Outcome("killed", (), 3.14))
        self.journal().add_proved("f", ["kernel/a.c"], 2.0)
        renamed = dataclasses.replace(a_mutant(),
                                      identity=dataclasses.replace(a_mutant().identity,
                                                                   file="proofs/lemmas/b.h",
                                                                   function="g"))
        new = self.journal(file="proofs/lemmas/b.c")
        self.assertEqual((new.outcome(renamed), new.last(renamed)), (Outcome("killed", (), 3.0),) * 2)
        new.keep_only([renamed])
        found = self.lines()
        self.assertEqual(
            {file: [entry.get("function") or entry["proved"] for entry in entries]
             for file, entries in found.items()}, {"proofs-b.jsonl": ["g", "f"]})
        self.assertEqual(self.journal().outcome(renamed), Outcome("killed", (), 3.0))

    def test_what_was_found_last(self) -> None:
        self.journal().add(a_mutant(), Outcome("killed", ("f.a",)))
        self.assertEqual(self.journal("2").last(a_mutant()), Outcome("killed", ("f.a",)))
        second = self.journal("2")
        second.add(a_mutant(), Outcome("killed", ("f.b",)))
        self.assertEqual(second.last(a_mutant()), Outcome("killed", ("f.b",)))
        self.assertEqual(second.last(a_mutant(steps=("g",))), Outcome("killed", ("f.b",)))
        self.assertIsNone(second.last(a_mutant("other")))
        third = self.journal("3")
        third.keep_only([a_mutant()])
        self.assertEqual([len(entries) for entries in self.lines().values()], [1])
        self.assertEqual(third.last(a_mutant()), Outcome("killed", ("f.b",)))
        self.assertIsNone(third.outcome(a_mutant()))

    def test_which_is_tried_first(self) -> None:
        self.journal("0").add(a_mutant("tried"), Outcome("killed"))
        now = self.journal()
        now.add(a_mutant("held"), Outcome("killed"))
        now.add(a_mutant("survivor"), Outcome("survived"))
        mutants = [a_mutant(before) for before in ("new", "a new one", "held", "survivor", "tried")]
        self.assertEqual([one.identity.before for one in sorted(mutants, key=self.journal().rank)],
                         ["survivor", "held", "tried", "a new one", "new"])

    def test_what_holds_no_longer_is_dropped(self) -> None:
        old = self.journal("0")
        for one in (a_mutant(), a_mutant("gone")):
            old.add(one, Outcome("survived"))
        self.journal("0", "kernel/gone.c").add_proved("f", ["kernel/a.c"], 2.0)
        new = self.journal()
        for one in (a_mutant(), a_mutant("gone")):
            new.add(one, Outcome("killed"))
        new.add_proved("f", ["kernel/a.c"], 2.0)
        new.add_proved("unknown", ["kernel/a.c"], 2.0)
        new.keep_only([a_mutant()])
        self.assertEqual({file: len(entries) for file, entries in self.lines().items()}, {"kernel-a.jsonl": 2})
        self.assertEqual(self.journal().outcome(a_mutant()), Outcome("killed"))
        self.assertEqual(self.journal().proved_from("f"), (["kernel/a.c"], 2.0))

    def test_an_interrupted_line(self) -> None:
        self.journal().add(a_mutant(), Outcome("killed"))
        path = self.directory / "results" / "kernel-a.jsonl"
        path.write_text(path.read_text(encoding="utf-8") + '{"mutant": "x", "ch', encoding="utf-8")
        torn = self.journal()
        self.assertEqual(torn.outcome(a_mutant()), Outcome("killed"))
        torn.add(a_mutant("other"), Outcome("survived"))
        self.assertEqual(self.journal().outcome(a_mutant("other")), Outcome("survived"))

    def test_nonsense(self) -> None:
        (self.directory / "results").mkdir()
        for text in ('{"x": 1}\n', '{"proved": "f", "fingerprint": "1", "sources": []}\n',
                     '{"fingerprint": "1", "verdict": "killed"}\n', "x\n"):
            (self.directory / "results" / "j.jsonl").write_text(text, encoding="utf-8")
            with self.subTest(text), self.assertRaisesRegex(journal.BadJournal, "j.jsonl:1:"):
                self.journal()


class TableTest(unittest.TestCase):
    """The table of a full run."""

    def test_cells_and_lists(self) -> None:
        survivor, reasoned = a_mutant("c = 0;"), a_mutant("d = 0;")
        found = [(a_mutant(), Outcome("killed", ("f.ensures_e", ))), (survivor, Outcome("survived")),
                 (reasoned, Outcome("survived")), (a_mutant("e = 0;"), Outcome("timeout")),
                 (a_mutant("g = 0;"), Outcome("invalid", ("no type\nmore", )))]
        text = table.text(found, [a_mutant("h = 0;")], justified.Justified({reasoned.identity: "speed only"}, {}),
                          ["lonely"], {"top": 3})
        self.assertIn(
            "4 mutants: 1 killed, 1 by timeout only, 1 survived, 1 justified; "
            "killed outright 25.0%, with timeouts 50.0%. Not tried yet: 1.",
            text)
        self.assertIn("| f |  | 1 / 1 / 1 / 1 |", text)
        self.assertIn("d = 0;  ->  a = b - 1;`: speed only\n", text)
        self.assertIn("g = 0;  ->  a = b - 1;`: no type\n", text)
        for title, line in (("Not tried yet", "h = 0;"), ("Survivors", "c = 0;"), ("Functions without a mutant",
                                                                                   "lonely"), ("Claims", "`top`: 3")):
            self.assertRegex(text, f"## {title}.*\n\n- .*{line}")

    def test_every_operator_has_a_column(self) -> None:
        from proofs.mutants import catalogue, mutant, operators
        columns = [kind for kinds in table._COLUMNS.values() for kind in kinds]
        self.assertEqual(
            sorted(columns),
            sorted([
                *operators.KIND, operators.ARITHMETIC, operators.CONSTANT, operators.DROPPED, operators.GHOST,
                catalogue.DROPPED_SHARED, catalogue.WEAKENED_SHARED, mutant.HAND_WRITTEN
            ]))
