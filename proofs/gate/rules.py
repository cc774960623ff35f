"""When a run is a proof: each rule is a function that returns what breaks it, and one sentence:
what it demands.

`frama-c -wp` ends with status 0 when goals are unproved, and believes whatever has no body or is
said to be an axiom. So nothing here trusts an exit status alone, and whatever is not known to be
harmless breaks a rule.
"""
from __future__ import annotations

import dataclasses
import re
import tomllib
from collections.abc import Callable, Iterable

from . import definitions, erasure, owed, provers, results, sources
from . import smoke as smoke_tests
from .evidence import ERASURE, EVERYTHING, GOALS, LEMMAS, PROGRAM, SMOKE, Evidence, Proof
from .results import Goal, Property


@dataclasses.dataclass(frozen=True)
class Rule:
    """A named demand."""

    name: str
    sentence: str
    check: Callable[[Evidence], list[str]]
    needs: str  # part of Evidence.extent without which it has nothing to judge; "" for none


RULES: list[Rule] = []


def rule(name: str, sentence: str, needs: str = ""):
    """Registers a check."""

    def registered(check: Callable[[Evidence], list[str]]) -> Callable[[Evidence], list[str]]:
        RULES.append(Rule(name, sentence, check, needs))
        return check

    return registered


def judge(evidence: Evidence) -> dict[str, list[str]]:
    """What breaks each rule."""
    return {r.name: r.check(evidence) for r in RULES if not r.needs or r.needs in evidence.extent}


def _goal(goal: Goal) -> str:
    return f"{goal.function or 'lemma'}: {goal.clause}"


def _property(found: Property) -> str:
    where = f"{found.file}:{found.line}: " if found.file else ""
    return f"{where}{found.function + ': ' if found.function else ''}{found.text}"


# --- The runs -------------------------------------------------------------------------------------


@rule("ended", "Frama-C came to the end of every run without an error; no annotation was refused.")
def ended(evidence: Evidence) -> list[str]:
    runs = [("sources", evidence.program)] + [("smoke tests", run) for run in evidence.surveys]
    runs += [(proof.shard.title, proof.run) for proof in evidence.proofs + evidence.smoke]
    broken = []
    for name, run in runs:
        said = [f"{message.place or name}: {message.text}" for message in run.errors]
        broken += said or ([] if run.complete else [f"{name}: ended with status {run.status}"])
    return broken


@rule("proved", "Every goal is proved within the time limit.", needs=GOALS)
def proved(evidence: Evidence) -> list[str]:
    return [f"{_goal(goal)} ({goal.verdict})" for proof in evidence.proofs for goal in proof.run.failed]


@rule(
    "counted", "The goals that the gate read are as many as WP counts, and WP counts them all as proved.", needs=GOALS
)
def counted(evidence: Evidence) -> list[str]:
    broken = []
    for proof in evidence.proofs:
        read = len(proof.run.goals)
        if proof.run.complete and proof.run.totals != (read, read):
            proved_goals, all_goals = proof.run.totals or (0, 0)
            broken.append(f"{proof.shard.title}: read {read}, WP says {proved_goals} / {all_goals}")
    return broken


@rule("status", "Frama-C's own property status agrees: every annotation of a proven function is valid.", needs=GOALS)
def status(evidence: Evidence) -> list[str]:
    # A run sees one shard, so what is valid there may hang on what another shard proves:
    # valid_under_hyp. As every property must be valid in its own shard, no hypothesis stays open.
    broken = []
    for proof in evidence.proofs:
        for found in proof.run.facts.properties if proof.run.facts else ():
            mine = found.function in proof.shard.functions or not proof.shard.functions and found.kind in LEMMAS
            if mine and found.kind not in results.NOT_OWED and found.status not in results.SHOWN:
                broken.append(f"{_property(found)}: {found.status}")
    return broken


@rule(
    "provers",
    "Every goal was proved by Qed, z3 or cvc4: no script, no other prover, and in a cold run no cache.",
    needs=GOALS,
)
def known_provers(evidence: Evidence) -> list[str]:
    known = ("Qed", "CFG", *(prover.name for prover in provers.PROVERS))
    broken = []
    for goal in evidence.goals:
        if goal.verdict == results.VALID and goal.prover not in known:
            broken.append(f"{_goal(goal)}: proved by {goal.prover}")
        if evidence.cold and goal.cached:
            broken.append(f"{_goal(goal)}: from a cache")
    return broken


