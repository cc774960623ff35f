"""What is told about a run: text for people, JSON for programs."""
from __future__ import annotations

import collections
import json
import pathlib
import textwrap
from collections.abc import Iterable, Sequence

from . import configurations, framac, owed, results, rules
from .evidence import EVERYTHING, GOALS, SMOKE, WHOLE, Evidence
from .results import Goal

SLOW_SECONDS = 2.0  # a goal that needs longer may fail when something around it changes
SLOWEST = 10
SLOWEST_OF_FILE = 3
LIMIT_MINUTES = 30  # that `make prove` is to keep to
SHOWN = 20  # complaints of one rule in the text; all of them are in the JSON file


def _prover_counts(goals: Iterable[Goal]) -> dict[str, int]:
    counts = collections.Counter(goal.prover or goal.verdict for goal in goals)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _slowest(goals: Iterable[Goal], number: int) -> list[Goal]:
    return sorted(goals, key=lambda goal: (-goal.seconds, goal.id))[:number]


def _of_file(evidence: Evidence, file: str) -> dict:
    goals = evidence.goals_of_file.get(file, [])
    entry = evidence.claims.files.get(file)

    def stands_here(name: str) -> bool:
        return evidence.functions[name].file == file

    runs = [
        proof for proof in evidence.proofs if proof.shard.title == file or any(map(stands_here, proof.shard.functions))
    ]
    return {
        "claim": entry.claim if entry else "",
        "floor": entry.floor if entry else 0,
        "functions": list(dict.fromkeys(name for proof in runs for name in proof.shard.functions if stands_here(name))),
        "of_functions": sum(map(stands_here, evidence.all_expected)),
        "goals": len(goals),
        "proved": sum(goal.verdict == results.VALID for goal in goals),
        "unreachable": sum(goal.verdict == results.UNREACHABLE for goal in goals),
        "provers": _prover_counts(goals),
        "seconds": round(sum(goal.seconds for goal in goals), 1),
        "slowest": [_as_data(goal) for goal in _slowest(goals, SLOWEST_OF_FILE)],
        "passed": bool(goals) and all(goal.proved for goal in goals) and all(proof.run.complete for proof in runs),
    }


def _as_data(goal: Goal) -> dict:
    return {
        "goal": goal.id,
        "function": goal.function,
        "clause": goal.clause,
        "verdict": goal.verdict,
        "prover": goal.prover,
        "seconds": round(goal.seconds, 3),
        "steps": goal.steps,
    }


def _smoke_by_function(evidence: Evidence) -> dict[str, bool]:
    """Whether the smoke tests of each function passed. One of a call in it is told apart by rule
    `smoke` only.
    """
    return {
        name: proof.run.complete
        and all(
            goal.verdict == results.SMOKE_PASSED for goal in proof.run.goals if goal.function == name and goal.smoke
        )
        for proof in evidence.smoke
        for name in proof.shard.functions
    }


def data(evidence: Evidence, broken: dict[str, list[str]]) -> dict:
    """Everything about a run."""
    files = {file: _of_file(evidence, file) for file in sorted(evidence.goals_of_file)}
    smoke = _smoke_by_function(evidence)
    verdicts = [not lines for lines in broken.values()] + [file["passed"] for file in files.values()]
    verdicts += smoke.values()
    return {
        "passed": sum(verdicts),
        "failed": len(verdicts) - sum(verdicts),
        "is_the_gate": evidence.cold and evidence.extent == WHOLE,
        "seconds": round(evidence.seconds, 1),
        "kept": evidence.kept,
        "versions": framac.versions(),
        "configuration": str(evidence.configuration),
        "options": [*framac.CHECKS],
        "limit_seconds": evidence.limit_seconds,
        "files": files,
        "rules": {
            rule.name: {"demands": rule.sentence, "broken_by": broken[rule.name]}
            for rule in rules.RULES
            if rule.name in broken
        },
        "excluded": evidence.claims.excluded,
        "assumed": {
            name: {"callers": callers, "reason": evidence.claims.assumed.get(evidence.source_name(name), "")}
            for name, callers in rules.assumed_calls(evidence).items()
        },
        "owed_by_callers": {
            name: {"clauses": [clause.text for clause in clauses], "reason": owed.reason(evidence, name)}
            for name, clauses in owed.demands(evidence).items()
        },
        "smoke_choice": evidence.smoke_choice,
        "smoke_tests": sum(goal.smoke for proof in evidence.smoke for goal in proof.run.goals),
        "smoke": smoke,
        "provers": _prover_counts(evidence.goals),
        "slowest": [_as_data(goal) for goal in _slowest(evidence.goals, SLOWEST)],
        "goals": [_as_data(goal) for goal in evidence.goals],
    }


