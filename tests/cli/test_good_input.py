"""What the command does with good input: formats, options, outputs, and its manners."""
import csv
import io
import json
import os
import pathlib
import random
import re
import stat
import sys

from tests.cli import command
from tests.cli.command import HEADER, contains, equal, good, write

# Jobs of every shape: both stages, one, none.
TRACE = (
    HEADER,
    "late,4,20,3,,2;2,",
    "J0,0,9,3,2,3,2",
    "J1,0,20,5,1,5,1",
    "nothing,6,6,,,,",
    "reduces,6,40,,3,,2;2",
    "J2,6,11,1,1,1,1",
)
ONE = ("--map-slots", 1, "--reduce-slots", 1)
SAMPLE = command.ROOT / "harness/workload/sample/sample.csv"
EVERY = "rtmr,dc,edf,asrpt,fifo,fair,capacity,srt-fair,srt-capacity,lsps"


def jobs_of(directory, *arguments):
    """Runs one scheduler, and returns the per-job report as dictionaries."""
    good(directory, "run", *arguments, "--jobs-csv", "out.csv")
    return list(csv.DictReader(io.StringIO((directory / "out.csv").read_text())))


def column(rows, name):
    return [row[name] for row in rows]


def test_jobs_csv(directory):
    write(directory, "jobs.csv", *TRACE)
    good(directory, "run", "--trace", "jobs.csv", "--scheduler", "rtmr", *ONE, "--jobs-csv", "out.csv")
    lines = (directory / "out.csv").read_text().splitlines()
    equal(lines[0].startswith("job,accepted,estimated_finish,actual_finish,met,"), True)
    equal([line.split(",")[:5] for line in lines[1:]], [
        ["late", "1", "14", "13", "1"],
        ["J0", "1", "5", "5", "1"],
        ["J1", "1", "9", "11", "1"],
        ["nothing", "1", "6", "6", "1"],
        ["reduces", "1", "15", "15", "1"],
        ["J2", "1", "10", "10", "1"],
    ])


def test_jobs_csv_of_rejected_jobs(directory):
    write(directory, "jobs.csv", HEADER, "a,0,10,10,,10,", "b,0,15,10,,10,")
    rows = jobs_of(directory, "--trace", "jobs.csv", "--scheduler", "rtmr", *ONE)
    equal(column(rows, "accepted"), ["1", "0"])
    equal(column(rows, "estimated_finish"), ["10", "20"])
    equal(column(rows, "actual_finish"), ["10", ""])
    equal(column(rows, "met"), ["1", ""])
    equal(column(rows, "reason"), ["", "it would miss its deadline"])
    equal(column(rows, "earliest_deadline"), ["", "20"])
    equal(column(rows, "first_start"), ["0", ""])


def test_jobs_csv_without_a_test(directory):
    write(directory, "jobs.csv", HEADER, "a,0,10,10,,10,", "b,0,15,10,,10,")
    rows = jobs_of(directory, "--trace", "jobs.csv", "--scheduler", "fifo", *ONE)
    equal(column(rows, "accepted"), ["1", "1"])
    equal(column(rows, "estimated_finish"), ["", ""])
    equal(column(rows, "actual_finish"), ["10", "20"])
    equal(column(rows, "met"), ["1", "0"])
    equal(column(rows, "lateness"), ["0", "5"])


def test_overrun_is_not_bad_input(directory):
    write(directory, "jobs.csv", HEADER, "a,0,10,4,,6,")
    rows = jobs_of(directory, "--trace", "jobs.csv", "--scheduler", "rtmr", *ONE)
    equal([rows[0][name] for name in ("accepted", "estimated_finish", "actual_finish", "met")], ["1", "4", "6", "1"])


def test_line_ends(directory):
    """CRLF, a missing last line end, or both: the same jobs."""
    write(directory, "lf.csv", *TRACE)
    write(directory, "crlf.csv", *TRACE, end="\r\n")
    (directory / "cut.csv").write_text("\n".join(TRACE))
    (directory / "crlfcut.csv").write_bytes("\r\n".join(TRACE).encode())
    reports = [jobs_of(directory, "--trace", name, "--scheduler", "edf", *ONE)
               for name in ("lf.csv", "crlf.csv", "cut.csv", "crlfcut.csv")]
    for report in reports[1:]:
        equal(report, reports[0])