_AT_THE_END = re.compile(r"(?:assigns|ensures|exits)(?:_\w+)?")  # of a function, in a goal's name


@rule(
    "reached",
    "No goal holds only because its code is never reached, but those about the end of what is meant to be endless.",
    needs=GOALS,
)
def reached(evidence: Evidence) -> list[str]:
    def endless(goal: Goal) -> bool:
        return evidence.source_name(goal.function) in evidence.claims.endless and bool(
            _AT_THE_END.fullmatch(goal.clause)
        )

    return [
        _goal(goal)
        for goal in evidence.goals
        if goal.verdict == results.UNREACHABLE and goal.id not in evidence.claims.unreachable and not endless(goal)
    ]


@rule(
    "warnings",
    "Frama-C warned of nothing, such as code that WP does not model exactly, that claims.toml does not list as "
    "harmless.",
    needs=PROGRAM,
)
def warnings(evidence: Evidence) -> list[str]:
    seen: dict[str, None] = {}
    for run in [evidence.program] + [proof.run for proof in evidence.proofs]:
        for message in run.messages:
            text = " ".join(message.text.split())
            harmless = evidence.claims.is_harmless(text) or results.MEMORY_HYPOTHESES.match(text)  # rule `memory`
            if message.severity == "warning" and not harmless:
                seen[f"{message.place or message.source}: {text}"] = None
    return list(seen)


# --- The contracts --------------------------------------------------------------------------------


@rule(
    "covered", "Every function that is not excluded was in the run and has goals, as many as WP announced.", needs=GOALS
)
def covered(evidence: Evidence) -> list[str]:
    ran = {name for proof in evidence.proofs for name in proof.shard.functions}
    with_goals = {goal.function for goal in evidence.goals}
    broken = [] if evidence.expected else ["there is nothing to prove"]
    broken += [f"{name}: not in the run" for name in evidence.expected if name not in ran]
    broken += [f"{name}: no goals" for name in evidence.expected if name in ran and name not in with_goals]
    for proof in evidence.proofs:
        decided = sum(
            goal.prover != "CFG" for goal in proof.run.goals
        )  # what the shape of the code decides is not announced
        if decided != proof.run.announced:
            broken.append(f"{proof.shard.title}: {proof.run.announced} goals announced, {decided} decided")
    return broken


@rule("contracts", "Every function that is not excluded has a contract with an assigns clause.")
def contracts(evidence: Evidence) -> list[str]:
    broken = []
    for name in evidence.expected:
        kinds = {clause.kind for clause in evidence.contracts[name]}
        if not kinds:
            broken.append(f"{evidence.functions[name].file}: {name}: no contract")
        elif "assigns" not in kinds:
            broken.append(f"{evidence.functions[name].file}: {name}: no assigns clause")
    return broken


@rule("complete", "The behaviors of a contract are complete: no call is outside all of them.")
def complete(evidence: Evidence) -> list[str]:
    broken = []
    for name in evidence.expected:
        kinds = {clause.kind for clause in evidence.contracts[name]}
        if "assumes" in kinds and "complete" not in kinds:
            broken.append(f"{evidence.functions[name].file}: {name}: behaviors that are not complete")
    return broken


# What cannot be named, or need not be: there is at most one of its kind, or it stands in a
# behavior, which has a name.
_NAMELESS = (
    "assigns",
    "assumes",
    "from",
    "allocates",
    "decreases",
    "terminates",
    "behavior",
    "complete",
    "disjoint",
    "reachable",
    "axiomatic",
    "instance",
)


@rule("named", "Every clause of a contract, every loop invariant and every assertion has a name.")
def named(evidence: Evidence) -> list[str]:
    expected = set(evidence.expected)
    return [
        _property(found)
        for found in evidence.properties
        if found.function in expected and not found.names and found.kind not in _NAMELESS
    ]


@rule(
    "termination",
    "Every function is to terminate on every input, but those that claims.toml says are endless.",
    needs=GOALS,
)
def termination(evidence: Evidence) -> list[str]:
    broken = []
    for proof in evidence.proofs:
        if proof.run.facts is None:
            continue
        promised = {found.function: found.text for found in proof.run.facts.properties if found.kind == "terminates"}
        for name in proof.shard.functions:
            expected = "\\false" if evidence.source_name(name) in evidence.claims.endless else "\\true"
            if promised.get(name) != f"terminates {expected}":
                broken.append(f"{name}: {promised.get(name, 'no terminates clause')}")
    return broken


