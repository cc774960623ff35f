"""Clusters without slots of one stage, for jobs without tasks of it: a log of parallel jobs, most
of all."""
import json

from tests.cli.command import HEADER, contains, equal, good, write
from tests.cli.test_bad_input import refused

SWF = "1 0 0 100 4 -1 -1 4 120 -1 1 7 3 -1 2 1 -1 -1"
MAPS = (HEADER, "a,0,900,10,,5;6;7;8,", "b,3,900,10,,5;6;7,")
REDUCES = (HEADER, "a,0,900,,10,,5;6;7;8", "b,3,900,,10,,5;6;7")
ALL = "rtmr,dc,edf,asrpt,fifo,fair,capacity,srt-fair,srt-capacity,lsps"


def figures(directory, *arguments):
    """The figures of a run of one scheduler."""
    good(directory, "run", *arguments, "--json", "out.json")
    return json.loads((directory / "out.json").read_text())["runs"][0]["metrics"]


def test_a_full_cluster_is_full(directory):
    write(directory, "full.swf", SWF)
    for slots in (("--map-slots", 4, "--reduce-slots", 0), ("--map-slots", 4)):
        for scheduler in ("rtmr", "fifo"):
            found = figures(directory, "full.swf", "--scheduler", scheduler, *slots)
            equal((found["utilisation"], found["met"]), (100.0, 1.0))
    equal(figures(directory, "full.swf", "--scheduler", "fifo", "--map-slots", 4, "--reduce-slots", 1)["utilisation"],
          80.0)


def test_every_output(directory):
    write(directory, "maps.csv", *MAPS)
    write(directory, "reduces.csv", *REDUCES)
    write(directory, "maps-only.csv", "nodes,map_slots,reduce_slots,speed", "2,2,0,1", "1,3,0,0.5")
    for trace, cluster, machines in (("maps.csv", ("--map-slots", 3), 3),
                                     ("maps.csv", ("--cluster", "maps-only.csv"), 7),
                                     ("reduces.csv", ("--reduce-slots", 3), 3)):
        good(directory, "run", trace, *cluster, "--scheduler", ALL, "--heartbeat", 10)
        text = good(directory, "run", trace, *cluster, "--scheduler", "rtmr", "--check", "--gantt", "--perfetto",
                    "perfetto.json", "--batsim-jobs", "jobs.csv", "--batsim-schedule", "schedule.json")
        rows = [line for line in text.splitlines() if line.startswith(("map ", "reduce "))]
        equal(len(rows), machines)
        schedule = json.loads((directory / "schedule.json").read_text())
        equal(schedule["nb_computing_machines"], machines)
        json.loads((directory / "perfetto.json").read_text())
        text = good(directory, "explain", trace, *cluster, "--at", 4)
        equal("reduce " in text.split("Slots:")[1], trace == "reduces.csv")
        equal("map " in text.split("Slots:")[1], trace == "maps.csv")
        good(directory, "compare", trace, *cluster, "--scheduler", "rtmr,dc", "--seeds", 2, "--failure-rate", 0.1)
        good(directory, "faults", trace, *cluster, "--seeds", 1)


def test_jobs_that_need_the_stage(directory):
    write(directory, "jobs.csv", *MAPS, "c,9,900,10,10,5,5;5")
    expected = ("expected reduce slots (--reduce-slots or --cluster) for the 2 reduces of job 'c', found none")
    for command in (("run",), ("compare",), ("faults",), ("explain", "--at", 5), ("convert",)):
        refused(directory, f"jobs.csv:4: {expected}", *command, "jobs.csv", "--map-slots", 4)
    refused(directory, "jobs.csv:2: expected map slots (--map-slots or --cluster) for the 4 maps of job 'a', found "
            "none", "run", "jobs.csv", "--map-slots", 0, "--reduce-slots", 1)
    write(directory, "full.swf", ";", SWF)
    refused(directory, "full.swf:2: expected reduce slots (--reduce-slots or --cluster) for the 1 reduce of job '1', "
            "found none", "run", "full.swf", "--map-slots", 4, "--swf-reduce-share", 0.5)
    write(directory, "maps.csv", *MAPS)
    refused(directory, "--job: expected reduce slots (--reduce-slots or --cluster) for the 1 reduce of job 'x', found "
            "none", "explain", "maps.csv", "--map-slots", 4, "--at", 5, "--job", "x,5,900,10,10,5,5")
    for slots in (("--map-slots", 0), ("--reduce-slots", 0), ("--map-slots", 0, "--reduce-slots", 0)):
        refused(directory, f"{slots[0]}: expected a map or a reduce slot, found neither", "run", "maps.csv", *slots)


def test_faults_of_the_stage(directory):
    write(directory, "maps.csv", *MAPS)
    header = "time,event,node,job,stage,number,factor"
    run = ("run", "maps.csv", "--map-slots", 3, "--scheduler", "rtmr,edf", "--faults", "faults.csv")
    write(directory, "faults.csv", header, "5,slot_lost,,,map,0,", "9,slot_back,,,map,0,", "9,slot_drain,,,map,1,")
    contains(good(directory, *run), "drains")
    write(directory, "faults.csv", header, "5,slot_lost,,,reduce,0,")
    refused(directory, 'faults.csv:2: stage: expected a stage of which the cluster has slots, found "reduce"', *run)