def test_order_of_rows(directory):
    """Rows may come in any order; reports keep it; equal arrivals are served in it."""
    write(directory, "jobs.csv", HEADER, "third,5,99,1,,1,", "first,0,99,3,,3,", "second,0,99,3,,3,")
    rows = jobs_of(directory, "--trace", "jobs.csv", "--scheduler", "fifo", *ONE)
    equal(column(rows, "job"), ["third", "first", "second"])
    equal(column(rows, "actual_finish"), ["7", "3", "6"])


def test_no_jobs(directory):
    write(directory, "jobs.csv", HEADER)
    for scheduler in EVERY.split(","):
        equal(jobs_of(directory, "--trace", "jobs.csv", "--scheduler", scheduler), [])


def test_limits_of_time(directory):
    top = 2**60
    write(directory, "jobs.csv", HEADER, f"a,0,{top},{top},,{top},", f"b,0,{top},{top},{top},,")
    for scheduler in EVERY.split(","):
        rows = jobs_of(directory, "--trace", "jobs.csv", "--scheduler", scheduler, *ONE)
        equal(column(rows, "actual_finish"), [str(top), "0"], scheduler)


def test_texts_in_reports_are_quoted(directory):
    write(directory, "jobs.tsv", "a,b\t0\t0\t1\t1\t1")
    rows = jobs_of(directory, "--trace", "jobs.tsv", "--scheduler", "fifo")
    equal(column(rows, "job"), ["a,b"])


def test_optional_columns(directory):
    columns = HEADER + ",user,pool,map_bytes,reduce_bytes"
    write(directory, "jobs.csv", columns, "a,0,9,1,,1,,ann,web,10,", "b,0,9,1,,1,,,,,")
    rows = jobs_of(directory, "--trace", "jobs.csv", "--scheduler", "fifo")
    equal(column(rows, "user"), ["ann", ""])
    equal(column(rows, "pool"), ["web", ""])
    write(directory, "jobs.csv", HEADER + ",user", "a,0,9,1,,1,,ann")
    equal(column(jobs_of(directory, "--trace", "jobs.csv", "--scheduler", "fifo"), "user"), ["ann"])


def test_swim(directory):
    """Every conversion, by hand: 2 MiB/s on 128 MiB blocks, 4 MiB/s on 1 GiB a reduce, 500 ms of
    startup."""
    mib = 1024 * 1024
    write(directory, "jobs.tsv", f"big\t10\t10\t{300 * mib}\t{1000 * mib}\t{1048 * mib}", "tiny\t12\t2\t1\t0\t0")
    options = ("--swim-map-rate", 2, "--swim-reduce-rate", 4, "--swim-startup", 500, "--deadline-sd", 0,
               "--deadline-factor", 2, "--deadline-least", 4000, "--map-slots", 2, "--reduce-slots", 1)
    rows = jobs_of(directory, "--trace", "jobs.tsv", "--scheduler", "fifo", *options)
    equal(column(rows, "arrival"), ["10000", "12000"])
    equal(column(rows, "maps"), ["3", "1"])
    equal(column(rows, "reduces"), ["2", "1"])
    # 128 MiB: 64,500 ms; the last block of 44 MiB: 22,500 ms; 1,024 MiB: 256,500 ms
    equal(column(rows, "map_slot_time"), [str(64500 * 2 + 22500), "501"])
    equal(column(rows, "reduce_slot_time"), [str(2 * 256500), "500"])
    # alone: 2 waves of 1.5 * 64,500 and 2 of 1.5 * 256,500, twice that; tiny: 752 + 750, twice
    # that, at least 4,000
    equal(column(rows, "deadline"), [str(10000 + 2 * (2 * 96750 + 2 * 384750)), str(12000 + 4000)])
    scaled = jobs_of(directory, "--trace", "jobs.tsv", "--scheduler", "fifo", *options, "--swim-scale", 2)
    equal(column(scaled, "maps"), ["5", "1"])
    equal(column(scaled, "reduces"), ["4", "1"])


