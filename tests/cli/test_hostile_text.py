"""Names made to deceive or to break what shows them: no output holds them raw, none fails
because of them."""
import csv
import html
import io
import json
import re
import subprocess
import xml.etree.ElementTree as ET

from tests.cli import command
from tests.cli.command import HEADER, binary, contains, equal, write

# A name, and how it is shown.
NAMES = {
    b"\x1b[31mred": r"\x1b[31mred",
    b"line\nbreak\r": r"line\x0abreak\x0d",
    b"tab\tdel\x7f": r"tab\x09del\x7f",
    "c1\u0085\u009b31m".encode(): r"c1\u0085\u009b31m",
    "bidi\u202egpj.exe\u2066\u200f\u061c": r"bidi\u202egpj.exe\u2066\u200f\u061c",
    "separators\u2028\u2029": r"separators\u2028\u2029",
    "invisible\u200b\u2060\ufeff\u00ad\U000e0041": r"invisible\u200b\u2060\ufeff\u00ad\U000e0041",
    "noncharacters\uffff\U0001fffe": r"noncharacters\uffff\U0001fffe",
    b"latin1 \xe9\xff": r"latin1 \xe9\xff",
    b"overlong \xc0\xaf\xe0\x80\xaf": r"overlong \xc0\xaf\xe0\x80\xaf",
    b"surrogate \xed\xa0\x80 cut \xf0\x9f\x98": r"surrogate \xed\xa0\x80 cut \xf0\x9f\x98",
    "caf\u00e9 \u4e2d\u6587 \u05d0\u05d1 \U0001f600": "caf\u00e9 \u4e2d\u6587 \u05d0\u05d1 \U0001f600",
    "'quoted''": "'quoted''",
    '"double" \\" back\\slash \\n': '"double" \\" back\\slash \\n',
    "`touch ran` $(touch ran) @macro": "`touch ran` $(touch ran) @macro",
    "%s %d %n {/Bold x} _a ^b": "%s %d %n {/Bold x} _a ^b",
    "<b>&amp;</b>": "<b>&amp;</b>",
    "]]> ]]]>": "]]> ]]]>",
}
NAMES = {name if isinstance(name, bytes) else name.encode(): shown for name, shown in NAMES.items()}
RAW = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\uffff]")
SLOTS = ("--map-slots", 4, "--reduce-slots", 2)
SVG = "{http://www.w3.org/2000/svg}"


def run(directory, *arguments, status=0):
    """Runs the command, in an argument of which may stand any byte; returns standard output and
    error."""
    arguments = [argument if isinstance(argument, bytes) else str(argument) for argument in arguments]
    done = subprocess.run([binary(), *arguments],
                          cwd=directory,
                          stdin=subprocess.DEVNULL,
                          capture_output=True,
                          check=False)
    equal(done.returncode, status, done.stderr)
    return harmless(done.stdout), harmless(done.stderr)


def harmless(data):
    """The bytes as text: UTF-8 in which nothing is raw."""
    text = data.decode()
    equal(RAW.findall(text), [])
    return text


def quoted(name):
    """As a field of CSV."""
    return b'"' + name.replace(b'"', b'""') + b'"'


def native(directory, names):
    """A native trace of a job for each name, and the user of that name too."""
    rows = [b"%s,%d,90000,9,9,3;3;3,3,%s,p" % (quoted(name), number, quoted(name)) for number, name in enumerate(names)]
    (directory / "jobs.csv").write_bytes(b"\n".join([HEADER.encode() + b",user,pool", *rows, b""]))
    return list(names)


def swim(directory, names):
    """A trace of SWIM's with such names of jobs."""
    usable = [name for name in names if not re.search(rb"[\t\n]", name)]
    (directory / "jobs.tsv").write_bytes(b"".join(b"%s\t%d\t1\t1\t1\t1\n" % (name, number)
                                                  for number, name in enumerate(usable)))
    return usable


