"""The part of `make bench` about long traces and long queues: the processor time of whole commands,
each the least of some rounds, as ratios of one run of this program.

Usage: scale.py RTMR BEFORE PEER. BEFORE is the command with the kernel before. The traces are
random, from a fixed seed; RTMR_SWIM_DAY=FILE gives the peer that day instead. Linux and Python 3.9
or later.
"""
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

SEED = 1
ROUNDS = 2
HEADER = "job,arrival,deadline,eps_m,eps_r,map_durations,reduce_durations"
DAY = 86_400_000  # ms

# The shapes of the Facebook traces of 2009 and 2010: jobs, maps.
DAY_2009 = (5_894, 400_000)
DAY_2010 = (24_443, 8_080_000)
FEW, MANY = 20_000, 80_000  # jobs that wait
SLOTS = ("--map-slots", "100", "--reduce-slots", "30")
LARGE = ("--map-slots", "3000", "--reduce-slots", "1500")  # where the day of 2010 leaves jobs that can be kept

# Without rtmr, which plans all waiting tasks at each arrival, and without the Fair Scheduler of
# 0.20, which goes through all jobs every 500 ms.
SCHEDULERS = (("edf", ), ("fifo", ), ("dc", ), ("asrpt", ), ("lsps", ), ("fair", ), ("srt-fair", ), ("capacity", ),
              ("srt-capacity", ), ("capacity", "--hadoop", "0.20"), ("srt-capacity", "--hadoop", "0.20"))


def write_day(path, jobs, maps):
    """A day of jobs whose numbers of maps have a heavy tail and sum to about `maps`."""
    draw = random.Random(SEED)
    sizes = [min(draw.paretovariate(0.8), 1000.0) for _ in range(jobs)]
    scale = maps / sum(sizes)
    arrivals = sorted(draw.randrange(DAY) for _ in range(jobs))
    with path.open("w", encoding="ascii") as file:
        print(HEADER, file=file)
        for i, (size, arrival) in enumerate(zip(sizes, arrivals)):
            reduces = f"{draw.randint(1, 20)}x{draw.randint(1_000, 60_000)}" if draw.random() < 0.5 else ""
            print(f"j{i},{arrival},{arrival + draw.randint(60_000, DAY)},30000,60000,"
                  f"{max(1, round(size * scale))}x{draw.randint(1_000, 30_000)},{reduces}", file=file)


def write_queue(path, jobs):
    """Jobs that all arrive at once."""
    draw = random.Random(SEED)
    with path.open("w", encoding="ascii") as file:
        print(HEADER, file=file)
        for i in range(jobs):
            maps = ";".join(str(draw.randint(1_000, 9_000)) for _ in range(draw.randint(1, 3)))
            print(f"j{i},0,{draw.randint(100_000, 10**9)},9000,9000,{maps},{draw.randint(1_000, 9_000)}", file=file)


def seconds(*command):
    """The least processor time of the command over the rounds, and its output."""
    least = float("inf")
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        output = subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return least, output


def name_of(scheduler):
    """As a row of a table has it."""
    return " ".join((scheduler[0], *scheduler[2:]))


def bench_schedulers(rtmr, folder):
    """Each scheduler on the long trace and on the two queues."""
    write_day(folder / "day.csv", *DAY_2010)
    write_queue(folder / "few.csv", FEW)
    write_queue(folder / "many.csv", MANY)
    print(f"Long traces: a random day of the shape of Facebook's of 2010 ({DAY_2010[0]:,} jobs, {DAY_2010[1]:,} maps)\n"
          f"on the papers' cluster, and {FEW:,} and {MANY:,} jobs that arrive at once. Processor time of the whole\n"
          f"command, least of {ROUNDS} rounds; ratio to edf in this run, and ratio of the times per job.\n")
    print(f"{'scheduler':20} {'day s':>8} {'ratio edf':>10} {'few s':>8} {'many s':>8} {'ratio per job':>14}")
    base = None
    for scheduler in SCHEDULERS:
        times = [seconds(rtmr, "run", folder / name, "--threads", 1, "--scheduler", *scheduler)[0]
                 for name in ("day.csv", "few.csv", "many.csv")]
        base = times[0] if base is None else base
        print(f"{name_of(scheduler):20} {times[0]:8.2f} {times[0] / base:10.2f} {times[1]:8.2f} {times[2]:8.2f} "
              f"{times[2] * FEW / (times[1] * MANY):14.2f}", flush=True)


def bench_kernel(rtmr, before, folder):
    """rtmr, with the kernel before and now, against edf on the long day; the same tables."""
    day = folder / "day.csv"
    edf, _ = seconds(rtmr, "run", day, *LARGE, "--threads", 1, "--scheduler", "edf")
    now, table = seconds(rtmr, "run", day, *LARGE, "--threads", 1, "--scheduler", "rtmr")
    old, same = seconds(before, "run", day, *LARGE, "--threads", 1, "--scheduler", "rtmr")
    if table != same:
        sys.exit("bench: the kernel before runs the day in another way")
    print(f"\nrtmr on that day with {LARGE[1]} map and {LARGE[3]} reduce slots: its kernel with plans on a heap,\n"
          f"and now; the tables are the same.\n")
    print(f"{'edf s':>8} {'before s':>10} {'now s':>8} {'before / now':>13} {'now / edf':>10}\n"
          f"{edf:8.2f} {old:10.2f} {now:8.2f} {old / now:13.2f} {now / edf:10.2f}", flush=True)


def bench_peer(rtmr, peer, folder):
    """FIFO in rtmr and in SimGrid's S4U, on the same tasks; their makespans must be the same."""
    day = folder / "jobs.csv"
    given = os.environ.get("RTMR_SWIM_DAY")
    if given:
        subprocess.run([rtmr, "convert", "--format", "swim", given, "-o", day], check=True, stdout=subprocess.DEVNULL)
    else:
        write_day(day, *DAY_2009)
    ours, table = seconds(rtmr, "run", day, *SLOTS, "--scheduler", "fifo")
    theirs, printed = seconds(peer, day, SLOTS[1], SLOTS[3])
    makespan = next(line.split()[-1] for line in table.splitlines() if line.startswith("makespan"))
    if makespan != printed.strip():
        sys.exit(f"bench: the makespan of rtmr is {makespan}, that of SimGrid {printed.strip()}")
    print(f"\nFIFO without heartbeats on {SLOTS[1]} map and {SLOTS[3]} reduce slots, "
          f"{'the day given' if given else 'a random day of the shape of 2009'}: rtmr, and a\n"
          f"program of SimGrid's S4U (simgrid_fifo.cpp). Both have the makespan {makespan} ms.\n")
    print(f"{'rtmr s':>8} {'SimGrid s':>10} {'ratio':>8}\n{ours:8.2f} {theirs:10.2f} {theirs / ours:8.1f}")


def main():
    """Prints the tables."""
    rtmr, before, peer = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        bench_schedulers(rtmr, pathlib.Path(name))
        bench_kernel(rtmr, before, pathlib.Path(name))
        bench_peer(rtmr, peer, pathlib.Path(name))


if __name__ == "__main__":
    main()
