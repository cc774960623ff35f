"""A normal form of what a proof depends on, in which no name of the sources occurs.

It begins with a function and goes on with the definitions of what that names, of what they name, and so on. Each name of the
sources becomes the number of its first occurrence, so two texts have the same form exactly if one becomes the other when names are
exchanged one for one. Names that C, ACSL, or the C library give stay as they are, and so does every word of which it is not sure
that the sources define it. A name that stands in one definition only (a parameter, a variable) is numbered there.
"""
from __future__ import annotations

import dataclasses
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from . import definitions
from .definitions import ClauseNames, Definition
from .lexer import Token

_TYPE = re.compile(r"u?int(_least|_fast)?\d+_t|u?int(ptr|max)_t|size_t|ptrdiff_t|bool|_Bool|char|short|int|long|unsigned|signed|float|"
                   r"double|void|integer|real|boolean")
_PRINTED = re.compile(r"\\?\w+|\S")
_NAMES_OF_CLAUSE = re.compile(r"^((?:\w+ )+)(?:\w+: )+")
_TAGGED = ("struct", "enum", "union")
_DERIVED = ("*", "const", "\\ghost", "restrict")
_CLASSED = ("struct", "union", "enum", "behavior", "\\let")


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
        # Calls that no name shows: a preprocessor can make them.
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
        """Tokens that are to stand in a definition that this form has, with numbers in the place of names."""
        local = self._sources.shape(definition).local
        return [f"#{self.number[token.text]}" if token.text in self.number else f"?{local[token.text]}" if token.text in local else token.text
                for token in tokens]

    def said(self, clause: str) -> str:
        """A clause as Frama-C prints it, with numbers in the place of names."""
        local: dict[str, int] = {}
        words = []
        for printed in _PRINTED.findall(_NAMES_OF_CLAUSE.sub(r"\1", clause)):
            word = re.sub(r"_\d+$", "", printed) if printed not in self.number else printed  # Frama-C tells apart by numbers
            known = f"#{self.number[word]}" if word in self.number else word
            words.append(f"?{local.setdefault(word, len(local))}" if known.isidentifier() else known)
        return " ".join(words)

    def _place_of(self, definition: Definition) -> int:
        return self._place[definition.file, definition.start]

    def _take(self, shapes: Iterable[Shape]) -> None:
        left = list(shapes)
        while left:
            # Where the sources give no order, the text does, and what is known by then of its names.
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
        """What a name that is new here says."""
        if name not in self._roots:
            yield from self._sources.declared(name)
        fields = [*self._sources.fields.get(name, ()),
                  *sorted(self._sources.fields_called.get(name, ()), key=lambda field: self.number.get(field.structure, -1))]
        for field in fields:
            if field.structure in self.number and any(one in self.number for one in field.names):
                self._structures.setdefault(field.structure, set()).add(field)
                yield self._sources.shape(field)


class Sources:
    """The definitions of all sources."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        """By file, the text from which what the preprocessor leaves out is gone."""
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
        self._types = {name for name, meant in self._named.items() for one in meant if one.tokens and one.tokens[0].text == "typedef"}
        known = self._named.keys() | self.fields.keys() | self.fields_called.keys()
        # What the preprocessor puts elsewhere can meet the names there.
        local = {name for definition in found for name in _declared(definition, self._types)}
        in_macros = {token.text for one in found if one.is_macro for token in one.tokens if token.text not in one.parameters}
        self._known = known | (local & in_macros)
        self._pasted: dict[Definition, dict[str, tuple[str, ...]]] = {one: self._pastes(one) for one in found if one.is_macro}
        self._known -= {rest for pasted in self._pasted.values() for part, names in pasted.items() for name in names
                        for rest in (_rest(part, name),)}
        self._shapes: dict[Definition, Shape] = {}
        self._heads: dict[Definition, Shape] = {}
        self.always = [self.shape(one) for one in found if not one.names]

    def definition_at(self, file: str, position: int) -> Definition | None:
        """The definition that a position stands in."""
        return next((one for one in self._of_file.get(file, ()) if one.start <= position < one.end), None)

    def addition(self, text: str, definition: Definition) -> tuple[tuple[Token, ...], Shape]:
        """Text that is to stand in a definition: its tokens, and they by themselves."""
        tokens = tuple(self._clauses.taken_from(definitions.words(text)))
        return tokens, self._of(Definition(f"addition {text}", 0, 0, (), tokens), tokens, self.shape(definition).local)

    def form(self, name: str, file: str, called: Iterable[str] = (), more: Sequence[Shape] = ()) -> Form:
        """The normal form of what a function depends on that a file defines, and calls others; of more, too."""
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
        return " ".join(f"?{seen.setdefault(token.text, len(seen))}" if token.text in local or token.text in self._known else token.text
                        for token in tokens)

    def declared(self, name: str) -> list[Shape]:
        """What a name stands for; of a function its contract."""
        return sorted(map(self._head, self._named.get(name, ())), key=lambda shape: shape.text)

    def _head(self, definition: Definition) -> Shape:
        if definition.body is None:
            return self.shape(definition)
        if definition not in self._heads:
            self._heads[definition] = self._of(definition, definition.tokens[:definition.body])
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
        texts = ["macro" if definition.is_macro else "field" if definition.structure else "", *map(without_name, heading)]
        for token in tokens:
            if token.text in pasted:
                texts.append("##" + " ".join(f"{_rest(token.text, name)} {without_name(name)}" for name in pasted[token.text]))
            else:
                texts.append(without_name(token.text))
        return Shape(definition, _digest("\n".join(texts)), tuple(names), local)

    def _pastes(self, macro: Definition) -> dict[str, tuple[str, ...]]:
        """By a part of a name in a macro: the names that can be pasted together with it, by what stands behind or before it."""
        found = {}
        for before, paste, after in zip(macro.tokens, macro.tokens[1:], macro.tokens[2:]):
            for fragment in (before.text, after.text) if paste.text == "##" else ():
                if fragment not in macro.parameters:
                    names = [name for name in self._known if fragment != name and (name.startswith(fragment) or name.endswith(fragment))]
                    found[fragment] = tuple(sorted(names, key=lambda name: (_rest(fragment, name), name)))
        return found


def _rest(fragment: str, name: str) -> str:
    return name.removeprefix(fragment) if name.startswith(fragment) else name.removesuffix(fragment)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _declared(definition: Definition, types: Iterable[str]) -> set[str]:
    """The names of which it can be seen that they are declared here: each stands behind a type."""
    tokens = [token.text for token in definition.tokens]
    return {word for at, word in enumerate(tokens) if at and (word[0].isalpha() or word[0] == "_")
            and not _TYPE.fullmatch(word) and word not in _CLASSED and word not in types and _follows_type(tokens, at, types)}


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
    return bool(_TYPE.fullmatch(tokens[before])) or tokens[before] in types or before >= 1 and tokens[before - 1] in _TAGGED
