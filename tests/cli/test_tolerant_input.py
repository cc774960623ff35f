"""Files as other programs write them: one odd value refuses no trace. Jobs that are left out or
repaired are counted, listed or, with --strict, refused."""
import bz2
import gzip
import json
import lzma
import subprocess

from tests.cli.command import HEADER, contains, equal, good, rtmr, write

SLOTS = ("--map-slots", 8, "--reduce-slots", 1)
FIFO = ("--scheduler", "fifo", *SLOTS)
JOB = "{} {} 3 {} {} -1 -1 4 120 -1 {} 7 3 -1 2 1 -1 -1"


def swf(number=1, submit=0, run=100, processors=4, status=1):
    """A line of SWF."""
    return JOB.format(number, submit, run, processors, status)


def count_line(text):
    """The line below the heading."""
    return text.splitlines()[1]


def rows_of(directory, name, *arguments):
    """The jobs as native rows; standard error is not looked at."""
    outcome = rtmr(directory, "convert", name, *SLOTS, *arguments)
    equal(outcome.status, 0, outcome.err)
    return [line.split(",") for line in outcome.out.splitlines()[1:]]


# --- Counting -------------------------------------------------------------------------------------

ODD = (swf(1, run=-1, processors=-1), swf(2, run=-448), swf(3, submit=-50), swf(4, processors=0, status=1).replace(
    " 4 120", " -1 120"), swf(5, status=3), swf(6, run=0, processors=-1, status=5), swf(7, run="x"), swf(8, submit=-1),
       "9 50 -3 100 4 -1 -1 4 120 -1 1 7 3 -1 2 1 -1 -1", swf(10, run=0), swf(10, submit=70), "11 90 3 100 4", swf(12),
       swf(13), swf(14), swf(15))
COUNT = ("8 of 16 jobs; 1 did not run; 1 with a negative run time; 1 with a negative submit time; 1 without "
         "processors; 1 partial executions; 1 cancelled before they ran; 1 malformed; 1 without a submit time; 1 with "
         "a negative wait time; 1 with less than 18 fields; 1 renamed, as another job has the name")
LIST = """odd.swf:1: run time: left out: did not run
odd.swf:2: run time: left out: with a negative run time
odd.swf:3: submit time: left out: with a negative submit time
odd.swf:4: allocated processors: left out: without processors
odd.swf:5: status: left out: partial executions
odd.swf:6: run time: left out: cancelled before they ran
odd.swf:7: run time: expected a decimal number from -1.15292e+15 to 1.15292e+15, found "x"; left out
odd.swf:8: submit time: left out: without a submit time
odd.swf:9: wait time: repaired: with a negative wait time
odd.swf:11: job number: repaired: renamed, as another job has the name
odd.swf:12: repaired: with less than 18 fields
"""


def test_counts(directory):
    """On the stream of the tables, below their heading; convert and explain on standard error."""
    write(directory, "odd.swf", *ODD)
    equal(count_line(good(directory, "run", "odd.swf", *FIFO, "--seeds", 2)), COUNT)
    equal(count_line(good(directory, "compare", "odd.swf", *FIFO, "--seeds", 2)), COUNT)
    equal(count_line(good(directory, "faults", "odd.swf", *SLOTS, "--seeds", 1)), COUNT)
    outcome = rtmr(directory, "run", "odd.swf", *FIFO, "--json", "-")
    equal(count_line(outcome.err), COUNT)
    record = json.loads(outcome.out)["workload"]
    equal((record["title"], record["jobs"], sum(record["left_out"].values()), record["left_out"]["malformed"],
           record["repaired"], record["time_shift"]),
          ("odd.swf", 8, 8, 1, {"with a negative wait time": 1, "with less than 18 fields": 1,
                                "renamed, as another job has the name": 1}, 0))
    for command in (("convert",), ("explain", "--at", 0)):
        outcome = rtmr(directory, *command, "odd.swf", *SLOTS)
        equal((outcome.status, outcome.err), (0, f"rtmr: odd.swf: {COUNT}\n"))
    names = [row[0] for row in rows_of(directory, "odd.swf")]
    equal(names, ["9", "10", "10#2", "11", "12", "13", "14", "15"])