def lost_by_reference(evidence: Evidence) -> dict[str, list[str]]:
    """The pointer parameters of proven functions that WP does not model by reference."""
    found: dict[str, list[str]] = {}
    for proof in evidence.proofs:
        said = _hypotheses(proof)
        for name in proof.shard.functions:
            for pointer in evidence.functions[name].pointers:
                if not re.search(rf"\\valid(?:_read)?\({pointer}\)", "".join(said.get(name, ()))):
                    found.setdefault(evidence.source_name(name), []).append(pointer)
    return found


@rule(
    "memory",
    "Every pointer parameter is modelled by reference: WP takes it to be valid and separate, no more.",
    needs=GOALS,
)
def memory(evidence: Evidence) -> list[str]:
    allowed = evidence.claims.by_reference_lost
    return [
        f"{name}: {pointer}"
        for name, pointers in lost_by_reference(evidence).items()
        for pointer in pointers
        if name not in allowed and f"{name}.{pointer}" not in allowed
    ]


@rule(
    "hypotheses",
    "What WP takes of the pointers of a function is what it asks of each caller, in whatever run.",
    needs=GOALS,
)
def hypotheses(evidence: Evidence) -> list[str]:
    # They hang on the body of the function. A kept proof of a caller may be older than that.
    own: dict[str, set[str]] = {}
    for proof in evidence.proofs:
        said = _hypotheses(proof)
        own |= {name: said.get(name, set()) for name in proof.shard.functions}
    return [
        f"{caller}: calls {callee}, of which its run says something else"
        for proof in evidence.proofs
        for said in [_hypotheses(proof)]
        for caller, callee in sorted(evidence.program.calls)
        if caller in proof.shard.functions and callee in own and said.get(callee, set()) != own[callee]
    ]


def _hypotheses(proof: Proof) -> dict[str, set[str]]:
    """By function, what WP says in a run that it takes to be valid and separate."""
    found: dict[str, set[str]] = {}
    for message in proof.run.messages:
        about = results.MEMORY_HYPOTHESES.match(message.text)
        if about:
            found.setdefault(about[1], set()).add(message.text)
    return found


# --- Assumptions ----------------------------------------------------------------------------------


@rule(
    "bodiless",
    "No function without a body, ghost or not, has a contract or is called, but the environment's.",
    needs=PROGRAM,
)
def bodiless(evidence: Evidence) -> list[str]:
    called = {callee for _, callee in evidence.program.calls}
    return [
        f"{function.file}:{function.line}: {name}"
        for name, function in sorted(evidence.functions.items())
        if not function.has_body
        and (evidence.contracts[name] or name in called)
        and name not in evidence.claims.environment
    ]


# They say what is left as it is, and that the function returns.
_OF_THE_ENVIRONMENT = ("assigns", "terminates", "exits")


@rule(
    "environment", "Nothing is known of what the environment's functions return, and nothing is asked of their callers."
)
def environment(evidence: Evidence) -> list[str]:
    return [
        _property(found)
        for found in evidence.properties
        if found.function in evidence.functions
        and evidence.source_name(found.function) in evidence.claims.environment
        and found.kind not in _OF_THE_ENVIRONMENT
        and (found.kind, found.names) != ("behavior", ("default!",))
    ]


@rule("recursion", "No function comes back to itself, not through others either.", needs=PROGRAM)
def recursion(evidence: Evidence) -> list[str]:
    # What WP asks of a call hangs on whether the callee comes back, and so on bodies that a proof
    # does not see otherwise (kept.py).
    calls: dict[str, set[str]] = {}
    for caller, callee in evidence.program.calls:
        calls.setdefault(caller, set()).add(callee)

    def reached(name: str) -> set[str]:
        found: set[str] = set()
        left = set(calls[name])
        while left:
            callee = left.pop()
            found.add(callee)
            left |= calls.get(callee, set()) - found
        return found

    return [f"{evidence.functions[name].file}: {name}" for name in sorted(calls) if name in reached(name)]


