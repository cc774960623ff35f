"""The provers, and how they are run."""
from __future__ import annotations

import dataclasses
import functools
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Collection

# Of this checkout, also when a copy elsewhere is proved.
BUILD = pathlib.Path(__file__).resolve().parents[2] / "build" / "prove"

# Every prover is run by this: it limits the prover's processor time.
_LIMITED = pathlib.Path(__file__).resolve().with_name("limited.sh")

WALL_SECONDS_PER_SECOND = 100  # WP's own limit, by the clock on the wall, is so many times as long: see limited.sh

_registering = threading.Lock()


class NotInstalled(Exception):
    """A program that a proof needs is missing."""


@dataclasses.dataclass(frozen=True)
class Prover:
    """A way to run a prover."""

    name: str  # as WP is told it; it reports it with a capital
    program: str  # as Why3 calls it
    driver: str  # Why3's, which _drivers() puts a step before
    arguments: str  # Why3's own but for the limit and what this way is about


# Nearly all goals need only what z3 finds by matching the patterns of hypotheses, without building
# models: and what it cannot prove so, it mostly gives up at once, where models are sought until the
# time limit. An instance that follows from instances that follow from instances waits until nothing
# nearer is left: else hypotheses that say "as the one before" of each place of an array are
# instantiated along the array for ever.
_MATCHING = "-smt2 smt.random_seed=42 smt.auto_config=false smt.mbqi=false smt.qi.eager_threshold=5"

# Of z3's two solvers for linear arithmetic the older one takes about half the time of the newer on
# goals like these, but some only the newer one proves.
MATCHING = Prover("matching", "z3", "z3_471", f"{_MATCHING} smt.arith.solver=2 -st %f")

NEWER = Prover("newer", "z3", "z3_471", f"{_MATCHING} -st %f")

SEEKING = Prover("z3", "z3", "z3_471", "-smt2 sat.random_seed=42 nlsat.randomize=false smt.random_seed=42 -st %f")

CVC4 = Prover("cvc4", "cvc4", "cvc4_17", "--stats --lang=smt2 %f")

PROVERS = (MATCHING, NEWER, SEEKING, CVC4)

# For a second opinion only (second_opinion.py), and registered only where it is installed. This
# Why3 does not know it, but it reads what is written for CVC4, except for the name of the logic.
CVC5 = Prover("cvc5", "cvc5", "cvc4_17", "--lang=smt2 --force-logic=ALL %f")

# For what is not proved by matching: they try each goal at the same time, until one of them has
# proved it.
RACING = (NEWER, SEEKING, CVC4)

# In the place of labels of clauses: all of a function.
ALL = "*"


def are_racing(label: str | None, labels: Collection[str]) -> bool:
    """More than one prover tries a clause if these labels, or ALL, say what they are needed for."""
    return ALL in labels or label in labels


def registered() -> pathlib.Path:
    """A configuration of Why3 with these provers: in build/, as a home directory is not ours to
    change.
    """
    with _registering:
        return _written()


@functools.cache
def _written() -> pathlib.Path:
    path = BUILD / "why3.conf"
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD) as directory:
        fresh = pathlib.Path(directory) / "why3.conf"
        detected = _detected(fresh)
        for name, text in _drivers(detected).items():
            fresh.write_text(text, encoding="utf-8")
            fresh.replace(BUILD / f"{name}.drv")
        fresh.write_text(_configuration(detected), encoding="utf-8")
        fresh.replace(path)
    return path


def _drivers(detected: str) -> dict[str, str]:
    """Why3's drivers, with hypotheses apart from the goal before anything else. WP states a goal as
    one formula, a quantifier over all its variables, and each step of a driver would open that and
    substitute them: of a function with many hypotheses, a quarter of the time of its proof.
    """
    found = re.search(r'^datadir = "(.*)"$', detected, re.MULTILINE)
    if not found:
        raise NotInstalled(f"why3 does not say where its drivers are:\n{detected}")
    return {
        name: f'transformation "introduce_premises"\nimport "{found[1]}/drivers/{name}.drv"\n'
        for name in sorted({prover.driver for prover in (*PROVERS, CVC5)})
    }


def cache_in(directory: pathlib.Path) -> pathlib.Path:
    """A directory for WP's cache. The options of provers and how their limit is kept are not in
    WP's digest of a goal, so each choice of them has one of its own.
    """
    files = (registered(), _LIMITED, *sorted(BUILD.glob("*.drv")))
    how = (*(file.read_text(encoding="utf-8") for file in files), WALL_SECONDS_PER_SECOND)
    cache = directory / hashlib.sha256(repr(how).encode()).hexdigest()[:16]
    cache.mkdir(parents=True, exist_ok=True)
    return cache


def _configuration(detected: str) -> str:
    found = {
        entry["name"].lower(): entry
        for part in detected.split("[partial_prover]")[1:]
        for entry in [dict(re.findall(r'(\w+) = "([^"]*)"', part))]
    }
    unknown_to_why3 = shutil.which(CVC5.program)
    if unknown_to_why3:
        found[CVC5.program] = {"path": unknown_to_why3, "version": _version(unknown_to_why3)}
    missing = sorted({prover.program for prover in PROVERS} - set(found))
    if missing:
        raise NotInstalled(f"why3 does not find {' and '.join(missing)}:\n{detected}")
    main = detected.split("[partial_prover]", maxsplit=1)[0]
    usable = [prover for prover in (*PROVERS, CVC5) if prover.program in found]
    return main + "".join(_entry(prover, found[prover.program]) for prover in usable)


def _version(program: str) -> str:
    """The version of a prover that says "This is NAME version VERSION"."""
    done = subprocess.run(
        [program, "--version"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False
    )
    return (re.findall(r"version ([\w.-]+)", done.stdout) or ["unknown"])[0]


def _detected(path: pathlib.Path) -> str:
    """What Why3 finds on this machine."""
    try:
        done = subprocess.run(
            ["why3", "config", "detect"],
            env={**os.environ, "WHY3CONFIG": str(path)},
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    except OSError as error:
        raise NotInstalled(f"cannot run why3: {error.strerror}") from error
    return path.read_text(encoding="utf-8") if path.exists() else done.stdout


def _entry(prover: Prover, found: dict[str, str]) -> str:
    """An entry of Why3's configuration: without an option that limits time by the clock on the
    wall, so that a busy machine does not change a verdict.
    """
    return (
        f'\n[prover]\nname = "{prover.name.capitalize()}"\nversion = "{found["version"]}"\n'
        f'command = "\\"{_LIMITED}\\" {found["path"]} {prover.arguments}"\ndriver = "{BUILD / prover.driver}.drv"\n'
        f'editor = ""\nin_place = false\ninteractive = false\nshortcut = "{prover.name}"\n'
    )
