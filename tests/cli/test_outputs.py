"""Outputs destroy nothing: no input, no other output, no target when the disk is full; and
nothing else is left, however the run ends."""
import json
import os
import random
import resource
import shutil
import signal
import stat
import subprocess
import tempfile
import time

from tests.cli import command
from tests.cli.command import HEADER, binary, contains, equal, good, write

ROW = "a,0,100,5,5,5,5"
SAMPLE = command.ROOT / "harness/workload/sample/sample.csv"
RUN = ("run", "--trace", "jobs.csv", "--scheduler", "fifo")
FILE_OPTIONS = ("--jobs-csv", "--batsim-jobs", "--batsim-schedule", "--perfetto", "--json")
OTHER_USER = 65534


def snapshot(directory):
    """Every file below a directory with what stands in it."""
    return {str(path.relative_to(directory)): path.read_bytes() if path.is_file() else None
            for path in directory.rglob("*")}


def refused(directory, line, *arguments, **how):
    """Refused with this line, and everything stays as it was. Status 1: the output cannot be
    written; 2: it may not be."""
    status = 1 if " cannot be written: " in line else 2
    before = snapshot(directory)
    done = subprocess.run([binary(), *map(str, arguments)], cwd=directory, stderr=subprocess.PIPE,
                          stdin=how.pop("stdin", subprocess.DEVNULL), stdout=how.pop("stdout", subprocess.DEVNULL),
                          check=False, **how)
    equal((done.returncode, done.stderr.decode()), (status, f"rtmr: {line}\n"), arguments)
    equal(snapshot(directory), before)


def shell(directory, script, expected=0, **how):
    """Runs a line of shell in which $R is the command; returns what it says on standard error."""
    done = subprocess.run(["sh", "-c", script], cwd=directory, stdin=subprocess.DEVNULL, capture_output=True,
                          env=dict(os.environ, R=binary()), check=False, **how)
    equal(done.returncode, expected, f"{script} {done.stderr}")
    return done.stderr.decode()


# --- Inputs and outputs ---------------------------------------------------------------------------

def inputs(directory):
    """A file for every option that reads one; what errors call it, and the arguments that read
    it all."""
    write(directory, "jobs.csv", HEADER, ROW)
    write(directory, "cluster.csv", "nodes,map_slots,reduce_slots,speed", "4,1,1,1")
    write(directory, "pools.csv", "pool,weight,min_maps,min_reduces", "p,1,0,0")
    write(directory, "queues.csv", "queue,capacity", "q,100")
    write(directory, "faults.csv", "time,event,node,job,stage,number,factor")
    read = {"trace": "jobs.csv", "cluster": "cluster.csv", "pools": "pools.csv", "queues": "queues.csv",
            "faults": "faults.csv"}
    return read, [argument for what, name in read.items() for argument in (f"--{what}", name)]


def test_no_output_replaces_an_input(directory):
    read, options = inputs(directory)
    run = ("run", "--scheduler", "fifo", *options)
    for what, name in read.items():
        for option in FILE_OPTIONS:
            refused(directory, f'{option}: expected another file than the {what} "{name}"', *run, option, name)
        refused(directory, f'--json: expected another file than the {what} "{name}"', "compare", "--scheduler", "fifo",
                *options, "--json", name)


