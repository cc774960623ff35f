"""The report: a page that is sound HTML, needs nothing else, and says the same as the other
outputs. tests/page looks at it in a browser."""
import collections
import csv
import html.parser
import io
import json
import os
import re
import struct
import xml.etree.ElementTree as ET

from tests.cli import command
from tests.cli.command import HEADER, contains, equal, good, write

SAMPLE = command.ROOT / "harness/workload/sample/sample.csv"
TINY = command.ROOT / "harness/workload/sample/tiny.csv"
SMALL = ("--map-slots", 4, "--reduce-slots", 2)
VOID = {"meta", "link"}
FIGURES = ["outcomes", "allowance-cdf", "response", "response-cdf", "slowdown-cdf", "longest-wait", "utilisation",
           "busy"]
PNG = b"\x89PNG\r\n\x1a\n"
SVG = "{http://www.w3.org/2000/svg}"


class Page(html.parser.HTMLParser):
    """A page of balanced tags: its text by element, its links, its charts' alternative texts."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.charts = [], [], [], []
        self.texts = {}
        self.rows, self.tables = [], []
        self.feed(text)
        self.close()
        equal(self.open, [])

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "h2":
            self.ids.append(attributes["id"])
        if tag == "a":
            self.links.append(attributes["href"])
        elif tag == "svg" and attributes.get("role") == "img":
            self.charts.append(attributes["aria-label"])
        elif tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
        self.texts.setdefault(tag, []).append("")
        for address in (attributes.get("src", "data:"), attributes.get("href", "data:")):
            equal(address.startswith(("data:", "#")), True, address)

    def handle_endtag(self, tag):
        equal(self.open.pop(), tag)

    def handle_data(self, data):
        for tag in set(self.open):
            self.texts[tag][-1] += data
        if self.open and ("td" in self.open or "th" in self.open):
            self.tables[-1][-1][-1] += data


def report(directory, *arguments, name="report", how="run"):
    """Runs the command; its report as a page."""
    good(directory, how, *arguments, "--report", name)
    return Page((directory / name / "index.html").read_text())


def check_pictures(directory, page, schedulers, names=tuple(FIGURES)):
    """Every figure is there in both kinds, drawn, and in the page with a sentence of its own."""
    names = [*names, *(f"schedule-{name}" for name in schedulers)]
    equal(page.ids, [*names, "jobs", "repeat"])
    equal(page.links, [f"#{name}" for name in page.ids])
    curves = sum(name.endswith("-cdf") for name in names)
    empty = page.texts.get("p", []).count("No task ran.")
    equal(len(page.charts) + empty, curves + 2 * len(schedulers))
    equal(sorted(path.name for path in (directory / "report").iterdir()),
          sorted(["index.html"] + [name + kind for name in names for kind in (".png", ".svg")]))
    for name, sentence in zip(names, page.texts["figcaption"]):
        png = (directory / "report" / f"{name}.png").read_bytes()
        svg = (directory / "report" / f"{name}.svg").read_bytes()
        equal(png[:8], PNG)
        width, height = struct.unpack(">II", png[16:24])
        root = ET.fromstring(svg)
        equal((root.tag, int(root.get("width")) * 2, int(root.get("height")) * 2), (SVG + "svg", width, height))
        equal(re.fullmatch(r"[A-Z].*\.", sentence.strip()) is not None, True, sentence)


# A column of the page's table -> the metric of the JSON.
COLUMNS = {"accepted": "accepted", "met": "met", "missed": "missed", "accept, %": "accept_ratio",
           "success, %": "success_ratio", "util, %": "utilisation_all", "util met, %": "utilisation_met",
           "response, UNIT": "turnaround_mean", "response p95, UNIT": "turnaround_p95", "slowdown": "slowdown_mean",
           "longest wait, UNIT": "longest_wait", "makespan, UNIT": "makespan"}
STUDENT_3 = 4.302652730  # 97.5% quantile, two degrees of freedom
UNITS = {"ms": 1, "s": 1000, "min": 60000, "h": 3600000, "days": 86400000}


def metrics(page):
    """The page's table of metrics: scheduler -> heading without unit -> (cell, ms of the unit)."""
    head, *rows = page.tables[0]
    columns = []
    for heading in head[1:]:
        name, _, unit = heading.rpartition(", ")
        columns.append((f"{name}, UNIT", UNITS[unit]) if unit in UNITS else (heading, 1))
    return {row[0]: {name: (cell, ms) for (name, ms), cell in zip(columns, row[1:])} for row in rows}