def test_list_and_strict(directory):
    write(directory, "odd.swf", *ODD)
    for command in (("run", "--seeds", 3, "--scheduler", "fifo"), ("compare", "--scheduler", "fifo", "--seeds", 2),
                    ("faults", "--seeds", 2)):
        outcome = rtmr(directory, *command, "odd.swf", *SLOTS, "--list-skipped")
        equal((outcome.status, outcome.err), (0, LIST))
    for number, line in enumerate(LIST.splitlines()):
        odd = ODD[int(line.split(":")[1]) - 1]
        if "renamed" in line:
            odd = swf(1) + "\n" + swf(1)
        write(directory, "one.swf", odd, *[swf(20 + i) for i in range(3)])
        for command in ("run", "convert", "faults", "compare"):
            outcome = rtmr(directory, command, "one.swf", *SLOTS, "--strict")
            equal((outcome.status, outcome.out, outcome.err.count("\n")), (2, "", 1), outcome.err)
            contains(outcome.err, "rtmr: one.swf:" + ("2: " if "renamed" in line else "1: "))
            if number != 6:  # the malformed one names its value
                contains(outcome.err, "(--strict): " + line.split(": ")[-1])
    write(directory, "good.swf", swf())
    good(directory, "run", "good.swf", *FIFO, "--strict", "--list-skipped")


def test_nothing_is_said_of_good_files(directory):
    write(directory, "jobs.swf", "; MaxJobs: 1", "", swf(), swf(2, run=0), "")
    equal(count_line(good(directory, "run", "jobs.swf", *FIFO)), "")
    equal([row[5] for row in rows_of(directory, "jobs.swf")], ["4x100000", "4x1"])


def test_a_third_may_be_malformed_not_two(directory):
    """More than half: the file is none of its format."""
    bad = "x y"
    write(directory, "jobs.swf", swf(1), bad)
    equal(count_line(good(directory, "run", "--format", "swf", "jobs.swf", *FIFO)), "1 of 2 jobs; 1 malformed")
    write(directory, "jobs.swf", swf(1), bad, bad)
    outcome = rtmr(directory, "run", "jobs.swf", *FIFO)
    equal((outcome.status, outcome.err),
          (2, "rtmr: jobs.swf:2: expected at least 5 fields separated by blanks, found 2\n"))


# --- Names ----------------------------------------------------------------------------------------

TWICE = {
    "twice.csv": (HEADER, "a,0,9,1,,1,", "a,0,9,1,,1,", "a#2,0,9,1,,1,", "a,0,9,1,,1,"),
    "twice.tsv": ("a\t0\t0\t1\t1\t1", "a\t0\t0\t1\t1\t1", "a#2\t0\t0\t1\t1\t1", "a\t0\t0\t1\t1\t1"),
    "twice.json": [json.dumps({"job.id": name, "job.start.ms": 0, "job.tasks": [{"duration.ms": 5}]})
                   for name in ("a", "a", "a#2", "a")],
}


def test_names_are_made_distinct(directory):
    for name, lines in TWICE.items():
        write(directory, name, *lines)
        equal([row[0] for row in rows_of(directory, name)], ["a", "a#3", "a#2", "a#4"], name)
        equal(count_line(good(directory, "run", name, *FIFO)), "4 jobs; 2 renamed, as another job has the name")


# --- Times ----------------------------------------------------------------------------------------

EPOCH = 1700000000