def json_names(directory, names):
    """An SLS trace with such names of jobs and users: those that JSON can hold."""
    usable = [name.decode() for name in names if is_utf8(name)]
    tasks = [{"container.host": "/r/n", "container.start.ms": 0, "container.end.ms": 9, "container.priority": 20,
              "container.type": "map"}]
    jobs = [{"am.type": "mapreduce", "job.start.ms": number, "job.end.ms": number + 9, "job.queue.name": name,
             "job.id": name, "job.user": name, "job.tasks": tasks} for number, name in enumerate(usable)]
    (directory / "jobs.json").write_text("\n".join(json.dumps(job) for job in jobs))
    return [name.encode() for name in usable]


def is_utf8(name):
    try:
        name.decode()
        return True
    except UnicodeDecodeError:
        return False


TRACES = {"jobs.csv": native, "jobs.tsv": swim, "jobs.json": json_names}
FILES = ("--jobs-csv", "rows.csv", "--batsim-jobs", "batsim.csv", "--batsim-schedule", "schedule.json", "--perfetto",
         "trace.json", "--json", "out.json")


def test_every_output_of_a_run(directory):
    for trace, make in TRACES.items():
        shown = sorted(NAMES[name] for name in make(directory, NAMES))
        out, _ = run(directory, "run", "--trace", trace, "--scheduler", "fifo", *SLOTS, "--gantt", *FILES, "--report",
                     "report")
        for name in shown:
            contains(out, f"  {name} ")
        rows = list(csv.DictReader(io.StringIO(harmless((directory / "rows.csv").read_bytes()), newline="")))
        equal(sorted(row["job"] for row in rows), shown)
        if trace != "jobs.tsv":
            equal(sorted(row["user"] for row in rows), shown)
        rows = csv.DictReader(io.StringIO(harmless((directory / "batsim.csv").read_bytes()), newline=""))
        equal(sorted({row["workload_name"] for row in rows}), shown)
        events = json.loads(harmless((directory / "trace.json").read_bytes()))["traceEvents"]
        equal(sorted(event["name"] for event in events if event["ph"] == "b"), shown)
        page = harmless((directory / "report/index.html").read_bytes())
        for name in shown:
            contains(page, f"</i><bdi>{html.escape(name, quote=False).replace(chr(34), '&quot;')}</bdi></td>")
        for name in ("schedule.json", "out.json"):
            json.loads(harmless((directory / name).read_bytes()))


def svg_texts(path):
    """The texts of a picture, which must be sound XML."""
    root = ET.fromstring(harmless(path.read_bytes().replace(b"\t", b" ")))  # gnuplot indents with tabs
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


def test_users_in_pictures(directory):
    """Each as the name of a curve, the quotes of gnuplot's own included, beside others."""
    names = list(NAMES)
    for some in (names[at:at + 3] for at in range(0, len(names), 3)):
        native(directory, [*some, b"bob"])
        out, _ = run(directory, "compare", "--trace", "jobs.csv", *SLOTS, "--scheduler", "fifo,fair", "--seeds", 1,
                     "--report", "report", "--json", "out.json")
        texts = svg_texts(directory / "report/response-by-user.svg")
        for shown in (NAMES[name] for name in some):
            contains(out, f" {shown}")
            equal(len(shown.encode()) > 40 or shown in texts, True, f"{shown} {texts}")
        users = json.loads((directory / "out.json").read_text())["contenders"][0]["response_by_user"]
        equal(sorted(users), sorted([*(NAMES[name] for name in some), "bob"]))
        equal((directory / "ran").exists(), False)


def test_a_long_name(directory):
    name = "n" * 100000
    write(directory, "jobs.csv", HEADER + ",user,pool", f"{name},0,90000,9,9,3,3,{name},p", "b,0,90000,9,9,3,3,bob,p")
    out, _ = run(directory, "compare", "--trace", "jobs.csv", *SLOTS, "--scheduler", "fifo", "--seeds", 1, "--report",
                 "report")
    equal(max(map(len, out.splitlines())) < 500, True)
    equal([text for text in svg_texts(directory / "report/response-by-user.svg") if "nnn" in text], ["n" * 37 + "..."])


def test_explain(directory):
    native(directory, NAMES)
    for name in NAMES:
        out, _ = run(directory, "explain", "--trace", "jobs.csv", *SLOTS, "--at", 3, "--job",
                     quoted(name) + b",0,9000,9,9,3,3")
        contains(out, f"Job {NAMES[name]}: 1 maps")


