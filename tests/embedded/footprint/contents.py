"""The page: its sections, and what is checked while it is made."""
from . import bounds, build, cost, sizes, stack, worst
from .page import columns, filled, table

TEXT_GOAL = 4096
STACK_GOAL = 256
GOAL_TARGET, GOAL_LEVEL = "m0plus", "-Os"
GOAL_FORMS = (build.MODULES, build.ONE_FILE, build.SMALLEST)

HEAD = """# What the kernel costs on bare metal

`make embedded-report` writes this page; `make embedded` compares it with a fresh one. Compilers:
{compilers}, with `{flags}`.
m0plus, m3 and m4 are Cortex-M0+, M3 and M4; rv32 is RV32IMAC. The settings are the defaults of
`kernel/rtmr_config.h`, unless a table says otherwise. The boards run a kernel with all parts, for 64
slots, 32 jobs and 4,096 tasks. The core is {core}. The linker leaves out the calls that a program
does not make (`--gc-sections`).
"""

GOALS = """
## Goals

The goals are about the core on m0plus at -Os, with all optional parts left out. "Modules" and "one
file" have the default settings: module by module, and the one file of `make dist`. "Smallest" is
that one file with `-DRTMR_TICK_BITS=32`.

| goal | modules | | one file | | smallest | |
|---|---:|---|---:|---|---:|---|
"""

LIMITS = """
What is in the way: with ticks of 64 bits a comparison or an addition takes two to four instructions
on this processor, and eight registers hold four instants. Built module by module, each call on the
path has a frame, of 20 bytes and more.
"""

MODULES = """
## Bytes of code and constants of each module

All optional parts are built in. The last column has the most initialised and zeroed data of any
build.

"""

PARTS = """
## Bytes of the core, and what each optional part adds

The programs are linked, with the compiler's helpers that are needed ({helpers}). "One file" is that
of `make dist`, in which all functions but the interface are static. The last column has the bytes
of a context, and the bytes that a part adds to it.

"""

CONTEXT = """
A context takes at most (10 + 2 *t*) *S* + (32 + 8 *t*) *R* + (19 + 8 *t*) *J* + 416 bytes, without
runs (10 + 6 *t*) *S* + (19 + 8 *t*) *J* + 280, with tokens 8 *S* more, and with stored vectors
4 *t J* (*S* + 1) more; without what-if (8 + 2 *t*) *R* less, or 2 *t S*. *S* is `RTMR_SLOTS`, *R*
is *S* + *S* / 4 + 1, *J* is `RTMR_JOBS`, *t* is the bytes of a tick, 8 or 4.
"""

STACK = """
## Bytes of stack

A figure is the deepest path of the call graph (frames: `-fcallgraph-info=su`) of the boards'
kernel. The graph has no cycle and no call through a pointer. Every frame has a fixed size. The
bytes that the compiler's helpers push are read from their instructions. In brackets: the bytes
that the calls of the next section were seen to use on the board, never more than the path.

"""

COST = """
## Instructions of each call

A figure counts the instructions from the call to its return, executed on the board. QEMU counts
them exactly (`-icount`), the same in every run. These are samples, not worst cases: those are
sought behind the next section, which bounds how often loops run.

- `jobs` jobs stand in the table, with 4 map and 2 reduce tasks each. Each stage has `slots` slots.
- Feedback is `exact` and the order is `edf`, unless the row says `satu`.
- For `rtmr_offer`, `rtmr_dispatch`, `rtmr_withdraw` and the queries no task runs yet. Otherwise
  every map slot is busy that can be.
- "First" and "last" are the places of the new job in plan order.
- An overrun is a clock that passes the bounds of all running tasks. "Before tight jobs" it passes
  those of a first job on half of the slots. The second job has 4032 map tasks and slack, those
  behind it end when they must, and the order is `fifo`. So all but the second are flagged, each but
  the first after one more plan of the second.
- The Cortex-M0+ code runs on a Cortex-M3.

"""