def test_epoch_times_begin_at_the_first_arrival(directory):
    """In each format; a trace that begins before 2000 counts from its own start."""
    ms = EPOCH * 1000
    files = {
        "e.csv": (HEADER, f"b,{ms + 5000},{ms + 95000},9,,9,", f"a,{ms},{ms + 90000},9,,9,"),
        "e.tsv": (f"b\t{EPOCH + 5}\t0\t1\t1\t1", f"a\t{EPOCH}\t0\t1\t1\t1"),
        "e.swf": (swf(1, submit=EPOCH + 5), swf(2, submit=EPOCH)),
        "e.json": [json.dumps({"job.start.ms": ms + later, "job.tasks": [{"duration.ms": 5}]}) for later in (5000, 0)],
    }
    for name, lines in files.items():
        write(directory, name, *lines)
        rows = rows_of(directory, name)
        equal([row[1] for row in rows], ["5000", "0"], name)
        equal(all(0 < int(row[2]) - int(row[1]) < 2000000 for row in rows), True, name)
        equal(count_line(good(directory, "run", name, *FIFO, "--strict")), f"2 jobs; time 0 is {ms} ms of the file")
    write(directory, "old.tsv", *(line.replace(str(EPOCH), "946684799") for line in files["e.tsv"]))
    equal(rows_of(directory, "old.tsv")[1][1], "946684799000")
    write(directory, "new.tsv", *(line.replace(str(EPOCH), "946684800") for line in files["e.tsv"]))
    equal(rows_of(directory, "new.tsv")[1][1], "0")


def test_instants_of_a_shifted_trace(directory):
    """Of fault files and of explain: those of the file, or those that are shown."""
    ms = EPOCH * 1000
    write(directory, "e.csv", HEADER, f"a,{ms},{ms + 90000},9,,500,", f"b,{ms + 700},{ms + 90700},9,,9,")
    for times in ((100, 200), (ms + 100, ms + 200), (100, ms + 200)):
        write(directory, "f.csv", "time,event,node,job,stage,number,factor", f"{times[0]},slot_lost,,,map,0,",
              f"{times[1]},slot_back,,,map,0,")
        text = good(directory, "run", "e.csv", "--map-slots", 1, "--reduce-slots", 1, "--scheduler", "fifo", "--faults",
                    "f.csv", "--json", "out.json")
        contains(text, "re-runs")
        metrics = json.loads((directory / "out.json").read_text())["runs"][0]["metrics"]
        equal(metrics["turnaround_mean"], (700 + 9) / 2, times)
    write(directory, "f.csv", "time,event,node,job,stage,number,factor", f"{ms + 50},slot_fails,,,map,0,",
          f"{ms + 60},slot_fails,,,map,0,")
    write(directory, "g.csv", "time,event,node,job,stage,number,factor", "100,slot_fails,,,map,0,",
          f"{ms + 60},slot_fails,,,map,0,")
    good(directory, "run", "e.csv", *FIFO, "--faults", "f.csv")
    write(directory, "e.swf", swf(submit=EPOCH))  # read again for each seed
    good(directory, "run", "e.swf", *FIFO, "--faults", "f.csv", "--seeds", 2)
    outcome = rtmr(directory, "run", "e.csv", *FIFO, "--faults", "g.csv")
    equal((outcome.status, outcome.err),
          (2, "rtmr: g.csv:3: time: expected an instant from that of the row before on, found an earlier one\n"))
    shown = [rtmr(directory, "explain", "e.csv", *SLOTS, "--at", at, "--job", f"c,0,{deadline},9,,9,").out
             for at, deadline in ((100, 5000), (ms + 100, ms + 5000), (100, ms + 5000))]
    contains(shown[0], "At 100 ms")
    equal(shown, shown[:1] * 3)
    outcome = rtmr(directory, "explain", "e.csv", *SLOTS, "--at", ms - 1)
    equal((outcome.status, outcome.err.splitlines()[-1]),
          (2, f"rtmr: --at: expected an instant from the first arrival on, {ms}, found one 1 ms before it"))


# --- Texts ----------------------------------------------------------------------------------------

