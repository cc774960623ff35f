"""Which functions can notice a mutant, and which results of an earlier run still hold."""
from __future__ import annotations

import collections
import pathlib
import tempfile
import types
import unittest
from collections.abc import Mapping

from proofs.mutants import catalogue, lexer, operators, structure
from proofs.mutants.mutant import Mutant
from proofs.mutants.subject import Module, Subject, Unusable

HEADER = """typedef int number;
struct s { number n; };
/*@ requires big: x > 0; assigns \\nothing; ensures same: \\result == x; */
int callee(int x);
"""
SOURCE = """static int twice(int x)
{
    return x + x;
}
int callee(int x)
{
    return x;
}
/*@ SHARED(ensures, x) */
int caller(int x)
{
    return callee(x);
}
/*@ assigns \\nothing; ensures top: \\result == 0; */
int alone(void)
{
    return 0;
}
"""
SHARED = "#define SHARED(clause, x) \\\n    clause one: x > 1;\n"


class SubjectTest(unittest.TestCase):
    """A kernel of a header, a source and a file of spec/, without Frama-C."""

    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.tree = pathlib.Path(directory.name)
        for room in ("kernel", "proofs", "spec"):
            (self.tree / room).mkdir()
        (self.tree / "hand_written.toml").touch()

    def subject(self,
                header: str = HEADER,
                source: str = SOURCE,
                shared: str = SHARED,
                racing: Mapping[str, frozenset[str]] = types.MappingProxyType({})) -> Subject:
        """The subject that these sources make."""
        files = {"kernel/a.h": header, "kernel/a.c": source}
        for file, text in (files | {"spec/a.acsl": shared}).items():
            (self.tree / file).write_text(text, encoding="utf-8")
        found = Subject.__new__(Subject)
        found.tree = self.tree
        found.texts = files | {"spec/a.acsl": shared}
        found.modules = {
            file: Module(text, tuple(structure.functions(text, lexer.read(text))))
            for file, text in files.items()
        }
        names = ["callee", "caller", "alone"]
        found._evidence = types.SimpleNamespace(
            expected=names,
            source_name=lambda name: name,
            racing=racing,
            properties=(),
            functions={name: types.SimpleNamespace(file="kernel/a.c")
                       for name in names},
            program=types.SimpleNamespace(calls=frozenset({("caller", "callee"), ("outside", "callee")})))
        return found

    def steps(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """What is proved again, by function and operator."""
        found = catalogue.Catalogue(self.subject(), self.tree / "hand_written.toml")
        return {(mutant.identity.function, mutant.identity.operator): mutant.steps for mutant in found.mutants}

    def test_who_can_notice(self) -> None:
        steps = self.steps()
        self.assertEqual(steps["callee", "dropped requires"], ("callee",))
        self.assertEqual(steps["callee", "dropped ensures"], ("caller",))
        self.assertEqual(steps["callee", "weakened ensures"], ("callee", "caller"))
        self.assertEqual(steps["SHARED", "dropped shared clause"], ("caller",))

    def test_macros_that_do_not_say_what_they_stand_for(self) -> None:
        source = SOURCE.replace("/*@ assigns \\nothing; ensures top", "/*@ assigns \\nothing; ABSENT(x) ensures top")
        shared = "#define ABSENT(x) \\\n    ensures absent: x > 1;\n"
        found = catalogue.Catalogue(self.subject(source=source, shared=SHARED + shared),
                                    self.tree / "hand_written.toml")
        self.assertEqual([mutant.steps for mutant in found.mutants if mutant.identity.function == "ABSENT"],
                         [("alone", ), ("alone", )])
        with self.assertRaisesRegex(Unusable, "kernel/a.c: alone: .* ABSENT"):
            catalogue.Catalogue(self.subject(source=source), self.tree / "hand_written.toml")

    def test_the_list(self) -> None:
        source = SOURCE.replace("return x;", "//@ ghost hint();\n    return x + x + x + x;")
        subject = self.subject(source=source)
        every = catalogue.Catalogue(subject, self.tree / "hand_written.toml").mutants

        def kinds(mutants: list[Mutant]) -> collections.Counter[tuple[str, str]]:
            return collections.Counter(
                (one.function, operators.KIND.get(one.operator, one.operator)) for one in (m.identity for m in mutants))

        self.assertGreater(kinds(every)["callee", "arithmetic"], 1)
        def the_list(known: str = "", first: Mutant | None = None) -> list[Mutant]:
            return catalogue.the_list(every, lambda identity: identity.operator == known, lambda one:
                                      (one != first, subject.fingerprints.rank(one)))

        self.assertEqual(kinds(the_list()), dict.fromkeys(kinds(every), 1))
        self.assertNotIn("arithmetic", {one.identity.operator for one in the_list("arithmetic")})
        self.assertEqual([one for one in every if one in the_list()], the_list())
        for one in every:
            self.assertIn(one, the_list(first=one))

    def test_unproven_code_is_left_alone(self) -> None:
        self.assertNotIn("twice", {function for function, _ in self.steps()})

    def test_claims(self) -> None:
        found = catalogue.Catalogue(self.subject(), self.tree / "hand_written.toml")
        self.assertEqual(found.claims, {"alone": 1, "caller": 1})
        self.assertEqual(catalogue.without_mutants(self.subject(), found.mutants), ["caller"])

    def test_a_contract_belongs_to_one_definition(self) -> None:
        subject = self.subject()
        subject.__dict__["proved"] = {("kernel/a.c", "callee"): ("callee",), ("kernel/b.c", "callee"): ("callee_0",)}
        with self.assertRaisesRegex(Unusable, "kernel/a.c and in kernel/b.c"):
            list(subject.parts())

    def test_sources_that_may_do(self) -> None:
        subject = self.subject()
        subject._evidence.functions["callee"] = types.SimpleNamespace(file="kernel/b.c")
        subject._evidence.functions["twice"] = types.SimpleNamespace(file="kernel/a.h")
        for file in ("b.c", "c.c"):
            (self.tree / "kernel" / file).touch()
        every = ["kernel/a.c", "kernel/b.c", "kernel/c.c"]
        self.assertEqual(subject.choices_of_sources("caller"), [["kernel/a.c"], ["kernel/a.c", "kernel/b.c"], every])
        self.assertEqual(subject.choices_of_sources("alone"), [["kernel/a.c"], every])
        self.assertEqual(subject.choices_of_sources("twice"), [every])

    def test_extents_of_sources(self) -> None:
        subject = self.subject()
        subject._evidence.functions["callee"] = types.SimpleNamespace(file="kernel/b.c")
        for file in ("b.c", "c.c"):
            (self.tree / "kernel" / file).touch()
        for choice in subject.choices_of_sources("caller"):
            self.assertEqual(subject.sources_of("caller", subject.extent_of(choice)), choice)
        self.assertEqual(subject.sources_of("alone", subject.extent_of(["kernel/a.c", "kernel/b.c"])),
                         ["kernel/a.c", "kernel/b.c", "kernel/c.c"])
