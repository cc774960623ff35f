"""The table of what became of the mutants of each function."""
from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from . import operators, trial
from .catalogue import DROPPED_SHARED, WEAKENED_SHARED
from .justified import Justified
from .mutant import HAND_WRITTEN, Mutant
from .trial import Outcome

JUSTIFIED = "justified"

# Columns: a heading, and the operators that it stands for.
_COLUMNS = {
    "condition": (operators.RELATIONAL, operators.LOGICAL, operators.NEGATED),
    "arithmetic": (operators.ARITHMETIC,),
    "constant": (operators.CONSTANT,),
    "dropped statement": (operators.DROPPED,),
    "ghost": (operators.GHOST,),
    "requires": (operators.DROPPED_CLAUSE["requires"], operators.WEAKENED_CLAUSE["requires"]),
    "ensures": (operators.DROPPED_CLAUSE["ensures"], operators.WEAKENED_CLAUSE["ensures"]),
    "invariant": (operators.DROPPED_CLAUSE["invariant"], operators.WEAKENED_CLAUSE["invariant"]),
    "shared": (DROPPED_SHARED, WEAKENED_SHARED),
    "hand-written": (HAND_WRITTEN,),
}

_HEAD = """# Mutants of the proof

Each mutant is one small change of the kernel, of its ghost code, of a contract, or of a clause in
`spec/` that contracts share. Of each kind one is tried in each function of the kernel and each
macro of `spec/`, chosen by a hash, and one of any kind in each function of `proofs/`;
`make mutants EVERYTHING=1` tries all. Mutants that `justified.toml` has an argument for by the way
they look are not tried. The functions that can notice a mutant are proved again, with the provers
and the time limit of `make prove`, until a goal fails.

A cell is killed / timeout / survived / justified. *Killed*: a goal fails, and a prover gives up on
it. *Timeout*: a goal fails, as every prover runs into the whole limit on it; with more time it
might be proved. *Survived*: everything is still proved, which asks for a stronger contract.
*Justified*: so it is, for the reason given below.

- code (condition to dropped statement): a relation, `&&` or `||` is exchanged or a condition
  negated, an arithmetic operator exchanged, a constant changed, a statement dropped; the function
  itself is proved again
- ghost: a ghost statement, or a whole ghost loop, is dropped
- requires, ensures, invariant: a clause is dropped, or a relation in its conclusion is weakened
  (`>` to `>=`, `==` to `<=`, `== 0` to `>= 0`, `<==>` to `==>`). A requires clause must be missed by
  the function itself, an ensures clause by a caller.
- shared: a clause in a macro of `spec/`, in every contract at once
- hand-written: `hand_written.toml`; some change several places at once
"""


def verdict(mutant: Mutant, outcome: Outcome, justified: Justified) -> str:
    """A survivor with an argument is justified."""
    return JUSTIFIED if outcome.verdict == trial.SURVIVED and justified.argument(mutant.identity) else outcome.verdict


def text(
    found: Sequence[tuple[Mutant, Outcome]],
    untried: Sequence[Mutant],
    justified: Justified,
    without: Sequence[str],
    claims: Mapping[str, int],
) -> str:
    """The table."""
    cells: dict[tuple[str, str], dict[str, Counter[str]]] = {}
    total: dict[str, Counter[str]] = {}
    for mutant, outcome in found:
        column = next(name for name, kinds in _COLUMNS.items() if mutant.identity.operator in kinds)
        said = verdict(mutant, outcome, justified)
        row = cells.setdefault((_room(mutant), mutant.identity.function), {})
        row.setdefault(column, Counter())[said] += 1
        total.setdefault(column, Counter())[said] += 1
    parts = [_HEAD, _summary(sum(total.values(), Counter()), len(untried)), _table(cells, total)]
    if untried:
        parts.append(_list("Not tried yet", [f"`{mutant.identity}`" for mutant in untried]))
    parts.append(
        _list(
            "Survivors",
            [
                f"`{m.identity}`" + (f": {'; '.join(o.goals)}" if o.goals else "")
                for m, o in found
                if verdict(m, o, justified) == trial.SURVIVED
            ],
        )
    )
    parts.append(
        _list(
            "Justified",
            [
                f"`{m.identity}`: {justified.argument(m.identity)}"
                for m, o in found
                if verdict(m, o, justified) == JUSTIFIED
            ],
        )
    )
    parts.append(
        _list(
            "Hand-written",
            [
                f"`{m.identity}`: {verdict(m, o, justified)}: {', '.join(o.goals)}"
                for m, o in found
                if m.identity.operator == HAND_WRITTEN
            ],
        )
    )
    parts.append(
        _list(
            "Claims that no caller can miss (`ensures` of functions that no proven function calls)",
            [f"`{name}`: {count}" for name, count in sorted(claims.items())],
        )
    )
    parts.append(
        _list(
            "Not counted: no program with a contract any more",
            [f"`{m.identity}`: {o.goals[0].splitlines()[0]}" for m, o in found if o.verdict == trial.INVALID],
        )
    )
    parts.append(_list("Functions without a mutant", [f"`{name}`" for name in without]))
    return "\n".join(parts)


def _room(mutant: Mutant) -> str:
    """Where a function is found: a contract in a header belongs to the module of the same name."""
    return mutant.identity.file.removesuffix(".h").removesuffix(".c")


def _summary(counts: Counter[str], untried: int) -> str:
    mutants = sum(counts[said] for said in (trial.KILLED, trial.TIMEOUT, trial.SURVIVED, JUSTIFIED))
    if not mutants:
        return "There is no mutant.\n"
    outright = 100 * counts[trial.KILLED] / mutants
    with_timeouts = 100 * (counts[trial.KILLED] + counts[trial.TIMEOUT]) / mutants
    return (
        f"{mutants} mutants: {counts[trial.KILLED]} killed, {counts[trial.TIMEOUT]} by timeout only, "
        f"{counts[trial.SURVIVED]} survived, {counts[JUSTIFIED]} justified; "
        f"killed outright {outright:.1f}%, with timeouts {with_timeouts:.1f}%."
        + (f" Not tried yet: {untried}." if untried else "")
        + "\n"
    )


def _table(cells: Mapping[tuple[str, str], Mapping[str, Counter[str]]], total: Mapping[str, Counter[str]]) -> str:
    lines = ["| function | " + " | ".join(_COLUMNS) + " |", "|---|" + "---|" * len(_COLUMNS)]
    room = None
    for (here, name), row in sorted(cells.items()):
        if here != room:
            lines.append(f"| **{here}** |" + " |" * len(_COLUMNS))
            room = here
        lines.append(f"| {name} | " + " | ".join(_cell(row.get(column)) for column in _COLUMNS) + " |")
    lines.append("| **all** | " + " | ".join(_cell(total.get(column)) for column in _COLUMNS) + " |")
    return "\n".join(lines) + "\n"


def _cell(counts: Counter[str] | None) -> str:
    if not counts:
        return ""
    return " / ".join(str(counts[said]) for said in (trial.KILLED, trial.TIMEOUT, trial.SURVIVED, JUSTIFIED))


def _list(title: str, lines: Sequence[str]) -> str:
    return f"## {title}\n\n" + ("\n".join(f"- {line}" for line in lines) if lines else "None.") + "\n"
