"""What Frama-C said, as data: goals, messages, functions and properties."""
from __future__ import annotations

import dataclasses
import json
import pathlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from . import provers

VALID = "valid"
UNKNOWN = "unknown"
TIMEOUT = "timeout"
UNREACHABLE = "unreachable"
UNTRIED = "untried"
SMOKE_PASSED = "passed"
SMOKE_FAILED = "failed"

PROVERS = {
    "qed": "Qed",
    "cfg": "CFG",
    **{prover.name: prover.name for prover in (*provers.PROVERS, provers.CVC5)},
}  # by WP's names, in small letters


class Unreadable(Exception):
    """Frama-C did not answer what it was asked."""


@dataclasses.dataclass(frozen=True)
class Goal:
    """One proof obligation and its verdict."""

    id: str  # as WP names it
    function: str  # "" for a lemma
    clause: str  # the rest of the name: kind, label, part
    verdict: str  # VALID, UNKNOWN, TIMEOUT, UNREACHABLE or UNTRIED; a smoke test's is SMOKE_PASSED or SMOKE_FAILED
    prover: str = ""  # who proved it: Qed, z3, cvc4; CFG for what needs no prover
    seconds: float = 0.0  # simplification and prover together
    steps: int = 0
    cached: bool = False
    smoke: bool = False

    @property
    def label(self) -> str | None:
        """The name of the annotation, if the goal's name has it."""
        return label_of(self.clause)

    @property
    def proved(self) -> bool:
        """Nothing is left to show."""
        return self.verdict in (VALID, UNREACHABLE)


def label_of(clause: str) -> str | None:
    """The name of the annotation in the clause of a goal, if it is there: KIND_LABEL."""
    found = re.fullmatch(
        r"(?:.*_)?(?:ensures|requires|invariant|assert)_(?:rte_)?"
        r"(.+?)(?:_\d+)?(?:_established|_preserved)?(?:_part\d+)?",
        clause,
    )
    return found.group(1) if found else None


@dataclasses.dataclass(frozen=True)
class Message:
    """One message of Frama-C that is not about a goal."""

    source: str  # kernel, wp, kernel:annot-error, ...
    place: str  # FILE:LINE, or ""
    severity: str  # "warning", "error" or ""
    text: str


@dataclasses.dataclass(frozen=True)
class Function:
    """A function as Frama-C sees it after linking. Copies of a static function have numbers behind
    their names.
    """

    name: str
    file: str  # relative to the tree
    line: int
    has_body: bool
    signature: str

    @property
    def pointers(self) -> list[str]:
        """The pointers among the parameters, ghost ones too."""
        return re.findall(r"\*\s*(?:const\s+)?(\w+)\s*(?=[,)])", self.signature)

    @property
    def ghost_pointers(self) -> list[str]:
        """Those among them that point to what is not there when the code runs."""
        return re.findall(r"\\ghost\s*\*\s*(\w+)\s*(?=[,)])", self.signature)


@dataclasses.dataclass(frozen=True)
class Property:
    """An annotation, and what Frama-C holds of it after the run."""

    kind: str  # requires, ensures, assigns, loop_invariant, assert, lemma, axiom, ...
    function: str  # "" for a global one
    names: tuple[str, ...]
    status: str  # valid, unknown, never_tried, considered_valid, valid_under_hyp, ...
    statement: bool  # stands in a body, not in a contract
    file: str
    line: int
    text: str

    @property
    def all_names(self) -> frozenset[str]:
        """Its own, and those of the statements that stand together in it (spec/clauses.acsl)."""
        return frozenset((*self.names, *re.findall(r"\((\w+): ", self.text)))


# The kinds that a run need not show of a function: a requires clause is proved at its calls, where
# it is an `instance`; `assumes` selects a behaviour; a behaviour is its clauses, which can be
# proved in different turns.
NOT_OWED = ("requires", "assumes", "behavior", "reachable")

# The message of WP that tells what it takes to be valid and separate.
MEMORY_HYPOTHESES = re.compile(r"Memory model hypotheses for function '(\w+)':")