TRACES = {
    "jobs.csv": (HEADER, "a,0,90000,9,9,5;5,5", "b,1,90000,9,,7,"),
    "jobs.tsv": ("a\t0\t0\t1\t1\t1", "b\t5\t5\t1\t1\t1"),
    "jobs.swf": ("; MaxProcs: 8", swf(1), swf(2, submit=5)),
    "jobs.json": (TWICE["twice.json"][0], TWICE["twice.json"][2]),
}
INPUTS = {
    "--cluster": ("c.csv", ("nodes,map_slots,reduce_slots,speed", "3,2,1,1")),
    "--faults": ("f.csv", ("time,event,node,job,stage,number,factor", "5,slot_fails,,,map,0,")),
    "--pools": ("p.csv", ("pool,weight,min_maps,min_reduces", "web,2,1,0")),
    "--queues": ("q.csv", ("queue,capacity", "web,20")),
}


def test_marks_and_line_ends(directory):
    """A byte order mark, CRLF, blank lines, a last line without an end: the same jobs."""
    for name, lines in TRACES.items():
        write(directory, name, *lines)
        expected = rows_of(directory, name)
        for mark, end, last in (("\ufeff", "\n", "\n"), ("", "\r\n", "\r\n"), ("", "\n", ""), ("", "\n", "\n\n \n"),
                                ("\ufeff", "\r\n", "\r\n\r\n"), ("", "\n\n", "\n"), ("", "\r\n", "\r")):
            (directory / name).write_bytes((mark + end.join(lines) + last).encode())
            equal(rows_of(directory, name), expected, f"{name} {mark!r} {end!r} {last!r}")
            (directory / "unnamed").write_bytes((mark + end.join(lines) + last).encode())
            equal(rows_of(directory, "unnamed"), expected, f"{name} {mark!r} {end!r} {last!r}")
    write(directory, "jobs.csv", HEADER + ",user,pool", "a,0,90000,9,9,5;5,5,ann,web", "b,1,90000,9,,7,,bob,web")
    for option, (name, lines) in INPUTS.items():
        for text in ("\n".join(lines), "\ufeff" + "\r\n".join(lines) + "\r\n\r\n", "\n" + "\n\n".join(lines) + "\n\n"):
            (directory / name).write_bytes(text.encode())
            good(directory, "run", "jobs.csv", "--scheduler", "fair,capacity", option, name)
    (directory / "t.json").write_bytes('\ufeff{"nodes": [{}, {}]}\r\n\r\n'.encode())
    good(directory, "run", "jobs.csv", "--scheduler", "fifo", "--cluster", "t.json")


def packed(text):
    """The text in every compression, by the name's ending."""
    data = text.encode()
    packings = {"gz": gzip.compress(data), "xz": lzma.compress(data), "bz2": bz2.compress(data)}
    packings.update({"XZ": packings["xz"], "Gz": packings["gz"] * 2, "BZ2": packings["bz2"] * 2})
    packings["zst"] = subprocess.run(["zstd", "-c"], input=data, capture_output=True, check=True).stdout
    packings["ZST"] = packings["zst"]
    return packings


