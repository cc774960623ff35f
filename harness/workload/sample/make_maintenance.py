#!/usr/bin/python3
"""Writes a fault file, maintenance.csv, to standard output: a third of the papers' cluster at a
time is drained, and is back after two minutes, when the next third is drained.
"""
# The papers' nodes: 20 with four map slots each, then 10 with two, and one reduce slot each.
MAP_SLOTS = [4] * 20 + [2] * 10
GROUP = 10  # nodes
FIRST, PERIOD, ROUNDS = 60_000, 120_000, 5  # ms


def slots_of(group):
    """The slots of the nodes of a group: (stage, number)."""
    nodes = range(group * GROUP, (group + 1) * GROUP)
    for node in nodes:
        before = sum(MAP_SLOTS[:node])
        yield from (("map", slot) for slot in range(before, before + MAP_SLOTS[node]))
    yield from (("reduce", node) for node in nodes)


def change(time, event, group):
    """A row for every slot of the group."""
    for stage, slot in slots_of(group):
        print(time, event, "", "", stage, slot, "", sep=",")


def main():
    groups = len(MAP_SLOTS) // GROUP
    print("time,event,node,job,stage,number,factor")
    for number in range(ROUNDS + 1):
        time = FIRST + number * PERIOD
        if number > 0:
            change(time, "slot_back", (number - 1) % groups)
        if number < ROUNDS:
            change(time, "slot_drain", number % groups)


if __name__ == "__main__":
    main()
