"""The few sources that are enough to prove some functions: those that define them, and those that
have the contracts of what they call. To read these takes a second or two; to read all of them
takes half a minute.
"""
from __future__ import annotations

import pathlib
import re
from collections.abc import Collection, Iterable

from . import framac, sources
from .configurations import Configuration
from .framac import Run

_CONTRACT = "\x01"  # in a text: an annotation has been here
_GHOST = re.compile(r"/\*@\s*ghost\b(.*?)\*/", re.DOTALL)


def read(tree: pathlib.Path, configuration: Configuration, functions: Collection[str]) -> tuple[list[str], Run]:
    """The sources, relative to the tree, and what Frama-C reads in them. They are all sources if a
    function is defined where text does not show it, as by a macro.
    """
    every = framac.all_sources(tree)
    texts = {file: _text((tree / file).read_text(encoding="utf-8")) for file in every}
    chosen = _defining(texts, functions) | _including(tree, texts, functions)
    while chosen:
        run = framac.parse(tree, configuration, names=sorted(chosen))
        if not run.complete:
            return sorted(chosen), run
        if not _defined(run, functions):
            break
        further = _defining(texts, _without_contract(run, functions)) | _defining(
            texts, _declared(run, functions), _CONTRACT
        )
        if further <= chosen:
            return sorted(chosen), run
        chosen |= further
    return every, framac.parse(tree, configuration)


def _text(source: str) -> str:
    """A source without comments, with ghost code as if it were code, and with a mark in the place
    of each annotation else.
    """
    return sources.without_comments(sources.annotations_as(_GHOST.sub(_code, source), _CONTRACT))


def _code(ghost: re.Match[str]) -> str:
    return re.sub(r"/@.*?@/", _CONTRACT, ghost.group(1), flags=re.DOTALL)


def _head(name: str, before: str = "") -> re.Pattern[str]:
    """The head of a function's definition; before: what stands in front of it."""
    first = rf"{before}\s*" if before else r"^\s*"
    return re.compile(
        rf"{first}\w[^;{{}}=({_CONTRACT}]*\b{re.escape(name)}\([^;{{]*\)\s*(?:{_CONTRACT}\s*)*\{{", re.MULTILINE
    )


def _defining(texts: dict[str, str], functions: Iterable[str], before: str = "") -> set[str]:
    """The texts that define functions of these names."""
    heads = [_head(name, before) for name in functions]
    return {file for file, text in texts.items() if any(head.search(text) for head in heads)}


def _including(tree: pathlib.Path, texts: dict[str, str], functions: Iterable[str]) -> set[str]:
    """For each header that defines one of these functions, the shortest source that includes it."""
    headers = {
        str(path.relative_to(tree)): _text(path.read_text(encoding="utf-8"))
        for room in ("kernel", "proofs")
        for path in sorted((tree / room).rglob("*.h"))
    }
    chosen = set()
    for header in _defining(headers, functions):
        include = re.compile(rf'^#include "(?:[^"]*/)?{re.escape(pathlib.PurePath(header).name)}"', re.MULTILINE)
        chosen |= set(
            sorted((file for file, text in texts.items() if include.search(text)), key=lambda file: len(texts[file]))[
                :1
            ]
        )
    return chosen


def _source_name(name: str) -> str:
    """Frama-C numbers static functions of the same name."""
    return re.sub(r"_\d+$", "", name)


def _defined(run: Run, functions: Collection[str]) -> bool:
    names = {function.name for function in run.facts.functions if function.has_body}
    return set(functions) <= names | set(map(_source_name, names))


def _declared(run: Run, functions: Collection[str]) -> set[str]:
    """What these functions call that is defined elsewhere: to its contract, its definition may add
    clauses.
    """
    names = {function.name for function in run.facts.functions if function.has_body}
    return {callee for caller, callee in run.calls if {caller, _source_name(caller)} & set(functions)} - names


def _without_contract(run: Run, functions: Collection[str]) -> set[str]:
    """Of that, what nothing is said of."""
    said = {
        found.function for found in run.facts.properties if found.kind in ("ensures", "assigns") and not found.statement
    }
    return _declared(run, functions) - said
