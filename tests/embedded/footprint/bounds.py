"""How often loops run: the bound of each loop by its proof, of each call by a formula that
random runs check."""
import functools
import pathlib
import re
import tomllib

from proofs.gate.sources import without_annotations

from . import build
from .page import table

FORMULAS = pathlib.Path(__file__).parent / "bounds.toml"
LOOP = re.compile(r"^ +(?:\} )?(?:for|while) \(.*\) \{$")
ANY_LOOP = re.compile(r"\b(?:for|while|do)\b *[({]")
FUNCTION = re.compile(r"^\w[\w *]*?\b(\w+)\(")
VARIANT = re.compile(r"loop variant (.*?);")


class Unknown(Exception):
    """A loop that cannot be read, or a call without a formula."""


def loops():
    """Every loop of the kernel: (module, function, its variant or None)."""
    found = []
    for module in build.modules():
        text = (build.ROOT / f"kernel/{module}.c").read_text()
        lines, bare = text.splitlines(), without_annotations(text).splitlines()
        function = ""
        for i, line in enumerate(bare):
            named = FUNCTION.match(line)
            function = named.group(1) if named else function
            if LOOP.match(line):
                found.append((module, function, _variant(lines, bare, i)))
            elif ANY_LOOP.search(re.sub(r"/?\*.*", "", line)):
                raise Unknown(f"kernel/{module}.c:{i + 1}: a loop that is not written as the others")
    return found


def _variant(lines, bare, at):
    """The variant in the annotation right in front of a line."""
    start = at
    while start > 0 and not bare[start - 1].strip():
        start -= 1
    variants = VARIANT.findall("\n".join(lines[start:at]))
    return variants[-1] if variants else None


def counting_kernel(folder, main, others, options=()):
    """Builds a kernel in which every loop counts, the one file of `make dist` with the settings of
    the boards, compiled with these options, and a program MAIN.c with others that calls it. Returns
    the program."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = (build.DIST / "rtmr.c").read_text().splitlines()
    counting = "\n".join(f"{line} rtmr_iterations++;" if LOOP.match(line) else line for line in lines)
    source, kernel, program = folder / "rtmr.c", folder / "rtmr.o", folder / main
    source.write_text(f"#include <stdint.h>\nextern uint64_t rtmr_iterations;\n{counting}\n")
    compiler = ["gcc", "-std=c11", f"-I{build.DIST}", *build.board_macros()]
    build.output([*compiler, "-Os", *options, "-c", str(source), "-o", str(kernel)])
    build.output([
        *compiler, "-O1", "-I.", str(kernel),
        *(f"tests/embedded/footprint/{name}.c" for name in (main, *others)), "tests/campaign/random.c", "-o",
        str(program)
    ])
    return program


def formulas():
    """What bounds.toml says: the names, and the calls as {(name, when): bound}."""
    data = tomllib.loads(FORMULAS.read_text())
    calls = {(call["name"], call.get("when", "")): call["bound"] for call in data["call"]}
    return data["names"], calls


@functools.cache
def _compiled(formula):
    """A formula, ready to be evaluated."""
    return compile(formula, FORMULAS.name, "eval")


def value(bound, names, sizes):
    """What a formula comes to."""
    known = dict(sizes)
    for name, formula in names.items():
        known[name] = eval(_compiled(formula["is"]), {}, known)  # pylint: disable=eval-used
    return eval(_compiled(bound), {}, known)  # pylint: disable=eval-used


def full():
    """The sizes with all tables of the boards' kernel full."""
    slots, jobs, tasks = (build.board_setting(name) for name in ("SLOTS", "JOBS", "TASKS"))
    return {"S": 2 * slots, "J": jobs, "W": 2 * tasks, "U": 2 * tasks, "H": slots.bit_length() - 1}


def check(checks, names, calls):
    """Random runs keep every bound. Returns {call: (random calls, iterations and bound of that
    nearest to its bound)}."""
    counts = dict.fromkeys(calls, 0)
    nearest = dict.fromkeys(calls, (0, 0))
    program = counting_kernel(build.OUT / "iterations", "iterations", ("formula_sizes", ))
    for line in build.output([str(program)]).splitlines():
        name, when, *numbers = line.split(";")
        *sizes, iterations = map(int, numbers)
        if (name, when) not in calls:
            raise Unknown(f"{FORMULAS.name} has no formula for {name}, {when}")
        bound = value(calls[name, when], names, zip("SJWUH", sizes))
        counts[name, when] += 1
        if iterations * max(nearest[name, when][1], 1) >= nearest[name, when][0] * max(bound, 1):
            nearest[name, when] = (iterations, bound)
    for call, (iterations, bound) in nearest.items():
        checks.verdict(f"the bound of {', '.join(call)}", [] if counts[call] > 0 and iterations <= bound else
                       [f"{iterations} iterations, at most {bound}; {counts[call]} calls"])
    return {call: (counts[call], *nearest[call]) for call in calls}


def shown(formula):
    """A formula as the page shows it."""
    return formula.replace("*", "·").replace("//", "/")


def table_of(checks):
    """The table of calls, checked by random runs, the names that formulas share, and the table
    of loops."""
    names, calls = formulas()
    rows = [[
        f"`{name}`" + (f" ({when})" if when else ""), shown(calls[name, when]), count,
        f"{iterations} of {bound}"
    ] for (name, when), (count, iterations, bound) in check(checks, names, calls).items()]
    shared = "".join(f"- *{name}* = {shown(part['is'])}: {part['what']}\n" for name, part in names.items())
    return table(["call", "at most", "random calls", "closest"], rows, texts=2), shared, loop_table()


def loop_table():
    """Every loop, its variant, and what backs it: a variant counts unless the proof leaves its
    function out."""
    excluded = tomllib.loads((build.ROOT / "proofs/claims.toml").read_text())["excluded"]
    rows = []
    for module, function, variant in loops():
        file = f"kernel/{module}.c"
        proven = variant and file not in excluded and f"{file}:{function}" not in excluded
        rows.append(
            [f"`{function}`", f"`{module}.c`", f"`{variant}`" if variant else "", "proven" if proven else "derived"])
    return table(["function", "module", "loop variant", ""], rows, texts=4)
