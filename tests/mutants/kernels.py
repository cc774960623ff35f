"""Small kernels, and the whole one, with stand-ins for what Frama-C would say of them."""
from __future__ import annotations

import pathlib
import re
import types
from collections import Counter
from collections.abc import Iterable, Mapping

from proofs.mutants import definitions, lexer, structure
from proofs.mutants.subject import Module, Subject


def subject(
    tree: pathlib.Path,
    texts: Mapping[str, str],
    racing: Mapping[str, frozenset[str]] = types.MappingProxyType({}),
    properties: Iterable[object] = (),
) -> Subject:
    """The subject that these sources make. Each function with a body and a name of its own is
    proved, and calls what it names."""
    found = Subject.__new__(Subject)
    found.tree, found.texts = tree, dict(texts)
    code = {file: lexer.without_definitions(text) for file, text in texts.items()}
    modules = {
        file: tuple(structure.functions(text, lexer.read(text)))
        for file, text in code.items()
        if not file.startswith("spec/")
    }
    found.modules = {file: Module(texts[file], functions) for file, functions in modules.items()}
    bodies = Counter(one.name for of_file in modules.values() for one in of_file if one.body is not None)
    functions = {
        one.name: types.SimpleNamespace(file=file)
        for file, of_file in modules.items()
        for one in of_file
        if one.body is not None and bodies[one.name] == 1
    }
    calls = {
        (one.name, word)
        for file, of_file in modules.items()
        for one in of_file
        if one.body is not None
        for word in re.findall(r"\w+", texts[file][one.start : one.end])
        if word in functions and word != one.name
    }
    found._evidence = types.SimpleNamespace(
        expected=sorted(functions),
        source_name=lambda name: name,
        racing=racing,
        functions=functions,
        properties=tuple(properties),
        program=types.SimpleNamespace(calls=frozenset(calls)),
    )
    return found


_LABEL = re.compile(
    r"\b(?:requires|ensures|invariant|assumes|assert|clause) +((?:\w+ *## *)*\w+) *:"
    r"|\bCLAUSE\(\w+, *((?:\w+ *## *)*\w+) *,"
)
_VARIABLE = re.compile(r"\b(?:int|integer|u?int\d+_t|rtmr_\w+|struct \w+) (?:const )?(?:\\ghost )?\**(?:const )?(\w+)")
_KEYWORDS = {"const", "struct", "enum", "complete"}  # a clause may be named like the last


def names(texts: Mapping[str, str]) -> set[str]:
    """What is called by names that the sources choose: what they define, variables and
    parameters, and clauses."""
    found: set[str] = set()
    for one in definitions.read(texts):
        found |= {*one.names, one.structure, *one.parameters}
    for text in texts.values():
        found |= set(_VARIABLE.findall(text))
        found |= {word for label in _LABEL.findall(text) for word in re.findall(r"\w+", " ".join(label))}
    return {
        name for name in found - _KEYWORDS if name.isidentifier() and not re.fullmatch(r"u?int\w*_t|int|__\w+", name)
    }