def shown(value, decimals):
    return "\u2013" if value is None else f"{value:.{decimals}f}"


def check_metrics(page, name, values):
    """The row of a scheduler is what the JSON says."""
    row = metrics(page)[name]
    for column, key in COLUMNS.items():
        cell, ms = row[column]
        equal(cell, shown(None if values[key] is None else values[key] / ms, len(cell.partition(".")[2])), key)


def test_page(directory):
    """One seed, several schedulers: the table is the JSON's, the jobs are the per-job report's."""
    schedulers = ["rtmr", "dc", "fifo"]
    page = report(directory, "--trace", SAMPLE, "--scheduler", ",".join(schedulers), "--json", "out.json")
    check_pictures(directory, page, schedulers)
    runs = json.loads((directory / "out.json").read_text())["runs"]
    equal(list(metrics(page)), schedulers)
    for run, scheduler in zip(runs, schedulers):
        check_metrics(page, scheduler, run["metrics"])
    tables = [table for table in page.tables if table[0][0] == "job"]
    reasons = next(table for table in page.tables if "because" in table[0])
    for scheduler, rows, words in zip(schedulers, tables, page.texts["li"]):
        good(directory, "run", "--trace", SAMPLE, "--scheduler", scheduler, "--jobs-csv", "jobs.csv")
        jobs = list(csv.DictReader(io.StringIO((directory / "jobs.csv").read_text())))
        check_jobs(rows, sorted(jobs, key=lambda job: int(job["arrival"])))
        accepted = sum(job["accepted"] == "1" for job in jobs)
        missed = sum(job["met"] == "0" for job in jobs)
        contains(words, "ran every job" if scheduler == "fifo" else f"accepted {accepted} of {len(jobs)} jobs")
        contains(words, f" finished {missed} of them" if missed else "finished all of them in time")
        found = {row[3]: int(row[1]) for row in reasons[1:] if row[0] == scheduler}
        equal(found, dict(collections.Counter(job["reason"] for job in jobs if job["accepted"] == "0")))


def check_jobs(rows, jobs):
    """The rows of a table of jobs, in one unit, are those of the per-job report."""
    unit = rows[0][3].rpartition(", ")[2]
    origin = int(jobs[0]["arrival"])

    def instant(field):
        return shown((int(field) - origin) / UNITS[unit], {"ms": 0, "s": 1, "days": 3}.get(unit, 2)) if field \
            else "\u2013"

    names = ["arrival", "deadline", "actual_finish", *(["earliest_deadline"] if len(rows[0]) > 7 else [])]
    expected = []
    for job in jobs:
        instants = [instant(job[name]) for name in names]
        outcome = "rejected: " + job["reason"] if job["accepted"] == "0" else ("missed", "met")[int(job["met"])]
        expected.append([job["job"], job["maps"], job["reduces"], *instants[:3], outcome, *instants[3:]])
    equal(rows[1:], expected)


def test_why_others_have_more_in_time(directory):
    """Where a scheduler without a promise has more jobs in time, the page says why, from the data:
    here estimates are four times the times. Where it has not, the page says nothing."""
    rows = [f"j{i},0,1000,400,400,100;100,100" for i in range(6)]
    write(directory, "jobs.csv", HEADER, *rows)
    page = report(directory, "--trace", "jobs.csv", "--scheduler", "rtmr,edf", *SMALL)
    note = next(text for text in page.texts["p"] if "Why" in text)
    contains(note, "Why edf has more jobs in time")
    contains(note, "estimates are on average 4 times the time of a map task and 4 times that of a reduce task")
    write(directory, "jobs.csv", HEADER, *(row.replace("400,400", "100,100") for row in rows))
    page = report(directory, "--trace", "jobs.csv", "--scheduler", "rtmr,edf", *SMALL)
    equal([text for text in page.texts["p"] if "Why" in text], [])