def test_names_of_files(directory):
    """In what is printed, in errors, in the page and in JSON."""
    for name, shown in NAMES.items():
        if b"/" in name:
            continue
        trace = name + b".csv"
        (directory / "trace.csv").write_text(f"{HEADER}\na,0,9000,9,9,3,3\n")
        path = bytes(directory) + b"/" + trace
        (directory / "trace.csv").rename(path.decode(errors="surrogateescape"))
        out, _ = run(directory, "run", "--trace", trace, "--scheduler", "fifo", *SLOTS, "--json", "out.json")
        contains(out, f"{shown}.csv: 1 job; ")
        record = json.loads(harmless((directory / "out.json").read_bytes()))
        equal((record["options"]["trace"], record["workload"]["title"]), (f"{shown}.csv", f"{shown}.csv"))
        _, err = run(directory, "run", "--trace", trace + b"x", "--scheduler", "fifo", *SLOTS, status=2)
        equal(err, f"rtmr: {shown}.csvx: cannot be read: No such file or directory\n")
        _, err = run(directory, "run", "--trace", trace, "--scheduler", name, *SLOTS, status=2)
        equal(err.count("\n"), 1)
        out, _ = run(directory, "faults", "--trace", trace, *SLOTS, "--seeds", 1)
        contains(out, f"{shown}.csv: 1 job; ")
    run(directory, "run", "--trace", trace, "--scheduler", "fifo", *SLOTS, "--report", "report")
    run(directory, "run", "--trace", trace, "--scheduler", "fifo", *SLOTS, "--report", b"re'\x1b\xffport")
    harmless((directory / "report/index.html").read_bytes())


def test_errors_are_cut_between_characters(directory):
    """A long value and a long name of a file end in whole characters and escapes, and the place
    is still there."""
    for length in range(36, 48):
        (directory / "jobs.csv").write_bytes(f"{HEADER}\na,0,{'x' * length}\u00e9\u202e\u4e2d,9,9,3,3\n".encode())
        _, err = run(directory, "run", "--trace", "jobs.csv", "--scheduler", "fifo", *SLOTS, status=2)
        found = re.search(r'jobs.csv:2: deadline: .*, found "(x+)(\u00e9?)((\\u202e)?)(\u4e2d?)(\.\.\.)?"\n$', err)
        equal(found is not None, True, err)
    for name in ("d" * 200 + "\u4e2d" * 10, "\u4e2d" * 70 + "d", "\u202e" * 80, "d" + "\u202e" * 80):
        _, err = run(directory, "run", "--trace", name + ".csv", "--scheduler", "fifo", *SLOTS, status=2)
        contains(err, ".csv: cannot be read: ")
        contains(err, "rtmr: ...")


def test_csv_safe(directory):
    formulas = ("=1+1", "+1", "-1", "@SUM(A1)", "=a b", "'plain", "plain", "a=b", "=\u00e9")
    rows = [f"{name},{number},90000,9,9,3,3,{name},{name}" for number, name in enumerate(formulas)]
    write(directory, "jobs.csv", HEADER + ",user,pool", *rows)
    for options, prefix in (((), ""), (("--csv-safe",), "'")):
        run(directory, "run", "--trace", "jobs.csv", "--scheduler", "fifo", *SLOTS, "--jobs-csv", "rows.csv",
            "--batsim-jobs", "batsim.csv", *options)
        wanted = [prefix + name if name[0] in "=+-@" else name for name in formulas]
        for column in ("job", "user", "pool"):
            with open(directory / "rows.csv", newline="", encoding="utf-8") as stream:
                equal([row[column] for row in csv.DictReader(stream)], wanted)
        with open(directory / "batsim.csv", newline="", encoding="utf-8") as stream:
            equal({row["workload_name"] for row in csv.DictReader(stream)}, set(wanted))
    _, err = run(directory, "run", "--trace", "jobs.csv", "--scheduler", "fifo", "--csv-safe", status=2)
    equal(err, "rtmr: --csv-safe: expected only with --jobs-csv or --batsim-jobs\n")
