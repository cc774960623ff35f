#!/usr/bin/python3
"""The papers' tables: the means stay within the distance to the published figures that the project promises."""
import json
import sys
import time

import command
from command import contains, equal, good

POINTS = 6  # most percentage points between a mean and the paper
SECONDS = 40  # most time for all of it

# table -> scheduler -> accept ratio, utilisation
PUBLISHED = {
    "Table V": {
        "RTMR (SATU feedback)": (56.8, 15.5),
        "RTMR without feedback": (46.6, 11.6),
        "Hadoop FIFO": (None, 21.3),
    },
    "Table VI": {
        "RTMR (SATU feedback)": (24.7, 64.6),
        "RTMR without feedback": (15.7, 49.8),
        "Hadoop FIFO": (None, 69.7),
    },
}


def near(found, published, remark):
    if abs(found - published) > POINTS:
        raise AssertionError(f"{remark}: {found} is more than {POINTS} points from {published}")


def test_tables(directory):
    began = time.monotonic()
    text = good(directory, "paper", "rtmr", "--json", "out.json")
    equal(time.monotonic() - began < SECONDS, True)
    contains(text, "What cannot be matched")
    report = json.loads((directory / "out.json").read_text())
    equal(report["options"], {"paper": "rtmr", "first_seed": 1, "seeds": 40})
    for table, rows in PUBLISHED.items():
        contains(text, table + ": workload ")
        summary = {row["scheduler"]: row["metrics"] for row in report[table]["summary"]}
        for scheduler, (accept, utilisation) in rows.items():
            if accept is not None:
                near(summary[scheduler]["accept_ratio"]["mean"], accept, f"{table}, {scheduler}, accept")
            near(summary[scheduler]["utilisation"]["mean"], utilisation, f"{table}, {scheduler}, utilisation")
        for run in report[table]["runs"]:
            if run["scheduler"].startswith("RTMR"):
                equal(run["metrics"]["missed"], 0, run)
                equal(run["metrics"]["violations"], 0, run)
        equal(len(report[table]["runs"]), 5 * 40)


def test_directions(directory):
    """What the paper concludes holds, whatever the digits: Deadline Constraint accepts more than RTMR, breaks promises,
    and uses the cluster least; feedback accepts more than none."""
    good(directory, "paper", "rtmr", "--json", "out.json")
    report = json.loads((directory / "out.json").read_text())
    for table in PUBLISHED:
        summary = {row["scheduler"]: row["metrics"] for row in report[table]["summary"]}

        def mean(scheduler, metric):
            return summary[scheduler][metric]["mean"]  # pylint: disable=cell-var-from-loop

        dc, satu, none = "Deadline Constraint", "RTMR (SATU feedback)", "RTMR without feedback"
        equal(mean(dc, "accept_ratio") > mean(satu, "accept_ratio") > mean(none, "accept_ratio"), True)
        equal(mean(dc, "success_ratio") < 100, True)
        equal(all(mean(dc, "utilisation") < mean(other, "utilisation") for other in summary if other != dc), True)


def mean(values):
    return sum(values) / len(values)


def test_srt(directory):
    """What the SRT paper reports: who gains, and in which order."""
    text = good(directory, "paper", "srt", "--seeds", 8, "--json", "out.json")
    contains(text, "What is not")
    report = json.loads((directory / "out.json").read_text())
    equal(report["options"], {"paper": "srt", "first_seed": 1, "seeds": 8})

    def rows(experiment, measure):
        return [row for row in report[experiment] if row["measure"] == measure]

    def changes(experiment, measure):
        return [row["change"] for row in rows(experiment, measure)]

    small, large = "small jobs, process time", "large jobs, process time"
    equal(len(report["random_order"]), 4 * 5)
    equal(all(change < -35 for change in changes("random_order", small)), True, changes("random_order", small))
    equal(all(-5 < change < 1.5 for change in changes("random_order", large)), True, changes("random_order", large))
    equal(all(change < -25 for change in changes("random_order", "small jobs, reduce time")), True)
    equal(all(change < -25 for change in changes("random_order", "large jobs, reduce time")), True)
    equal(all(abs(change) < 2 for change in changes("random_order", "all jobs, total time")), True)
    equal(changes("large_first", small)[0] < -30 and abs(changes("large_first", large)[0]) < 4, True)
    equal(all(change < -5 for change in changes("capacity", small)), True)
    gaps = [mean(row["fair"]) - mean(row["srt-fair"]) for row in rows("scalability", small)]
    equal(gaps == sorted(gaps, reverse=True) and gaps[-1] > 0, True, gaps)
    for row in report["random_order"]:
        equal((len(row["fair"]), len(row["srt-fair"])), (8, 8))


def test_lsps(directory):
    """What the LsPS paper reports: LsPS is better than Fair, Fair better than FIFO, users 1 and 2 gain most."""
    contains(good(directory, "paper", "lsps", "--seeds", 8, "--json", "out.json"), "What is not")
    times = json.loads((directory / "out.json").read_text())["settings"][0]
    means = {name: {user: mean(values) for user, values in times[name].items()} for name in ("fifo", "fair", "lsps")}
    equal(means["fifo"]["all"] > 1.4 * means["fair"]["all"] > 1.4 * 1.2 * means["lsps"]["all"], True, means)
    for user in ("user1", "user2", "user3"):
        equal(means["fifo"][user] > 1.5 * means["fair"][user] > 1.5 * means["lsps"][user], True, user)
        equal(0.85 < means["fifo"][user] / means["fifo"]["user1"] < 1.15, True, user)
    gain = {user: means["fair"][user] / means["lsps"][user] for user in means["fair"]}
    equal(min(gain["user1"], gain["user2"]) > max(gain["user3"], gain["user4"]), True, gain)
    equal(gain["user4"] > 1, True, gain)


def test_seeds(directory):
    """Another number of seeds, another first seed: said in the output, stable, and different."""
    one = good(directory, "paper", "rtmr", "--seeds", 2)
    contains(one, "seeds 1 to 2")
    equal(good(directory, "paper", "rtmr", "--seeds", 2), one)
    contains(good(directory, "paper", "rtmr", "--seeds", 2, "--seed", 9), "seeds 9 to 10")


if __name__ == "__main__":
    sys.exit(command.main(sys.modules[__name__]))