def check_day(directory, trace, jobs, maps):
    """Every job and map of a SWIM trace is there, all schedulers run it, and RTMR breaks no
    promise."""
    rows = jobs_of(directory, "--trace", trace, "--scheduler", "fifo")
    equal((len(rows), sum(int(row["maps"]) for row in rows)), (jobs, maps))
    good(directory, "run", "--trace", trace, "--scheduler", EVERY, "--json", "out.json")
    runs = json.loads((directory / "out.json").read_text())["runs"]
    equal([run["scheduler"] for run in runs], EVERY.split(","))
    for feedback in ("exact", "satu", "none"):
        good(directory, "run", "--trace", trace, "--scheduler", "rtmr", "--feedback", feedback, "--json", "out.json")
        metrics = json.loads((directory / "out.json").read_text())["runs"][0]["metrics"]
        equal((metrics["missed"], metrics["violations"], metrics["accepted"] > 0), (0, 0, True), feedback)


def test_a_day(directory):
    """Like a day of a trace: many small jobs, a few large ones, arrivals in bursts."""
    rng = random.Random(2009)
    block = 128 * 2**20
    lines, submit, maps = [], 0, 0
    for number in range(600):
        gap = rng.choice((0, 0, 5, 20, 60, 240))
        submit += gap
        blocks = rng.choice((1, 1, 1, 2, 3, 10, 40, 400))
        maps += blocks
        size = blocks * block - rng.randrange(block)
        lines.append("\t".join(map(str, (f"job{number}", submit, gap, size, rng.choice((0, size // 10, size)),
                                         rng.choice((0, size // 100, size // 2))))))
    check_day(directory, write(directory, "day.tsv", *lines), len(lines), maps)


def test_the_real_day(directory):
    """The SWIM day FB-2009_samples_24_times_1hr_0.tsv, if $RTMR_SWIM_DAY names it (README.md
    says where it is from)."""
    day = os.environ.get("RTMR_SWIM_DAY")
    if day:
        check_day(directory, pathlib.Path(day).resolve(), 5894, 205713)


def test_format_by_name_and_by_option(directory):
    write(directory, "swim.txt", "a\t0\t0\t1\t1\t1")
    equal(len(jobs_of(directory, "--trace", "swim.txt", "--format", "swim", "--scheduler", "fifo")), 1)
    write(directory, "native.tsv", HEADER, "a,0,9,1,,1,")
    equal(len(jobs_of(directory, "--trace", "native.tsv", "--format", "native", "--scheduler", "fifo")), 1)


def test_heartbeat_defaults(directory):
    """3000 ms on the papers' cluster, none elsewhere; --heartbeat overrides both."""
    write(directory, "jobs.csv", HEADER, "a,0,99999,1,,1,")
    write(directory, "c.csv", "nodes,map_slots,reduce_slots,speed", "1,1,1,1")
    for arguments, heartbeat in (((), 3000), (("--cluster", "paper"), 3000), (ONE, 0), (("--cluster", "c.csv"), 0),
                                 (("--heartbeat", 0), 0), ((*ONE, "--heartbeat", 7), 7)):
        good(directory, "run", "--trace", "jobs.csv", "--scheduler", "fifo", *arguments, "--json", "out.json")
        equal(json.loads((directory / "out.json").read_text())["cluster"]["heartbeat"], heartbeat, arguments)


def test_cluster_file(directory):
    """A task takes ceil(duration / speed); nodes are numbered in the order of the rows."""
    write(directory, "jobs.csv", HEADER, "a,0,99,9,9,3;3;3,3")
    write(directory, "c.csv", "nodes,map_slots,reduce_slots,speed", "1,1,1,0.5", "2,1,0,1.5")
    rows = jobs_of(directory, "--trace", "jobs.csv", "--scheduler", "fifo", "--cluster", "c.csv")
    equal(column(rows, "map_slot_time"), ["10"])
    equal(column(rows, "reduce_slot_time"), ["6"])
    write(directory, "c.csv", "nodes,map_slots,reduce_slots,speed,reduce_speed", "3,1,1,0.5,3")
    rows = jobs_of(directory, "--trace", "jobs.csv", "--scheduler", "fifo", "--cluster", "c.csv")
    equal(column(rows, "map_slot_time"), ["18"])
    equal(column(rows, "reduce_slot_time"), ["1"])





def test_racks_and_locality(directory):
    """With one copy on the only node of another rack or of its own, a map takes 1, 2 or 3 times
    as long."""
    write(directory, "jobs.csv", HEADER, "a,0,99,9,9,10;10;10;10;10;10,3")
    write(directory, "c.csv", "nodes,map_slots,reduce_slots,speed,reduce_speed,rack", "2,1,1,1,1,7", "1,1,1,1,1,8")
    options = ("--trace", "jobs.csv", "--scheduler", "fifo", "--cluster", "c.csv", "--replication", 1, "--rack-factor",
               2, "--remote-factor", 3)
    times = {int(jobs_of(directory, *options, "--seed", seed)[0]["map_slot_time"]) for seed in range(1, 9)}
    equal(len(times) > 1 and min(times) >= 60 and max(times) <= 180, True, times)
    equal(column(jobs_of(directory, *options[:-6]), "map_slot_time"), ["60"])
    equal(column(jobs_of(directory, *options, "--replication", 3), "map_slot_time"), ["60"])


def test_data_places_of_a_trace(directory):
    """Nodes 0 and 1 share a rack, 2 has its own. a's maps run where their data are, b's on the
    first node that is free, far from its data."""
    columns = HEADER + ",user,pool,map_bytes,reduce_bytes,map_nodes"
    write(directory, "jobs.csv", columns, "a,0,99,9,9,10;10;10,3,,,,,2;0|2;1", "b,20,99,9,9,10,3,,,,,2",
          "c,20,99,9,9,,3,,,,,")
    write(directory, "c.csv", "nodes,map_slots,reduce_slots,speed,reduce_speed,rack", "1,1,1,1,1,7", "1,1,1,1,1,7",
          "1,1,1,1,1,8")
    options = ("--trace", "jobs.csv", "--scheduler", "fifo", "--cluster", "c.csv", "--rack-factor", 2,
               "--remote-factor", 3)
    equal(column(jobs_of(directory, *options), "map_slot_time"), ["30", "30", "0"])
    equal(column(jobs_of(directory, *options[:-4]), "map_slot_time"), ["30", "10", "0"])


def test_pools_and_queues(directory):
    """b's pool and queue come first, although a's job is there first."""
    columns = HEADER + ",user,pool"
    write(directory, "jobs.csv", columns, "a,0,99,9,9,10;10,,u,x", "b,0,99,9,9,10;10,,u,y")
    write(directory, "pools.csv", "pool,weight,min_maps,min_reduces,order", "y,1,1,0,fifo")
    write(directory, "queues.csv", "queue,capacity,user_limit", "y,100,100", "x,0,100")
    for scheduler in ("fair", "srt-fair"):
        rows = jobs_of(directory, "--trace", "jobs.csv", "--scheduler", scheduler, *ONE, "--pools", "pools.csv")
        equal(column(rows, "first_start")[1], "0", scheduler)
        rows = jobs_of(directory, "--trace", "jobs.csv", "--scheduler", scheduler, *ONE)
        equal(column(rows, "first_start")[0], "0", scheduler)
    for scheduler in ("capacity", "srt-capacity"):
        rows = jobs_of(directory, "--trace", "jobs.csv", "--scheduler", scheduler, *ONE, "--queues", "queues.csv")
        equal(column(rows, "first_start")[1], "0", scheduler)


def test_hadoop_options_are_recorded(directory):
    write(directory, "jobs.csv", HEADER, "a,0,99,9,9,3,3")
    good(directory, "run", "--trace", "jobs.csv", "--scheduler", EVERY, *ONE, "--hadoop", "0.20", "--assign-multiple",
         "yes", "--remote-factor", 1.5, "--speculation", "--lsps-alpha", 0.5, "--lsps-prior", 7, "--fifo-padding", 0.25,
         "--json", "out.json")
    report = json.loads((directory / "out.json").read_text())
    expected = {"hadoop": "0.20", "assign_multiple": "yes", "remote_factor": 1.5, "rack_factor": 1.0, "replication": 3,
                "speculation": True, "lsps_alpha": 0.5, "lsps_prior": 7, "locality_delay": 0, "fifo_padding": 0.25,
                "pools": None, "queues": None}
    equal({key: report["options"][key] for key in expected}, expected)
    equal(report["options"]["schedulers"], EVERY.split(","))


def test_compare(directory):
    """Figures as in rtmr run, seed by seed; rtmr thrice; the phases of the heartbeats are all
    that differs."""
    good(directory, "compare", "--workload", "I", "--all", "--seeds", 3, "--seed", 5, "--json", "out.json")
    report = json.loads((directory / "out.json").read_text())
    labels = [row["label"] for row in report["contenders"]]
    equal(labels, ["rtmr exact", "rtmr satu", "rtmr none"] + EVERY.split(",")[1:])
    good(directory, "run", "--workload", "I", "--scheduler", EVERY, "--seeds", 3, "--seed", 5, "--json", "run.json")
    runs = json.loads((directory / "run.json").read_text())["runs"]
    for row in report["contenders"]:
        if row["label"] in ("rtmr satu", "rtmr none"):
            continue
        own = [run["metrics"] for run in runs if run["scheduler"] == row["label"].split()[0]]
        equal(row["utilisation"], [metrics["utilisation"] for metrics in own], row["label"])
        equal(row["accept_ratio"], [metrics["accept_ratio"] for metrics in own], row["label"])
        equal([round(1000 * wait) for wait in row["longest_wait"]], [metrics["longest_wait"] for metrics in own])


def test_compare_by_hand(directory):
    """FIFO on one slot: a 0..10, b 10..13, c 13..23; response 10, 12, 20. Alone they take 10, 3,
    10."""
    write(directory, "jobs.csv", HEADER + ",user", "a,0,99,9,9,10,,u", "b,1,99,9,9,3,,v", "c,3,99,9,9,10,,u")
    text = good(directory, "compare", "--trace", "jobs.csv", *ONE, "--scheduler", "fifo", "--seeds", 1, "--json",
                "out.json")
    contains(text, "Response by user, ms")
    row = json.loads((directory / "out.json").read_text())["contenders"][0]
    equal(row["response"], [0.014])
    equal(row["response_by_user"], {"u": [0.015], "v": [0.012]})
    equal([row["response_small"], row["response_medium"], row["response_large"]], [[None], [0.014], [None]])
    speeds = (10 / 10 + 10 / 20) / 2, 3 / 12
    equal(abs(row["fairness"][0] - sum(speeds) ** 2 / (2 * sum(x * x for x in speeds))) < 1e-9, True)
    equal(row["longest_wait"], [0.010])


def test_utilisation_is_one_figure(directory):
    """Also where accepted jobs are late: what dc and edf are compared by is the same for both, and
    can be told from the jobs. The papers' figure is not, and is in JSON only."""
    run = ("--trace", SAMPLE, "--overrun-rate", 0.3, "--overrun-factor", 4)
    slots = 130
    figures = {}
    for scheduler in ("dc", "edf"):
        jobs = jobs_of(directory, *run, "--scheduler", scheduler, "--json", "out.json")
        found = json.loads((directory / "out.json").read_text())["runs"][0]["metrics"]
        share = {}
        met = [job for job in jobs if job["met"] == "1"]
        for name, counted in (("utilisation_all", jobs), ("utilisation_met", met)):
            time = sum(int(job["map_slot_time"]) + int(job["reduce_slot_time"]) for job in counted)
            share[name] = 100 * time / slots / found["makespan"]
            equal(abs(found[name] - share[name]) < 1e-6, True, (scheduler, name))
        equal(found["utilisation"], found["utilisation_met" if scheduler == "dc" else "utilisation_all"])
        figures[scheduler] = found
    text = good(directory, "run", *run, "--scheduler", "dc,edf")
    for name, key in (("util", "utilisation_all"), ("util met", "utilisation_met")):
        row = next(line for line in text.splitlines() if line.split("  ")[0] == name)
        equal(row.split()[-2:], [f"{figures[scheduler][key]:.1f}" for scheduler in ("dc", "edf")])
    good(directory, "compare", *run, "--scheduler", "edf,dc", "--seeds", 2, "--json", "out.json")
    for row in json.loads((directory / "out.json").read_text())["contenders"]:
        for key in ("utilisation_all", "utilisation_met", "utilisation"):
            equal(abs(row[key][0] - figures[row["label"]][key]) < 1e-9, True, key)


def test_promises_are_of_those_who_promise(directory):
    """A scheduler without promises has no violations of any; in JSON they are 0, as ever."""
    run = ("run", "--trace", SAMPLE, "--overrun-rate", 0.1, "--overrun-factor", 3, "--scheduler")
    rows = [line.split() for line in good(directory, *run, "edf,rtmr").splitlines()]
    for name in ("violations", "flagged", "renewed"):
        row = next(row for row in rows if row[:1] == [name])
        equal((row[1], int(row[2]) > 0), ("-", True), name)
    text = good(directory, *run, "edf", "--json", "out.json")
    equal([name for name in ("violations", "flagged", "renewed") if name in text], [])
    equal(json.loads((directory / "out.json").read_text())["runs"][0]["metrics"]["flagged"], 0)


def test_units_fit_the_figures(directory):
    """Times of the tables have the unit of the page, and the same name."""
    for scale, unit in ((1, "ms"), (1000, "s"), (60000, "min")):
        write(directory, "jobs.csv", HEADER, *(f"j{i},0,{900 * scale},{90 * scale},,{90 * scale}," for i in range(3)))
        run = ("--trace", "jobs.csv", *ONE, "--scheduler", "fifo")
        rows = {line.split("  ")[0]: line.split() for line in good(directory, "run", *run).splitlines()}
        for name, value in (("response", 180), ("longest wait", 180), ("makespan", 270)):
            equal((rows[name][-2], round(float(rows[name][-1]))), (unit, value), name)
        head = good(directory, "compare", *run, "--seeds", 1).splitlines()[2]
        contains(head, f"response {unit} ")
        contains(head, f"longest wait {unit}")


def test_papers_workloads(directory):
    """Every scheduler runs them on their clusters."""
    for name, jobs, slots in (("srt", 40, (12, 24)), ("lsps", 285, (22, 22))):
        good(directory, "run", "--workload", name, "--cluster", name, "--scheduler", EVERY, "--json", "out.json")
        report = json.loads((directory / "out.json").read_text())
        equal(report["options"]["workload"], name)
        equal(report["workload"]["jobs"], jobs)
        equal((report["cluster"]["map_slots"], report["cluster"]["reduce_slots"]), slots)
        equal({run["metrics"]["accepted"] for run in report["runs"] if run["scheduler"] != "dc"}, {jobs})


def test_deadlines_for_papers_workloads(directory):
    """Jobs that are drawn without deadlines get some if options for them are given; without,
    no job succeeds."""
    for name in ("srt", "lsps"):
        run = ("--workload", name, "--cluster", name, "--scheduler", "rtmr")
        without = jobs_of(directory, *run, "--json", "out.json")
        equal(set(column(without, "deadline")), {""})
        equal(json.loads((directory / "out.json").read_text())["runs"][0]["metrics"]["success_ratio"], None)
        rows = jobs_of(directory, *run, "--deadline-factor", 2, "--deadline-sd", 0, "--deadline-least", 0,
                       "--estimate-factor", 1.25, "--json", "out.json")
        equal(column(rows, "map_slot_time") == column(without, "map_slot_time"), False)  # some are rejected now
        equal(all(int(row["deadline"]) > int(row["arrival"]) for row in rows), True)
        report = json.loads((directory / "out.json").read_text())
        equal(report["options"]["terms"]["estimate_factor"], 1.25)
        equal(report["runs"][0]["metrics"]["success_ratio"], 100)
        equal(0 < report["runs"][0]["metrics"]["accepted"] < len(rows), True)


def test_calibrate(directory):
    """The sets in use and the nearest ones; the number of threads shows nowhere."""
    sets = 2 if command.slow() else 5
    for paper in ("srt", "lsps"):
        search = ("paper", paper, "--calibrate", sets, "--seeds", 1, "--threads")
        text = good(directory, *search, 1)
        equal(good(directory, *search, 3), text)
        rows = [line.split() for line in text.split("\n\n")[1].splitlines()]
        equal([row[0] for row in rows[3:]], ["in", *map(str, range(1, sets + 1))])
        distances = [float(row[1]) for row in rows[4:]]
        equal(distances, sorted(distances))


RTMR_SEARCHES = ("Workload I, RTMR and FIFO", "Workload II, RTMR and FIFO",
                 "Both workloads with one set, beside the set in use for I", "Workload I, nodes of one speed",
                 "Workload II, nodes of one speed", "Workload I, Deadline Constraint",
                 "Workload II, Deadline Constraint")


def test_calibrate_rtmr(directory):
    """One search after another: each has the set in use, the nearest ones, and how near they
    come."""
    search = ("paper", "rtmr", "--calibrate", 3, "--seeds", 1, "--threads")
    text = good(directory, *search, 1)
    equal(good(directory, *search, 2), text)
    equal([line for line in text.splitlines() if line.startswith(("Workload", "Both"))], list(RTMR_SEARCHES))
    for part in re.split("|".join(RTMR_SEARCHES), text)[1:]:
        contains(part, "Sets of numbers tried: 3, on seeds 1 to 1")
        shown = [float(row.split()[1]) for row in part.splitlines() if re.match(r"\d +\d", row)][:3]
        equal(shown, sorted(shown))
        contains(part, "Sets with all figures so near to the paper")
    one_speed = text.split(RTMR_SEARCHES[3])[1].split(RTMR_SEARCHES[4])[0]
    equal(" speed" in one_speed.split("The numbers")[1], False)


def test_delta_default(directory):
    """0, but the mean map time for the papers' workloads."""
    write(directory, "jobs.csv", HEADER, "a,0,99999,1,,1,")
    for arguments, delta in ((("--trace", "jobs.csv"), 0), (("--workload", "I"), 7600), (("--workload", "II"), 28600),
                             (("--workload", "I", "--feedback", "satu", "--delta", 5), 5)):
        good(directory, "run", *arguments, "--scheduler", "rtmr", "--json", "out.json")
        equal(json.loads((directory / "out.json").read_text())["options"]["delta"], delta)


def test_json(directory):
    good(directory, "run", "--workload", "I", "--scheduler", "rtmr,fifo", "--seed", 7, "--seeds", 3, "--json",
         "out.json")
    report = json.loads((directory / "out.json").read_text())
    equal(report["options"]["seeds"], [7, 8, 9])
    equal(report["options"]["order"], "edf")
    equal(report["options"]["schedulers"], ["rtmr", "fifo"])
    equal(sorted(report["libraries"]), ["gsl", "jansson", "random"])
    equal([(run["scheduler"], run["seed"]) for run in report["runs"]],
          [(name, seed) for name in ("rtmr", "fifo") for seed in (7, 8, 9)])
    mean = sum(run["metrics"]["accept_ratio"] for run in report["runs"][:3]) / 3
    equal(abs(report["summary"][0]["metrics"]["accept_ratio"]["mean"] - mean) < 1e-6, True)
    equal("timing" in report["runs"][0], False)
    good(directory, "run", "--workload", "I", "--scheduler", "fifo", "--timing", "--json", "out.json")
    equal(json.loads((directory / "out.json").read_text())["runs"][0]["timing"]["events"] > 0, True)


def test_undefined_figures(directory):
    write(directory, "jobs.csv", HEADER)
    contains(good(directory, "run", "--trace", "jobs.csv", "--scheduler", "fifo", "--json", "out.json"), "-")
    equal(json.loads((directory / "out.json").read_text())["runs"][0]["metrics"]["utilisation"], None)


def test_a_seed_gives_one_output(directory):
    arguments = ("run", "--workload", "II", "--scheduler", "rtmr,dc,edf,fifo", "--seeds", 2)
    first = good(directory, *arguments, "--seed", 5)
    equal(good(directory, *arguments, "--seed", 5), first)
    equal(good(directory, *arguments, "--seed", 6) == first, False)
    contains(first, "seeds 5 to 6")


def test_seeds_are_independent_of_their_number(directory):
    """Seed 6 gives the same run whether it comes first or second."""
    values = []
    for seed, seeds in ((5, 2), (6, 1)):
        good(directory, "run", "--workload", "I", "--scheduler", "rtmr", "--seed", seed, "--seeds", seeds, "--json",
             "out.json")
        values.append(json.loads((directory / "out.json").read_text())["runs"][-1])
    equal(values[0], values[1])


def test_outputs_replace_and_keep_their_place(directory):
    write(directory, "jobs.csv", *TRACE)
    write(directory, "out.csv", "old")
    os.umask(0o022)
    run = ("run", "--trace", "jobs.csv", "--scheduler", "fifo")
    good(directory, *run, "--jobs-csv", "out.csv", "--json", "out.json")
    equal(sorted(path.name for path in directory.iterdir()), ["jobs.csv", "out.csv", "out.json"])
    equal((directory / "out.csv").read_text().count("\n"), len(TRACE))
    equal(stat.S_IMODE((directory / "out.json").stat().st_mode), 0o644)
    # a symbolic link and a device stay what they are
    (directory / "link").symlink_to("out.json")
    good(directory, *run, "--json", "link")
    equal((directory / "link").is_symlink(), True)
    good(directory, *run, "--json", "/dev/null")
    equal(stat.S_ISCHR(os.stat("/dev/null").st_mode), True)


def test_full_disk(directory):
    write(directory, "jobs.csv", *TRACE)
    outcome = command.rtmr(directory, "run", "--trace", "jobs.csv", "--scheduler", "fifo", "--json", "/dev/full")
    equal(outcome.status, 1)
    equal(outcome.err, "rtmr: /dev/full: cannot be written: No space left on device\n")


def test_list(directory):
    listing = good(directory, "list")
    for name in (*EVERY.split(","), "I", "II", "II-normal", "srt", "lsps", "paper", "native", "swim", "rumen", "sls",
                 "swf"):
        contains(listing, f"\n  {name} ")


def test_explain_accepted(directory):
    write(directory, "jobs.csv", *TRACE)
    text = good(directory, "explain", "--trace", "jobs.csv", *ONE, "--at", 6, "--job", "x,0,150,4,2,4,2")
    contains(text, "At 6 ms, after all events of this instant.")
    contains(text, "  map     0     busy   J1               8\n")  # dispatch at 5 is part of the state
    contains(text, "Accepted: it would finish by 21, 129 ms before its deadline.\n")


def test_explain_rejected(directory):
    write(directory, "jobs.csv", *TRACE)
    explain = ("explain", "--trace", "jobs.csv", *ONE, "--feedback", "none", "--at", 6)
    text = good(directory, *explain, "--job", "x,0,8,1,2,1,")
    contains(text, "Rejected: it would itself end 1 ms after its deadline.\n")
    contains(text, "Its own estimated finish is 9.\nThe earliest later deadline that would be accepted now is 9.\n")
    contains(good(directory, *explain, "--job", "x,0,9,1,2,1,"), "Accepted: it would finish by 9, 0 ms")


def test_explain_names_the_job_that_would_be_late(directory):
    write(directory, "jobs.csv", HEADER, "busy,0,9,5,,5,", "tight,1,8,3,,3,")
    text = good(directory, "explain", "--trace", "jobs.csv", *ONE, "--at", 1, "--job", "x,0,7,2,,2,")
    contains(text, "Rejected: accepted job tight would end 2 ms after its deadline.\n")
    contains(text, "The earliest later deadline that would be accepted now is 10.\n")


def test_explain_agrees_with_run(directory):
    """The sample's last job, asked about just before it arrives, gets the answer that the run
    gives it."""
    lines = SAMPLE.read_text().splitlines()
    write(directory, "all.csv", *lines)
    write(directory, "rest.csv", *lines[:-1])
    slots = ("--map-slots", 40, "--reduce-slots", 12)
    row = lines[-1].split(",")
    rows = jobs_of(directory, "--trace", "all.csv", "--scheduler", "rtmr", *slots)
    text = good(directory, "explain", "--trace", "rest.csv", *slots, "--at", row[1], "--job", lines[-1])
    if rows[-1]["accepted"] == "1":
        contains(text, f"Accepted: it would finish by {rows[-1]['estimated_finish']}, ")
    else:
        contains(text, f"Its own estimated finish is {rows[-1]['estimated_finish']}.")
        contains(text, f"that would be accepted now is {rows[-1]['earliest_deadline']}.")


def test_samples_are_what_their_scripts_make(directory):
    del directory
    for name in ("sample", "maintenance"):
        script = SAMPLE.with_name(f"make_{name}.py")
        made = command.subprocess.run([sys.executable, script], capture_output=True, check=True).stdout
        equal(made, SAMPLE.with_name(f"{name}.csv").read_bytes())
