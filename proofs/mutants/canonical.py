"""A normal form of what a proof depends on, in which no name of the sources occurs.

The form begins with a function. Definitions of the names in it follow, then those of the names in
these, and so on. Each name of the sources is replaced by the number of its first occurrence. So two
functions have the same form only if one becomes the other when names are exchanged one for one.

Names that C, ACSL or the C library give stay as they are. So does each word that the sources are
not seen to define. A parameter or variable is numbered within its definition, unless the word also
means something elsewhere.
"""
from __future__ import annotations

import dataclasses
import functools
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from . import definitions
from .definitions import ClauseNames, Definition
from .lexer import Token

_TYPE = re.compile(
    r"u?int(_least|_fast)?\d+_t|u?int(ptr|max)_t|size_t|ptrdiff_t|bool|_Bool|char|short|int|long|unsigned|signed|float|"
    r"double|void|integer|real|boolean"
)
_PRINTED = re.compile(r"\\?\w+|\S")
_NAMES_OF_CLAUSE = re.compile(r"^((?:\w+ )+)(?:\w+: )+")
_TAGGED = ("struct", "enum", "union")
_DERIVED = ("*", "const", "\\ghost", "restrict")


@dataclasses.dataclass(frozen=True, eq=False)
class Shape:
    """A definition without its names."""

    definition: Definition
    text: str  # with numbers in the place of names, in the order in which they first occur here
    names: tuple[str, ...]  # that the whole sources know, in that order
    local: Mapping[str, int]  # those that only this definition knows


class Form:
    """The normal form of what one function depends on."""

    def __init__(self, sources: Sources, roots: Sequence[Sequence[Shape]], called: Iterable[str]) -> None:
        self._sources = sources
        self.number: dict[str, int] = {}
        self._place: dict[tuple[str, int], int] = {}
        self._lines: list[str] = []
        self._structures: dict[str, set[Definition]] = {}
        self._roots = {shape.definition.name for group in roots for shape in group}
        for group in roots:
            self._take(group)
        # The preprocessor can make a call that no name shows.
        self._take(shape for name in called if name not in self.number for shape in sources.declared(name))
        self._take(sources.always)
        for name, fields in sorted(self._structures.items(), key=lambda item: self.number[item[0]]):
            order = [str(self._place_of(field)) for field in sources.fields[name] if field in fields]
            self._lines.append(f"struct {self.number[name]}: {' '.join(order)}")
        self.digest = _digest("\n".join(self._lines))

    def place_of(self, definition: Definition) -> int | None:
        """Which one it is of the definitions that this form has, if it is there."""
        return self._place.get((definition.file, definition.start))

    def words(self, tokens: Iterable[Token], definition: Definition) -> list[str]:
        """Tokens for a definition that this form has, with numbers in the place of names."""
        local = self._sources.shape(definition).local
        marks = {**{name: f"?{number}" for name, number in local.items()}, **self._marks}
        return [marks.get(token.text, token.text) for token in tokens]

    @functools.cached_property
    def _marks(self) -> dict[str, str]:
        return {name: f"#{number}" for name, number in self.number.items()}

    def said(self, clause: str) -> str:
        """A clause as Frama-C prints it, with numbers in the place of names."""
        local: dict[str, int] = {}
        words = []
        for printed in _PRINTED.findall(_NAMES_OF_CLAUSE.sub(r"\1", clause)):
            # Frama-C adds numbers to tell variables apart.
            word = printed if printed in self.number else re.sub(r"_\d+$", "", printed)
            known = f"#{self.number[word]}" if word in self.number else word
            words.append(f"?{local.setdefault(word, len(local))}" if known.isidentifier() else known)
        return " ".join(words)

    def _place_of(self, definition: Definition) -> int:
        return self._place[definition.file, definition.start]

    def _take(self, shapes: Iterable[Shape]) -> None:
        left = list(shapes)
        while left:
            # The sources give no order, so their texts do, and the numbers that names have by then.
            left.sort(key=lambda shape: (shape.text, [self.number.get(name, -1) for name in shape.names]))
            self._add([left.pop(0)])

    def _add(self, shapes: Iterable[Shape]) -> None:
        queue = list(shapes)
        at = 0
        while at < len(queue):
            shape = queue[at]
            at += 1
            where = shape.definition.file, shape.definition.start
            if where in self._place:
                continue
            self._place[where] = len(self._place)
            for name in shape.names:
                if name not in self.number:
                    self.number[name] = len(self.number)
                    queue += self._reached(name)
            self._lines.append(shape.text + "\t" + " ".join(str(self.number[name]) for name in shape.names))

    def _reached(self, name: str) -> Iterator[Shape]:
        """What is reached by a name that is new here."""
        for shape in self._sources.declared(name):
            if not (shape.definition.is_function and name in self._roots):
                yield shape
        fields = [
            *self._sources.fields.get(name, ()),
            *sorted(self._sources.fields_called.get(name, ()), key=lambda field: self.number.get(field.structure, -1)),
        ]
        for field in fields:
            if field.structure in self.number and any(one in self.number for one in field.names):
                self._structures.setdefault(field.structure, set()).add(field)
                yield self._sources.shape(field)


