"""Sorted slot-availability vectors and the planning steps on them, as the papers print them.

A vector is an ascending list, one entry per slot: when that slot is available. Nothing here is
fast: every step sorts again, as Definition 2 and Algorithms II, III and VI say.
"""
import math


def at_least(a, b):
    """Definition 1: a >= b, item by item, for two sorted vectors of equal length."""
    return len(a) == len(b) and all(x >= y for x, y in zip(a, b))


def plus(vector, durations):
    """Definition 2, the circled plus: each duration in turn lengthens the earliest entry."""
    result = list(vector)
    for duration in durations:
        result[0] += duration
        result.sort()
    return result


def maximum(vector, value):
    """Definition 3: MAX raises every entry to the value."""
    return [max(entry, value) for entry in vector]


def plan_stage(vector, estimates, release):
    """Algorithms II and III: puts tasks on the earliest slot, not before their release.

    Returns the new vector and the end of each task, in the given order. Only the entry that is used
    is raised to the release (the proofs' MAX raises all of them: see raise_whole in rules.py). On
    no slot a task never ends.
    """
    result = list(vector)
    ends = []
    if not vector:
        return result, [math.inf for _ in estimates]
    for estimate in estimates:
        result[0] = max(result[0], release) + estimate
        ends.append(result[0])
        result.sort()
    return result, ends


def replace_earliest(vector, finishes):
    """Algorithm VI, one of its two loops: each actual finish, in ascending order, replaces the
    earliest entry."""
    result = list(vector)
    for finish in sorted(finishes):
        result[0] = finish
        result.sort()
    return result
