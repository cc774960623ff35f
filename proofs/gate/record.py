"""What has been proved, when, and of which sources: proofs/record.toml, which only a run of the
gate writes; the list in kernel/rtmr_config.h that is made from it; and the stamp, a header that
says the same of a configuration of the user's own.

usage, in the root of the repository: python3 -m proofs.gate.record {header,stamp}
header: makes the list in kernel/rtmr_config.h again, and the record if there is none. stamp: fails
unless the stamp is of the present sources.
"""
from __future__ import annotations

import dataclasses
import datetime
import hashlib
import pathlib
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping

from . import configurations
from .configurations import Configuration
from .sources import without_remarks

RECORD = pathlib.Path("proofs/record.toml")
HEADER = pathlib.Path("kernel/rtmr_config.h")
STAMP = pathlib.Path("build/proven/rtmr_proven.h")

POINTER_BITS = {"x86_64": 64, "x86_32": 32}

_BEGIN = "/* The list that `make prove-record` makes of proofs/record.toml: */\n"
_END = "/* The list ends. */\n"
_LIST = re.compile(re.escape(_BEGIN) + ".*?" + re.escape(_END), re.DOTALL)
_WIDTH = 120  # of a line of code
_PREAMBLE = """\
# The last proof of each configuration: written by `make prove-all` and `make prove RECORD=1`, never
# by hand. A row whose `sources` are not those of this commit tells of an earlier state, and counts
# for nothing (proofs/README.md says how the sources are summed up).
"""


class Stale(Exception):
    """A stamp that is not of these sources, or none."""


@dataclasses.dataclass(frozen=True)
class Row:
    """One configuration that was proved."""

    name: str
    machine: str
    settings: dict[str, int]  # all of them
    release: str
    sources: str  # as sources_digest() sums them up
    date: datetime.date
    goals: int
    smoke_tests: int
    smoke: str  # which smoke tests
    functions_taken: int = 0  # those whose proofs were made before, in this configuration or another


def texts(tree: pathlib.Path) -> dict[str, str]:
    """Everything that is proved, by file, without the list of kernel/rtmr_config.h that says what
    was.
    """
    found = {}
    for room in ("kernel", "proofs", "spec"):
        for path in sorted(path for path in (tree / room).rglob("*.*") if path.suffix in (".c", ".h", ".acsl")):
            name = path.relative_to(tree)
            text = path.read_text(encoding="utf-8")
            found[str(name)] = _LIST.sub("", text) if name == HEADER else text
    return found


def sources_digest(tree: pathlib.Path) -> str:
    """A hash of these texts, without comments that are no annotations."""
    return digest(texts(tree))


def digest(sources: Mapping[str, str]) -> str:
    """The hash of some."""
    found = hashlib.sha256()
    for name, text in sources.items():
        found.update(f"{name}\0{without_remarks(text)}\0".encode())
    return found.hexdigest()


def release(tree: pathlib.Path) -> str:
    """The version in kernel/rtmr_config.h."""
    return re.search(r'^#define RTMR_VERSION "(.*)"$', (tree / HEADER).read_text(encoding="utf-8"), re.MULTILINE)[1]


def read(tree: pathlib.Path) -> list[Row]:
    """The rows of the record."""
    path = tree / RECORD
    if not path.exists():
        return []
    return [Row(**entry) for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("proved", ())]


def current(tree: pathlib.Path) -> list[Row]:
    """The rows that tell of the present sources."""
    sources = sources_digest(tree)
    return [row for row in read(tree) if row.sources == sources]


def row_of(tree: pathlib.Path, configuration: Configuration, found: dict) -> Row | None:
    """What is to be recorded of a run, by its report; nothing if it was not the gate, or failed."""
    if found["failed"] or not found["is_the_gate"]:
        return None
    return Row(
        configuration.name,
        configuration.machine,
        dict(sorted(configuration.values.items())),
        release(tree),
        sources_digest(tree),
        datetime.date.today(),
        len(found["goals"]),
        found["smoke_tests"],
        found["smoke_choice"],
        found["kept"],
    )


def add(tree: pathlib.Path, row: Row) -> None:
    """Puts a row in the place of the last one of its configuration, and makes the header's list."""
    _write(tree, [other for other in read(tree) if other.name != row.name] + [row])
    write_header(tree)


def _write(tree: pathlib.Path, rows: Iterable[Row]) -> None:
    found = sorted(rows, key=lambda row: row.name)
    (tree / RECORD).write_text(_PREAMBLE + "".join(map(_toml, found)), encoding="utf-8")


