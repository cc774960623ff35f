"""Random small instances. `draw(low, high)` gives an integer from low to high: hypothesis or
random.Random."""
import collections

from tests.model.naive import TIME_MAX
from tests.model.world import Node, Spec, Withdrawal

Instance = collections.namedtuple("Instance", "slots specs withdrawals")
# Nodes with heartbeats this far apart; see world.run_heartbeats().
Beating = collections.namedtuple("Beating", "nodes slots interval heartbeats_last reduces_per_node specs withdrawals")


def durations(draw, most, estimate):
    """Up to `most` tasks that run for at most the estimate, often for exactly that long."""
    return [max(1, estimate - max(0, draw(-2, estimate - 1))) for _ in range(draw(0, most))]


def spec(draw, arrival, largest, slots, previous):
    """A job of which the deadline is sometimes hopeless, sometimes easy, sometimes that of
    another job."""
    map_estimate, reduce_estimate = draw(1, largest), draw(1, largest)
    maps = durations(draw, 4, map_estimate)
    reduces = durations(draw, 4, reduce_estimate)
    alone = (-(-len(maps) // slots[0])) * map_estimate + (-(-len(reduces) // slots[1])) * reduce_estimate
    slack = draw(-1, 2 * largest)
    deadline = max(arrival, arrival + alone + slack if slack >= 0 else arrival + draw(0, alone))
    if previous and draw(0, 5) == 0:
        deadline = max(arrival, previous[draw(0, len(previous) - 1)].deadline)
    return Spec(arrival, min(deadline, TIME_MAX), map_estimate, reduce_estimate, maps, reduces)


def instance(draw, most_jobs=8, start=0):
    """1 to 4 slots per stage, 1 to most_jobs jobs from `start` on, and withdrawals that may be
    tried too late."""
    slots = draw(1, 4), draw(1, 4)
    largest = draw(1, 6)
    gap = draw(0, 4)
    specs, withdrawals = [], []
    arrival = start
    for k in range(draw(1, most_jobs)):
        arrival = min(arrival + draw(0, gap), TIME_MAX)
        specs.append(spec(draw, arrival, largest, slots, specs))
        if draw(0, 4) == 0:
            withdrawals.append(Withdrawal(min(arrival + draw(0, 4), TIME_MAX), draw(0, k)))
    return Instance(slots, specs, withdrawals)


def crowd(draw):
    """More jobs, or more tasks, at one instant than small tables hold; all of them could be met."""
    slots = draw(1, 2), draw(1, 2)
    most = draw(0, 1) * 100 + 1
    specs = []
    for k in range(25):
        maps, reduces = draw(0, most), draw(0, most)
        specs.append(Spec(0 if k < 20 else draw(0, 5), 10000 + draw(0, 3), 1, 1, [1] * maps, [1] * reduces))
    return Instance(slots, specs, [Withdrawal(draw(0, 5), draw(0, 19)) for _ in range(3)])


def nodes(draw, interval):
    """1 to 3 nodes with at most 2 slots of each kind, at least one of each in all, and any
    phases."""
    count = draw(1, 3)
    maps, reduces, result = 0, 0, []
    for k in range(count):
        m = draw(1 if k == count - 1 and maps == 0 else 0, 2)
        r = draw(1 if k == count - 1 and reduces == 0 else 0, 2)
        result.append(Node(range(maps, maps + m), range(reduces, reduces + r), draw(0, interval - 1)))
        maps, reduces = maps + m, reduces + r
    return result


def beating(draw, most_jobs=8):
    """1 to 3 nodes with heartbeats, and jobs that leave some time for the pads."""
    interval = draw(1, 4)
    these = nodes(draw, interval)
    slots = sum(len(node.map_slots) for node in these), sum(len(node.reduce_slots) for node in these)
    per_node = max(len(node.reduce_slots) for node in these)
    specs, withdrawals, arrival = [], [], 0
    for k in range(draw(1, most_jobs)):
        arrival += draw(0, 6)
        job = spec(draw, arrival, 5, slots, specs)
        specs.append(job._replace(deadline=job.deadline + draw(0, 8) * interval))
        if draw(0, 7) == 0:
            withdrawals.append(Withdrawal(arrival + draw(0, 4), draw(0, k)))
    return Beating(these, slots, interval, draw(0, 1) == 1, per_node, specs, withdrawals)
