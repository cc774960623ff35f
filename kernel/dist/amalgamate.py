#!/usr/bin/python3
"""amalgamate.py DIRECTORY writes the kernel as a pair of files: DIRECTORY/rtmr.h and rtmr.c.

rtmr.h is the whole interface, that of the estimator included. rtmr.c is all modules. A function
that is not in the interface is static there, so that compilers may inline it, or leave it out if it
is not called. Annotations are taken out, by the function with which the gate of the proof shows
that objects with and without them are the same. The proof needs the modules: proofs/gate/pair.py
shows that the pair is their code, token for token.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
KERNEL = ROOT / "kernel"
PUBLIC = ("rtmr.h", "rtmr_estimator.h")

sys.path.insert(0, str(ROOT))
from proofs.gate.sources import without_annotations  # pylint: disable=wrong-import-position

INCLUDE = re.compile(r'^#include "(\w+\.h)".*\n', re.MULTILINE)
PROVER_ONLY = re.compile(r"^#ifdef __FRAMAC__\n.*?^#endif\n", re.MULTILINE | re.DOTALL)

# A function that is declared or defined outside any other, and the API that a header declares.
FUNCTION = re.compile(r"^(?!static\b|extern\b)(?=[a-z][\w ]*[ *](\w+)\()", re.MULTILINE)
DECLARED = re.compile(r"^(?:RTMR_NODISCARD )?(?!static\b)[a-z][\w \n]*[ *\n](\w+)\(", re.MULTILINE)

# Parts that are left out may leave functions that nothing calls.
PRIVATE = """
#if defined(__GNUC__)
#define RTMR_PRIVATE static __attribute__((unused))
#else
#define RTMR_PRIVATE static
#endif
"""

# What is left where annotations were: blanks in front of a semicolon; empty lines behind a comment,
# around a body, in a row.
TIDY = ((re.compile(r"[ \t]+$", re.MULTILINE), ""),
        (re.compile(r"\)\s+;"), ");"),
        (re.compile(r"\)\n+\{"), ")\n{"),
        (re.compile(r"\)  +"), ") "),
        (re.compile(r"\*/\n\n+(?=(?:static|RTMR_NODISCARD|enum|void|int32_t|rtmr_\w+|struct) [^;=]*\()"), "*/\n"),
        (re.compile(r"\{\n\n+"), "{\n"),
        (re.compile(r"\n\n+( *)\}"), r"\n\1}"),
        (re.compile(r"\n{3,}"), "\n\n"))


def version():
    """The version, from kernel/rtmr_config.h."""
    text = (KERNEL / "rtmr_config.h").read_text()
    return ".".join(re.search(rf"^#define RTMR_VERSION_{part} (\d+)$", text, re.MULTILINE).group(1)
                    for part in ("MAJOR", "MINOR", "PATCH"))


def bare(name):
    """A file of the kernel, for the compiler only."""
    text = PROVER_ONLY.sub("", without_annotations((KERNEL / name).read_text()))
    for pattern, replacement in TIDY:
        text = pattern.sub(replacement, text)
    return text


def inlined(name, seen):
    """A file with those that it includes in it, each where it is included first."""
    def replaced(include):
        if include.group(1) in seen:
            return ""
        seen.add(include.group(1))
        return inlined(include.group(1), seen)

    return INCLUDE.sub(replaced, bare(name))


def private(text, interface):
    """A module with all its functions static but for those of the interface."""
    text = FUNCTION.sub(lambda at: "" if at.group(1) in interface else "RTMR_PRIVATE ", text)
    return text.replace("\nstatic inline ", "\nRTMR_PRIVATE inline ")


def write(directory):
    """Writes the pair."""
    note = f"/* RTMR {version()}, generated from the modules in kernel/. SPDX-License-Identifier: Apache-2.0 */\n"
    seen = {"rtmr.h"}
    header = note + "".join(inlined(name, seen) for name in PUBLIC)
    seen.update(PUBLIC)
    interface = set(DECLARED.findall(header))
    # Headers first: a module may include one where a part is built in only, and another needs it
    # always.
    modules = ""
    for path in sorted(KERNEL.glob("*.h")) + sorted(KERNEL.glob("*.c")):
        if path.name not in seen:
            seen.add(path.name)
            modules += f"\n/* {path.name} */\n\n" + private(inlined(path.name, seen), interface).lstrip("\n")
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "rtmr.h").write_text(re.sub(r"\n{3,}", "\n\n", header))
    (directory / "rtmr.c").write_text(re.sub(r"\n{3,}", "\n\n", note + '#include "rtmr.h"\n' + PRIVATE + modules))


def main():
    if len(sys.argv) != 2:
        print(__doc__.splitlines()[0], file=sys.stderr)
        return 2
    write(pathlib.Path(sys.argv[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
