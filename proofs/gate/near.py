"""The few sources that are enough to prove some functions: those that define them, and those that have the contracts of what they
call. To read these takes a second or two; to read all of them takes half a minute."""
from __future__ import annotations

import pathlib
import re
from collections.abc import Collection, Iterable

from . import framac, sources
from .configurations import Configuration
from .framac import Run


def read(tree: pathlib.Path, configuration: Configuration, functions: Collection[str]) -> tuple[list[str], Run]:
    """The sources, relative to the tree, and what Frama-C reads in them. They are all sources if a function is defined where text
    does not show it, as a ghost function is."""
    every = framac.all_sources(tree)
    texts = {file: sources.without_comments((tree / file).read_text(encoding="utf-8")) for file in every}
    chosen = _defining(texts, functions)
    while chosen:
        run = framac.parse(tree, configuration, names=sorted(chosen))
        if not run.complete:
            return sorted(chosen), run
        missing = _without_contract(run, functions)
        if missing is None:
            break
        further = _defining(texts, missing) - chosen
        if not further:
            return sorted(chosen), run
        chosen |= further
    return every, framac.parse(tree, configuration)


def _defining(texts: dict[str, str], functions: Iterable[str]) -> set[str]:
    """The sources that define functions of these names."""
    heads = [re.compile(rf"^\w[^;{{}}=]*\b{re.escape(name)}\([^;{{]*\)\s*\{{", re.MULTILINE) for name in functions]
    return {file for file, text in texts.items() if any(head.search(text) for head in heads)}


def _without_contract(run: Run, functions: Collection[str]) -> set[str] | None:
    """What these functions call and of which nothing is said; None if one of them is not defined."""
    names = {function.name for function in run.facts.functions if function.has_body}
    plain = {re.sub(r"_\d+$", "", name) for name in names}  # Frama-C numbers static functions of the same name
    if not set(functions) <= names | plain:
        return None
    said = {found.function for found in run.facts.properties if found.kind in ("ensures", "assigns") and not found.statement}
    return {callee for caller, callee in run.calls
            if caller in functions or re.sub(r"_\d+$", "", caller) in functions} - names - said
