"""What callers outside of the proof owe: preconditions that no proven call establishes, and which
entries of claims.toml list them.
"""
from __future__ import annotations

import re
from collections.abc import Iterator

from . import sources
from .claims import ARGUMENTS, OBJECTS
from .evidence import Evidence
from .results import Function, Property

_VALID = re.compile(r"\\valid(?:_read)?\((\w+)(?: \+ \(0 \.\. \w+ - 1\))?\)")
_NULL_OR_VALID = re.compile(r"\(?(\w+) == (?:\\null|\([\w ]+\*\)0) \|\| \\valid(?:_read)?\(\1\)\)?")
_NOTHING = "\\true"  # what a clause about a part that is left out asks for
_SEPARATED = re.compile(r"\\separated\((\w+(?:, \w+)*)\)")


def demands(evidence: Evidence) -> dict[str, list[Property]]:
    """The preconditions of the functions that are called from outside of the proof: those that the
    public headers declare, and those that nothing but themselves leads to. A static function that
    its own file does not call can have no callers.
    """
    proven = set(evidence.expected) - _uncalled(evidence)
    calls = {(caller, callee) for caller, callee in evidence.program.calls if caller in proven and caller != callee}
    first = proven - {callee for _, callee in calls}
    inside, more = set(first), set(first)
    while more:
        more = {callee for caller, callee in calls if caller in more} - inside
        inside |= more
    public = _public(evidence)
    found = {}
    for name in evidence.expected:
        clauses = [
            clause
            for clause in evidence.contracts[name]
            if clause.kind == "requires" and _unnamed(clause) != _NOTHING
        ]
        reached = name in proven and (name in first or name not in inside) and not _idle(evidence, name)
        if clauses and (reached or evidence.source_name(name) in public):
            found[name] = clauses
    return found


def _idle(evidence: Evidence, name: str) -> bool:
    """A lemma function whose callers stand in a part that this build is without. (Where all parts
    are built in, one that nothing calls must be listed.)
    """
    listed = evidence.source_name(name) in evidence.claims.callers
    return not evidence.configuration.whole and evidence.functions[name].file.startswith("proofs/") and not listed


def _uncalled(evidence: Evidence) -> set[str]:
    """The static functions that nothing in the program calls, proven or not, but such functions:
    copies of what a header defines, in files that include it for something else.
    """
    heads = {name: function.signature.partition("(")[0] for name, function in evidence.functions.items()}
    static = {name for name, head in heads.items() if "static " in head}
    uncalled: set[str] = set()
    while True:
        called = {callee for caller, callee in evidence.program.calls if caller != callee and caller not in uncalled}
        if static - called == uncalled:
            return uncalled
        uncalled = static - called


def _public(evidence: Evidence) -> set[str]:
    """The names in front of a parenthesis in kernel/rtmr.h and the headers beside it that begin
    like it: functions, and more.
    """
    headers = sorted((evidence.tree / "kernel").glob("rtmr*.h"))
    return {
        name
        for header in headers
        for name in re.findall(r"\b(\w+)\s*\(", sources.without_comments(header.read_text(encoding="utf-8")))
    }


def reason(evidence: Evidence, name: str) -> str:
    """Why callers can be relied on, as claims.toml says."""
    listed = evidence.claims.callers.get(evidence.source_name(name))
    return listed.reason if listed else ""


# An entry that lists a precondition: a word of a function's [callers], and the member of [clauses]
# that it stands for, or itself.
Entry = tuple[str, str]


def entries(evidence: Evidence, name: str) -> list[Entry]:
    """What claims.toml lists for a function."""
    listed = evidence.claims.callers.get(evidence.source_name(name))
    return [
        (word, member)
        for word in (listed.clauses if listed else ())
        for member in evidence.claims.clauses.get(word, (word,))
    ]


def lists(evidence: Evidence, name: str, entry: Entry, clause: Property) -> bool:
    """Whether the entry lists this precondition of the function: its label and all of its text."""
    word, member = entry
    if member in (ARGUMENTS, OBJECTS):
        return _is_about_pointers(clause, evidence.functions[name], member == ARGUMENTS)
    if re.fullmatch(r"\w+", member):
        return not {_said(clause), _unnamed(clause)}.isdisjoint(
            _promises(evidence, member, evidence.claims.clauses[word])
        )
    return _is(evidence, clause, member)


def _said(clause: Property) -> str:
    """LABEL: PREDICATE, as Frama-C prints it."""
    return clause.text.removeprefix(f"{clause.kind} ")


def _unnamed(clause: Property) -> str:
    """The predicate alone."""
    return _said(clause).removeprefix("".join(f"{name}: " for name in clause.names))