def test_whose_estimates(directory):
    """Deadline Constraint's tables in the paper's study have other estimates: the page says so."""
    page = report(directory, "--workload", "I", "--scheduler", "dc")
    contains(" ".join(page.texts["p"]), "DC, fitted estimates there has 0.77 times the mean time of a map task")
    page = report(directory, "--trace", TINY, "--scheduler", "rtmr,dc", *SMALL)
    equal("fitted estimates" in " ".join(page.texts["p"]), False)


RANDOM = ("--overrun-rate", "0.000001", "--overrun-factor", 2)  # so that seeds count; no task is hit


def test_sentences(directory):
    """What is said of none, one and all of the jobs, over one seed and several."""
    late, later, good_one = "late,0,10,20,,20,", "later,0,10,20,,20,", "ok,5,1000,20,,20;20,"
    cases = (
        ((late,), "edf", (), ", without an admission test, ran the only job and finished it after its deadline, by "
                             "10.0 ms."),
        ((late,), "rtmr", (), "rejected the only job."),
        ((good_one,), "rtmr", (), "accepted the only job and finished it in time. It took 20.0 ms"),
        ((late, good_one), "rtmr", (), "accepted 1 of 2 jobs (50.0%) and finished it in time."),
        ((late, good_one), "edf", (), "and finished one of them after its deadline, by 10.0 ms."),
        ((late, good_one), "edf", ("--seeds", 2, *RANDOM),
         "and finished 2 of them (50.0%) after their deadlines, the latest by 10.0 ms."),
        ((late, later), "edf", (), "finished all of them after their deadlines, the latest by 30.0 ms."),
        ((late, later), "rtmr", (), "rejected every job."),
    )
    for rows, scheduler, more, expected in cases:
        write(directory, "jobs.csv", HEADER, *rows)
        slots = ("--map-slots", 2 if good_one in rows else 1, "--reduce-slots", 1)
        page = report(directory, "--trace", "jobs.csv", "--scheduler", scheduler, *slots, *more)
        contains(page.texts["li"][0], expected)
        equal("-" in page.texts["li"][0], False, "a negative time")


def test_scales(directory):
    """A bar of a share is as long as the share. Short times keep their digits beside long ones.
    A chart whose axis goes on long after its end is told in steps of its own."""
    write(directory, "jobs.csv", HEADER, "long,864000000,1400000000,360000000,,360000000,",
          "short,0,400000000,20000000,,10000000,")
    page = report(directory, "--trace", "jobs.csv", "--scheduler", "rtmr", "--map-slots", 4)
    share = metrics(page)["rtmr"]["util, %"][0]
    text = (directory / "report/index.html").read_text()
    width = re.search(r'slots. time</th>.*?width:([\d.]+)%', text, re.DOTALL)
    equal(f"{float(width[1]):.1f}", share)
    job = next(table for table in page.tables if table[0][0] == "job")[1]
    equal((job[0], job[5]), ("short", "0.116"))
    write(directory, "jobs.csv", HEADER, "long,0,400000000,360000000,,360000000,", "late,0,1,10000000,,10000000,")
    page = report(directory, "--trace", "jobs.csv", "--scheduler", "rtmr,fifo", "--map-slots", 1)
    contains(page.texts["li"][1], "finished one of them after its deadline, by 4.28 days.")
    write(directory, "jobs.csv", HEADER, "late,0,359990000,360000000,,360000000,")
    page = report(directory, "--trace", "jobs.csv", "--scheduler", "fifo", "--map-slots", 1)
    contains(page.texts["li"][0], "after its deadline, by 10.0 s. It took 100 h,")
    write(directory, "jobs.csv", HEADER, "short,0,100,60,,60,", *(f"j{i},0,90,50,,400," for i in range(2)))
    page = report(directory, "--trace", "jobs.csv", "--scheduler", "dc,fifo", "--map-slots", 1)
    busy = [chart for chart in page.charts if chart.startswith("Busy")]
    equal(len(busy), 2)
    for chart in busy:
        equal(chart.count(" at ") >= 3, True, chart)