def _toml(row: Row) -> str:
    settings = ", ".join(f"{name} = {value}" for name, value in row.settings.items())
    return f"""
[[proved]]
name = "{row.name}"
machine = "{row.machine}"
settings = {{ {settings} }}
release = "{row.release}"
sources = "{row.sources}"
date = {row.date.isoformat()}
goals = {row.goals}
smoke_tests = {row.smoke_tests}
smoke = "{row.smoke}"
functions_taken = {row.functions_taken}
"""


# --- The header -----------------------------------------------------------------------------------


def with_list(header: str, rows: Iterable[Row]) -> str:
    """The text of kernel/rtmr_config.h with the list made of these rows."""
    lines: list[str] = []
    for row in sorted(rows, key=lambda row: row.name):
        lines += [*_condition("#elif" if lines else "#if", row), "#define RTMR_PROVEN_RECORDED 1"]
    lines += ["#else", "#define RTMR_PROVEN_RECORDED 0", "#endif"] if lines else ["#define RTMR_PROVEN_RECORDED 0"]
    made = _BEGIN + "\n".join(lines) + "\n" + _END
    text, number = _LIST.subn(lambda _: made, header)
    if number != 1:
        raise ValueError(f"{HEADER}: {number} lists")
    return text


def _condition(directive: str, row: Row) -> list[str]:
    """Of the preprocessor: a build has these settings, and pointers as wide."""
    asked = [f"{name} == {value}" for name, value in row.settings.items()]
    asked.append(f"UINTPTR_MAX == UINT{POINTER_BITS[row.machine]}_MAX")
    lines = [directive]
    for number, question in enumerate(asked):
        question += " &&" if number + 1 < len(asked) else ""
        if len(lines[-1]) + len(question) > _WIDTH - 3:
            lines.append("   ")
        lines[-1] += " " + question
    return [line.ljust(_WIDTH - 1) + "\\" for line in lines[:-1]] + lines[-1:]


def write_header(tree: pathlib.Path) -> None:
    """Makes the list of kernel/rtmr_config.h from the rows that tell of the present sources."""
    path = tree / HEADER
    path.write_text(with_list(path.read_text(encoding="utf-8"), current(tree)), encoding="utf-8")


# --- The stamp ------------------------------------------------------------------------------------


def stamp(row: Row) -> str:
    """A header that sets up a build as it was proved, and says that it was."""
    settings = "".join(f"#define {name} {value}\n" for name, value in row.settings.items())
    major, minor, patch = row.release.split(".")
    return f"""\
/*
 * A configuration that was proved: {row.goals} goals of RTMR {row.release}, on {row.date.isoformat()}.
 * Written by `make prove CONFIG='...'`. Have every file of the program include it first (-include).
 * It holds for these sources only: `make check-stamp` compares.
 * sources: {row.sources}
 */
#ifndef RTMR_PROVEN_STAMP
#define RTMR_PROVEN_STAMP ({major} * 1000000 + {minor} * 1000 + {patch})
#define RTMR_PROVEN_POINTERS UINT{POINTER_BITS[row.machine]}_MAX
{settings}#endif
"""


def write_stamp(tree: pathlib.Path, row: Row) -> pathlib.Path:
    """Writes the stamp, and says where."""
    path = tree / STAMP
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(stamp(row), encoding="utf-8")
    return STAMP


def check_stamp(tree: pathlib.Path) -> None:
    """Complains of a stamp that is not of the present sources."""
    path = tree / STAMP
    if not path.exists():
        raise Stale(f"{STAMP}: there is none; `make prove CONFIG='...'` writes it")
    sources = re.search(r"^ \* sources: (\w+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    if not sources or sources[1] != sources_digest(tree):
        raise Stale(f"{STAMP}: the sources have changed since; `make prove CONFIG='...'` again")


def main() -> None:
    """The command."""
    tree = pathlib.Path(".")
    if sys.argv[1:] == ["header"]:
        _write(tree, read(tree))
        write_header(tree)
        names = {row.name for row in current(tree)}
        for name in configurations.KNOWN:
            print(f"{name}: {'proved' if name in names else 'not proved of these sources'}")
    elif sys.argv[1:] == ["stamp"]:
        try:
            check_stamp(tree)
        except Stale as error:
            sys.exit(f"proofs.gate: {error}")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