def test_compressed(directory):
    """By content, whatever the name; damaged data are refused."""
    plain = "".join(swf(number, submit=number) + "\n" for number in range(1, 2000))
    (directory / "jobs.swf").write_text(plain)
    expected = rows_of(directory, "jobs.swf")
    for ending, data in packed(plain).items():
        (directory / f"JOBS.SWF.{ending}").write_bytes(data)
        (directory / "x").write_bytes(data)
        names = [f"JOBS.SWF.{ending}", "x"] if ending.islower() else [f"JOBS.SWF.{ending}"]
        for name in names:
            rows = rows_of(directory, name)
            equal([row[0] for row in rows[:len(expected)]], [row[0] for row in expected], name)
        if not ending.islower():
            continue
        done = subprocess.run(["sh", "-c", f"cat x | \"$RTMR\" convert - {' '.join(map(str, SLOTS))}"], cwd=directory,
                              capture_output=True, check=True)
        equal([line.split(",") for line in done.stdout.decode().splitlines()[1:]], expected)
        kind = {"gz": "gzip", "xz": "xz", "bz2": "bzip2", "zst": "zstd"}[ending]
        middle = len(data) // 2
        for damaged in (data[:-1], data[:40], data[:middle] + bytes([data[middle] ^ 4]) + data[middle + 1:]):
            (directory / "cut.swf").write_bytes(damaged)
            outcome = rtmr(directory, "convert", "cut.swf", "-o", "out.csv")
            equal((outcome.status, outcome.out, (directory / "out.csv").exists()), (2, "", False))
            if outcome.err != f"rtmr: cut.swf: cannot be read: damaged or cut {kind} data\n":
                contains(outcome.err, "expected text, found a byte of value 0")  # bzip2 checks a block at its end


def test_packed_once(directory):
    """A text in gzip data may begin as zstd data does."""
    job = b"\x28\xb5\x2f\xfd\t1\t1\t9000000\t0\t1937944\n"
    (directory / "x.tsv.gz").write_bytes(gzip.compress(job))
    contains(good(directory, "run", "x.tsv.gz", *FIFO), "x.tsv.gz: 1 job; ")


def test_padded_gzip(directory):
    """Bytes of value 0 may follow gzip data, as after a copy from a tape."""
    for members in (1, 2, 3):
        data = b"".join(gzip.compress((swf(number) + "\n").encode()) for number in range(1, members + 1))
        for padding in (1, 511, 200000):
            (directory / "x.swf").write_bytes(data + bytes(padding))
            contains(good(directory, "run", "x.swf", *FIFO), f"x.swf: {members} job{'s'[:members - 1]}; ")


def test_zero_byte(directory):
    """No name of a job has a byte of value 0; the line is left out."""
    (directory / "zero.swf").write_bytes("\n".join([swf(1), swf(2), swf("3\0"), ""]).encode())
    equal(count_line(good(directory, "run", "zero.swf", *FIFO)), "2 of 3 jobs; 1 malformed")


# --- Values ---------------------------------------------------------------------------------------


def test_numbers_as_floats(directory):
    write(directory, "jobs.csv", HEADER, "a,-0.0,1e+05,4.0,,4.0; 2x3.00,", "b, 5 ,+100000.,9,,9e0,", "c,0,1e5,7,,1,")
    equal([row[1:6] for row in rows_of(directory, "jobs.csv")],
          [["0", "100000", "4", "", "4;2x3"], ["5", "100000", "9", "", "9"], ["0", "100000", "7", "", "1"]])
    write(directory, "jobs.tsv", "a\t1.25\tx\t1e+06\t0.0\t-0\tin\tout", "b\t2.0\t\t1e6\t0\t0")
    equal([[row[1], row[9]] for row in rows_of(directory, "jobs.tsv")], [["1250", "1000000"], ["2000", "1000000"]])
    write(directory, "jobs.swf", "1.0 1e1 5.0 100.0 4.0 x x 4.0 120.0 -1.0 1.0 7.0 3 x 2.0 1 x x",
          "2 0 5 100 4 -1 -1 4 120 -1 1 ann 3 -1 web 1 -1 -1 {1,2} more")
    equal([[row[0], row[1], row[3], row[5], row[7], row[8]] for row in rows_of(directory, "jobs.swf")],
          [["1", "10000", "120000", "4x100000", "7", "2"], ["2", "0", "120000", "4x100000", "ann", "web"]])


def test_quoted_fields(directory):
    quoted = ",".join(f'"{name}"' for name in HEADER.split(","))
    (directory / "jobs.csv").write_text(f'{quoted},user\r\n"a, ""b""\nc","0", "9000","5","","4;4","","d, e"\r\n')
    text = good(directory, "convert", "jobs.csv")
    equal(text.split("\n", 1)[1], '"a, ""b""\nc",0,9000,5,,2x4,,"d, e",,,,\n')
    write(directory, "c.csv", '"nodes","map_slots","reduce_slots","speed"', '"2","1","1","1.0"')
    good(directory, "run", "jobs.csv", "--scheduler", "fifo", "--cluster", "c.csv")