BOUNDS = """
## How often loops run

A bound counts the iterations of all loops of a call together, at most.

- *S*: the slots of both stages.
- *J*: the jobs in the table.
- *W*: the tasks that await dispatch, of both stages, with those of the job that is asked about and
  the one that is lost.
- *U*: the tasks that are not finished, counted in the same way.
- *H*: ⌊log₂(slots)⌋ of the stage with more slots.

Quotients are rounded down. The bounds are derived from the loops below, and checked: the random
calls exceeded none of them.
"Closest" is the random call that came nearest to its bound.

"""

NAMES = """
The parts that calls share:

"""

# A test in a build without runs.
TEST_ON_HEAP = "2*J + 3*S + J + 1 + W*(H + 1)"

COMPARED = """
A build without runs plans task by task on a heap. There *project* is 2·J + 3·S, and *plan* is
J + 1 + W·(H + 1). With all tables of the boards' kernel full (*S* = {S}, *J* = {J},
*W* = {W}), a *test* has at most {on_heap} iterations there and {on_runs} here. So the bound is not
smaller with runs: it allows that every run is one slot, and that no window is taken for several
rounds. Many tasks of one length are taken in rounds of all slots. The sample of `rtmr_advance`
before tight jobs shows what that saves.
"""

WORST = """
## Worst calls found

A search on the host looks for states in which a call is expensive (`search.c`): {states} states for
each of the seeds {seeds}. It draws states, and changes those that are the worst so far: slots,
policy, jobs (one of them large), estimates, how tight deadlines are, what runs and until when, and
the arguments of the call. It compares states by the basic blocks that the call goes through. The
call in the worst state is then made on the boards. "At most" is the formula above for the sizes of
that state. These are the worst calls that were found, not bounds. `make embedded` makes them again,
and searches {sample} states.

"""

RATIOS = """
Instructions of the call above, divided by its iterations. An estimate of the worst case multiplies
the figure by the iterations that the formula allows. "All tables full" is the formula for *S* = {S},
*J* = {J}, *W* = *U* = {W}. The figures include the code outside loops; where a call has few
iterations, that is most of it.

"""

STATES = """
The states, as `search.c` and `worst.c` take them, and in words. Where two numbers are added, the
first is that of the map stage.

"""

LOOPS = """
## Each loop

`make prove` shows that the variant of a loop is at least 0 when an iteration begins, and that it
gets smaller with each iteration (goals `FUNCTION_loop_variant_positive` and
`FUNCTION_loop_variant_decrease`). So the loop runs at most as often as its variant says at the
start, and once. A variant that is not proven yet is marked "derived". *H* is derived too. Of `find`
it is proven that it ends within the runs. It is derived that an iteration halves what is left, so
that there are *H* + 1 at most. The heap of `rtmr_vector_sift` is for builds without runs.

"""


