"""The report: a page that is sound HTML, needs nothing else, and says the same as the other
outputs."""
import base64
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
VOID = {"meta", "img"}
FIGURES = ["outcomes", "allowance-cdf", "response", "response-cdf", "slowdown-cdf", "longest-wait", "utilisation",
           "busy"]
PNG = b"\x89PNG\r\n\x1a\n"
SVG = "{http://www.w3.org/2000/svg}"


class Page(html.parser.HTMLParser):
    """A page of balanced tags: its text by element, its links and images."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.images = [], [], [], []
        self.texts = {}
        self.rows, self.tables = [], []
        self.feed(text)
        self.close()
        equal(self.open, [])

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "a":
            self.links.append(attributes["href"])
        elif tag == "img":
            self.images.append((attributes["alt"], attributes["src"]))
        elif tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
        self.texts.setdefault(tag, []).append("")
        equal(attributes.get("src", "data:").startswith("data:"), True)

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
    equal(len(page.images), len(names))
    equal(sorted(path.name for path in (directory / "report").iterdir()),
          sorted(["index.html"] + [name + kind for name in names for kind in (".png", ".svg")]))
    for name, (alternative, source), sentence in zip(names, page.images, page.texts["figcaption"]):
        png = (directory / "report" / f"{name}.png").read_bytes()
        svg = (directory / "report" / f"{name}.svg").read_bytes()
        equal(png[:8], PNG)
        width, height = struct.unpack(">II", png[16:24])
        root = ET.fromstring(svg)
        equal((root.tag, int(root.get("width")) * 2, int(root.get("height")) * 2), (SVG + "svg", width, height))
        equal(base64.b64decode(source.split(",", 1)[1]) in (png, svg), True, name)
        equal(alternative in page.texts["h2"], True, alternative)
        equal(re.fullmatch(r"[A-Z][^.]*\.", sentence.strip()) is not None, True, sentence)


def shown(value, decimals):
    return "\u2013" if value is None else f"{value:.{decimals}f}"


def test_page(directory):
    """One seed, several schedulers: the table is the JSON's, the jobs are the per-job report's."""
    schedulers = ["rtmr", "dc", "fifo"]
    page = report(directory, "--trace", SAMPLE, "--scheduler", ",".join(schedulers), "--json", "out.json")
    check_pictures(directory, page, schedulers)
    runs = json.loads((directory / "out.json").read_text())["runs"]
    table = page.tables[0]
    equal(table[0], ["metric", "unit", *schedulers])
    keys = [key for key in runs[0]["metrics"] if any(run["metrics"][key] is not None for run in runs)]
    equal(len(table) - 1, len(keys))
    for row, key in zip(table[1:], keys):
        for cell, run in zip(row[2:], runs):
            value = run["metrics"][key]
            decimals = len(cell.partition(".")[2])
            equal(cell, shown(value, decimals), key)
    for scheduler, rows, words in zip(schedulers, page.tables[1:], page.texts["li"]):
        good(directory, "run", "--trace", SAMPLE, "--scheduler", scheduler, "--jobs-csv", "jobs.csv")
        jobs = list(csv.DictReader(io.StringIO((directory / "jobs.csv").read_text())))
        expected = [[job["job"], job["maps"], job["reduces"], job["arrival"], job["deadline"],
                     job["actual_finish"] or "\u2013",
                     "rejected: " + job["reason"] if job["accepted"] == "0" else ("missed", "met")[int(job["met"])]]
                    for job in sorted(jobs, key=lambda job: int(job["arrival"]))]
        equal(rows[1:], expected)
        accepted = sum(job["accepted"] == "1" for job in jobs)
        missed = sum(job["met"] == "0" for job in jobs)
        contains(words, "accepted every job" if accepted == len(jobs) else f"accepted {accepted} of {len(jobs)} jobs")
        contains(words, f"; {missed} of them" if missed else "finished all of them in time")


def test_seeds(directory):
    """Means and deviations over the seeds; schedules of the first."""
    page = report(directory, "--workload", "I", "--scheduler", "rtmr,fifo", "--seed", 5, "--seeds", 3, "--json",
                  "out.json")
    check_pictures(directory, page, ["rtmr", "fifo"])
    summary = json.loads((directory / "out.json").read_text())["summary"]
    accept = next(row for row in page.tables[0] if row[0] == "accept")
    equal(accept[2:], ["{mean:.1f} \u00b1 {sd:.1f}".format(**one["metrics"]["accept_ratio"]) for one in summary])
    contains(page.texts["h1"][0], "Workload I: rtmr and fifo")
    contains(page.texts["p"][0], "3 seeds from 5 on")
    contains(page.texts["h2"][-2], "Jobs")
    contains(page.texts["p"][1], "seed 5")


def test_compare(directory):
    """A comparison's report: rtmr thrice, figures with confidence intervals, and the tables that
    are printed."""
    compared = ("--workload", "lsps", "--cluster", "lsps", "--scheduler", "rtmr,fair", "--deadline-factor", 3,
                "--seeds", 2)
    page = report(directory, *compared, how="compare")
    labels = ["rtmr exact", "rtmr satu", "rtmr none", "fair"]
    equal(page.tables[0][0], ["metric", "unit", *labels])
    names = ["response-by-size", "response-by-user", "fairness", *FIGURES,
             *(f"schedule-{label.replace(' ', '-')}" for label in labels)]
    equal(page.ids, [*names, "comparison", "jobs", "repeat"])
    equal(page.links, [f"#{name}" for name in page.ids])
    for name in names:
        equal([(directory / "report" / (name + kind)).exists() for kind in (".svg", ".png")], [True, True], name)
    text = good(directory, "compare", *compared)
    equal(page.texts["pre"][0], text)
    contains(page.texts["pre"][1], "rtmr compare --workload lsps")
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


def test_names_are_text(directory):
    """Nothing in a name becomes markup or a command of gnuplot or of a shell. Long tables are
    cut and say so."""
    name = "<b>&amp;'`date`$(date)%s\\"
    write(directory, f"{name}.csv", HEADER, f"{name},0,100,5,,5;5,", *(f"j{i},{i},99999,5,,5," for i in range(1500)))
    page = report(directory, "--trace", f"{name}.csv", "--scheduler", "fifo", *SMALL)
    check_pictures(directory, page, ["fifo"])
    equal(page.texts["h1"][0], f"Trace {name}.csv: fifo")
    equal([row[0] for row in page.tables[1][1:]], [name, *(f"j{i}" for i in range(999))])
    contains(page.texts["summary"][0], "fifo: 1501 jobs, the first 1000 are shown (--jobs-csv writes all)")
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
    write(directory, "jobs.csv", HEADER, "a,0,1,5,,5,")  # too late for rtmr
    check_pictures(directory, report(directory, "--trace", "jobs.csv", "--scheduler", "rtmr,fifo"), ["rtmr", "fifo"])


def refused(directory, line, *arguments, path=None):
    """Refused with this line; nothing is left behind."""
    before = sorted(directory.rglob("*"))
    environment = dict(os.environ, PATH=path if path is not None else os.environ["PATH"])
    done = command.subprocess.run([command.binary(), "run", *map(str, arguments)], cwd=directory, capture_output=True,
                                  env=environment, check=False)
    equal((done.returncode, done.stdout.decode(), done.stderr.decode()), (2, "", f"rtmr: {line}\n"))
    equal(sorted(directory.rglob("*")), before)


def test_refusals(directory):
    write(directory, "file", "precious")
    write(directory, "bad.csv", "x")
    run = ("--trace", TINY, "--scheduler", "fifo", "--json", "out.json", "--report")
    refused(directory, "no/where: cannot be made: No such file or directory", *run, "no/where")
    refused(directory, "file/index.html: cannot be written: Not a directory", *run, "file")
    refused(directory, "gnuplot: cannot be run (Debian package gnuplot-nox): No such file or directory", *run, "report",
            path="/nowhere")
    header = HEADER + "[,user,pool,map_bytes,reduce_bytes,map_nodes]"
    refused(directory, f'bad.csv:1: expected the header {header}, found "x"', "--trace", "bad.csv", "--scheduler",
            "fifo", "--report", "report")