def test_offers_are_bounded(directory):
    """The search for earliest deadlines ends when it has taken long: later jobs have none."""
    if command.slow():
        return
    rows = [f"j{i},{i},{i + 100000 + 997 * i % 90000},300,,{';'.join(['100'] * 50)}," for i in range(900)]
    write(directory, "jobs.csv", HEADER, *rows)
    page = report(directory, "--trace", "jobs.csv", "--scheduler", "rtmr", "--map-slots", 40, "--reduce-slots", 1)
    table = next(table for table in page.tables if table[0][0] == "job")
    found = [row[7] for row in table[1:] if row[6].startswith("rejected")]
    equal("\u2013" in found and any(cell != "\u2013" for cell in found), True, found)


def test_single_stage(directory):
    """A cluster without reduce slots: nothing is divided by their number, or said of them."""
    write(directory, "jobs.csv", HEADER, "a,0,100,5,,5;5,", "b,1,2,5,,5,")
    page = report(directory, "--trace", "jobs.csv", "--scheduler", "rtmr,fifo", "--map-slots", 2, "--reduce-slots", 0)
    check_pictures(directory, page, ["rtmr", "fifo"])
    text = (directory / "report" / "index.html").read_text()
    text = text[text.index("<h1>"):text.index("<script>")]
    for word in ("nan", "inf", "reduce slot"):
        equal(re.search(rf"\b{word}\b", text), None, word)


def test_seeds(directory):
    """Means over the seeds with confidence intervals, and a page that promises these; schedules of
    the first seed."""
    page = report(directory, "--workload", "I", "--scheduler", "rtmr,fifo", "--seed", 5, "--seeds", 3, "--json",
                  "out.json")
    check_pictures(directory, page, ["rtmr", "fifo"])
    summary = json.loads((directory / "out.json").read_text())["summary"]
    for scheduler, one in zip(("rtmr", "fifo"), summary):
        value = one["metrics"]["turnaround_mean"]
        cell, ms = metrics(page)[scheduler]["response, UNIT"]
        half = STUDENT_3 * value["sd"] / 3**0.5  # of the 95% interval over three seeds
        equal(cell, f"{value['mean'] / ms:.1f} \u00b1 {half / ms:.1f}")
    contains(page.texts["h1"][0], "Workload I: rtmr and fifo")
    contains(page.texts["p"][0], "3 seeds from 5 on")
    contains(page.texts["p"][0], "95% confidence interval")
    equal("deviation" in " ".join(page.texts["p"]), False)
    contains(page.texts["h2"][-2], "Jobs")
    contains(next(text for text in page.texts["p"] if text.startswith("The outcome")), "seed 5")


def test_compare(directory):
    """A comparison's report: rtmr thrice, figures with confidence intervals, and the tables that
    are printed."""
    compared = ("--workload", "lsps", "--cluster", "lsps", "--scheduler", "rtmr,fair", "--deadline-factor", 3,
                "--seeds", 2)
    page = report(directory, *compared, how="compare")
    labels = ["rtmr exact", "rtmr satu", "rtmr none", "fair"]
    equal(list(metrics(page)), labels)
    names = [*FIGURES[:-1], "response-by-size", "response-by-user", "fairness", "busy",
             *(f"schedule-{label.replace(' ', '-')}" for label in labels)]
    equal(page.ids, [*names, "comparison", "jobs", "repeat"])
    equal(page.links, [f"#{name}" for name in page.ids])
    for name in names:
        equal([(directory / "report" / (name + kind)).exists() for kind in (".svg", ".png")], [True, True], name)
    text = good(directory, "compare", *compared)
    differences = next(table for table in page.tables if "util points" in table[0])
    printed = text[text.index("Differences from"):].splitlines()[3:]
    equal([[" ".join(row)] for row in differences[1:]], [[" ".join(line.split())] for line in printed if line])
    contains(page.texts["pre"][0], "rtmr compare --workload lsps")
    picture = (directory / "report" / "response-by-user.svg").read_text()
    for label in (*labels, "user1", "user4"):
        contains(picture, f">{label}<")


