"""The functions of a C file with ACSL annotations, and the clauses that each promises or
demands."""
from __future__ import annotations

import dataclasses
import re

# A comment, or a text that may hold something like one. Inside ghost code annotations are written
# /@ ... @/.
TOKEN = re.compile(r"""
    (?P<annotation> /\*@.*?\*/ | //@[^\n]* | /@.*?@/ )
  | (?P<comment> /\*.*?\*/ | //[^\n]* )
  | "(?:\\.|[^"\\])*"
  | '(?:\\.|[^'\\])*'
""", re.VERBOSE | re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.MULTILINE)
CPLUSPLUS = re.compile(r"^#ifdef __cplusplus$.*?^#endif$", re.MULTILINE | re.DOTALL)
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(?:\(([^)]*)\))?((?:\\\n|[^\n])*)", re.MULTILINE)
# A clause, or a named statement of one that says several.
CLAUSE = re.compile(r"\b(requires|ensures|assert|loop invariant)\s+(\w+)\s*:|\((\w+): \(")
MARK = re.compile(r"\x01(\d+)\x02")  # where annotation number N stood


@dataclasses.dataclass(frozen=True)
class Macro:
    """A macro with parameters."""

    parameters: tuple[str, ...]
    body: str


@dataclasses.dataclass(frozen=True)
class Function:
    """A declaration or a definition, and the names of the clauses in its contract and its body, and
    of the statements of those that say several."""

    name: str
    defined: bool
    promises: frozenset[str]  # what is to be proven of it: ensures, assert, loop invariant
    demands: frozenset[str]  # requires


def defined_macros(source: str) -> dict[str, Macro | None]:
    """The macros that a file defines; None for one without parameters. Of two definitions,
    for builds with a part and for those without, the first counts."""
    source = re.sub(r"/\*(?!@).*?\*/", "", source, flags=re.DOTALL)
    found: dict[str, Macro | None] = {}
    for name, parameters, body in DEFINE.findall(source):
        names = tuple(parameter.strip() for parameter in parameters.split(","))
        found.setdefault(name, Macro(names, body.replace("\\\n", "\n")) if parameters else None)
    return found


def functions(source: str, macros: dict[str, Macro | None]) -> list[Function]:
    """Every function that a C file declares or defines; `macros` are those that its
    annotations may use."""
    annotations: list[str] = []
    code = _flattened(DIRECTIVE.sub("", CPLUSPLUS.sub("", source)), annotations)
    found: list[Function] = []
    start = depth = 0
    head = ""
    for position, character in enumerate(code):
        if character == "{":
            if depth == 0:
                head = code[start:position]
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                _add(found, head, code[start:position], True, annotations, macros)
                start = position + 1
        elif character == ";" and depth == 0:
            _add(found, code[start:position], code[start:position], False, annotations, macros)
            start = position + 1
    return found


def _flattened(source: str, annotations: list[str]) -> str:
    """The code without comments and strings. Ghost code becomes code; other annotations
    are listed and leave a mark."""
    def replaced(token: re.Match[str]) -> str:
        text = token.group("annotation")
        if text is None:
            return " "
        inner = re.sub(r"^(/\*@|//@|/@)|(\*/|@/)$", "", text)
        if re.match(r"\s*ghost\b", inner):
            return _flattened(re.sub(r"^\s*ghost\b", " ", inner), annotations)
        annotations.append(inner)
        return f"\x01{len(annotations) - 1}\x02"

    return TOKEN.sub(replaced, source)


def _add(found: list[Function], head: str, whole: str, defined: bool, annotations: list[str],
         macros: dict[str, Macro | None]) -> None:
    """Adds the function that this head belongs to; structures, enumerations, variables and
    types are none."""
    name = re.search(r"(\w+)\s*\(", MARK.sub(" ", head))
    if name is None or re.search(r"=|\btypedef\b|\b_Static_assert\b", MARK.sub(" ", head)):
        return
    text = "\n".join(annotations[int(number)] for number in MARK.findall(whole))
    promises, demands, named = set(), set(), set()
    for kind, clause, statement in CLAUSE.findall(expanded(text, macros)):
        if kind:
            named = demands if kind == "requires" else promises
        named.add(clause or statement)
    found.append(Function(name.group(1), defined, frozenset(promises), frozenset(demands)))


def expanded(text: str, macros: dict[str, Macro | None]) -> str:
    """The text with every macro with parameters replaced by what it stands for."""
    parts: list[str] = []
    while match := re.search(r"\b([A-Z]\w*)[ ]*\(", text):
        parts.append(text[:match.start()])
        macro = macros.get(match.group(1))
        end = _closing(text, match.end())
        if macro is None or end < 0:
            parts.append(match.group())
            text = text[match.end():]
        else:
            text = _substituted(macro, _arguments(text[match.end():end])) + text[end + 1:]
    return "".join(parts) + text


def _closing(text: str, position: int) -> int:
    """Where the parenthesis closes that opened just before this position; -1 if it does not."""
    depth = 1
    for index in range(position, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return index
    return -1


def _arguments(text: str) -> list[str]:
    """The arguments of a macro: split at the commas that no parenthesis or bracket encloses."""
    arguments, depth = [""], 0
    for character in text:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0)
        if character == "," and depth == 0:
            arguments.append("")
        else:
            arguments[-1] += character
    return [argument.strip() for argument in arguments]


def _substituted(macro: Macro, arguments: list[str]) -> str:
    """The body with the arguments in place of the parameters, and what ## joins joined."""
    given = dict(zip(macro.parameters, arguments))
    body = re.sub(r"\s*##\s*", "##", macro.body)
    if macro.parameters[-1:] == ("...",):
        rest = ", ".join(arguments[len(macro.parameters) - 1:])
        given["__VA_ARGS__"] = rest
        body = re.sub(r"__VA_OPT__\(([^)]*)\)", r"\1" if rest else "", body)
    return re.sub(r"\b[A-Za-z_]\w*\b", lambda word: given.get(word.group(), word.group()), body).replace("##", "")
