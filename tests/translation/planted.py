"""Kernels whose compiler is wrong: in the object of one source, translated for this machine, one
conditional jump is turned round."""
import re
import shlex
import subprocess

from . import machines

SOURCE = "kernel/offer.c"
BUILD = machines.ROOT / "build/translation-x86-64-gcc-O2"
RUNS = 400  # enough to get to each of its jumps

PAIRS = (("je", "jne"), ("jg", "jle"), ("jge", "jl"), ("ja", "jbe"), ("jae", "jb"), ("js", "jns"))
TURNED = {name: other for pair in PAIRS for name, other in (pair, pair[::-1])}
JUMP = re.compile(rf"^\t({'|'.join(TURNED)})\t", re.MULTILINE)


def programs(directory):
    """Pairs (what is changed, the replay that has it), each built as it is asked for. In the first
    nothing is changed."""
    compiler = shlex.split((BUILD / "options").read_text())
    assembly = directory / "right.s"
    _run(*compiler, "-S", SOURCE, "-o", assembly)
    text = assembly.read_text()
    others = [path for path in BUILD.rglob("*.o") if _source(path) != SOURCE and (machines.ROOT / _source(path)).exists()]
    program = directory / "replay"
    _run(compiler[0], *others, assembly, "-o", program)
    yield "", program
    for jump in JUMP.finditer(text):
        changed = directory / "wrong.s"
        changed.write_text(f"{text[:jump.start(1)]}{TURNED[jump[1]]}{text[jump.end(1):]}")
        _run(compiler[0], *others, changed, "-o", program)
        line = text.count("\n", 0, jump.start()) + 1
        yield f"{SOURCE}, line {line} of its assembly: {TURNED[jump[1]]} in place of {jump[1]}", program


def _source(path):
    """What an object was translated from."""
    return path.relative_to(BUILD).with_suffix(".c").as_posix()


def _run(*command):
    subprocess.run([str(word) for word in command], cwd=machines.ROOT, stdin=subprocess.DEVNULL, check=True)