def _paragraph(text: str) -> list[str]:
    return textwrap.wrap(text, 116, initial_indent="  ", subsequent_indent="  ")


def _goal_line(goal: dict) -> str:
    by = goal["prover"] or goal["verdict"]
    return f"{goal['seconds']:6.2f} s  {by:5}  {goal['function'] or 'lemma'}: {goal['clause']}"


def _by_prover(counts: dict[str, int]) -> str:
    return ", ".join(f"{prover} {count}" for prover, count in counts.items())


def _file_lines(name: str, file: dict) -> list[str]:
    tried, of_all = len(file["functions"]), file["of_functions"]
    verdict = "proved" if file["passed"] else "NOT PROVED"
    if tried < of_all:  # the claim is that of all of them
        lines = [f"{name}: {tried} of {of_all} functions tried: {verdict}"]
    else:
        lines = [f"{name}: {verdict}", *_paragraph(file["claim"])]
    functions = f"{tried} functions, " if tried else ""
    by_prover = _by_prover(file["provers"])
    unreachable = f", {file['unreachable']} unreachable" if file["unreachable"] else ""
    lines.append(
        f"  {functions}{file['proved']} of {file['goals']} goals{unreachable} ({by_prover}), {file['seconds']} s"
        + ("; the slowest:" if file["slowest"] else "")
    )
    return lines + ["    " + _goal_line(goal) for goal in file["slowest"]]


def _named_reasons(title: str, entries: dict[str, str]) -> list[str]:
    return ["", title, *(f"  {name}: {reason}" for name, reason in sorted(entries.items()))] if entries else []


def text(found: dict, extent: Sequence[str], smoke_all: bool) -> str:
    """The report for people."""
    lines = ["", f"Configuration {found['configuration']}"]
    for name, file in found["files"].items():
        lines += _file_lines(name, file)
    lines += _named_reasons("Not proven:", found["excluded"])
    lines += _named_reasons(
        "Assumed, as proven functions call it:", {name: entry["reason"] for name, entry in found["assumed"].items()}
    )
    if EVERYTHING in extent:
        lines += _named_reasons(
            "Called from outside of the proof, where their preconditions must be seen to:",
            {
                name: f"{entry['reason']} (preconditions: {len(entry['clauses'])})"
                for name, entry in found["owed_by_callers"].items()
            },
        )
    if SMOKE in extent:
        tested = len(found["smoke"])
        lines += ["", f"Smoke tests: {found['smoke_tests']} of {tested} functions, {found['smoke_choice']}"]
        lines += [] if smoke_all else _paragraph(", ".join(sorted(found["smoke"])))
    if GOALS in extent:
        lines += ["", f"Goals by prover: {_by_prover(found['provers'])}"]
        lines += ["", "The slowest goals:", *("  " + _goal_line(goal) for goal in found["slowest"])]
    slow = sum(goal["seconds"] > SLOW_SECONDS for goal in found["goals"])
    if slow:
        lines.append(
            f"  {slow} goals take longer than {SLOW_SECONDS:.0f} s, and may fail when something around them changes."
        )
    lines += ["", "Rules:"]
    for name, judged in found["rules"].items():
        broken = judged["broken_by"]
        lines.append(f"  {'FAILED' if broken else 'passed'}  {name:12} {judged['demands']}")
        lines += ["            " + line for line in broken[:SHOWN]]
        if len(broken) > SHOWN:
            lines.append(f"            and {len(broken) - SHOWN} more")
    decided = f"{len(found['goals'])} goals" if GOALS in extent else f"{found['smoke_tests']} smoke tests"
    minutes = found["seconds"] / 60
    lines += ["", f"{decided}, {minutes:.1f} minutes from beginning to end"]
    if found["kept"]:
        lines.append(f"{found['kept']} functions are as they were proved before.")
    is_the_default = found["is_the_gate"] and not smoke_all and found["configuration"] == str(configurations.FULL)
    if is_the_default and minutes > LIMIT_MINUTES:
        lines.append(f"TOO SLOW: `make prove` is to take {LIMIT_MINUTES} minutes at most.")
    return "\n".join(lines)


def write(found: dict, path: pathlib.Path) -> None:
    """Writes the JSON file, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    part.replace(path)
