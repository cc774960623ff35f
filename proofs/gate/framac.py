"""Runs Frama-C. What decides about a proof stands in rules.py; here is only how to ask.

prove() is the one way to a proof, for the gate and for the mutants alike: same checks, same
provers.
"""
from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Collection, Sequence

from . import configurations, definitions, provers, results
from .configurations import Configuration
from .definitions import Definition
from .provers import MATCHING, RACING, SEEKING, NotInstalled, Prover
from .results import Facts, Goal, Message

LIMIT_SECONDS = 20  # of processor time
SMOKE_LIMIT_SECONDS = 2  # of processor time too

# Frama-C's own memory: the old generation may be two thirds garbage. It took a sixth off the two
# functions on which it was measured, for two tenths more memory. The size of the young generation
# cannot be said here: Frama-C sets it itself, to 256 Ki words.
MEMORY = "o=200"

# WP offers smoke tests only together with goals; this leaves the goals out.
NO_GOALS = ",".join(
    "-@" + kind
    for kind in (
        "complete_behaviors",
        "disjoint_behaviors",
        "ensures",
        "exits",
        "assigns",
        "terminates",
        "decreases",
        "requires",
        "instance",
        "assert",
        "check",
        "invariant",
        "variant",
        "rte",
        "lemma",
    )
)
SMOKE_TESTS = (
    "-wp-smoke-tests",
    "-wp-smoke-timeout",
    str(SMOKE_LIMIT_SECONDS * provers.WALL_SECONDS_PER_SECOND),
    "-wp-prop=" + NO_GOALS,
)

# The checks of WP and of the generator of run-time checks that are off unless asked for, and that
# this kernel has something to do with (not: reads of what was never written, pointers that are
# not followed: proofs/SOUNDNESS.md says so), and a memory model in which a pointer parameter is a
# record of its own, with the hypotheses of that model checked at every call.
CHECKS = (
    "-wp",
    "-wp-rte",
    "-warn-unsigned-overflow",
    "-warn-unsigned-downcast",
    "-warn-signed-downcast",
    "-wp-definitions-terminate",
    "-wp-model",
    "Typed+ref",
    "-wp-check-memory-model",
    "-wp-no-ground",  # that simplification costs more than it saves the provers: a quarter of all the time
)


# What Qed does with a goal before a prover sees it, as far as it can be switched off, but for the
# elimination of variables.
UNSIMPLIFIED = (
    "-wp-no-simpl",
    "-wp-no-core",
    "-wp-no-extensional",
    "-wp-no-filter",
    "-wp-no-filter-init",
    "-wp-no-parasite",
    "-wp-no-pruning",
    "-wp-no-reduce",
    "-wp-no-simplify-is-cint",
    "-wp-no-simplify-land-mask",
)


@dataclasses.dataclass
class Run:
    """One run of Frama-C."""

    command: list[str]
    log: str
    status: int | None  # exit status; None if it was ended before
    seconds: float
    goals: list[Goal]
    messages: list[Message]
    totals: tuple[int, int] | None  # WP's own count: proved, all
    facts: Facts | None  # None unless the run came to its end
    calls: frozenset[tuple[str, str]] = frozenset()  # (caller, callee), ghost calls too; only parse() finds them
    definitions: tuple[Definition, ...] = ()  # of the logic; only parse() finds them
    printed: str = ""  # the program as Frama-C prints it; only parse() has it

    @property
    def announced(self) -> int:
        """The goals that WP said it would try, before it tried the first."""
        return sum(map(int, re.findall(r"^\[wp\] (\d+) goals? scheduled$", self.log, re.MULTILINE)))

    @property
    def complete(self) -> bool:
        """Frama-C came to its end without an error."""
        return self.status == 0

    @property
    def failed(self) -> list[Goal]:
        """The goals that were not proved."""
        return [goal for goal in self.goals if not goal.smoke and not goal.proved]

    @property
    def errors(self) -> list[Message]:
        """What Frama-C calls an error."""
        return [message for message in self.messages if message.severity == "error"]


# Programs that are delivered with the kernel and call it: no part of it.
EXAMPLES = "kernel/dist/"


def all_sources(tree: pathlib.Path) -> list[str]:
    """Every source of the kernel and of the proof, in any folder, relative to the tree: the
    kernel's first, each by its name.
    """
    paths = [
        str(path.relative_to(tree))
        for room in ("kernel", "proofs")
        for path in sorted((tree / room).rglob("*.c"), key=lambda path: (path.name, path))
    ]
    return [path for path in paths if not path.startswith(EXAMPLES)]


