#!/usr/bin/python3
"""Writes the sample trace, sample.csv, to standard output: made up, in the native format, always
the same.

Three users share the papers' cluster for ten minutes: `adhoc` sends many small jobs with short
deadlines, `report` medium ones, `batch` few large ones with long deadlines. Estimates bound the
durations. Together they want more than the cluster has, so that a scheduler has something to
decide.
"""
import math
import random

JOBS = 120
GAP_MEAN = 4_000  # ms between arrivals
BLOCK = 134_217_728  # bytes read by one map

# user, pool, share of the jobs, maps, reduces, mean map ms, mean reduce ms, deadline ms after
# arrival
CLASSES = (
    ("adhoc", "interactive", 0.60, (1, 12), (0, 2), 12_000, 10_000, (60_000, 120_000)),
    ("report", "production", 0.28, (15, 70), (2, 10), 20_000, 30_000, (120_000, 240_000)),
    ("batch", "production", 0.12, (90, 220), (10, 30), 26_000, 60_000, (300_000, 500_000)),
)


def between(draw, least, most):
    """A whole number from a closed interval."""
    return least + int(draw() * (most - least + 1))


def durations(draw, count, mean):
    """Times between 0.6 and 1.6 of the mean, short ones more often."""
    return [round(mean * (0.6 + draw() ** 2)) for _ in range(count)]


def choose(draw):
    """A class, by its share."""
    x = draw()
    for kind in CLASSES:
        x -= kind[2]
        if x < 0:
            return kind
    return CLASSES[-1]


def main():
    draw = random.Random(2013).random  # the same in every version of Python, unlike the module's other draws
    print("job,arrival,deadline,eps_m,eps_r,map_durations,reduce_durations,user,pool,map_bytes,reduce_bytes")
    now = 0
    for number in range(JOBS):
        user, pool, _, maps, reduces, map_mean, reduce_mean, deadline = choose(draw)
        map_times = durations(draw, between(draw, *maps), map_mean)
        reduce_times = durations(draw, between(draw, *reduces), reduce_mean)
        row = (
            f"{user}-{number}",
            now,
            now + between(draw, *deadline),
            round(1.6 * map_mean),
            round(1.6 * reduce_mean) if reduce_times else "",
            ";".join(map(str, map_times)),
            ";".join(map(str, reduce_times)),
            user,
            pool,
            BLOCK * len(map_times),
            BLOCK * len(map_times) if reduce_times else 0,
        )
        print(*row, sep=",")
        now += round(-GAP_MEAN * math.log(1 - draw()))


if __name__ == "__main__":
    main()