class Sources:
    """The definitions of all sources."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        """texts: by file, without what the preprocessor leaves out."""
        self.texts = texts
        self._clauses = ClauseNames(definitions.read(texts))
        found = self._clauses.without
        self._of_file: dict[str, list[Definition]] = {}
        self._named: dict[str, list[Definition]] = {}
        self.fields: dict[str, list[Definition]] = {}  # by structure
        self.fields_called: dict[str, list[Definition]] = {}  # by their names
        for definition in found:
            self._of_file.setdefault(definition.file, []).append(definition)
            if definition.structure:
                self.fields.setdefault(definition.structure, []).append(definition)
            for name in definition.names:
                (self.fields_called if definition.structure else self._named).setdefault(name, []).append(definition)
        self._types = {
            name
            for name, meant in self._named.items()
            for one in meant
            if one.tokens and one.tokens[0].text == "typedef"
        }
        known = self._named.keys() | self.fields.keys() | self.fields_called.keys()
        # A word in a macro can mean a variable of the place where the macro is used.
        local = {name for definition in found for name in _declared(definition, self._types)}
        in_macros = {
            token.text for one in found if one.is_macro for token in one.tokens if token.text not in one.parameters
        }
        self._known = known | (local & in_macros)
        self._pasted: dict[Definition, dict[str, tuple[str, ...]]] = {
            one: self._pastes(one) for one in found if one.is_macro
        }
        self._known -= {
            _rest(part, name) for pasted in self._pasted.values() for part, names in pasted.items() for name in names
        }
        self._shapes: dict[Definition, Shape] = {}
        self._heads: dict[Definition, Shape] = {}
        self.always = [self.shape(one) for one in found if not one.names]

    def definition_at(self, file: str, position: int) -> Definition | None:
        """The definition that a position stands in."""
        return next((one for one in self._of_file.get(file, ()) if one.start <= position < one.end), None)

    def addition(self, text: str, definition: Definition) -> tuple[tuple[Token, ...], Shape]:
        """Text that a change puts into a definition: its tokens, and their shape."""
        tokens = tuple(self._clauses.taken_from(definitions.words(text)))
        return tokens, self._of(Definition(f"addition {text}", 0, 0, (), tokens), tokens, self.shape(definition).local)

    def form(self, name: str, file: str, called: Iterable[str] = (), more: Sequence[Shape] = ()) -> Form:
        """The normal form of what a function depends on, and more.

        file: where it is defined, as others may have the name. called: the functions that it calls.
        """
        parts = [one for one in self._named.get(name, ()) if one.is_function]
        here = [self.shape(one) for one in parts if one.file == file and one.body is not None]
        others = [self.shape(one) for one in parts if one.file != file or one.body is None]
        return Form(self, [here, others, more], called)

    def form_of(self, definition: Definition, more: Sequence[Shape] = ()) -> Form:
        """The normal form of what a definition depends on."""
        return Form(self, [[self.shape(definition)], more], ())

    def shape(self, definition: Definition) -> Shape:
        """A definition without its names."""
        if definition not in self._shapes:
            self._shapes[definition] = self._of(definition, definition.tokens)
        return self._shapes[definition]

    def nameless(self, definition: Definition, tokens: Iterable[Token]) -> str:
        """Some tokens of a definition with numbers in the place of names."""
        local = self.shape(definition).local
        seen: dict[str, int] = {}
        return " ".join(
            f"?{seen.setdefault(token.text, len(seen))}"
            if token.text in local or token.text in self._known
            else token.text
            for token in tokens
        )

    def declared(self, name: str) -> list[Shape]:
        """What a name stands for; of a function its contract."""
        return sorted(map(self._head, self._named.get(name, ())), key=lambda shape: shape.text)

    def _head(self, definition: Definition) -> Shape:
        if definition.body is None:
            return self.shape(definition)
        if definition not in self._heads:
            self._heads[definition] = self._of(definition, definition.tokens[: definition.body])
        return self._heads[definition]

    def _of(self, definition: Definition, tokens: Sequence[Token], elsewhere: Iterable[str] = ()) -> Shape:
        declared = {*elsewhere, *definition.parameters, *_declared(definition, self._types)} - self._known
        pasted = self._pasted.get(definition, {})
        names: dict[str, int] = {}
        local: dict[str, int] = {}

        def without_name(text: str) -> str:
            if text in self._known:
                return f"#{names.setdefault(text, len(names))}"
            return f"?{local.setdefault(text, len(local))}" if text in declared else text

        heading = (definition.structure, *definition.names, "(", *definition.parameters, ")")
        texts = [
            "macro" if definition.is_macro else "field" if definition.structure else "",
            *map(without_name, heading),
        ]
        for token in tokens:
            if token.text in pasted:
                names_by_rest = [f"{_rest(token.text, name)} {without_name(name)}" for name in pasted[token.text]]
                texts.append("##" + " ".join(names_by_rest))
            else:
                texts.append(without_name(token.text))
        return Shape(definition, _digest("\n".join(texts)), tuple(names), local)

    def _pastes(self, macro: Definition) -> dict[str, tuple[str, ...]]:
        """By a part of a name in a macro: the names that the macro can paste together with it."""
        around = [
            (a.text, b.text)
            for a, paste, b in zip(macro.tokens, macro.tokens[1:], macro.tokens[2:])
            if paste.text == "##"
        ]
        found = {}
        for part in {part for parts in around for part in parts} - set(macro.parameters):
            names = [name for name in self._known if name.startswith(part) or name.endswith(part)]
            if names:
                found[part] = tuple(sorted(names, key=lambda name: (_rest(part, name), name)))
        return found


def _rest(part: str, name: str) -> str:
    return name.removeprefix(part) if name.startswith(part) else name.removesuffix(part)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _declared(definition: Definition, types: Iterable[str]) -> set[str]:
    """The names that are seen to be declared here: each stands behind a type."""
    tokens = [token.text for token in definition.tokens]
    return {
        word
        for at, word in enumerate(tokens)
        if at and word.isidentifier() and _is_free(word, types) and _follows_type(tokens, at, types)
    }


def _is_free(word: str, types: Iterable[str]) -> bool:
    return not (_TYPE.fullmatch(word) or word in _TAGGED or word in types or word == "behavior")


def _follows_type(tokens: Sequence[str], at: int, types: Iterable[str]) -> bool:
    before = at - 1
    if tokens[before] in ("behavior", "\\let"):
        return True
    while before >= 2 and tokens[before] == "," and tokens[before - 1].isidentifier():
        before -= 2
        while before >= 1 and tokens[before] == "*":
            before -= 1
    while before >= 1 and tokens[before] in _DERIVED:
        before -= 1
    is_tag = before >= 1 and tokens[before - 1] in _TAGGED
    return is_tag or tokens[before] in types or bool(_TYPE.fullmatch(tokens[before]))
