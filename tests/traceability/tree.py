"""What is in the tree: whether a name on the page of traceability exists, and if not, what is
wrong with it."""
from __future__ import annotations

import ast
import difflib
import functools
import pathlib
import re
import tomllib
from collections.abc import Iterable

from tests.traceability import annotated

CLAIMS = "proofs/claims.toml"
LOGIC = re.compile(r"^[ \t]*(?:predicate|logic\s+\w+)\s+(\w+)", re.MULTILINE)
CMOCKA = re.compile(r"\bcmocka_unit_test(?:_\w+)?\(\s*(\w+)")


class Tree:
    """A directory that looks like the root of the repository."""

    def __init__(self, root: pathlib.Path) -> None:
        self.root = root

    def problem_with(self, name: str) -> str:
        """What is wrong with a name; empty if it exists."""
        file, colon, part = name.partition(":")
        if "/" not in file:
            function, dot, clause = name.partition(".")
            if not dot or not clause:
                return "neither FILE, FILE:NAME nor FUNCTION.CLAUSE"
            return self._clause_problem(function, clause)
        if not (self.root / file).exists():
            return f"there is no {file}"
        if not colon:
            return ""
        if file.endswith(".acsl"):
            return _missing(part, self._logic(file), f"{file} defines no predicate, logic function or macro {part}")
        if file.endswith(".py"):
            return _missing(part, self._python_tests(file), f"{file} has no test {part}")
        if file.startswith("tests/"):
            return _missing(part, CMOCKA.findall(self._text(file)), f"{file} runs no test {part}")
        if file.endswith((".c", ".h")):
            return self._function_problem(file, part)
        return f"nothing is known of names in {file}"

    @functools.cache
    def _text(self, file: str) -> str:
        return (self.root / file).read_text(encoding="utf-8")

    def public_functions(self, headers: Iterable[str]) -> set[str]:
        """What these headers declare."""
        return {function.name for header in headers for function in self._functions(header)}

    def is_proven(self, function: str) -> bool:
        """The proof covers the function: no entry of claims.toml leaves it out."""
        files = {file for file, found in self._proof().get(function, ()) if found.defined}
        return bool(files) and not {f"{file}{suffix}" for file in files
                                    for suffix in ("", f":{function}")} & self._excluded()

    def _files(self, *patterns: str) -> list[str]:
        return [str(path.relative_to(self.root)) for pattern in patterns for path in sorted(self.root.glob(pattern))]

    def unexplained(self) -> list[str]:
        """What the specification does not explain: files that name no source, and definitions
        without a sentence above them."""
        found = []
        for file in self._files("spec/*.acsl"):
            text = self._text(file)
            definitions = list(LOGIC.finditer(text))
            if definitions and not re.search(r"^ \* Source: ", text, re.MULTILINE):
                found.append(f"{file}: names no source")
            found += [f"{file}: {match.group(1)}: no sentence says what it means" for match in definitions
                      if not re.search(r"//.*\n\Z", text[:match.start()])]
        return found

    @functools.cache
    def _logic(self, file: str) -> set[str]:
        return {*LOGIC.findall(self._text(file)), *annotated.defined_macros(self._text(file))}

    @functools.cache
    def _macros(self) -> dict[str, annotated.Macro | None]:
        return {name: macro for file in self._files("spec/*.acsl", "kernel/*.[ch]", "proofs/**/*.[ch]")
                for name, macro in annotated.defined_macros(self._text(file)).items()}

    @functools.cache
    def _functions(self, file: str) -> list[annotated.Function]:
        return annotated.functions(self._text(file), self._macros())

    def _function_problem(self, file: str, name: str) -> str:
        known = {function.name for function in self._functions(file) if function.defined or file.endswith(".h")}
        known |= set(annotated.defined_macros(self._text(file)))
        return _missing(name, known, f"{file} defines no function or macro {name}")

    @functools.cache
    def _proof(self) -> dict[str, list[tuple[str, annotated.Function]]]:
        """Every function of the kernel and of the proof, with the files that declare or define
        it."""
        found: dict[str, list[tuple[str, annotated.Function]]] = {}
        for file in self._files("kernel/*.[ch]", "proofs/**/*.[ch]"):
            for function in self._functions(file):
                found.setdefault(function.name, []).append((file, function))
        return found

    def _clause_problem(self, name: str, clause: str) -> str:
        if name not in self._proof():
            return _missing(name, self._proof(), f"no function {name} in kernel/ or proofs/")
        places = self._proof()[name]
        # A header's body without a contract stands in for a part that a build leaves out.
        bodies = {
            file
            for file, function in places if function.defined and (function.promises or not file.endswith(".h"))
        }
        if not bodies:
            return f"{name} has no body: its contract is assumed, not proven"
        if len(bodies) > 1:
            return f"{name} is the name of several functions: in {', '.join(sorted(bodies))}"
        excluded = {f"{file}{suffix}" for file in bodies for suffix in ("", f":{name}")} & self._excluded()
        if excluded:
            return f"{excluded.pop()} is excluded from the proof by {CLAIMS}"
        promises = frozenset().union(*(function.promises for _, function in places))
        if clause in promises:
            return ""
        if any(clause in function.demands for _, function in places):
            return f"{name} only demands {clause} of its caller"
        return _missing(clause, promises, f"{name} promises no clause {clause}")

    @functools.cache
    def _excluded(self) -> set[str]:
        return set(tomllib.loads(self._text(CLAIMS)).get("excluded", {}))

    @functools.cache
    def _python_tests(self, file: str) -> set[str]:
        """Classes that have tests, as CLASS, and their tests, as CLASS.test_name; functions that
        are tests, as test_name."""
        module = ast.parse(self._text(file))
        added = {call.args[0].id for call in ast.walk(module)
                 if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "setattr"
                 and isinstance(call.args[0], ast.Name)}
        found: set[str] = set()
        for item in module.body:
            if isinstance(item, ast.FunctionDef) and item.name.startswith("test_"):
                found.add(item.name)
            if isinstance(item, ast.ClassDef):
                tests = {f"{item.name}.{method.name}" for method in item.body
                         if isinstance(method, ast.FunctionDef) and method.name.startswith("test")}
                found |= tests
                if tests or item.name in added:
                    found.add(item.name)
        return found


def _missing(name: str, known: Iterable[str], message: str) -> str:
    """Nothing if the name is known; otherwise the message, with a name that looks like it."""
    known = list(known)
    if name in known:
        return ""
    similar = difflib.get_close_matches(name, known, 1)
    return message + (f"; did you mean {similar[0]}?" if similar else "")
