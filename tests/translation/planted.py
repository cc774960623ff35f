"""Kernels that are wrong, each of which must be noticed: in the object of one source a conditional
jump is turned round, as a compiler might do it; or a field is read that was never written.
"""
import re
import shlex
import subprocess

from . import machines

RUNS = 400  # enough to get to each of the jumps

TURNED_IN = ("x86-64-gcc-O2", "kernel/offer.c")
PAIRS = (("je", "jne"), ("jg", "jle"), ("jge", "jl"), ("ja", "jbe"), ("jae", "jb"), ("js", "jns"))
TURNED = {name: other for pair in PAIRS for name, other in (pair, pair[::-1])}
JUMP = re.compile(rf"^\t({'|'.join(TURNED)})\t", re.MULTILINE)

FORGOTTEN_IN = ("x86-64-clang-memory", "kernel/rtmr.c")
FORGOTTEN = "    k->promised = 0;\n"
FOUND = "MemorySanitizer: use-of-uninitialized-value"


def kernels(directory):
    """Triples (what is wrong, the replay that has it, what must be said of it), each built as it is
    asked for. In the first nothing is wrong.
    """
    right = directory / "right.s"
    _run(*_compiler(TURNED_IN[0]), "-S", TURNED_IN[1], "-o", right)
    yield "an object that is assembled again", _linked(directory, *TURNED_IN, right), None
    text = right.read_text()
    for jump in JUMP.finditer(text):
        wrong = directory / "wrong.s"
        wrong.write_text(f"{text[:jump.start(1)]}{TURNED[jump[1]]}{text[jump.end(1):]}")
        line = 1 + text.count("\n", 0, jump.start())
        what = f"{TURNED[jump[1]]} in place of {jump[1]}, line {line} of the assembly of {TURNED_IN[1]}"
        yield what, _linked(directory, *TURNED_IN, wrong), r"run 1:\d+, call \d+|it ends otherwise"
    source, wrong = directory / "wrong.c", directory / "wrong.o"
    source.write_text(_without(FORGOTTEN_IN[1], FORGOTTEN))
    _run(*_compiler(FORGOTTEN_IN[0]), "-c", source, "-o", wrong)
    yield f"a kernel without {FORGOTTEN.strip()}", _linked(directory, *FORGOTTEN_IN, wrong), FOUND


def _compiler(build):
    return shlex.split((machines.ROOT / f"build/translation-{build}/options").read_text())


def _linked(directory, build, source, instead):
    """The replay of a build with something in place of the object of a source."""
    objects = machines.ROOT / f"build/translation-{build}"
    others = [path for path in objects.rglob("*.o")
              if _source(objects, path) != source and (machines.ROOT / _source(objects, path)).exists()]
    program = directory / "replay"
    sanitized = [word for word in _compiler(build) if word.startswith("-fsanitize=")]
    _run(_compiler(build)[0], *sanitized, *others, instead, "-o", program)
    return program


def _source(objects, path):
    """What an object was translated from."""
    return path.relative_to(objects).with_suffix(".c").as_posix()


def _without(source, line):
    text = (machines.ROOT / source).read_text()
    if text.count(line) != 1:
        raise SystemExit(f"translation: {source} has {text.count(line)} times {line.strip()!r}, expected once")
    return text.replace(line, "")


def _run(*command):
    subprocess.run([str(word) for word in command], cwd=machines.ROOT, stdin=subprocess.DEVNULL, check=True)
