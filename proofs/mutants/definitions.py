"""What the sources define: macros, logic, types, variables and functions.

Each definition has the names by which others reach it.
"""
from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from . import lexer, structure
from .lexer import Ghost, Item, Note, Token

# The name of a clause stands behind one of these. The last is a parameter of macros of spec/, which
# stands for the others.
_NAMED = {"requires", "ensures", "invariant", "assumes", "assert", "check", "admit", "clause"}

_OPENING, _CLOSING = {"(", "[", "{"}, {")", "]", "}"}
_MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)]*\))?((?:[^\n]*\\\n)*[^\n]*)", re.MULTILINE)
_LOGIC = ("predicate", "inductive", "logic")
_OTHER_LOGIC = {"axiomatic", "axiom", "lemma", "type"}  # can say something about what it does not define


@dataclasses.dataclass(frozen=True, eq=False)
class Definition:
    """A part of a source that defines something."""

    file: str
    start: int
    end: int
    names: tuple[str, ...]  # that reach it; none: it counts always
    tokens: tuple[Token, ...]
    parameters: tuple[str, ...] = ()  # of a macro
    structure: str = ""  # of a field: it is reached by this name and by one of `names`
    body: int | None = None  # of a function with a body: the index of the token that begins it
    is_macro: bool = False
    is_function: bool = False

    @property
    def name(self) -> str:
        """By which it is known first."""
        return self.names[0] if self.names else ""


def read(sources: Mapping[str, str]) -> list[Definition]:
    """The definitions in some sources, by file, without what the preprocessor leaves out."""
    return [definition for file, source in sources.items() for definition in _of_file(file, source)]


def _of_file(file: str, source: str) -> Iterator[Definition]:
    for macro in _MACRO.finditer(source):
        parameters = tuple(name.strip() for name in (macro.group(2) or "()")[1:-1].split(",") if name.strip())
        head = (Token("(" + "," * (len(parameters) - 1), macro.end(1), macro.end(1)),) if macro.group(2) else ()
        tokens = (*head, *lexer.words(source, macro.start(3), macro.end(3)))
        yield Definition(file, macro.start(), macro.end(), (macro.group(1),), tokens, parameters, is_macro=True)
    rest = code = lexer.without_definitions(source)
    for function in structure.functions(code, lexer.read(code)):
        items = lexer.read_part(code, function.start, function.end, is_ghost=function.is_ghost)
        before = [item for item in items if function.body is None or item.end <= _start_of_body(items)]
        tokens = tuple(_flat(items))
        yield Definition(
            file,
            function.start,
            function.end,
            (function.name,),
            (Token(f"ghost {function.is_ghost}", function.start, function.start), *tokens),
            body=None if function.body is None else 1 + len(list(_flat(before))),
            is_function=True,
        )
        rest = rest[: function.start] + " " * (function.end - function.start) + rest[function.end :]
    yield from _declarations(file, lexer.read(rest))


def words(text: str) -> tuple[Token, ...]:
    """The tokens of text that stands somewhere in code, in an annotation or in a macro."""
    text = text.replace("\\\n", " \n")
    return tuple(_flat(lexer.read_part(text, 0, len(text), is_ghost="/@" in text)))


def _start_of_body(items: Sequence[Item]) -> int:
    return next(item.start for item in items if isinstance(item, Token) and item.text == "{")


def _flat(items: Iterable[Item]) -> Iterator[Token]:
    """Tokens, with marks where annotations begin and end."""
    for item in items:
        if isinstance(item, Token):
            yield item
        else:
            is_ghost = isinstance(item, Ghost)
            yield Token("/*@ghost" if is_ghost else "/*@", item.start, item.start)
            yield from _flat(item.items) if is_ghost else item.tokens
            yield Token("*/", item.end, item.end)


def _declarations(file: str, items: Sequence[Item]) -> Iterator[Definition]:
    """What stands on file level beside macros and functions."""
    declaration: list[Item] = []
    depth = 0
    for item in items:
        if isinstance(item, Note) and depth == 0:
            yield from _of_note(file, item)
        elif isinstance(item, Ghost) and depth == 0:
            yield from _declarations(file, item.items)
        else:
            declaration.append(item)
            text = item.text if isinstance(item, Token) else ""
            depth += (text in _OPENING) - (text in _CLOSING)
            if text == ";" and depth == 0:
                yield from _of_declaration(file, tuple(_flat(declaration)))
                declaration = []
    if declaration:
        yield Definition(file, declaration[0].start, declaration[-1].end, (), tuple(_flat(declaration)))


def _of_note(file: str, note: Note) -> Iterator[Definition]:
    tokens = note.tokens
    heads = [at for at, token in enumerate(tokens) if token.text in _LOGIC]
    if heads[:1] != [0] or _OTHER_LOGIC & {token.text for token in tokens}:
        yield Definition(file, note.start, note.end, (), tokens)
        return
    for at, end in zip(heads, [*heads[1:], len(tokens)]):
        name = next(
            token.text
            for token, after in zip(tokens[at + 1 : end], tokens[at + 2 : end])
            if after.text in ("(", "=", "{", ";")
        )
        yield Definition(file, tokens[at].start, tokens[end - 1].end, (name,), tokens[at:end])


