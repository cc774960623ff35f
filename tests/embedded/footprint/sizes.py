"""Tables of bytes: each module, the core, what each optional part adds, and a context."""
import re

from . import build
from .page import columns, table


def module_table(builds):
    """Code and constants of every module, in a build with all parts; data of any kind in the
    last column."""
    rows = []
    data = 0
    for module in build.modules():
        sizes = [b.sizes(b.object_of(module)) for b in builds]
        rows.append([f"`{module}.c`", *(text for text, _, _ in sizes), max(d + z for _, d, z in sizes)])
        data = max(data, rows[-1][-1])
    totals = [sum(row[i] for row in rows) for i in range(1, len(rows[0]) - 1)]
    rows.append(["all", *totals, data])
    return table(["module", *columns(builds), "data, bss"], rows), data


def context_bytes(target, parts, form=build.MODULES):
    """The size of a context."""
    b = build.Build(target, build.LEVELS[0], parts, form)
    source, object_file = build.OUT / "context.c", build.OUT / "context.o"
    source.write_text('#include "rtmr.h"\nextern struct rtmr context; struct rtmr context;\n')
    build.output([*target.compiler, "-std=c11", "-Ikernel", *b.macros(), "-c", str(source), "-o", str(object_file)])
    symbols = build.output([target.tool("nm"), "--print-size", str(object_file)])
    return int(re.search(r"^\w+ (\w+) \w context$", symbols, re.MULTILINE).group(1), 16)


def linked(b, calls):
    """Bytes of code and constants that the calls need."""
    return b.sizes(b.link(calls))[0]


def core_table(targets):
    """The core and what each optional part adds to it. Returns the table, the core's bytes and
    its helpers by column."""
    pairs = [(target, level) for level in build.LEVELS for target in targets]
    core = {pair: build.Build(*pair, ()) for pair in pairs}
    core_bytes = {pair: linked(core[pair], build.CORE) for pair in pairs}
    helpers = {pair: compiler_helpers(core[pair]) for pair in pairs}
    context = context_bytes(targets[0], ())
    rows = [["core", *core_bytes.values(), context]]
    for form in (build.ONE_FILE, build.NARROW, build.SMALLEST):
        rows.append([f"core, {form.name}", *(linked(build.Build(*pair, (), form), build.CORE) for pair in pairs),
                     context_bytes(targets[0], (), form)])
    for part in build.all_parts():
        added = [c for c in build.api(targets[0], (part,)) if c not in build.api(targets[0], ())]
        rows.append([f"+ `{part}`" + "".join(f", `{call}`" for call in added),
                     *(linked(build.Build(*pair, (part,)), (*build.CORE, *added)) - core_bytes[pair] for pair in pairs),
                     context_bytes(targets[0], (part,)) - context])
    others = [call for call in build.api(targets[0], ()) if call not in build.CORE]
    texts = [call for call in others if call.endswith("_text")]
    estimator = [c for c in build.api(targets[0], (), "rtmr_estimator.h") if c not in build.api(targets[0], ())]
    for name, calls in (("+ queries", [call for call in others if call not in texts]), ("+ texts", texts),
                        ("+ estimator", estimator)):
        rows.append([name, *(linked(core[pair], (*build.CORE, *calls)) - core_bytes[pair] for pair in pairs), 0])
    return table(["", *columns(core.values()), "context"], rows), core_bytes, helpers


def compiler_helpers(b):
    """The functions of the compiler's own library in the program that was linked last."""
    symbols = build.output([b.target.tool("nm"), "--format=just-symbols", str(b.folder / "linked.elf")]).split()
    return sorted(symbol for symbol in symbols if re.match(r"__\w*(mul|div|mod|cmp|lsl|lsr|shl|shr|case)", symbol))
