"""Theorem 1 of the ASRPT paper: to minimise the total flow time is NP-hard in the strong sense.

The paper leaves the reduction from 3-Partition to its technical report. This is one of our own, for
both scenarios, since its reduce tasks have one unit of work each. Given are 3m integers a_j with
B/4 < a_j < B/2 and the sum mB.

- Machines: N = 3T, with T = B + 3m^2 + 1. All jobs arrive in slot 1.
- N - B fillers: one map, no reduce.
- 3m items: a_j maps and T - a_j reduce tasks.

The fillers end in slot 1, or each costs a slot. They leave B machines to the maps of items. By the
end of slot t + 1 the items have had at most B + tN = B + 3tT units of work, and an item needs T: at
most 3t are done. So the total flow time is at least K = N - B + 3 (2 + .. + (m + 1)). To reach K,
three items must end in each of the slots 2 .. m + 1; their maps end in the slot before, and at most
B units of maps can be ahead. So each triple has at most B maps, and, as the sum is mB, exactly B: a
partition. To delay fillers until an item more is done costs at least T - B, which is more than the
3m^2 that it can save.

The brute force knows none of this: it tries every slot of the last map and of the last reduce of
every job, and asks whether N machines can do the work in these windows.
"""
import collections
import itertools

import pytest


def partition(numbers, bound):
    """Whether the numbers can be divided into triples that have this sum each."""
    if not numbers:
        return True
    first, *rest = numbers
    for i, j in itertools.combinations(range(len(rest)), 2):
        if first + rest[i] + rest[j] == bound:
            left = rest[:i] + rest[i + 1:j] + rest[j + 1:]
            if partition(left, bound):
                return True
    return False


Problem = collections.namedtuple("Problem", "machines fillers items threshold")


def reduce_to_flow_time(numbers):
    """The instance of the scheduling problem: machines, fillers, items as (maps, reduces), and the
    total flow time K that is reached if and only if there is a partition."""
    m = len(numbers) // 3
    bound = sum(numbers) // m
    total = bound + 3 * m * m + 1
    machines = 3 * total
    fillers = machines - bound
    threshold = fillers + 3 * sum(range(2, m + 2))
    return Problem(machines, fillers, [(a, total - a) for a in numbers], threshold)


def fits(machines, windows):
    """Whether unit tasks can run in their windows of slots [first, last]. Windows: (first, last) ->
    tasks. With unit tasks, machines that are all alike and integer windows, it is enough that no
    interval of slots holds more work than it has machines (Hall's condition)."""
    firsts = {first for first, _ in windows}
    lasts = {last for _, last in windows}
    return all(
        sum(count for (first, last), count in windows.items() if first >= begin and last <= end)
        <= machines * (end - begin + 1) for begin in firsts for end in lasts if begin <= end)


def choices(items, extra):
    """For each item a slot of its last map and one of its last reduce, which together end at most
    `extra` slots later than 2 each. Equal items are interchangeable: theirs ascend."""
    def extend(index, chosen, left):
        if index == len(items):
            yield chosen
            return
        for end in range(2, left + 3):
            for maps_end in range(1, end):
                choice = (end, maps_end)
                if index == 0 or items[index] != items[index - 1] or choice >= chosen[-1]:
                    yield from extend(index + 1, chosen + [choice], left - (end - 2))
    yield from extend(0, [], extra)


def reaches(problem):
    """Whether any schedule has a total flow time of at most the threshold."""
    items = sorted(problem.items)
    extra = problem.threshold - problem.fillers - 2 * len(items)
    for chosen in choices(items, extra):
        windows = collections.Counter()
        for (maps, reduces), (end, maps_end) in zip(items, chosen):
            windows[1, maps_end] += maps
            windows[maps_end + 1, end] += reduces
        left = extra - sum(end - 2 for end, _ in chosen)
        for late in every_delay(problem.fillers, left):
            filled = windows.copy()
            for end, count in late.items():
                filled[1, end] += count
            if fits(problem.machines, filled):
                return True
    return False


def every_delay(fillers, left):
    """Slot -> how many fillers end in it, for at most `left` slots more than all in slot 1."""
    def extend(slot, late, rest):
        yield late
        for end in range(slot, rest + 2):
            if end - 1 <= rest:
                more = late.copy()
                more[end] += 1
                more[1] -= 1
                yield from extend(end, more, rest - (end - 1))
    yield from extend(2, collections.Counter({1: fillers}), left)


def instances(m, bound):
    """All multisets of 3m integers of that kind."""
    sizes = [a for a in range(1, bound) if bound < 4 * a and 2 * a < bound]
    return [numbers for numbers in itertools.combinations_with_replacement(sizes, 3 * m) if sum(numbers) == m * bound]


@pytest.mark.parametrize("bound", [12, 13, 16, 17, 19, 20])
def test_two_triples(bound):
    """All instances of two triples: the flow time is reached if and only if there is a
    partition."""
    answers = collections.Counter()
    for numbers in instances(2, bound):
        expected = partition(list(numbers), bound)
        assert reaches(reduce_to_flow_time(numbers)) == expected, numbers
        answers[expected] += 1
    assert answers[True] > 0


def test_both_answers_occur():
    """The instances above are no trivial ones."""
    answers = collections.Counter(partition(list(numbers), bound)
                                  for bound in (16, 20) for numbers in instances(2, bound))
    assert answers[True] > 0 and answers[False] > 0, answers