def _of_declaration(file: str, tokens: tuple[Token, ...]) -> Iterator[Definition]:
    texts = [token.text for token in tokens]
    start, end = tokens[0].start, tokens[-1].end
    if texts[0] == "struct" and texts[2:3] == ["{"] and texts[-2:] == ["}", ";"] and texts.count("{") == 1:
        yield from _fields(file, texts[1], tokens[3:-2])
    elif texts[0] == "enum" and texts[2:3] == ["{"] and texts[-2:] == ["}", ";"]:
        names = [
            texts[1],
            *(name.text for before, name in zip(tokens[2:], tokens[3:]) if before.text in ("{", ",") and name.is_word),
        ]
        yield Definition(file, start, end, tuple(names), tokens)
    elif texts[0] == "typedef" and tokens[-2].is_word:
        yield Definition(file, start, end, (texts[-2],), tokens)
    elif texts[0] in ("struct", "union", "enum") and len(texts) == 3:
        pass  # says only that there is such a type
    else:
        name = next(
            (word.text for word, after in zip(tokens, tokens[1:]) if word.is_word and after.text in ("=", ";", "[")), ""
        )
        is_sure = (
            "typedef" not in texts
            and "{" not in texts[: texts.index("=") if "=" in texts else len(texts)]
            and "," not in texts
        )
        yield Definition(file, start, end, (name,) if name and is_sure else (), tokens)


def _fields(file: str, name: str, tokens: Sequence[Token]) -> Iterator[Definition]:
    field: list[Token] = []
    for token in tokens:
        field.append(token)
        if token.text == ";":
            names = []
            depth = 0
            for word, after in zip(field, field[1:]):
                depth += (word.text in _OPENING) - (word.text in _CLOSING)
                if depth == 0 and word.is_word and after.text in ("[", ",", ";", ":", ")"):
                    names.append(word.text)
            yield Definition(file, field[0].start, field[-1].end, tuple(names), tuple(field), structure=name)
            field = []


class ClauseNames:
    """Takes away the names of clauses, also where macros paste them together or pass them on."""

    def __init__(self, definitions: Sequence[Definition]) -> None:
        self._macros: dict[str, list[Definition]] = {}
        for definition in definitions:
            if definition.is_macro and definition.parameters:
                self._macros.setdefault(definition.name, []).append(definition)
        # By macro: the positions of the parameters that only name clauses. At first, all.
        self._naming = {
            name: set.intersection(*(set(range(len(one.parameters))) for one in macros))
            for name, macros in self._macros.items()
        }
        shrinks = True
        while shrinks:
            shrinks = False
            for name, macros in self._macros.items():
                said = {token.text for macro in macros for token in self.taken_from(macro.tokens)}
                if any("..." in macro.parameters for macro in macros) and "__VA_ARGS__" in said:
                    said.add("...")
                kept = {at for at in self._naming[name] if not any(macro.parameters[at] in said for macro in macros)}
                shrinks = shrinks or kept != self._naming[name]
                self._naming[name] = kept
        self.without = [self._unnamed(definition) for definition in definitions]

    def _unnamed(self, definition: Definition) -> Definition:
        body = definition.body
        if body is not None:
            body = len(self.taken_from(definition.tokens[:body]))
        return dataclasses.replace(definition, tokens=tuple(self.taken_from(definition.tokens)), body=body)

    def taken_from(self, tokens: Sequence[Token]) -> list[Token]:
        """The tokens without names of clauses."""
        found: list[Token] = []
        at = 0
        while at < len(tokens):
            token = tokens[at]
            found.append(token)
            at += 1
            if token.text in _NAMED or token.text == "(":
                after = _behind_name(tokens, at)
                while after != at:
                    at = after
                    after = _behind_name(tokens, at)
            if token.is_word and at < len(tokens) and tokens[at].text == "(":
                naming = self._naming_of(tokens, at - 1)
                if naming:
                    arguments, at = _arguments(tokens, at)
                    found.append(Token("(", token.end, token.end))
                    for number, argument in enumerate(arguments):
                        if number:
                            found.append(
                                Token(
                                    ",",
                                    argument[0].start if argument else token.end,
                                    argument[0].start if argument else token.end,
                                )
                            )
                        found += [] if number in naming else self.taken_from(argument)
                    found.append(tokens[at - 1])
        return found

    def _naming_of(self, tokens: Sequence[Token], at: int) -> Collection[int]:
        """The positions of the arguments that only name, in a call of a macro.

        The name of the macro may be pasted together.
        """
        if at >= 2 and tokens[at - 1].text == "##":
            names = [name for name in self._macros if name.startswith(tokens[at - 2].text)]
            return set.intersection(*(self._naming[name] for name in names)) if names else ()
        return self._naming.get(tokens[at].text, ())


def _behind_name(tokens: Sequence[Token], at: int) -> int:
    """The index behind a name and its colon; the same index if there is none.

    The name may be pasted together.
    """
    end = at
    while end < len(tokens) and tokens[end].is_word:
        end += 1
        if end < len(tokens) and tokens[end].text == "##":
            end += 1
            continue
        return end + 1 if end < len(tokens) and tokens[end].text == ":" else at
    return at


def _arguments(tokens: Sequence[Token], opening: int) -> tuple[list[list[Token]], int]:
    """The arguments of a macro, and the index behind its last bracket."""
    arguments: list[list[Token]] = [[]]
    depth = 0
    for at in range(opening, len(tokens)):
        text = tokens[at].text
        depth += (text in _OPENING) - (text in _CLOSING)
        if depth == 0:
            return arguments, at + 1
        if depth == 1 and text == ",":
            arguments.append([])
        elif at > opening:
            arguments[-1].append(tokens[at])
    return arguments, len(tokens)