@rule("axioms", "There is no axiom, no axiomatic definition, and nothing else outside functions but lemmas.")
def axioms(evidence: Evidence) -> list[str]:
    return [_property(found) for found in evidence.properties if not found.function and found not in evidence.lemmas]


@rule("definitions", "Every logic definition that calls itself comes to an end, and none is inductive.")
def logic_definitions(evidence: Evidence) -> list[str]:
    return definitions.groundless(evidence.program.definitions)


@rule("admits", "Nothing is admitted.")
def admits(evidence: Evidence) -> list[str]:
    bodies = {name for name, function in evidence.functions.items() if function.has_body}
    return [
        _property(found)
        for found in evidence.properties
        if found.kind == "admit" or found.status == "considered_valid" and found.function in bodies
    ]


@rule("lemmas", "Every lemma is proved.", needs=EVERYTHING)
def lemmas(evidence: Evidence) -> list[str]:
    proved_lemmas = {
        found.names
        for proof in evidence.proofs
        if not proof.shard.functions and proof.run.facts
        for found in proof.run.facts.properties
        if found.status in results.SHOWN
    }
    return [_property(found) for found in evidence.lemmas if found.names not in proved_lemmas]


def assumed_calls(evidence: Evidence) -> dict[str, list[str]]:
    """Excluded functions that proven ones call: whose contract is believed, and by whom."""
    expected = set(evidence.expected)
    found: dict[str, list[str]] = {}
    for caller, callee in sorted(evidence.program.calls):
        if caller in expected and evidence.functions[callee].has_body and evidence.excluded(callee):
            found.setdefault(callee, []).append(caller)
    return found


@rule(
    "assumed", "A proven function calls an excluded one only if claims.toml lists that as an assumption.", needs=PROGRAM
)
def assumed(evidence: Evidence) -> list[str]:
    broken = []
    for callee, callers in assumed_calls(evidence).items():
        if not evidence.contracts[callee]:
            broken.append(f"{callee}: has no contract; called by {', '.join(callers)}")
        elif evidence.source_name(callee) not in evidence.claims.assumed:
            broken.append(f"{callee}: called by {', '.join(callers)}")
    return broken


@rule(
    "callers",
    "A precondition that callers outside of the proof must see to stands in claims.toml, word for word.",
    needs=EVERYTHING,
)
def callers(evidence: Evidence) -> list[str]:
    return list(owed.unlisted(evidence))


# --- The sources, claims.toml and the requirements ------------------------------------------------


@rule(
    "traced",
    "Each promise that kernel/safety/requirements.toml names, of a function that was to be proved, is a proved goal.",
    needs=GOALS,
)
def traced(evidence: Evidence) -> list[str]:
    path = evidence.tree / "kernel" / "safety" / "requirements.toml"
    requirements = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    tried = set(evidence.expected)
    promises = [found for found in evidence.properties if found.function in tried and found.kind != "requires"]
    proved_goals = {
        (goal.function, goal.label) for goal in evidence.goals if goal.proved and "requires_" not in goal.clause
    }

    def named_in(properties: Iterable[Property]) -> set[str]:
        return {f"{evidence.source_name(found.function)}.{name}" for found in properties for name in found.all_names}

    stated = named_in(promises)
    shown = named_in(found for found in promises if (found.function, "_".join(found.names)) in proved_goals)
    return [
        f"{requirement}: {clause}"
        for requirement, fields in requirements.items()
        for clause in fields.get("clauses", ())
        if clause in stated - shown
    ]


@rule("annotations", "No comment is nearly an annotation.")
def annotations(evidence: Evidence) -> list[str]:
    broken = []
    for room in ("kernel", "proofs", "spec"):
        for path in sorted((evidence.tree / room).rglob("*.[ch]")) + sorted((evidence.tree / room).rglob("*.acsl")):
            for comment in sources.comments(path.read_text(encoding="utf-8")):
                if comment.nearly_annotation:
                    broken.append(f"{path.relative_to(evidence.tree)}:{comment.line}: {comment.text.splitlines()[0]}")
    return broken


@rule("printed", "Nothing has Frama-C print a directive in the place of what it reads: the gate reads that print.")
def printed(evidence: Evidence) -> list[str]:
    return [
        f"{path.relative_to(evidence.tree)}: fc_stdlib"
        for room in ("kernel", "proofs", "spec")
        for path in sorted((evidence.tree / room).rglob("*.*"))
        if path.suffix in (".c", ".h", ".acsl") and re.search(r"(?i)fc_stdlib", path.read_text(encoding="utf-8"))
    ]