def page(targets, programs, worst_calls, checks):
    """The whole page. `worst_calls` makes the section about worst calls, for builds."""
    full = [build.Build(target, level, build.all_parts()) for level in build.LEVELS for target in targets]
    parts = [
        build.Build(b.target, b.level, one) for b in full for one in ((), *((part, ) for part in build.all_parts()))
    ]
    forms = [
        build.Build(b.target, b.level, (), form) for b in full
        for form in (build.ONE_FILE, build.NARROW, build.SMALLEST)
    ]
    boards = [build.Build(b.target, b.level, b.parts, build.BOARDS) for b in full]
    build.compile_all([*full, *parts, *forms, *boards])

    modules, data = sizes.module_table(full)
    checks.verdict("the kernel has no data of its own", [f"{data} bytes"] if data else [])
    core, core_bytes, helpers = sizes.core_table(targets)
    costs = {heading: cost.measured(program) for heading, program in zip(columns(full), programs, strict=True)}
    stacks = stack_table(boards, costs, checks)
    goal = next(pair for pair in core_bytes if (pair[0].name, pair[1]) == (GOAL_TARGET, GOAL_LEVEL))
    divisions = [name for name in helpers[goal] if "div" in name or "mod" in name]
    checks.verdict("the core needs no division helper", divisions)
    calls, names, loops = bounds.table_of(checks)
    most, ratios, states = worst_calls(full)
    core_list = ", ".join(f"`{call}`" for call in build.CORE)
    helper_list = sorted({f"`{name}`" for names in helpers.values() for name in names})
    return filled(HEAD.format(compilers=compilers(targets), flags=" ".join(build.FLAGS[1:3]), core=core_list)
                  + GOALS + goals([build.Build(*goal, (), form) for form in GOAL_FORMS])
                  + MODULES + modules
                  + PARTS.format(helpers=", ".join(helper_list) or "none") + core
                  + CONTEXT
                  + STACK + stacks
                  + COST + cost.table_of(costs)
                  + BOUNDS + calls + NAMES + names + compared()
                  + WORST.format(**search_of()) + most + RATIOS.format(**bounds.full()) + ratios + STATES + states
                  + LOOPS + loops)


def search_of():
    """How the worst calls were searched."""
    return {"seeds": ", ".join(map(str, worst.SEEDS)), "states": worst.STATES, "sample": worst.SAMPLE}


def compared():
    """How many iterations a test has at most, with and without runs."""
    names, _ = bounds.formulas()
    full = bounds.full()
    return COMPARED.format(on_heap=bounds.value(TEST_ON_HEAP, {}, full), on_runs=bounds.value("test", names, full),
                           **full)


def compilers(targets):
    """The compilers and their versions, each once."""
    names = dict.fromkeys(target.compiler[0] for target in targets)
    return ", ".join(f"{name} {build.output([name, '-dumpversion']).strip()}" for name in names)


def goals(builds):
    """The goals, and whether each build meets them; the paths of their stacks."""
    rows = (("code and constants: at most {} bytes", TEXT_GOAL,
             lambda b: sizes.linked(b, build.CORE)), ("stack: at most {} bytes", STACK_GOAL, lambda b: core_path(b)[0]),
            ("data of its own: {}", 0,
             lambda b: sum(b.sizes(b.object_of(module))[1:][i] for module in b.modules()
                           for i in (0, 1))), ("64-bit division helpers: {}", 0, division_helpers))
    text = ""
    for goal, most, measured in rows:
        here = [measured(b) for b in builds]
        text += f"| {goal.format(most)} | " + " | ".join(f"{n} | {'met' if n <= most else '**missed**'}"
                                                         for n in here) + " |\n"
    paths = [" → ".join(f"`{name}`" for name in core_path(b)[1]) for b in builds]
    return text + f"\nThe stacks' paths: {'; '.join(paths)}.\n" + LIMITS


def division_helpers(b):
    """How many helpers for divisions the core needs."""
    b.link(build.CORE)
    return sum("div" in name or "mod" in name for name in sizes.compiler_helpers(b))


def stack_table(full, costs, checks):
    """The table of stacks."""
    calls = build.api(full[0].target, build.all_parts())
    graphs = [stack.graph_of(b, b.link(calls)) for b in full]
    rows = [[f"`{call}`"] for call in calls]
    for b, graph in zip(full, graphs):
        seen = cost.deepest_stacks(costs[columns([b])[0]])
        for row, call in zip(rows, calls):
            need, _ = graph.deepest(call)
            used = seen.get(call)
            row.append(need if used is None else f"{need} ({used})")
            checks.verdict(f"the stack of {call}, {b.target.name} {b.level}",
                           [] if used is None or used <= need else [f"{used} bytes were used, at most {need}"])
    return table(["call", *columns(full)], rows)


def core_path(core):
    """(bytes, path) of the deepest path of the core."""
    graph = stack.graph_of(core, core.link(build.CORE))
    return max(graph.deepest(call) for call in build.CORE)
