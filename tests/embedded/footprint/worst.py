"""The worst calls that a search finds, and what they cost: search.c looks for states on the host,
worst.c makes the calls in them on a board."""
import re

from tests.embedded import boards

from . import bounds, build
from .page import columns, table

SEEDS = (1, 2, 3, 4)
STATES = 5000
SAMPLE = 1000
# So many calls in one run of a board: its counter of instructions must not wrap.
BATCH = 6

NOTED = re.compile(r"^- \*([^*]+)\*: `(\d+:[0-9a-f]+)`", re.MULTILINE)
COST = re.compile(r"^worst,(\d+)$", re.MULTILINE)


def named(case):
    """The name of a case of bounds.toml."""
    return ", ".join(filter(None, case))


def search_program():
    """Builds search.c with a kernel that counts its iterations and its basic blocks."""
    return bounds.counting_kernel(build.OUT / "search", "search", ("states", "formula_sizes"),
                                  ("-fsanitize-coverage=trace-pc", ))


def searched(program, seeds, states):
    """Looks at so many states for each seed. Returns {(call, case): the states that were worst}."""
    found = {}
    for seed in seeds:
        for line in build.output([str(program), str(seed), str(states)]).splitlines():
            call, when, word = line.split(";")
            found.setdefault((call, when), []).append(word)
    return found


def replayed(program, words):
    """Makes calls in states on the host. Returns for each (call, case), the sizes, iterations,
    basic blocks, and the state in words."""
    made = []
    for line in build.output([str(program), *words]).splitlines():
        call, when, *numbers, words_of_state = line.split(";", 9)
        *sizes, iterations, blocks = map(int, numbers)
        made.append(((call, when), dict(zip("SJWUH", sizes)), iterations, blocks, words_of_state))
    return made


def worst_of(program, found):
    """The worst state of each case: {(call, case): word}."""
    worst = {}
    for case, words in found.items():
        made = replayed(program, words)
        worst[case] = words[max(range(len(words)), key=lambda i, made=made: made[i][3])]
    return worst


def on_board(elf, words):
    """Makes calls in states on a board. Returns the instructions of each."""
    costs = []
    for first in range(0, len(words), BATCH):
        batch = words[first:first + BATCH]
        run = boards.run(elf, *batch)
        measured = [int(cost) for cost in COST.findall(run.output)]
        if run.status != 0 or len(measured) != len(batch):
            raise ValueError(f"{elf} ended with {run.status}:\n{run.output}")
        costs += measured
    return costs


def noted(page):
    """The words of the states that a page names."""
    return [word for _, word in NOTED.findall(re.sub(r"\n +", " ", page))]


def look_for(program):
    """The full search: the words of the worst states, in the order of bounds.toml."""
    worst = worst_of(program, searched(program, SEEDS, STATES))
    return [worst[case] for case in bounds.formulas()[1] if case in worst]


def check_sample(checks, program, made):
    """A short search finds nothing that is worse than the states of the page."""
    most = {case: blocks for case, _, _, blocks, _ in made}
    sample = searched(program, SEEDS[:1], SAMPLE)
    for case, words in sample.items():
        seen = [m for m in replayed(program, words) if m[3] > most.get(case, 0)]
        checks.verdict(f"the worst state of {named(case)} is on the page", [f"{m[3]} blocks: {m[4]}" for m in seen])


def section(checks, builds, programs, words, is_sampled):
    """The tables of the page: worst calls, instructions per iteration, states. A short search
    compares if `is_sampled`."""
    names, formulas = bounds.formulas()
    host = search_program()
    made = replayed(host, words)
    costs = [on_board(program, words) for program in programs]
    if is_sampled:
        check_sample(checks, host, made)
    calls, ratios, states = [], [], []
    for i, (case, sizes, iterations, _, in_words) in enumerate(made):
        bound = bounds.value(formulas[case], names, sizes)
        here = [cost[i] for cost in costs]
        title = f"`{case[0]}`" + (f" ({case[1]})" if case[1] else "")
        checks.verdict(f"the bound of {named(case)} in its worst state",
                       [] if iterations <= bound else [f"{iterations} iterations, at most {bound}"])
        calls.append([title, iterations, bound, *here])
        if iterations:
            ratios.append([title, bounds.value(formulas[case], names, bounds.full()),
                           *(f"{cost / iterations:.1f}" for cost in here)])
        states.append(f"- *{named(case)}*: `{words[i]}`: {in_words}\n")
    unseen = [named(case) for case in formulas if case not in {m[0] for m in made}]
    checks.verdict("every case of bounds.toml has a worst call", unseen)
    return (table(["call", "iterations", "at most", *columns(builds)], calls),
            table(["call", "all tables full", *columns(builds)], ratios), "".join(states))