# --- The cluster of a log -------------------------------------------------------------------------


def heading(directory, *arguments):
    """The first line, from the cluster on."""
    return good(directory, "run", "jobs.swf", "--scheduler", "fifo", *arguments).splitlines()[0].split("; cluster ")[1]


def test_header_says_the_cluster(directory):
    fit = "MaxProcs of jobs.swf: 128 map slots, 0 reduce slots, no heartbeats; seed 1"
    for comment in ("; MaxProcs: 128", ";MaxProcs:128", ";;\tmaxprocs :  128  (64 nodes)",
                    "; MaxNodes: 64\n; MaxProcs: 128", "; MaxProcs: 128\n; MaxNodes: 64",
                    "\n; Note: MaxProcs: 5\n; MaxProcs: 128\r"):
        write(directory, "jobs.swf", comment, swf(), "; MaxProcs: 7")
        equal(heading(directory), fit, comment)
    equal(heading(directory, "--heartbeat", 3000), fit.replace("no heartbeats", "heartbeat 3000 ms"))
    equal(heading(directory, "--swf-reduce-share", 0.3), fit.replace("0 reduce", "38 reduce"))
    equal(heading(directory, "--swf-reduce-share", 1), fit.replace("128 map", "0 map").replace("0 reduce", "38 reduce"))
    equal(heading(directory, "--cluster", "paper")[:6], "paper:")
    equal(heading(directory, *SLOTS)[:6], "slots:")
    write(directory, "jobs.swf", "; MaxNodes: 64", swf())
    equal(heading(directory)[:21], "MaxNodes of jobs.swf:")
    for comment in ("; MaxProcs: -1", "; MaxProcs 128", "; XMaxProcs: 128"):
        write(directory, "jobs.swf", comment, swf())
        equal(heading(directory)[:6], "paper:", comment)
    for field, value in (("MaxProcs", "many"), ("MaxProcs", "2000000"), ("MaxNodes", "0")):
        write(directory, "jobs.swf", "; Version: 2.2", f"; {field}: {value}", swf())
        error = f'jobs.swf:2: {field}: expected an integer from 1 to 1048576, found "{value}"'
        outcome = rtmr(directory, "run", "jobs.swf", "--scheduler", "fifo")
        equal(outcome.err, f"rtmr: warning: {error}; the log does not say its cluster\n")
        contains(outcome.out, "cluster paper:")
        outcome = rtmr(directory, "run", "jobs.swf", "--scheduler", "fifo", "--strict")
        equal((outcome.status, outcome.err), (2, f"rtmr: {error}\n"))
        good(directory, "run", "jobs.swf", "--scheduler", "fifo", *SLOTS, "--strict")
    write(directory, "jobs.swf", "; MaxProcs: many", "; MaxNodes: 64", swf())
    equal(heading(directory)[:21], "MaxNodes of jobs.swf:")
    write(directory, "jobs.swf", "; MaxProcs: 4", swf(), swf(2, processors=8))
    outcome = rtmr(directory, "convert", "jobs.swf", "-o", "jobs.csv")
    equal(outcome.err, "rtmr: note: with --map-slots 4 --reduce-slots 0 a run of these jobs is one of the trace\n")
    runs = [good(directory, "run", *arguments, "--scheduler", "edf").split("\n", 1)[1]
            for arguments in (("jobs.swf",), ("jobs.csv", "--map-slots", 4, "--reduce-slots", 0))]
    equal(runs[0], runs[1])
    good(directory, "faults", "jobs.swf", "--seeds", 1)
    good(directory, "explain", "jobs.swf", "--at", 5)