@rule(
    "floors",
    "No file has fewer goals than its floor in claims.toml, or in another configuration a fiftieth less.",
    needs=EVERYTHING,
)
def floors(evidence: Evidence) -> list[str]:
    broken = []
    for name, file in sorted(evidence.claims.files.items()):
        goals = len(evidence.goals_of_file.get(name, ()))
        least = file.least(evidence.configuration)
        if goals < least:
            broken.append(f"{name}: {goals} goals, floor {least}")
        if file.floor < 1 and not file.floor_smallest:
            broken.append(f"{name}: no floor yet")
    return broken


@rule(
    "claims",
    "claims.toml has a claim for every proven file, and no entry that nothing needs where all parts are built in.",
    needs=EVERYTHING,
)
def claims(evidence: Evidence) -> list[str]:
    known = evidence.claims
    bodies = {name for name, function in evidence.functions.items() if function.has_body}
    files = {evidence.functions[name].file for name in bodies}
    names = {evidence.source_name(name) for name in evidence.functions}
    proven = {evidence.source_name(name) for name in evidence.expected}
    proven_files = {evidence.functions[name].file for name in evidence.expected}
    assumptions = {evidence.source_name(name) for name in assumed_calls(evidence)}
    in_files = {f"{evidence.functions[name].file}:{evidence.source_name(name)}" for name in bodies}
    goals = {goal.id for goal in evidence.goals if goal.verdict == results.UNREACHABLE}
    labels = {
        f"{evidence.source_name(goal.function)}.{label}"
        for goal in evidence.goals
        for label in (goal.label, provers.ALL)
    }
    lost = lost_by_reference(evidence)
    lost_names = {*lost, *(f"{name}.{pointer}" for name, pointers in lost.items() for pointer in pointers)}
    broken = [f"{file}: proven, but without a claim" for file in sorted(proven_files - set(known.files))]
    if not evidence.configuration.whole:
        return broken
    stale = {
        "files": {name for name, file in known.files.items() if file.least(evidence.configuration)} - proven_files,
        "excluded": set(known.excluded) - files - in_files,
        "assumed": set(known.assumed) - assumptions,
        "environment": set(known.environment) - {name for name in names if name not in bodies},
        "by_reference_lost": set(known.by_reference_lost) - lost_names,
        "unreachable": set(known.unreachable) - goals,
        "racing": {
            f"{name}.{label}"
            for name, labels in known.racing.items()
            if not evidence.left_out(name)
            for label in labels
        }
        - labels,
        "endless": set(known.endless) - proven,
        "unpruned": set(known.unpruned) - proven,
    }
    broken += [f"[{table}] {name}: stale" for table, found in stale.items() for name in sorted(found)]
    return broken + [f"{entry}: stale" for entry in owed.stale(evidence)]


@rule(
    "conditions",
    "No condition or macro in kernel/ asks for more than settings: not for a compiler, a machine, or the prover.",
    needs=PROGRAM,
)
def conditions(evidence: Evidence) -> list[str]:
    paths = sorted((evidence.tree / "kernel").glob("*.[ch]"))
    texts = ((path.relative_to(evidence.tree), path.read_text(encoding="utf-8")) for path in paths)
    return [line for name, text in texts for line in erasure.conditions(str(name), text)]


@rule(
    "erased",
    "Stripped objects are the same with annotations, without them, and of the very tokens that Frama-C parses.",
    needs=ERASURE,
)
def erased(evidence: Evidence) -> list[str]:
    return evidence.erasure


@rule("smoke", "No smoke test finds a contradiction or dead code, and every one announced was run.", needs=SMOKE)
def smoke(evidence: Evidence) -> list[str]:
    broken = [] if evidence.smoke else ["no function was tested"]
    for proof in evidence.smoke:
        broken += [_goal(goal) for goal in proof.run.goals if goal.verdict == results.SMOKE_FAILED]
        ran = sum(smoke_tests.own(goal) and goal.function in proof.shard.functions for goal in proof.run.goals)
        if ran != proof.shard.goals:
            broken.append(f"{', '.join(proof.shard.functions)}: {ran} of {proof.shard.goals} smoke tests ran")
    return broken