def test_a_command_gives_one_report(directory):
    """Every byte of it is the same again; what is there is replaced, other files stay. Other
    outputs go with it."""
    arguments = ("--trace", TINY, "--scheduler", "rtmr", *SMALL, "--gantt", "--jobs-csv", "jobs.csv")
    report(directory, *arguments)
    write(directory / "report", "mine.txt", "precious")
    first = {path.name: path.read_bytes() for path in (directory / "report").iterdir()}
    page = report(directory, *arguments)
    equal({path.name: path.read_bytes() for path in (directory / "report").iterdir()}, first)
    equal(sorted(path.name for path in directory.iterdir()), ["jobs.csv", "report"])
    contains(page.texts["pre"][0], "--gantt --jobs-csv jobs.csv --report report")


def test_an_earlier_report_goes(directory):
    """Its figures that the new one does not have are removed; other files stay, those of names like
    a figure's too, and everything if the folder's page is no report."""
    run = ("--trace", TINY, *SMALL, "--scheduler")
    report(directory, *run, "rtmr,fifo")
    own = {"mine.png": "precious", "schedule-mine.svg": "precious", "jobs.svg": "precious"}
    for name, text in own.items():
        write(directory / "report", name, text)
    page = report(directory, *run, "edf")
    for name in own:
        (directory / "report" / name).unlink()
    check_pictures(directory, page, ["edf"])
    for name, text in own.items():
        write(directory / "report", name, text)
    write(directory / "report", "index.html", "<h1>my pages</h1>")
    before = {path.name: path.read_bytes() for path in (directory / "report").iterdir()}
    refused(directory, "report/index.html: cannot be written: it exists, and is not a report of rtmr", *run, "fifo",
            "--report", "report")
    equal({path.name: path.read_bytes() for path in (directory / "report").iterdir()}, before)


def test_a_failed_run_leaves_the_earlier_report(directory):
    """Also its figures, which a run that ended would remove."""
    report(directory, "--trace", TINY, *SMALL, "--scheduler", "rtmr,fifo")
    before = {path.name: path.read_bytes() for path in (directory / "report").iterdir()}
    write(directory, "jobs.csv", HEADER, "a,0,100,5,,5;nonsense,")
    equal(command.rtmr(directory, "run", "jobs.csv", "--scheduler", "edf", "--report", "report").status, 2)
    equal({path.name: path.read_bytes() for path in (directory / "report").iterdir()}, before)


def test_every_figure_is_defined(directory):
    """`rtmr help figures' and the page say what every figure is that a table of run, of compare or
    of the page shows."""
    text = good(directory, "help", "figures")
    defined = set(re.findall(r"^  (\S+(?: \S+)*) {2,}\S", text, re.MULTILINE))
    faults = ("--trace", SAMPLE, "--scheduler", "rtmr,dc,edf", "--overrun-rate", 0.1, "--overrun-factor", 3,
              "--remote-factor", 1.2, "--failure-rate", 0.01, "--faults", "drain.csv")
    write(directory, "drain.csv", "time,event,node,job,stage,number,factor", "1000,slot_drain,,,map,1,")
    lines = good(directory, "run", *faults, "--timing").partition("\nutil:")[0].splitlines()[3:]
    printed = {re.split(r"  +", line)[0] for line in lines if line}
    page = report(directory, *faults)
    of_page = {heading.partition(", ")[0] for heading in page.tables[0][0][1:]}
    tables = good(directory, "compare", *faults, "--seeds", 2).split("\n\n")
    compared = {re.sub(r" (%|ms|s|min|h|days|points)$", "", heading) for table in tables
                if table.startswith("scheduler") for heading in re.split(r"  +", table.splitlines()[0])[1:]}
    compared -= {"adhoc", "batch", "report"}  # users
    for found, least in ((printed, 24), (of_page, 20), (compared, 11)):
        equal((found - defined, len(found) >= least), (set(), True), found)
    equal([term for term in page.texts["dt"] if term not in defined], [])
    contains(good(directory, "help", "run"), "`rtmr help figures'")


