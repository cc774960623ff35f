"""Instructions and stack of every call, as cost.c measures them on a board."""
import re

from tests.embedded import boards

from .page import table

LINE = re.compile(r"^cost,(.*),(\d+),(\d+),(\d+),(\d+)$", re.MULTILINE)


def measured(program):
    """What a program says: {(call, jobs, slots): (instructions, bytes of stack)}."""
    run = boards.run(program)
    found = {(call, int(jobs), int(slots)): (int(instructions), int(stack))
             for call, jobs, slots, instructions, stack in LINE.findall(run.output)}
    if run.status != 0 or not found:
        raise ValueError(f"{program} ended with {run.status}:\n{run.output}")
    return found


def table_of(programs):
    """Instructions by call, jobs and slots: a column for each program, {heading: what it
    measured}."""
    cases = sorted(next(iter(programs.values())), key=lambda case: (_order(programs, case[0]), case[2], case[1]))
    return table(["call", "jobs", "slots", *programs],
                 [[re.sub(r"^(\w+)", r"`\1`", call), jobs, slots,
                   *(costs[call, jobs, slots][0] for costs in programs.values())] for call, jobs, slots in cases])


def _order(programs, call):
    """Calls stand in the order in which they are measured."""
    return list(dict.fromkeys(case[0] for case in next(iter(programs.values())))).index(call)


def deepest_stacks(costs):
    """{call of the API: most bytes of stack in any case}."""
    deepest = {}
    for (call, _, _), (_, stack) in costs.items():
        name = re.match(r"\w+", call).group()
        deepest[name] = max(deepest.get(name, 0), stack)
    return deepest
