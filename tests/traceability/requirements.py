"""The requirements of kernel/safety/requirements.toml: what is wrong with them, and where each
function, clause and test leads back to them.

`python3 -m tests.traceability.requirements` prints the second.
"""
from __future__ import annotations

import dataclasses
import pathlib
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator

from tests.traceability.tree import Tree

FILE = "kernel/safety/requirements.toml"
HEADERS = ("kernel/rtmr.h", "kernel/rtmr_estimator.h")
EVERY = "*"  # all functions of the interface

# Suites of the kernel that no requirement needs.
OTHER_SUITES = {"tests/unit/test_kernel_appendix.c"}  # the papers' own theory


@dataclasses.dataclass(frozen=True)
class Requirement:
    """One table of the file."""

    name: str
    text: str = ""
    functions: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    gate: tuple[str, ...] = ()
    not_proven: str = ""
    tests: tuple[str, ...] = ()


class Unreadable(Exception):
    """The file is no list of requirements."""


def read(text: str) -> list[Requirement]:
    """The requirements in the file's order."""
    found = []
    for name, fields in tomllib.loads(text).items():
        values = {key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()}
        try:
            found.append(Requirement(name, **values))
        except TypeError as error:
            raise Unreadable(f"{name}: {error}") from error
    return found


def problems(requirements: list[Requirement], tree: Tree, rules: Iterable[str]) -> list[str]:
    """Everything that is wrong, one line each; `rules` are the names of the gate's."""
    public = tree.public_functions(HEADERS)
    found = [f"{FILE}: {requirement.name}: {problem}" for requirement in requirements
             for problem in of_one(requirement, tree, public, set(rules))]
    named = {name for requirement in requirements for name in requirement.functions}
    own = {name.partition(".")[0] for requirement in requirements for name in requirement.clauses}
    for function in sorted(public):
        if function not in named:
            found.append(f"{FILE}: no requirement names {function}")
        elif tree.is_proven(function) and function not in own:
            found.append(f"{FILE}: no requirement names a clause of {function}")
    cited = {name.partition(":")[0] for requirement in requirements for name in requirement.tests}
    suites = {str(path.relative_to(tree.root)) for path in tree.root.glob("tests/unit/test_kernel_*.c")} - OTHER_SUITES
    return found + [f"{FILE}: no requirement names a test of {suite}" for suite in sorted(suites - cited)]


def of_one(requirement: Requirement, tree: Tree, public: set[str], rules: set[str]) -> Iterator[str]:
    """What is wrong with one requirement."""
    if not re.fullmatch(r"REQ-[A-Z]{3}-[1-9]\d*", requirement.name):
        yield "its name is not of the form REQ-ABC-1"
    if not requirement.text.endswith("."):
        yield "its text is no sentence"
    for field in ("functions", "tests"):
        if not getattr(requirement, field):
            yield f"no {field}"
    if bool(requirement.clauses or requirement.gate) == bool(requirement.not_proven):
        yield "either clauses or rules of the gate, or why it is not proven"
    for name in sorted(set(requirement.functions) - public - {EVERY}):
        yield f"{name} is no function of {' or '.join(HEADERS)}"
    for name in requirement.clauses:
        problem = "is no FUNCTION.CLAUSE" if "/" in name else tree.problem_with(name)
        if problem:
            yield f"{name}: {problem}"
    for name in sorted(set(requirement.gate) - rules):
        yield f"{name} is no rule of the gate"
    for name in requirement.tests:
        problem = tree.problem_with(name) if name.startswith("tests/") else "is no test"
        if problem:
            yield f"{name}: {problem}"


def backwards(requirements: list[Requirement]) -> str:
    """From functions, clauses, rules of the gate and tests to the requirements that name them."""
    lines = []
    for field, title in (("functions", "Functions"), ("clauses", "Clauses"), ("gate", "Rules of the gate"),
                         ("tests", "Tests")):
        leads: dict[str, list[str]] = {}
        for requirement in requirements:
            for name in getattr(requirement, field):
                leads.setdefault(name, []).append(requirement.name)
        lines += [f"{title}:", *(f"  {name}: {', '.join(names)}" for name, names in sorted(leads.items()))]
    lines += ["Not proven:", *(f"  {requirement.name}: {requirement.not_proven}" for requirement in requirements
                               if requirement.not_proven)]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(backwards(read(pathlib.Path(FILE).read_text(encoding="utf-8"))) + "\n")