def _is(evidence: Evidence, clause: Property, listed: str) -> bool:
    """Whether the clause is what is listed, which calls capacities and RTMR_TIME_MAX by their
    names.
    """
    constants = evidence.configuration.constants
    last = constants["RTMR_TIME_MAX"]
    for name, value in constants.items():
        listed = re.sub(rf"\b{name}\b", value, listed)
    return _said(clause).replace(f"({last})", last) == listed  # in parentheses where an operator binds more


def _is_about_pointers(clause: Property, function: Function, or_null: bool) -> bool:
    """Says only that pointers among the arguments do not overlap, or are valid, or valid unless
    they are NULL; ghost ones never are.
    """
    text = _unnamed(clause)
    apart = _SEPARATED.fullmatch(text)
    if apart:
        names = apart.group(1).split(", ")
        return len(set(names)) == len(names) and set(names) <= set(function.pointers)
    for part in text.split(" && "):
        unless_null, valid = _NULL_OR_VALID.fullmatch(part), _VALID.fullmatch(part)
        fits = (
            unless_null
            and or_null
            and unless_null.group(1) in function.pointers
            or valid
            and valid.group(1) in (function.ghost_pointers if or_null else function.pointers)
        )
        if not fits:
            return False
    return True


def _promises(evidence: Evidence, name: str, group: tuple[str, ...]) -> set[str]:
    """What a proven function that changes nothing promises if the rest of the group holds."""
    contract = evidence.contracts.get(name, [])
    granted = all(
        _is_about_pointers(clause, evidence.functions[name], False)
        or any(_is(evidence, clause, member) for member in group)
        for clause in contract
        if clause.kind == "requires"
    )
    plain = {clause.kind for clause in contract} <= {"requires", "ensures", "assigns"}
    constant = any(clause.text == "assigns \\nothing;" for clause in contract)
    if name not in evidence.expected or not (granted and plain and constant):
        return set()
    # Frama-C says of an argument in a promise that it is the one of the call.
    said = {re.sub(r"\\old\((\w+)\)", r"\1", _said(clause)) for clause in contract if clause.kind == "ensures"}
    return said.union(*map(named_conjuncts, said))


def named_conjuncts(said: str) -> set[str]:
    """Of LABEL: (A: ...) && (B: ...) && ..., if it is nothing but a conjunction of what has names:
    A: ..., B: ..., and so on. Of the first Frama-C prints neither the name nor the parentheses if
    it is a conjunction itself: it stands without a name here.
    """
    pieces, closed = [""], [0]  # each as far as it is read, and how often its brackets closed
    depth = 0
    for token in re.findall(r"[()]|&&|<?==>|\|\||\^\^|\?|\\(?:forall|exists|let)\b|[^()&|<=^?\\]+|.", said):
        depth += (token == "(") - (token == ")")
        if depth == 0 and token == "&&":
            pieces.append("")
            closed.append(0)
        elif depth == 0 and re.fullmatch(r"<?==>|\|\||\^\^|\?|\\\w+", token):
            return set()
        else:
            pieces[-1] += token
            closed[-1] += depth == 0 and token == ")"
    pieces = [piece.strip() for piece in pieces]
    pieces[0] = re.sub(r"^\w+: ", "", pieces[0])
    named = [
        times == 1 and bool(re.fullmatch(r"\((?:\w+: )+.*\)", piece)) for piece, times in zip(pieces, closed)
    ]
    if not any(named):
        return set()
    first = " && ".join(pieces[: named.index(True)])
    return {piece[1:-1] for piece, has_name in zip(pieces, named) if has_name} | ({first} if first else set())


def unlisted(evidence: Evidence) -> Iterator[str]:
    """The preconditions that no entry lists, each in the words in which claims.toml would."""
    for name, clauses in demands(evidence).items():
        for clause in clauses:
            if not any(lists(evidence, name, entry, clause) for entry in entries(evidence, name)):
                yield f"{name}: {_said(clause)}"


def stale(evidence: Evidence) -> Iterator[str]:
    """The entries that list nothing: functions, words of a function, and members of a group that no
    function needs.
    """
    owed = demands(evidence)
    by_source_name = {evidence.source_name(name): name for name in owed}
    needed = set()
    for source_name, listed in evidence.claims.callers.items():
        name = by_source_name.get(source_name)
        if name is None:
            yield f"[callers] {source_name}"
            continue
        used = {
            entry for entry in entries(evidence, name) for clause in owed[name] if lists(evidence, name, entry, clause)
        }
        needed |= used
        words = {word for word, _ in used}
        yield from (f"[callers] {source_name}: {word}" for word in listed.clauses if word not in words)
    yield from (
        f"[clauses] {group}: {member}"
        for group, members in evidence.claims.clauses.items()
        for member in members
        if (group, member) not in needed
    )