# What Frama-C says of a property that is shown, of it alone or together with whatever it hangs on.
SHOWN = ("valid", "valid_under_hyp")


def best_of(runs: Sequence[Sequence[Property]]) -> tuple[Property, ...]:
    """The properties of several runs over the same program: each is shown if one of them has shown
    it.
    """

    def numbered(properties: Sequence[Property]) -> Iterator[tuple[tuple, Property]]:
        seen: Counter[Property] = Counter()
        for found in properties:
            same = dataclasses.replace(found, status="")
            seen[same] += 1
            yield (same, seen[same]), found

    best: dict[tuple, Property] = {}
    for properties in runs:
        for key, found in numbered(properties):
            if key not in best or found.status in SHOWN and best[key].status not in SHOWN:
                best[key] = found
    return tuple(best.values())


@dataclasses.dataclass(frozen=True)
class Facts:
    """The program and its annotations."""

    functions: tuple[Function, ...]
    properties: tuple[Property, ...]


# --- The log --------------------------------------------------------------------------------------

_HEAD = re.compile(r"^\[([a-z][a-z0-9:_-]*)\] (.*)$")
_DECIDED = re.compile(r"^\[([^\]]+)\] Goal (\S+) : (\S+)(.*)$")
_UNTRIED = re.compile(r"^Goal (\S+) : (?:not tried|trivial)")
_FAILED = re.compile(r"^\[(Failed|Timeout|Unknown|Stepout|Invalid)\] Goal (\S+)(.*)$")
_SMOKE = re.compile(r"^\[(Passed|Failed|Partial)\] Smoke-test (\S+)")
_VERDICT = re.compile(r"^\s+([A-Za-z0-9]+)[^:]*: (\S+)(.*)$")
_PLACE = re.compile(r"^(?:(\S+:\d+): )?(?:(Warning|User Error|Failure): ?)?(.*)$", re.DOTALL)
_TIME = re.compile(r"(\d+(?:\.\d+)?)(ms|s|'|h)")
_TOTAL = re.compile(r"^Proved goals:\s+(\d+) / (\d+)")


def split(log: str) -> list[tuple[str, str]]:
    """The messages of a log: (source, text), continued lines joined by newlines."""
    messages: list[tuple[str, str]] = []
    for line in log.splitlines():
        head = _HEAD.match(line)
        if head:
            messages.append((head.group(1), head.group(2)))
        elif messages:
            source, text = messages[-1]
            messages[-1] = (source, text + "\n" + line)
        elif line.strip():
            messages.append(("", line))
    return messages


def _seconds(text: str) -> float:
    unit = {"ms": 0.001, "s": 1.0, "'": 60.0, "h": 3600.0}
    return sum(float(number) * unit[name] for number, name in _TIME.findall(text))


def _steps(text: str) -> int:
    found = re.search(r"\((\d+)\)", text)
    return int(found.group(1)) if found else 0


def owner(goal: str, functions: list[str]) -> tuple[str, str]:
    """The function and the clause in a goal's name, MODEL_FUNCTION_CLAUSE: the longest function
    that fits.
    """
    name = re.sub(r"^typed_(?:ref_|nocast_|caveat_)?", "", goal)
    fitting = [f for f in functions if name.startswith(f + "_")]
    function = max(fitting, key=len, default="")
    return function, name[len(function) + 1 :] if function else name