def test_names_do_not_matter(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    (directory / "folder").mkdir()
    (directory / "symbolic").symlink_to("jobs.csv")
    (directory / "twice").symlink_to(directory / "symbolic")
    os.link(directory / "jobs.csv", directory / "hard")
    (directory / "here").symlink_to(".")
    names = ("jobs.csv", "./jobs.csv", "folder/../jobs.csv", directory / "jobs.csv", "symbolic", "twice", "hard",
             "here/jobs.csv", "here/here/symbolic")
    for trace in names:
        for output in names:
            refused(directory, f'--json: expected another file than the trace "{trace}"', "run", "--trace", trace,
                    "--scheduler", "fifo", "--json", output)


def test_no_output_replaces_another(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    write(directory, "old", "precious")
    os.link(directory / "old", directory / "hard")
    (directory / "folder").mkdir()
    (directory / "link").symlink_to("folder")
    (directory / "dangling").symlink_to("folder/new")
    line = "--json: expected another file than --jobs-csv"
    for one, other in (("new", "new"), ("new", "./new"), ("folder/new", "link/new"), ("folder/new", "dangling"),
                       ("old", "hard"), ("/dev/stdout", "/dev/fd/1")):
        refused(directory, line, *RUN, "--jobs-csv", one, "--json", other, stdout=subprocess.PIPE)
    # what is written there is gone anyhow
    good(directory, *RUN, "--jobs-csv", "/dev/null", "--json", "/dev/null")


def test_a_report_replaces_neither(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    (directory / "folder").mkdir()
    (directory / "link").symlink_to("folder")
    shutil.copy(directory / "jobs.csv", directory / "folder/outcomes.svg")
    os.link(directory / "jobs.csv", directory / "folder/index.html")
    for trace in ("jobs.csv", "folder/index.html", "link/outcomes.svg"):
        refused(directory, f'--report: expected another file than the trace "{trace}"', "run", "--trace", trace,
                "--scheduler", "fifo", "--report", "link/")
    (directory / "folder/index.html").unlink()
    (directory / "folder/outcomes.svg").unlink()
    for output in ("folder/index.html", "link/busy.png"):
        refused(directory, "--report: expected another file than --json", *RUN, "--json", output, "--report", "folder")
    for folder in ("new", "new/"):
        refused(directory, "--report: expected another file than --json", *RUN, "--json", "new", "--report", folder)
    refused(directory, "--report: expected another file than --json", "paper", "asrpt", "--json", "folder/index.html",
            "--report", "link")
    good(directory, *RUN, "--json", "folder/out.json", "--report", "folder")
    equal({"index.html", "out.json"} <= {path.name for path in (directory / "folder").iterdir()}, True)


def test_standard_streams_are_outputs(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    with open(directory / "out", "w", encoding="ascii") as stream:
        refused(directory, "--json: expected another file than standard output", *RUN, "--json", "out", stdout=stream)
    with open(directory / "jobs.csv", encoding="ascii") as stream:
        refused(directory, '--json: expected another file than the trace "/dev/stdin"', "run", "--trace", "/dev/stdin",
                "--scheduler", "fifo", "--json", "jobs.csv", stdin=stream)


# --- What is open already -------------------------------------------------------------------------

def check_stream(text, name):
    """JSON, then the table, each whole."""
    document, end = json.JSONDecoder().raw_decode(text)
    equal(document["command"], "run", name)
    contains(text[end:], "jobs.csv: 1 job; ")
    contains(text[end:], "\nre-runs ")


def test_standard_output_is_written_through(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    (directory / "link").symlink_to("/dev/stdout")
    for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"):
        run = f"$R {' '.join(RUN)} --json {name}"
        shell(directory, f"{run} > out; echo keep-me > log; {run} >> log; {run} | cat > piped")
        for out in ("out", "piped"):
            check_stream((directory / out).read_text(), name)
        log = (directory / "log").read_text()
        equal(log[:8], "keep-me\n")
        check_stream(log[8:], name)


def test_other_descriptors_are_written_through(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    shell(directory, f"echo before > out; $R {' '.join(RUN)} --json /dev/fd/7 7>> out > table; echo after >> out")
    text = (directory / "out").read_text()
    equal((text[:7], text[-6:]), ("before\n", "after\n"))
    equal(json.loads(text[7:-6])["command"], "run")
    refused(directory, "/dev/fd/9: cannot be written: Bad file descriptor", *RUN, "--json", "/dev/fd/9")
    shell(directory, f"$R {' '.join(RUN)} --json /dev/fd/7 7< jobs.csv", expected=2)


def test_a_pipe_is_written_through(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    os.mkfifo(directory / "pipe")
    shell(directory, f"cat pipe > out & $R {' '.join(RUN)} --json pipe > table; wait")
    equal(json.loads((directory / "out").read_text())["command"], "run")
    equal(stat.S_ISFIFO((directory / "pipe").stat().st_mode), True)


def test_standard_output_that_fails(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    for tail in ("", " --json -", " --json /dev/stdout"):
        contains(shell(directory, f"$R {' '.join(RUN)}{tail} > /dev/full", expected=1), "No space left on device\n")
        contains(shell(directory, f"$R {' '.join(RUN)}{tail} --jobs-csv rows.csv >&-", expected=1),
                 "Bad file descriptor\n")
    for ignored in (True, False):
        done = without_reader(directory, ignored, *RUN, "--json", "-")
        lines = done.stderr.decode().splitlines()[-1:]  # behind the table
        equal((done.returncode, lines), (1, ["rtmr: standard output: cannot be written: Broken pipe"]) if ignored
              else (-signal.SIGPIPE, []))


def without_reader(directory, ignored, *arguments):
    """Runs the command into a pipe that has no reader any more; the signal about it may be
    ignored."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        # Python itself ignores the signal
        return subprocess.run([binary(), *arguments], cwd=directory, stdin=subprocess.DEVNULL, stdout=writer,
                              stderr=subprocess.PIPE, restore_signals=not ignored, check=False)
    finally:
        os.close(writer)


# --- Replacing ------------------------------------------------------------------------------------

def test_mode_and_owner_are_kept(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    old = directory / write(directory, "out.json", "old")
    for mode in (0o600, 0o640, 0o666, 0o755):
        old.chmod(mode)
        good(directory, *RUN, "--json", "out.json")
        equal(stat.S_IMODE(old.stat().st_mode), mode)
    if os.geteuid() == 0:
        os.chown(old, OTHER_USER, OTHER_USER)
        good(directory, *RUN, "--json", "out.json")
        equal((old.stat().st_uid, old.stat().st_gid), (OTHER_USER, OTHER_USER))
        check_without_rights(directory, old)


def check_without_rights(directory, old):
    """A file that may not be written is not replaced, although its folder may be written."""
    directory.chmod(0o777)
    os.chown(old, 0, 0)
    for mode, reason in ((0o444, "Permission denied"), (0o666, "Operation not permitted")):
        old.chmod(mode)
        refused(directory, f"out.json: cannot be written: {reason}", *RUN, "--json", "out.json", user=OTHER_USER)


def test_links_lead_to_the_target(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    (directory / "folder").mkdir()
    write(directory, "folder/target", "old")
    (directory / "folder/link").symlink_to("target")
    (directory / "link").symlink_to("folder/link")
    (directory / "dangling").symlink_to("folder/new")
    for name, target in (("link", "target"), ("dangling", "new")):
        good(directory, *RUN, "--json", name)
        equal((directory / name).is_symlink(), True)
        equal(json.loads((directory / "folder" / target).read_text())["command"], "run")
    equal(sorted(path.name for path in (directory / "folder").iterdir()), ["link", "new", "target"])
    (directory / "report").symlink_to("folder/pages")
    good(directory, *RUN, "--report", "report")
    equal((directory / "folder/pages/index.html").exists(), True)
    (directory / "round").symlink_to("round")
    refused(directory, "round: cannot be written: Too many levels of symbolic links", *RUN, "--json", "round")


def check_full(directory, folder, run):
    """A run whose trace for Perfetto does not fit: the old one stays, and the small files are
    there."""
    write(folder, "target", "precious")
    (directory / "link").symlink_to(folder / "target")
    err = run(f"$R run --trace {SAMPLE} --scheduler rtmr --perfetto link --json out.json > table")
    contains(err, "rtmr: link: cannot be written: ")
    equal(err.count("\n"), 1)
    equal(snapshot(folder), {"target": b"precious\n"})
    equal(json.loads((directory / "out.json").read_text())["command"], "run")
    contains((directory / "table").read_text(), "accepted")


def test_a_limit_of_size(directory):
    """As a full disk; a test can have it without being root."""
    (directory / "folder").mkdir()

    def run(script):
        limit = (65536, resource.getrlimit(resource.RLIMIT_FSIZE)[1])
        return shell(directory, script, expected=1,
                     preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit))

    check_full(directory, directory / "folder", run)


def test_a_full_disk(directory):
    folder = directory / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)], capture_output=True,
                             check=False)
    if mounted.returncode != 0:
        return  # test_a_limit_of_size() does the same
    try:
        check_full(directory, folder, lambda script: shell(directory, script, expected=1))
    finally:
        subprocess.run(["umount", str(folder)], check=True)


# --- How a run may end ----------------------------------------------------------------------------

def ended(directory, number, seconds, *arguments):
    """Starts a run, sends it a signal, and expects that it ends as any program would."""
    process = subprocess.Popen([binary(), *map(str, arguments)], cwd=directory, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(seconds)
    process.send_signal(number)
    return process.wait(timeout=command.TIME_LIMIT)


def test_signals_leave_nothing(directory):
    """While it simulates, at random instants."""
    seed = random.randrange(2**32)
    chance = random.Random(seed)
    write(directory, "old.json", "precious")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) * (1 if command.slow() else 3):
        before = snapshot(directory)
        status = ended(directory, number, chance.uniform(0.05, 0.6), "run", "--workload", "I", "--scheduler", "rtmr,dc",
                       "--seeds", 100000, "--json", "old.json", "--report", "report")
        equal(status, -number, f"seed {seed}")
        equal(snapshot(directory), before, f"seed {seed}")


def fake_gnuplot(directory, *lines):
    """A program to be found before gnuplot; returns the environment for it."""
    tools = directory / "tools"
    tools.mkdir(exist_ok=True)
    write(tools, "gnuplot", "#!/bin/sh", *lines)
    (tools / "gnuplot").chmod(0o755)
    return dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}")


def test_signals_while_drawing(directory):
    """The drawing program ends too."""
    write(directory, "jobs.csv", HEADER, ROW)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # the first script only asks whether gnuplot is there; the third figure never ends
        environment = fake_gnuplot(directory, 'echo x >> "$COUNT"',
                                   '[ $(wc -l < "$COUNT") -lt 4 ] && echo "IEND</svg>" && exit',
                                   'echo $$ > "$CHILD"; exec sleep 1000')
        with tempfile.TemporaryDirectory() as other:
            child = f"{other}/child"
            environment.update(COUNT=f"{other}/count", CHILD=child)
            before = snapshot(directory)
            process = subprocess.Popen([binary(), *RUN, "--report", "report", "--json", "out.json"], cwd=directory,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment)
            while not os.path.exists(child) or os.path.getsize(child) == 0:
                time.sleep(0.01)
            contains(" ".join(os.listdir(directory / "report")), ".rtmr-")
            process.send_signal(number)
            equal(process.wait(timeout=command.TIME_LIMIT), -number)
            with open(child, encoding="ascii") as stream:
                wait_for_end(int(stream.read()))
            equal(snapshot(directory), before)


def wait_for_end(process):
    """Fails if a process goes on."""
    for _ in range(1000):
        try:
            with open(f"/proc/{process}/stat", encoding="ascii") as stream:
                if stream.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return
        except OSError:
            return
        time.sleep(0.01)
    raise AssertionError(f"process {process} goes on")


def test_an_ignored_signal_stays_ignored(directory):
    """As nohup wants it."""
    write(directory, "jobs.csv", HEADER, ROW)
    run = f"$R {' '.join(RUN)} --seeds 2000 --json out.json > /dev/null"
    script = f"trap '' HUP; {run} & sleep 0.2; kill -HUP $!; wait $!"
    shell(directory, script)
    equal(json.loads((directory / "out.json").read_text())["command"], "run")


def test_no_memory_leaves_nothing(directory):
    """At every limit, wherever the memory ends."""
    if command.slow():
        return  # a sanitizer needs more address space than any limit
    failures = 0
    for kilobytes in range(30000, 160001, 10000):
        before = snapshot(directory)
        done = subprocess.run(["sh", "-c", f'ulimit -v {kilobytes}; exec "$R" run --trace {SAMPLE} --scheduler rtmr '
                               "--json out.json --report report"], cwd=directory, capture_output=True,
                              env=dict(os.environ, R=binary()), check=False)
        if done.returncode == 0:
            break
        if done.returncode == 127:
            continue  # the program itself cannot be loaded
        failures += 1
        equal(snapshot(directory), before | {name: data for name, data in snapshot(directory).items()
                                             if name == "out.json" and data.endswith(b"}\n")}, done.stderr)
    equal(failures > 0, True)


def test_a_reader_that_is_gone(directory):
    """What was written before stays; nothing else does."""
    write(directory, "jobs.csv", HEADER, ROW)
    for ignored in (True, False):
        done = without_reader(directory, ignored, *RUN, "--perfetto", "-", "--jobs-csv", "rows.csv", "--report",
                              "report")
        equal(done.returncode, 1 if ignored else -signal.SIGPIPE)
        equal([name for name in snapshot(directory) if ".rtmr-" in name], [])
        contains((directory / "rows.csv").read_text(), "job,accepted,")


# --- gnuplot --------------------------------------------------------------------------------------

def test_a_report_that_fails_takes_nothing_with_it(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    environment = fake_gnuplot(directory, "echo '</svg>'; grep -q 'scale 2' || exit 0", "exec >&2", "echo",
                               "echo 'gnuplot> plot nonsense'", "echo '             ^'",
                               "echo '         line 7: no font'", "exit 1")
    for how in ("run", "compare"):
        done = subprocess.run([binary(), how, *RUN[1:], "--report", "report", "--json", "out.json"], cwd=directory,
                              stdin=subprocess.DEVNULL, capture_output=True, env=environment, check=False)
        equal((done.returncode, done.stderr.decode()), (1, "rtmr: gnuplot: refused to draw: line 7: no font\n"))
        contains(done.stdout.decode(), "jobs.csv: 1 job; ")
        equal(json.loads((directory / "out.json").read_text())["command"], how)
        equal((directory / "report").exists(), False)
        (directory / "out.json").unlink()


def test_a_picture_that_is_cut(directory):
    """As on a full disk, which gnuplot does not tell of."""
    write(directory, "jobs.csv", HEADER, ROW)
    for drawn in ("", "echo '<svg>'"):
        done = subprocess.run([binary(), *RUN, "--report", "report"], cwd=directory, stdin=subprocess.DEVNULL,
                              capture_output=True, env=fake_gnuplot(directory, drawn), check=False)
        equal((done.returncode, done.stderr.decode()), (
            1, "rtmr: gnuplot: expected a whole picture: the temporary directory may be full\n"))
        equal((directory / "report").exists(), False)


def test_gnuplot_sees_no_settings_of_the_user(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    write(directory, ".gnuplot", "system 'touch ran'")
    write(directory, "evil", "system 'touch ran'")
    environment = dict(os.environ, HOME=str(directory), GNUPLOT_INI=str(directory / "evil"), GNUTERM="no such",
                       GNUPLOT_LIB=str(directory), XDG_CONFIG_HOME=str(directory), LC_ALL="de_DE.UTF-8")
    (directory / "gnuplot").mkdir()
    write(directory, "gnuplot/gnuplotrc", "system 'touch ran'")
    subprocess.run([binary(), *RUN, "--report", "report"], cwd=directory, stdout=subprocess.DEVNULL, env=environment,
                   check=True)
    equal((directory / "ran").exists(), False)
    pictures = {path.name: path.read_bytes() for path in (directory / "report").glob("*.svg")}
    subprocess.run([binary(), *RUN, "--report", "report"], cwd=directory, stdout=subprocess.DEVNULL, check=True)
    equal({path.name: path.read_bytes() for path in (directory / "report").glob("*.svg")}, pictures)