def test_names_are_text(directory):
    """Nothing in a name becomes markup or a command of gnuplot or of a shell. Long tables are
    cut and say so."""
    name = "<b>&amp;'`date`$(date)%s\\"
    write(directory, f"{name}.csv", HEADER, f"{name},0,100,5,,5;5,", *(f"j{i},{i},99999,5,,5," for i in range(1500)))
    page = report(directory, "--trace", f"{name}.csv", "--scheduler", "fifo", *SMALL)
    check_pictures(directory, page, ["fifo"])
    equal(page.texts["h1"][0], f"Trace {name}.csv: fifo")
    jobs = next(table for table in page.tables if table[0][0] == "job")
    equal([row[0] for row in jobs[1:]], [name, *(f"j{i}" for i in range(999))])
    contains(page.texts["summary"][1], "fifo: 1501 jobs, the first 1000 are shown (rtmr run --jobs-csv writes all)")
    quoted = name.replace("'", "'\\''")
    contains(page.texts["pre"][0], f"--trace '{quoted}.csv' --scheduler fifo ")


def test_little_to_show(directory):
    """No jobs, only rejected ones, only jobs without tasks, nothing for one of two schedulers:
    figures are left out."""
    always = ["outcomes", "busy"]
    for rows, figures in (((), always), (("a,0,1,5,,5,",), always),
                          (("a,5,5,,,,",), ["outcomes", "response", "response-cdf", "longest-wait", "busy"])):
        write(directory, "jobs.csv", HEADER, *rows)
        (directory / "report").mkdir(exist_ok=True)
        for path in (directory / "report").iterdir():
            path.unlink()
        page = report(directory, "--trace", "jobs.csv", "--scheduler", "rtmr")
        check_pictures(directory, page, ["rtmr"], figures)
        equal("had no jobs" in page.texts["li"][0], not rows)
    write(directory, "jobs.csv", HEADER, "a,0,1,5,,5,")  # too late for rtmr
    check_pictures(directory, report(directory, "--trace", "jobs.csv", "--scheduler", "rtmr,fifo"), ["rtmr", "fifo"])


def refused(directory, line, *arguments, path=None):
    """Refused with this line; nothing is left behind."""
    before = sorted(directory.rglob("*"))
    environment = dict(os.environ, PATH=path if path is not None else os.environ["PATH"])
    done = command.subprocess.run([command.binary(), "run", *map(str, arguments)], cwd=directory, capture_output=True,
                                  env=environment, check=False)
    status = 2 if "cannot be read" in line else 1  # 1: an output cannot be written
    equal((done.returncode, done.stdout.decode(), done.stderr.decode()), (status, "", f"rtmr: {line}\n"))
    equal(sorted(directory.rglob("*")), before)


def test_refusals(directory):
    write(directory, "file", "precious")
    run = ("--trace", TINY, "--scheduler", "fifo", "--json", "out.json", "--report")
    refused(directory, "no/where: cannot be made: No such file or directory", *run, "no/where")
    refused(directory, "file/index.html: cannot be written: Not a directory", *run, "file")
    refused(directory, "gnuplot: cannot be run (Debian package gnuplot-nox): No such file or directory", *run, "report",
            path="/nowhere")
    refused(directory, "nothing.csv: cannot be read: No such file or directory", "--trace", "nothing.csv",
            "--scheduler", "fifo", "--report", "report")