def versions() -> dict[str, str]:
    """The programs that a proof hangs on."""
    commands = {"frama-c": "-version", "why3": "--version", "z3": "--version", "cvc4": "--version", "gcc": "--version"}
    found = {}
    for program, option in commands.items():
        done = subprocess.run(
            [program, option], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False
        )
        found[program] = done.stdout.strip().splitlines()[0] if done.stdout.strip() else "unknown"
    return found


# Frama-C's of this process: each leads a process group, which its provers belong to.
_running: set[int] = set()


def _stop(group: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def stop_all() -> None:
    """Ends every run that is under way."""
    for group in list(_running):
        _stop(group)


def _machine(configuration: Configuration) -> list[str]:
    macros = " ".join(f"-D{name}={value}" for name, value in sorted(configuration.macros.items()))
    return ["-machdep", configuration.machine, f"-cpp-extra-args=-Werror -I. -Ikernel -std=c11 {macros}"]


def _run(
    arguments: Sequence[str],
    tree: pathlib.Path,
    known: Sequence[str],
    work: pathlib.Path,
    enough: Callable[[Goal], bool] | None,
    limit_seconds: int = LIMIT_SECONDS,
) -> Run:
    """Runs Frama-C in the tree and reads what it says while it says it."""
    requests = work / "facts.json"
    requests.write_text(json.dumps(results.REQUESTS), encoding="utf-8")
    command = ["frama-c", *arguments, "-then", "-server-batch", str(requests)]
    # Nothing of the caller's environment may choose a cache, a machine or a preprocessor.
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("FRAMAC_") and name != "CPP"
    }
    environment["TMPDIR"] = str(work)
    environment["OCAMLRUNPARAM"] = MEMORY
    environment["PWD"] = str(tree)  # Frama-C believes it rather than the system
    environment["PROVER_SECONDS"] = str(limit_seconds)
    environment["WALL_SECONDS"] = str(limit_seconds * provers.WALL_SECONDS_PER_SECOND)
    environment["WHY3CONFIG"] = str(provers.registered())
    began = time.monotonic()
    lines: list[str] = []
    stopped = False
    functions = list(known)
    if not shutil.which("frama-c"):
        raise NotInstalled("cannot run frama-c: not found")
    with subprocess.Popen(
        command,
        cwd=tree,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        _running.add(process.pid)
        try:
            pending: list[str] = []
            for line in process.stdout:
                lines.append(line)
                if not line.startswith(" ") and pending:
                    stopped = bool(enough) and any(map(enough, results.read_log("".join(pending), functions)[0]))
                    pending = []
                    if stopped:
                        break
                pending.append(line)
            if stopped:
                _stop(process.pid)
        except BaseException:
            _stop(process.pid)
            raise
        finally:
            _running.discard(process.pid)
    log = "".join(lines)
    goals, messages, totals = results.read_log(log, functions)
    answers = work / "facts.out.json"
    complete = not stopped and process.returncode == 0
    facts = results.read_facts(answers, tree) if complete else None
    status = None if stopped else process.returncode
    return Run(command, log, status, time.monotonic() - began, goals, messages, totals, facts)


# What is to be read: a path is that of a program which parse() has saved, names are those of
# sources in the tree, and None is all of kernel/ and proofs/, so that no contract is missing.
Sources = Sequence[str] | pathlib.Path | None


def parse(
    tree: pathlib.Path,
    configuration: Configuration = configurations.FULL,
    save: pathlib.Path | None = None,
    names: Sequence[str] | None = None,
) -> Run:
    """Reads the named sources, or all, without proving anything: Run.facts has the functions and
    annotations, Run.calls the calls, Run.definitions what the logic defines.

    Annotations are printed in ASCII, as claims.toml quotes them. save: where to keep the program
    for runs of the same configuration, which need not read the sources then: to read them takes
    longer than to prove most functions.
    """
    tree = pathlib.Path(tree).resolve()
    with tempfile.TemporaryDirectory(prefix="gate-") as directory:
        work = pathlib.Path(directory)
        graph = work / "calls.dot"
        printed = work / "program.c"
        run = _run(
            [
                *_machine(configuration),
                *(all_sources(tree) if names is None else names),
                "-no-unicode",
                "-cg",
                str(graph),
                "-cg-no-services",
                "-print",
                "-ocode",
                str(printed),
                *(["-save", str(save)] if save else []),
            ],
            tree,
            (),
            work,
            None,
        )
        if run.complete:
            run.printed = _once(printed.read_text(encoding="utf-8"))
            run.definitions = tuple(definitions.read(run.printed))
            run.calls = frozenset(re.findall(r"^\s*(\w+) -> (\w+)", graph.read_text(encoding="utf-8"), re.MULTILINE))
        return run


def _once(printed: str) -> str:
    """A program that Frama-C may have printed twice, the same both times."""
    first, *others = printed.split("/* Generated by Frama-C */\n")[1:]
    if any(other.strip() != first.strip() for other in others):
        raise results.Unreadable("Frama-C prints two programs")
    return first


@dataclasses.dataclass(frozen=True)
class Turn:
    """Goals that the same provers try, in one run of Frama-C."""

    functions: tuple[str, ...]  # names as Frama-C knows them (parse() tells); none: the global lemmas
    provers: tuple[Prover, ...] = (MATCHING,)
    labels: tuple[
        str, ...
    ] = ()  # only the annotations that have one of these names, and what is named like them; none: all
    without: tuple[str, ...] = ()  # not those that have one of these names
    pruned: bool = (
        True  # WP tries each condition on the way to a goal both ways, and leaves out the branches that cannot be
    )
    simplified: bool = True  # else goals go to the provers as nearly as they were made as WP lets them

    @property
    def options(self) -> list[str]:
        """What Frama-C is told."""
        labels = [*(self.labels if self.functions else ("@lemma",)), *(f"-{label}" for label in self.without)]
        return [
            "-wp-prover",
            ",".join(prover.name for prover in self.provers),
            *(() if self.pruned else ("-wp-no-pruning",)),
            *(() if self.simplified else UNSIMPLIFIED),
            *(["-wp-fct", ",".join(self.functions)] if self.functions else []),
            *(["-wp-prop=" + ",".join(labels)] if labels else []),
        ]


def turns(functions: Sequence[str], labels: Collection[str] = (), pruned: bool = True) -> tuple[Turn, ...]:
    """Everything that is to be shown of these functions. What is labelled so needs more than one
    prover.
    """
    if provers.ALL in labels:
        return (Turn(tuple(functions), RACING, pruned=pruned),)
    raced = tuple(sorted(labels))
    matching = Turn(tuple(functions), without=raced, pruned=pruned)
    return (matching, Turn(tuple(functions), RACING, raced, pruned=pruned)) if raced else (matching,)


def prove(
    tree: pathlib.Path,
    sources: Sources,
    how: Sequence[Turn],
    limit_seconds: int = LIMIT_SECONDS,
    *,
    parallel: int = 2,
    cache: pathlib.Path | None = None,
    configuration: Configuration = configurations.FULL,
    known: Sequence[str] = (),
    enough: Callable[[Goal], bool] | None = None,
    again: bool = False,
) -> Run:
    """Proves functions of a tree, or the lemmas.

    tree: the checkout or a copy of it. how: what is to be proved, one turn after the other. again:
    what matching does not prove in the first is tried by more provers.
    limit_seconds: of processor time, for one prover on one goal. parallel: provers at the same
    time, or as many as race. cache: a directory that keeps verdicts; None: every goal is proved.
    known: more functions that goals may be about: Frama-C takes a static function's copies with the
    function. enough: is told every goal as it is decided, and ends the run by saying true;
    Run.status is None then.
    """
    kept = ["-wp-cache", "update", "-wp-cache-dir", str(provers.cache_in(cache))] if cache else ["-wp-cache", "none"]
    limits = ["-wp-timeout", str(limit_seconds * provers.WALL_SECONDS_PER_SECOND)]

    def run(turn: Turn) -> Run:
        together = str(max(parallel, len(turn.provers)))  # all that race have to be under way
        options = [*turn.options, *limits, "-wp-par", together, *kept]
        return _wp(
            tree,
            sources,
            turn.functions,
            configuration,
            options,
            limit_seconds=limit_seconds,
            known=known,
            enough=enough,
        )

    done: list[Run] = []
    for turn in how:
        done.append(run(turn))
        if not done[-1].complete:
            break
    if again and done[0].complete and done[0].failed and how[0].provers == (MATCHING,):
        done[0] = _with_verdicts(done[0], run(_second(how[0], done[0].failed)))
    return _together(done)


def _second(turn: Turn, failed: Sequence[Goal]) -> Turn:
    """What matching did not prove, and what is named like it, for the provers that race."""
    named = [goal.label for goal in failed if goal.label and not goal.label.isdigit()]  # a number is WP's own
    return dataclasses.replace(
        turn,
        functions=tuple(sorted({goal.function for goal in failed})),
        provers=RACING,
        labels=tuple(sorted(set(named))) if len(named) == len(failed) else (),
        without=(),
    )


def survey(
    tree: pathlib.Path,
    sources: Sources,
    functions: Sequence[str],
    configuration: Configuration = configurations.FULL,
    *,
    smoke: bool = False,
    known: Sequence[str] = (),
) -> Run:
    """Makes the goals of the named functions, or their smoke tests, and tries none. known: as
    prove() has it.
    """
    return _wp(
        tree,
        sources,
        functions,
        configuration,
        ["-wp-prover", "none", "-wp-fct", ",".join(functions), *(SMOKE_TESTS if smoke else [])],
        known=known,
    )


def smoke(
    tree: pathlib.Path,
    sources: Sources,
    functions: Sequence[str],
    configuration: Configuration = configurations.FULL,
    *,
    parallel: int = 2,
    known: Sequence[str] = (),
) -> Run:
    """Tries the smoke tests of the named functions."""
    return _wp(
        tree,
        sources,
        functions,
        configuration,
        [
            "-wp-prover",
            SEEKING.name,
            "-wp-fct",
            ",".join(functions),
            *SMOKE_TESTS,
            "-wp-par",
            str(parallel),
            "-wp-cache",
            "none",
        ],
        limit_seconds=SMOKE_LIMIT_SECONDS,
        known=known,
    )


def _wp(
    tree: pathlib.Path,
    sources: Sources,
    functions: Sequence[str],
    configuration: Configuration,
    options: Sequence[str],
    *,
    limit_seconds: int = LIMIT_SECONDS,
    known: Sequence[str] = (),
    enough: Callable[[Goal], bool] | None = None,
) -> Run:
    """Runs WP once."""
    tree = pathlib.Path(tree).resolve()
    with tempfile.TemporaryDirectory(prefix="gate-") as directory:
        work = pathlib.Path(directory)
        arguments = [
            *_read(tree, sources, configuration),
            *CHECKS,
            "-wp-session",
            str(work / "session"),
            *options,
        ]
        return _run(arguments, tree, (*functions, *known), work, enough, limit_seconds)


def _read(tree: pathlib.Path, sources: Sources, configuration: Configuration) -> list[str]:
    """What Frama-C is told to get at a program."""
    if isinstance(sources, pathlib.Path):
        return [
            "-load",
            str(sources),
            "-cg",
            os.devnull,
            "-no-print",
        ]  # options are saved too: parse() has had both written already
    if sources is None:
        return [*_machine(configuration), *all_sources(tree)]
    return [
        *_machine(configuration),
        *sources,
        "-wp-declarations-terminate",
    ]  # of whatever is defined elsewhere, as CHECKS has it


def _with_verdicts(first: Run, second: Run) -> Run:
    """The first run, with what the second has shown of it. Nothing else of the second counts but
    that it has to be whole.
    """
    proved = {goal.id: goal for goal in second.goals if goal.proved}
    goals = [goal if goal.proved else proved.get(goal.id, goal) for goal in first.goals]
    gained = sum(goal.proved for goal in goals) - sum(goal.proved for goal in first.goals)
    whole = second.totals == (sum(goal.proved for goal in second.goals), len(second.goals))
    return dataclasses.replace(
        first,
        command=[*first.command, *second.command],
        status=second.status,
        seconds=first.seconds + second.seconds,
        goals=goals,
        messages=[*first.messages, *second.messages],
        totals=(first.totals[0] + gained, first.totals[1]) if first.totals and whole else None,
        facts=dataclasses.replace(
            first.facts, properties=results.best_of([first.facts.properties, second.facts.properties])
        )
        if first.facts and second.facts
        else None,
    )


def _together(runs: Sequence[Run]) -> Run:
    """Runs about the same functions as one. What one has shown is shown."""
    if len(runs) == 1:
        return runs[0]
    last = runs[-1]
    facts = Facts(last.facts.functions, results.best_of([run.facts.properties for run in runs])) if last.facts else None
    counts = [run.totals for run in runs if run.totals]
    return Run(
        [word for run in runs for word in run.command],
        "".join(run.log for run in runs),
        last.status,
        sum(run.seconds for run in runs),
        [goal for run in runs for goal in run.goals],
        [message for run in runs for message in run.messages],
        (sum(proved for proved, _ in counts), sum(every for _, every in counts)) if counts else None,
        facts,
    )