def read_goal(text: str, functions: list[str]) -> Goal | None:
    """The goal or smoke test that a message of WP is about."""
    first, _, rest = text.partition("\n")
    smoke = _SMOKE.match(first)
    if smoke:
        function, clause = owner(smoke.group(2), functions)
        verdict = SMOKE_PASSED if smoke.group(1) == "Passed" else SMOKE_FAILED
        return Goal(smoke.group(2), function, clause, verdict, smoke=True)
    failed = _FAILED.match(first)
    if failed:
        function, clause = owner(failed.group(2), functions)
        verdicts = [found for found in map(_VERDICT.match, rest.splitlines()) if found]
        said = [found.group(2) for found in verdicts] or [failed.group(1)]
        verdict = TIMEOUT if all(word in ("Timeout", "Stepout") for word in said) else UNKNOWN
        # The time of a prover that reached its limit is WP's own limit, not that of limited.sh: it
        # tells nothing.
        seconds = sum(_seconds(found.group(3)) for found in verdicts if found.group(2) == "Unknown")
        return Goal(failed.group(2), function, clause, verdict, seconds=seconds, cached="(cached)" in rest)
    untried = _UNTRIED.match(first)
    if untried:
        function, clause = owner(untried.group(1), functions)
        return Goal(untried.group(1), function, clause, UNTRIED, smoke=clause.startswith("wp_smoke_"))
    decided = _DECIDED.match(first)
    if decided:
        prover, goal, said, remarks = decided.groups()
        prover = prover.split()[0]
        function, clause = owner(goal, functions)
        verdict = {"Valid": VALID, "Timeout": TIMEOUT, "Stepout": TIMEOUT}.get(said, UNKNOWN)
        if "(Unreachable)" in remarks:
            verdict = UNREACHABLE
        seconds = 0.0 if verdict == TIMEOUT else _seconds(remarks)  # a limit's is WP's own too
        return Goal(
            goal,
            function,
            clause,
            verdict,
            PROVERS.get(prover.lower(), prover),
            seconds,
            _steps(remarks),
            "(cached)" in remarks,
        )
    return None


def read_message(source: str, text: str) -> Message:
    """A message that is not about a goal."""
    place, severity, rest = _PLACE.match(text).groups()
    words = {"Warning": "warning", "User Error": "error", "Failure": "error"}
    said = "\n".join(line.strip() for line in rest.splitlines()).strip()
    return Message(source, place or "", words.get(severity or "", ""), said)


def read_log(log: str, functions: list[str]) -> tuple[list[Goal], list[Message], tuple[int, int] | None]:
    """The goals, the other messages, and WP's own totals (proved, all) of a log."""
    goals: dict[str, Goal] = {}
    messages: list[Message] = []
    totals = None
    for source, text in split(log):
        goal = read_goal(text, functions) if source == "wp" else None
        total = _TOTAL.match(text) if source == "wp" else None
        if goal:
            known = goals.get(goal.id)
            # WP repeats what it says of smoke tests: one failure decides.
            if known is None or goal.verdict == SMOKE_FAILED:
                goals[goal.id] = goal
        elif total:
            totals = int(total.group(1)), int(total.group(2))
        else:
            messages.append(read_message(source, text))
    return list(goals.values()), messages, totals


# --- The properties -------------------------------------------------------------------------------

# What is asked of Frama-C's request server at the end of a run.
REQUESTS = [
    {"id": "ast", "request": "kernel.ast.compute"},
    {"id": "functions", "request": "kernel.ast.fetchFunctions", "data": 1000000},
    {"id": "properties", "request": "kernel.properties.fetchStatus", "data": 1000000},
]


def _fetched(answers: list[dict], name: str) -> list[dict]:
    for answer in answers:
        if answer["id"] == name:
            if "data" not in answer or answer["data"]["pending"]:
                raise Unreadable(f"Frama-C did not say all its {name}")
            return answer["data"]["updated"]
    raise Unreadable(f"Frama-C did not say its {name}")


def read_facts(path: pathlib.Path, tree: pathlib.Path) -> Facts:
    """The functions and properties in the answers of Frama-C's request server."""
    answers = json.loads(path.read_text(encoding="utf-8"))

    def relative(place: dict | None) -> tuple[str, int]:
        if not place:
            return "", 0
        file = pathlib.Path(place["file"])
        return str(file.relative_to(tree) if file.is_relative_to(tree) else file), place["line"]

    functions = [
        Function(f["name"], *relative(f.get("sloc")), bool(f.get("defined")), " ".join(f["signature"].split()))
        for f in _fetched(answers, "functions")
    ]
    properties = [
        Property(
            p["kind"],
            p["fct"] or "",
            tuple(p["names"]),
            p["status"],
            p["kinstr"] is not None,
            *relative(p.get("source")),
            " ".join(p["descr"].split()),
        )
        for p in _fetched(answers, "properties")
    ]
    return Facts(tuple(functions), tuple(properties))
