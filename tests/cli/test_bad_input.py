"""Bad input of every kind: status 2, exactly one line on standard error that names the place and
what was expected, nothing on standard output, and no file left behind. Runs the command built
with sanitizers if there is one."""
import gzip
import json

from tests.cli import command
from tests.cli.command import HEADER, contains, equal, write

ROW = "a,0,100,5,5,5,5"
SLOTS = ("--map-slots", 2, "--reduce-slots", 2)
HINT = "--format reads a file as native, swim, rumen, sls, swf, sacct, batsim, synth or jhist"


def refused(directory, line, *arguments, status=2):
    """The command must refuse with this line ("..." at its end: it only starts so), and leave
    all files alone. Status 1: an output cannot be written."""
    before = {path.name: path.read_bytes() for path in directory.iterdir() if path.is_file()}
    outcome = command.rtmr(directory, *arguments)
    equal(outcome.status, status, f"{arguments} {outcome.err}")
    equal(outcome.out, "")
    equal(outcome.err.count("\n"), 1, outcome.err)
    equal(outcome.err.endswith("\n"), True)
    if line.endswith("..."):
        contains(outcome.err, "rtmr: " + line[:-3])
    else:
        equal(outcome.err, "rtmr: " + line + "\n")
    after = {path.name: path.read_bytes() for path in directory.iterdir() if path.is_file()}
    equal(after, before)


def refused_trace(directory, line, *rows, header=HEADER, name="jobs.csv"):
    """A trace of these rows must be refused, with every output asked for."""
    write(directory, name, header, *rows)
    refused(directory, line, "run", "--trace", name, "--scheduler", "fifo", *SLOTS, "--jobs-csv", "out.csv", "--json",
            "out.json")


COMMAND = "command: expected the name of a command (see rtmr --help), found "


def test_unknown_command(directory):
    line = COMMAND
    refused(directory, line + '"walk"', "walk")
    refused(directory, line + "nothing", "")
    refused(directory, line + '"walk"', "help", "walk")
    for typed, meant in (("rnu", "run"), ("Run", "run"), ("comapre", "compare"), ("exlpain", "explain"),
                         ("--versoin", "--version"), ("fault", "faults"), ("lst", "list")):
        refused(directory, f'{line}"{typed}"; did you mean `{meant}\'?', typed)


def test_file_as_command(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    line = COMMAND + '"jobs.csv"'
    refused(directory, line + "; did you mean `rtmr run jobs.csv'?", "jobs.csv")
    (directory / "jobs.csv").unlink()
    refused(directory, line, "jobs.csv")


def test_unknown_option(directory):
    for name in ("run", "compare", "paper", "faults", "explain", "convert", "list"):
        refused(directory, f'rtmr {name}: expected a known option (see --help), found "--bogus"', name, "--bogus")
    for typed, meant in (("--schedular", "scheduler"), ("--schedular=fifo", "scheduler"), ("-scheduler", "scheduler"),
                         ("--mapslots", "map-slots"), ("--gnatt", "gantt")):
        refused(directory,
                f'rtmr run: expected a known option (see --help), found "{typed}"; did you mean `--{meant}\'?', "run",
                "jobs.csv", typed)


def test_abbreviations(directory):
    """Those that could be several options are refused, with their names."""
    refused(directory, 'rtmr run: expected --seeds or --seed, found "--see"', "run", "--see", 3)
    outcome = command.rtmr(directory, "run", "--work", "I", "--sched", "fifo", "--seed", 2)
    equal((outcome.status, outcome.err), (0, ""))
    contains(outcome.out, "seed 2")


def test_short_option(directory):
    refused(directory, 'rtmr run: expected a known option (see --help), found "-xy"', "run", "--seeds",
            5, "-xy")


def test_option_without_value(directory):
    refused(directory, "--trace: expected a value: --trace FILE", "run", "--trace")
    refused(directory, '--check: expected no value, found "yes"', "run", "jobs.csv", "--check=yes")


def test_stray_argument(directory):
    refused(directory, 'FILE: expected one trace, found "b.csv"', "run", "a.csv", "b.csv")
    refused(directory, 'FILE: expected one trace, found "b.csv"', "run", "--trace", "a.csv", "b.csv")
    refused(directory, 'FILE: expected one trace, found "50"; write --gantt=50', "run", "a.csv", "--gantt", 50)
    refused(directory, 'FILE: expected one trace, found "b.csv"', "run", "a.csv", "--gantt", "b.csv")
    refused(directory, 'FILE: expected one trace, found "a.json"; --json takes no file here, it prints on standard '
            "output", "replay", "a.csv", "--json", "a.json")
    refused(directory, "a.json: expected one store; --json takes no file here, it prints on standard output", "audit",
            "store", "--json", "a.json")
    refused(directory, "other: expected one store", "audit", "store", "other")
    refused(directory, "--job: expected without --call", "audit", "store", "--call", 5, "--job", 99)
    refused(directory, 'rtmr list: expected no argument, found "jobs.csv"', "list", "jobs.csv")
    refused(directory, "jobs.csv: cannot be read: No such file or directory", "run", "jobs.csv")


def test_empty_names(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    refused(directory, "FILE: expected the name of a file, found nothing", "run", "")
    for option in ("--trace", "--cluster", "--faults", "--pools", "--queues", "--json", "--jobs-csv", "--perfetto"):
        refused(directory, f"{option}: expected the name of a file, found nothing", "run", option, "",
                *([] if option == "--trace" else ["jobs.csv"]))
    refused(directory, "--report: expected a folder, found nothing", "run", "jobs.csv", "--report", "")


def test_one_standard_input_and_output(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    for option in ("--cluster", "--faults", "--pools", "--queues"):
        refused(directory, f"{option}: expected a file: --trace takes standard input", "run", "-", option, "/dev/stdin")
    refused(directory, "--cluster: expected a file: --faults takes standard input", "faults", "jobs.csv", "--cluster",
            "-", "--faults", "-")
    refused(directory, "--json: expected another file than --jobs-csv", "run", "jobs.csv", "--json", "-", "--jobs-csv",
            "-")
    refused(directory, '--report: expected a folder, found "-"', "run", "jobs.csv", "--report", "-")


def test_unknown_names(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    run = ("run", "--trace", "jobs.csv", "--scheduler")
    refused(directory, '--scheduler: expected the name of a scheduler, or all (see rtmr list), found "no one"', *run,
            "no one")
    for names in ("all,rtmr", "rtmr,all", "all,all"):
        refused(directory, f'--scheduler: expected all to stand alone, found "{names}"', *run, names)
    refused(directory, '--scheduler: expected the name of a scheduler, or all (see rtmr list), found nothing', *run,
            "fifo,")
    refused(directory, '--scheduler: expected the name of a scheduler, or all (see rtmr list), found "fiffo"; did you '
            "mean `fifo'?", *run, "edf,fiffo")
    refused(directory,
            '--scheduler: expected the name of a scheduler, or all (see rtmr list), found "al"; did you mean '
            "`all'?", *run, "al")
    refused(directory, '--workload: expected I, II, II-normal, srt or lsps, found "lpss"; did you mean `lsps\'?', "run",
            "--workload", "lpss")
    formats = HINT.removeprefix("--format reads a file as ")
    refused(directory, f'--format: expected {formats}, found "nativ"; did you mean `native\'?', *run, "fifo",
            "--format", "nativ")
    refused(directory, '--swf-pool: expected queue, group or partition, found "patition"; did you mean `partition\'?',
            *run, "fifo", "--swf-pool", "patition")
    refused(directory, "papper: cannot be read: No such file or directory; did you mean `paper'?", *run, "fifo",
            "--cluster", "papper")
    refused(directory, '--scheduler: expected each scheduler once, found "fifo"', *run, "fifo,edf,fifo")
    refused(directory, '--feedback: expected exact, satu or none, found "all"', *run, "rtmr", "--feedback", "all")
    refused(directory, '--order: expected floor, edf or fifo, found "best"', *run, "rtmr", "--order", "best")
    refused(directory, '--estimator: expected given, learned or learned-by-task, found "guessed"', *run, "rtmr",
            "--estimator", "guessed")
    refused(directory, '--estimate-padding: expected a decimal number from 1 to 1000, found "0.9"', *run, "rtmr",
            "--estimator", "learned", "--estimate-padding", "0.9")
    refused(directory, '--workload: expected I, II, II-normal, srt or lsps, found "V"', "run", "--workload", "V",
            "--scheduler", "fifo")
    refused(directory, f'--format: expected {formats}, found "parquet"', *run, "fifo", "--format", "parquet")
    refused(directory, '--rumen-attempt: expected success, last or all, found "first"', *run, "fifo",
            "--rumen-attempt", "first")
    refused(directory, "--deadline-base: expected alone or recorded, found nothing", *run, "fifo", "--deadline-base",
            "")
    papers = "rtmr, srt, lsps or asrpt"
    refused(directory, f'rtmr paper: expected the name of one paper: {papers}, found "mine"', "paper", "mine")
    refused(directory, f'rtmr paper: expected the name of one paper: {papers}, found "lsps"', "paper", "srt", "lsps")
    refused(directory, f"rtmr paper: expected the name of a paper: {papers}, found nothing", "paper")


def test_illegal_pairs(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    run = ("run", "--trace", "jobs.csv", "--scheduler")
    for feedback in ("none", "satu"):
        refused(directory, f'--order: expected floor or fifo with --feedback {feedback}, found "edf"', *run, "rtmr",
                "--order", "edf", "--feedback", feedback)
    refused(directory, "--trace: expected a trace, or a workload with --workload", "run", "--scheduler", "fifo")
    refused(directory, "--trace: expected either a trace or a workload, found both", *run, "fifo", "--workload", "I")
    refused(directory, "--format: expected only with --trace", "run", "--workload", "I", "--format", "swim",
            "--scheduler", "fifo")
    for option, value, only in (("--swim-scale", 2, "a SWIM trace"),
                                ("--rumen-jobs", "all", "a Rumen trace or a job history (jhist)"),
                                ("--swf-pool", "group", "a trace of rigid jobs (swf, sacct or batsim)"),
                                ("--batsim-speed", 1, "a workload of Batsim"),
                                ("--deadline-sd", 2, "a trace without deadlines (any but native) or "
                                                      "--workload srt or lsps")):
        refused(directory, f"{option}: expected only with {only}", *run, "fifo", option, value)
    refused(directory, "--deadline-base: expected alone with a workload: none of its jobs was recorded", "run",
            "--workload", "srt", "--scheduler", "fifo", "--deadline-base", "recorded")
    refused(directory, "--swf-jobs: expected only with a trace of rigid jobs (swf, sacct or batsim)", "run",
            "--workload", "I", "--scheduler", "fifo", "--swf-jobs", "run")
    refused(directory, "--node-map-slots: expected only with a topology as --cluster", *run, "fifo", "--node-map-slots",
            2)
    refused(directory, "--node-reduce-slots: expected only with a topology as --cluster", *run, "fifo", "--cluster",
            "paper", "--node-reduce-slots", 2)
    for options in ((), SLOTS, ("--cluster", "paper")):
        refused(directory, "--cluster-format: expected only with a file as --cluster", *run, "fifo", *options,
                "--cluster-format", "csv")
    refused(directory, "--cluster: expected either a cluster or numbers of slots, found both", *run, "fifo", *SLOTS,
            "--cluster", "paper")
    refused(directory, "--jobs-csv: expected one scheduler and one seed, found 2 and 1", *run, "fifo,edf",
            "--jobs-csv", "out.csv")
    refused(directory, "--jobs-csv: expected one scheduler and one seed, found 1 and 3", *run, "fifo", "--seeds", 3,
            "--jobs-csv", "out.csv")
    for option in ("--batsim-jobs", "--batsim-schedule", "--perfetto"):
        refused(directory, f"{option}: expected one scheduler and one seed, found 2 and 1", *run, "fifo,edf", option,
                "out")
    refused(directory, "--gantt: expected one scheduler and one seed, found 2 and 1", *run, "fifo,edf", "--gantt")
    refused(directory, "--gantt: expected one scheduler and one seed, found 1 and 3", *run, "fifo", "--seeds", 3,
            "--gantt")
    for columns, shown in ((9, '"9"'), (1001, '"1001"'), ("", "nothing"), ("wide", '"wide"')):
        refused(directory, f"--gantt: expected an integer from 10 to 1000, found {shown}", *run, "fifo",
                f"--gantt={columns}")
    refused(directory, "--json: expected another file than --jobs-csv", *run, "fifo", "--json", "out", "--jobs-csv",
            "out")
    refused(directory, "--perfetto: expected another file than --batsim-jobs", *run, "fifo", "--perfetto", "out",
            "--batsim-jobs", "out")


def test_numbers(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    run = ("run", "--trace", "jobs.csv", "--scheduler", "rtmr")
    for option, least, most in (("--seed", 1, 4294967295), ("--seeds", 1, 4294967295), ("--delta", 0, 2**60),
                                ("--heartbeat", 0, 86400000), ("--map-slots", 0, 1048576),
                                ("--reduce-slots", 0, 1048576)):
        for value in (least - 1, most + 1, "x", "1.5", "", " 1", "+1", "99999999999999999999"):
            found = f'"{value}"' if value != "" else "nothing"
            refused(directory, f"{option}: expected an integer from {least} to {most}, found {found}", *run,
                    f"{option}={value}")
    for option, least, most in (("--slowstart", 0, 1), ("--failure-rate", 0, 0.9), ("--overrun-factor", 1, "1e+06")):
        for value in ("-1", "2000000", "x", "1e0", ".", "nan"):
            refused(directory, f'{option}: expected a decimal number from {least} to {most}, found "{value}"', *run,
                    f"{option}={value}")
    refused(directory, "--seeds: expected seeds up to 4294967295", *run, "--seed", 4294967295, "--seeds", 2)
    refused(directory, "--seeds: expected seeds up to 4294967295", "paper", "rtmr", "--seed", 4294967295)


def test_options_of_one_paper(directory):
    for option, value, also in (("--slots", 500, ""), ("--threads", 2, " or --calibrate")):
        refused(directory, f"{option}: expected only with rtmr paper asrpt{also}", "paper", "rtmr", option, value)
        refused(directory, f"{option}: expected only with rtmr paper asrpt{also}", "paper", option, value, "rtmr")
    refused(directory, "--calibrate: expected only with rtmr paper rtmr, srt or lsps", "paper", "asrpt", "--calibrate",
            5)
    refused(directory, "--json: expected without --calibrate", "paper", "srt", "--calibrate", 5, "--json", "out.json")
    refused(directory, "--report: expected without --calibrate", "paper", "lsps", "--calibrate", 5, "--report", "r")
    refused(directory, '--calibrate: expected an integer from 1 to 1000000, found "0"', "paper", "srt", "--calibrate",
            0)
    for option, least, most in (("--slots", 50, 1000000), ("--threads", 1, 64)):
        for value in (least - 1, most + 1, "x", "1.5", ""):
            found = f'"{value}"' if value != "" else "nothing"
            refused(directory, f"{option}: expected an integer from {least} to {most}, found {found}", "paper",
                    "asrpt", f"{option}={value}")
    short = ("paper", "asrpt", "--seeds", 1, "--slots", 50, "--json", "out.json", "--report")
    refused(directory, "no/where: cannot be made: No such file or directory", *short, "no/where",
            status=1)
    (directory / "report").mkdir()
    (directory / "report/fig9-preemptive.svg").mkdir()  # found after others have been drawn
    outcome = command.rtmr(directory, *short, "report")
    equal((outcome.status, outcome.err), (1, "rtmr: report/fig9-preemptive.svg: cannot be written: Is a directory\n"))
    contains(outcome.out, "section VII")
    equal([path.name for path in (directory / "report").iterdir()], ["fig9-preemptive.svg"])
    equal(json.loads((directory / "out.json").read_text())["command"], "paper")
    for paper in ("srt", "lsps"):
        one = ("paper", paper, "--seeds", 1, "--json", "out.json", "--report")
        refused(directory, "no/where: cannot be made: No such file or directory", *one, "no/where",
                status=1)


def test_more_slots_than_capacity(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    write(directory, "c.csv", "nodes,map_slots,reduce_slots,speed", "50000,4,0,1", "1,0,1,1")
    rtmr = ("--trace", "jobs.csv", "--scheduler", "fifo,rtmr", "--json", "out.json")
    explain = ("--trace", "jobs.csv", "--at", 0, "--job", ROW)
    for name, arguments in (("run", rtmr), ("explain", explain)):
        refused(directory, "--map-slots: expected at most ...", name, *arguments, "--map-slots", 200000,
                "--reduce-slots", 1)
        refused(directory, "--reduce-slots: expected at most ...", name, *arguments, "--map-slots", 1,
                "--reduce-slots", 200000)
        refused(directory, "c.csv: map_slots: expected at most ...", name, *arguments, "--cluster", "c.csv")


def test_trace_files(directory):
    fifo = ("--scheduler", "fifo", "--json", "out.json")
    refused(directory, "none.csv: cannot be read: No such file or directory", "run", "--trace", "none.csv", *fifo)
    refused(directory, ".: cannot be read: Is a directory", "run", "--trace", ".", *fifo)
    write(directory, "empty.csv")
    refused(directory, "empty.csv:1: expected a header line, found an empty file", "run", "--trace", "empty.csv",
            *fifo)
    write(directory, "empty.tsv")
    refused(directory, "empty.tsv:1: expected a job, found none", "run", "--trace", "empty.tsv", *fifo)


def test_a_long_name_leaves_room_for_the_place(directory):
    name = "n" * 250
    write(directory, name, HEADER, "a,0,x,5,5,5,5")
    refused(directory, "..." + "n" * 180 + f':2: deadline: expected an integer from 0 to {2**60}, found "x"', "run",
            "--trace", name, "--scheduler", "fifo")


def test_native_rows(directory):
    top = 2**60
    number = f"an integer from {{}} to {top}, found"
    cases = (
        ("job: expected a name, found nothing", ",0,100,5,5,5,5"),
        ("job: expected a name, found nothing", '"",0,100,5,5,5,5'),
        ('arrival: expected ' + number.format(0) + ' "-1"', "b,-1,100,5,5,5,5"),
        ('arrival: expected ' + number.format(0) + ' "0.5"', "b,0.5,100,5,5,5,5"),
        ('arrival: expected ' + number.format(0) + ' "1e-1"', "b,1e-1,100,5,5,5,5"),
        ('arrival: expected ' + number.format(0) + ' "0x5"', "b,0x5,100,5,5,5,5"),
        ('arrival: expected ' + number.format(0) + f' "{top + 1}"', f"b,{top + 1},{top + 1},5,5,5,5"),
        ('deadline: expected ' + number.format(7) + ' "6"', "b,7,6,5,5,5,5"),
        ('deadline: expected ' + number.format(0) + ' nothing', "b,0,,5,5,5,5"),
        ('deadline: expected ' + number.format(0) + ' "9223372036854775808"', "b,0,9223372036854775808,5,5,5,5"),
        ('eps_m: expected ' + number.format(1) + ' "0"', "b,0,100,0,5,5,5"),
        ('eps_m: expected ' + number.format(1) + ' nothing', "b,0,100,,5,5,5"),
        ('eps_r: expected ' + number.format(1) + ' "5 5"', "b,0,100,5,5 5,5,5"),
        ('map_durations: expected ' + number.format(1) + ' "0"', "b,0,100,5,5,5;0,5"),
        ('map_durations: expected ' + number.format(1) + ' nothing', "b,0,100,5,5,5;,5"),
        ('reduce_durations: expected ' + number.format(1) + ' "y"', "b,0,100,5,5,5,4;y;5"),
        (f"reduce_durations: expected the last arrival plus all durations to be at most {top}",
         f"b,1,{top},5,{top},5,{top - 8};2"),
        ("expected 7 fields, found 6", "b,0,100,5,5,5"),
        ("expected 7 fields, found 8", "b,0,100,5,5,5,5,"),
        ("expected 7 fields, found 1", "b"),
        ("expected a quote that ends the quoted field, found none", '"b,0,100,5,5,5,5'),
        ('expected a comma or the end of the line behind a quoted field, found "x"', '"b"x,0,100,5,5,5,5'),
    )
    for line, row in cases:
        refused_trace(directory, f"jobs.csv:3: {line}", ROW, row)


def test_native_optional_columns(directory):
    header = HEADER + ",user,pool,map_bytes,reduce_bytes"
    number = f"an integer from 0 to {2**63 - 1}, found"
    refused_trace(directory, f'jobs.csv:2: map_bytes: expected {number} "-1"', ROW + ",u,p,-1,0", header=header)
    refused_trace(directory, f'jobs.csv:2: reduce_bytes: expected {number} "{2**63}"', ROW + f",u,p,1,{2**63}",
                  header=header)
    refused_trace(directory, 'jobs.csv:2: user: expected a name without a byte of value 0, found "u\\x00"',
                  ROW + ",u\0,p,1,1", header=header)
    refused_trace(directory, "jobs.csv:2: expected 11 fields, found 7", ROW, header=header)


def test_native_header(directory):
    expected = ("jobs.csv:1: expected the header job,arrival,deadline,eps_m,eps_r,map_durations,reduce_durations"
                "[,user,pool,map_bytes,reduce_bytes,map_nodes], found ")
    refused_trace(directory, expected + f'"a,0,100,5,5,5,5"; {HINT}', header=ROW)
    refused_trace(directory, expected + f'"{HEADER[:20]}"', ROW, header=HEADER[:20])
    refused_trace(directory, expected.replace(":1:", ":2:") + f'"a,0,100,5,5,5,5"; {HINT}', ROW, header="")


def test_one_line_whatever_the_bytes(directory):
    (directory / "jobs.csv").write_bytes(HEADER.encode() + b"\na\x00\x1b[31m\r,0\n")
    refused(directory, "jobs.csv:2: expected 7 fields, found 2", "run", "--trace", "jobs.csv", "--scheduler", "fifo")
    (directory / "jobs.csv").write_bytes(HEADER.encode() + b"\na\x00\x1b\r,0,1,1,1,1,1\n")
    refused(directory, "jobs.csv:2: job: expected a name without a byte of value 0, "
            'found "a\\x00\\x1b\\x0d"', "run", "--trace", "jobs.csv", "--scheduler", "fifo")


def test_swim_rows(directory):
    """A file of which more than half is malformed is an error about its first line."""
    def swim(line, *rows):
        refused_trace(directory, f"jobs.tsv:{line}", *rows[1:], header=rows[0], name="jobs.tsv")

    row = "j\t1\t1\t10\t20\t30"
    seconds, most = "a decimal number from 0 to 1.15292e+15, found", "a decimal number from 0 to 1.15292e+18, found"
    swim("1: expected at least 6 fields separated by tabs, found 5", "j\t1\t1\t10\t20")
    swim("2: expected at least 6 fields separated by tabs, found 1", row, "j 1 1 10 20 30", "k")
    swim(f'1: submit time: expected {seconds} "-1"', "k\t-1\t1\t10\t20\t30")
    swim(f'1: map input bytes: expected {most} "1.5.1"', "k\t1\t1\t1.5.1\t20\t30")
    swim(f'1: reduce output bytes: expected {most} nothing', "k\t1\t1\t1\t20\t")
    swim("1: job id: expected a name, found nothing", "\t1\t1\t1\t20\t2")
    swim("1: map input bytes: expected at most 1000000000 tasks in a stage, found 8589934592",
         f"k\t1\t1\t{2**60}\t20\t30")


def test_json_traces(directory):
    """The place is the line in which the job begins, and the path of the field in it."""
    def refused_json(line, *lines):
        write(directory, "jobs.json", *lines)
        refused(directory, line, "run", "--trace", "jobs.json", "--scheduler", "fifo", "--json", "out.json")

    refused_json("jobs.json:1: expected an object of a trace, with jobID (rumen), ...", "{}")
    refused_json("jobs.json:1: expected an object of a trace, with jobID (rumen), ...")
    refused_json("jobs.json:2: expected JSON: unexpected token near '}'", '{"jobID":', "}")
    job = '{"jobID": "a", "submitTime": 5, "mapTasks": [{"attempts": [{"result": "SUCCESS", "startTime": 5,'
    refused_json('jobs.json:2: mapTasks[0].attempts[0].finishTime: expected a number, found "soon"', "", job,
                 '"finishTime": "soon"}]}]}')
    refused_json("jobs.json:1: submitTime: expected a job, found none; left out: without a submission time or an "
                 "attempt", '{"jobID": "a"}')
    refused_json("jobs.json:2: yarn.sls.am.type: expected a job, found none; left out: of type dag",
                 '{"num.nodes": 1}', '{"yarn.sls.am.type": "dag", "job.tasks": [{"duration.ms": 1}]}')
    refused_json('jobs.json:1: workloads[0].job_classes[0].mtasks_avg: expected a number, found "[]"',
                 '{"num_jobs": 1, "workloads": [{"workload_weight": 1, "job_classes": [{"class_weight": 1, '
                 '"mtasks_avg": []}]}]}')


def test_job_histories(directory):
    def refused_history(line, *lines):
        write(directory, "jobs.jhist", *lines)
        refused(directory, line, "run", "--trace", "jobs.jhist", "--scheduler", "fifo", "--json", "out.json")

    refused_history("jobs.jhist:2: expected JSON: '[' or '{' expected near 'x'", "Avro-Binary", "x")
    refused_history("jobs.jhist:1: submitTime: expected a job, found none; left out: without a submission time or an "
                    "attempt", "Avro-Json", "{}")
    submitted = '{{"type": "JOB_SUBMITTED", "event": {{"JobSubmitted": {{"jobid": "j", "submitTime": {}}}}}}}'
    refused_history('jobs.jhist:3: event.submitTime: expected a number, found "soon"', "Avro-Json", "{}",
                    submitted.format('"soon"'))


def test_files_that_are_not_there(directory):
    refused(directory, "none.json: cannot be read: No such file or directory", "run", "--trace", "none.json",
            "--scheduler", "fifo")


def test_swf_rows(directory):
    def swf(line, *rows):
        refused_trace(directory, f"jobs.swf:{line}", *rows, header="; Version: 2.2", name="jobs.swf")

    row = "1 0 5 100 4 -1 -1 4 120 -1 1 7 3 -1 2 1 -1 -1"
    seconds = "a decimal number from -1.15292e+15 to 1.15292e+15, found"
    swf("1: expected a job, found none")
    swf("2: expected at least 5 fields separated by blanks, found 4", "1 0 5 100")
    swf(f'3: run time: expected {seconds} "x"', row, row.replace("100", "x"), row.replace("100", "nan"))
    swf("2: run time: expected a job, found none; left out: did not run", row.replace("100", "-1"))
    swf(f'3: run time: expected {seconds} "x"', row.replace("100", "-1"), row.replace("100", "x"),
        row.replace("1", "y"))


def test_compressed_traces(directory):
    """What is cut or damaged is refused as a whole."""
    whole = gzip.compress((HEADER + "\n" + ROW + "\n").encode(), mtime=0)
    run = ("run", "--trace", "jobs.csv.gz", "--scheduler", "fifo", "--json", "out.json")
    for damaged in (whole[:-4], whole[:20], whole[:25] + b"xx" + whole[27:]):
        (directory / "jobs.csv.gz").write_bytes(damaged)
        refused(directory, "jobs.csv.gz: cannot be read: damaged or cut gzip data", *run)
    second = gzip.compress(("b" + ROW[1:] + "\n").encode(), mtime=0)
    for damaged in (second[:1], second[:9], second[:-1], b"\x1f\x8c" + second[2:], b"x" + second[1:], b"more",
                    bytes(700) + second, bytes(70000) + b"x"):
        (directory / "jobs.csv.gz").write_bytes(whole + damaged)
        refused(directory, "jobs.csv.gz: cannot be read: damaged or cut gzip data", *run)
    (directory / "jobs.csv.gz").unlink()
    refused(directory, "jobs.csv.gz: cannot be read: No such file or directory", *run)
    (directory / "jobs.csv.gz").mkdir()
    refused(directory, "jobs.csv.gz: cannot be read: Is a directory", *run)
    (directory / "jobs.csv.gz").rmdir()
    (directory / "jobs.csv.gz").write_bytes(gzip.compress((HEADER + "\nx\n").encode(), mtime=0))
    refused(directory, "jobs.csv.gz:2: expected 7 fields, found 1", *run)


def test_topologies(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    run = ("run", "--trace", "jobs.csv", "--scheduler", "fifo", "--cluster", "t.json")
    for line, text in (("t.json:1: expected a topology of Rumen (children) or of SLS (nodes)", '{"jobID": "a"}'),
                       ("t.json: the cluster has no slot", ""),
                       ("t.json:1: children[0].children[1]: expected a JSON object",
                        '{"children": [{"children": [{}, 7]}]}')):
        write(directory, "t.json", text)
        refused(directory, line, *run)
    write(directory, "t.json", '{"nodes": [{}, {}]}')
    refused(directory, "t.json:1: expected at most 1048576 slots of a stage in the cluster, found more", *run,
            "--node-reduce-slots", 1048576)
    refused(directory, "--node-map-slots: expected a map or a reduce slot, found neither", *run, "--node-map-slots", 0,
            "--node-reduce-slots", 0)


def test_swim_options(directory):
    write(directory, "jobs.tsv", "j\t1\t1\t10\t20\t30")
    run = ("run", "--trace", "jobs.tsv", "--scheduler", "fifo")
    refused(directory, '--swim-block: expected a decimal number from 1e-06 to 1e+09, found "0"', *run, "--swim-block",
            0)
    for option in ("--estimate-factor", "--deadline-factor"):
        refused(directory, f'{option}: expected a decimal number from 1 to 1e+09, found "0.5"', *run, option, 0.5)


def test_cluster_files(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    header = "nodes,map_slots,reduce_slots,speed"
    slots = "an integer from {} to 1048576, found"
    cases = (
        ('c.csv:1: expected the header nodes,map_slots,reduce_slots,speed[,reduce_speed[,rack]], found "nodes"',
         "nodes"),
        ("c.csv:1: expected a header line, found an empty file",),
        (f'c.csv:2: nodes: expected {slots.format(1)} "0"', header, "0,1,1,1"),
        (f'c.csv:2: map_slots: expected {slots.format(0)} "-1"', header, "1,-1,1,1"),
        ("c.csv:2: map_slots: expected a slot, found no map and no reduce slot", header, "1,0,0,1"),
        ('c.csv:3: speed: expected a decimal number from 0.001 to 1000, found "0"', header, "1,1,1,1", "1,1,1,0"),
        ('c.csv:2: speed: expected at most three decimals, found "0.7815"', header, "1,1,1,0.7815"),
        ('c.csv:2: reduce_speed: expected a decimal number from 0.001 to 1000, found "fast"', header + ",reduce_speed",
         "1,1,1,1,fast"),
        ("c.csv:2: nodes: expected at most 1048576 slots of a stage in the cluster, found more", header,
         "1048576,2,1,1"),
        ('c.csv:2: rack: expected an integer from 0 to 1048575, found "-1"', header + ",reduce_speed,rack",
         "1,1,1,1,1,-1"),
        ("c.csv:2: expected 4 fields, found 3", header, "1,1,1"),
        ("c.csv: the cluster has no slot", header),
    )
    for line, *lines in cases:
        write(directory, "c.csv", *lines)
        refused(directory, line, "run", "--trace", "jobs.csv", "--scheduler", "fifo", "--cluster", "c.csv")
    refused(directory, "none: cannot be read: No such file or directory", "run", "--trace", "jobs.csv", "--scheduler",
            "fifo", "--cluster", "none")


def test_headers(directory):
    """Where the first columns are right, the error names the one that is not."""
    columns = HEADER + ",user,pool,map_bytes,reduce_bytes,map_nodes"
    for header, line in ((HEADER + ",comment", 'column 8: expected user, found "comment"'),
                         (HEADER + ",", "column 8: expected user, found nothing"),
                         (columns + ",more", 'column 13: expected the end of the header, found "more"'),
                         (HEADER.replace("deadline", "due"), 'column 3: expected deadline, found "due"')):
        refused_trace(directory, f"jobs.csv:1: {line}", ROW, header=header)
    write(directory, "jobs.csv", HEADER, ROW)
    for option, header, line in (("--cluster", "nodes,map_slots,reduce_slots,fast",
                                  'column 4: expected speed, found "fast"'),
                                 ("--queues", "queue,capacity,users", 'column 3: expected user_limit, found "users"'),
                                 ("--faults", "time,event,node,job,stage,number,factor,why",
                                  'column 8: expected the end of the header, found "why"')):
        write(directory, "x.csv", header)
        refused(directory, f"x.csv:1: {line}", "run", "jobs.csv", "--scheduler", "fifo", option, "x.csv")


def test_map_nodes(directory):
    header = HEADER + ",user,pool,map_bytes,reduce_bytes,map_nodes"
    row = "a,0,100,5,5,5;5,5,,,,,"
    refused_trace(directory, "jobs.csv:2: map_nodes: expected nodes for 2 maps, found 3", row + "0;1;2", header=header)
    refused_trace(directory, 'jobs.csv:2: map_nodes: expected an integer from 0 to 2097151, found "x"', row + "0;1|x",
                  header=header)
    refused_trace(directory,
                  "jobs.csv:2: map_nodes: expected an integer from 0 to 2097151, found nothing",
                  row + "0;1|",
                  header=header)
    write(directory, "jobs.csv", header, row + "0;1", row.replace("a", "b", 1) + "0|1;999")
    for command_name in ("run", "compare"):
        refused(directory, "jobs.csv:3: map_nodes: expected a node from 0 to 29 of the cluster paper, found 999",
                command_name, "--trace", "jobs.csv", "--scheduler", "fifo,edf", "--remote-factor", 2)


def test_hadoop_options(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    run = ("run", "--trace", "jobs.csv", "--scheduler", "fair", "--json", "out.json")
    cases = (
        ('--hadoop: expected 0.21 or 0.20, found "2.7"', "--hadoop", "2.7"),
        ('--assign-multiple: expected no or yes, found "maybe"', "--assign-multiple", "maybe"),
        ('--replication: expected an integer from 1 to 64, found "0"', "--replication", 0),
        ('--rack-factor: expected a decimal number from 1 to 1000, found "0.9"', "--rack-factor", "0.9"),
        ('--remote-factor: expected a decimal number from 1 to 1000, found "x"', "--remote-factor", "x"),
        ("--remote-factor: expected at least the factor of --rack-factor", "--rack-factor", 2, "--remote-factor", 1.5),
        ('--fifo-padding: expected a decimal number from 0 to 1, found "2"', "--fifo-padding", 2),
        ('--locality-delay: expected an integer from 0 to ...', "--locality-delay", "1.5"),
        ('--lsps-alpha: expected a decimal number from 0 to 1, found "1.1"', "--lsps-alpha", 1.1),
        ('--lsps-prior: expected an integer from 1 to ...', "--lsps-prior", 0),
        ("none.csv: cannot be read: No such file or directory", "--pools", "none.csv"),
        ("none.csv: cannot be read: No such file or directory", "--queues", "none.csv"),
    )
    for line, *arguments in cases:
        refused(directory, line, *run, *arguments)
    write(directory, "pools.csv", "pool,weight,min_maps,min_reduces", "a,-1,0,0")
    refused(directory, 'pools.csv:2: weight: expected a decimal number from 1e-06 to 1e+06, found "-1"', *run,
            "--pools", "pools.csv")
    write(directory, "queues.csv", "queue,capacity", "a,60", "b,60")
    refused(directory, 'queues.csv:3: capacity: expected at most 100 percent in all rows together, found "60"', *run,
            "--queues", "queues.csv")


def test_compare(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    compare = ("compare", "--trace", "jobs.csv", *SLOTS)
    refused(directory, "--trace: expected a trace, or a workload with --workload", "compare", "--all")
    refused(directory, "--trace: expected either a trace or a workload, found both", *compare, "--all", "--workload",
            "lsps")
    refused(directory, "--all: expected without --scheduler", *compare, "--all", "--scheduler", "fifo")
    for option in ("--timing", "--gantt"):
        refused(directory, f"{option}: expected with rtmr run, not with rtmr compare", *compare, "--all", option)
    for option in ("--jobs-csv", "--batsim-jobs", "--batsim-schedule", "--perfetto"):
        refused(directory, f"{option}: expected with rtmr run, not with rtmr compare", *compare, "--all", option, "x")
    refused(directory, "nowhere/out: cannot be written: No such file or directory", *compare, "--all", "--json",
            "nowhere/out", status=1)


def test_outputs(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    run = ("run", "--trace", "jobs.csv", "--scheduler", "fifo")
    for option in ("--json", "--jobs-csv", "--batsim-jobs", "--batsim-schedule", "--perfetto"):
        refused(directory, "nowhere/out: cannot be written: No such file or directory", *run, option, "nowhere/out",
                status=1)
        refused(directory, ".: cannot be written: Is a directory", *run, option, ".", status=1)
    refused(directory, "nowhere/out: cannot be written: No such file or directory", *run, "--jobs-csv", "good.csv",
            "--json", "nowhere/out", status=1)
    refused(directory, "nowhere/out: cannot be written: No such file or directory", "paper", "rtmr", "--json",
            "nowhere/out", status=1)
    refused(directory, "nowhere/out: cannot be written: No such file or directory", "convert", "jobs.csv", "-o",
            "nowhere/out", status=1)


def test_an_old_output_survives(directory):
    write(directory, "out.csv", "precious")
    refused_trace(directory, "jobs.csv:2: expected 7 fields, found 1", "x")
    equal((directory / "out.csv").read_text(), "precious\n")


def test_explain(directory):
    write(directory, "jobs.csv", HEADER, ROW)
    explain = ("explain", "--trace", "jobs.csv", *SLOTS)
    row = "b,0,100,5,5,5,5"
    refused(directory, "--at: expected an instant in ms, such as --at 30000", *explain, "--job", row)
    refused(directory, f'--at: expected an integer from 0 to {2**60}, found "-1"', *explain, "--at=-1", "--job", row)
    refused(directory, "--job: deadline: expected an instant at or after --at (101), found 100", *explain, "--at", 101,
            "--job", row)
    refused(directory, "--job: expected 7 to 12 fields, found 3", *explain, "--at", 1, "--job", "b,0,100")
    refused(directory, f'--job: eps_m: expected an integer from 1 to {2**60}, found "0"', *explain, "--at", 1, "--job",
            "b,0,100,0,5,5,5")
    refused(directory, "--trace: expected a trace, or a workload with --workload", "explain", "--at", 1, "--job", row)
    refused(directory, "none.csv: cannot be read: No such file or directory", "explain", "--trace", "none.csv", "--at",
            1, "--job", row)



def test_unknown_formats(directory):
    """The names of the formats are in the answer, unless the format was chosen."""
    run = ("run", "--scheduler", "fifo")
    write(directory, "w.txt", "job0?1?1?2267942")
    refused(directory, f'w.txt:1: expected a trace ({HINT}), found "job0?1?1?2267942"', *run, "w.txt")
    write(directory, "w.csv", "job0;1")
    line = ("w.csv:1: expected the header job,arrival,deadline,eps_m,eps_r,map_durations,reduce_durations[,user,pool,"
            'map_bytes,reduce_bytes,map_nodes], found "job0;1"')
    refused(directory, f"{line}; {HINT}", *run, "w.csv")
    refused(directory, line, *run, "w.csv", "--format", "native")
    write(directory, "w.json", '{"a": 1}')
    refused(directory, "w.json:1: expected an object of a trace, with jobID (rumen), job.tasks (sls), profiles "
            f"(batsim), workloads (synth) or event (jhist); {HINT}", *run, "w.json")


def test_sacct_dumps(directory):
    header = "JobID|Submit|Elapsed|NCPUS"
    for lines, line in (((header, "1|x|00:01|1"),
                         'd:2: Submit: expected a decimal number from 0 to 1.15292e+15, found "x"'),
                        ((header, "1|100|00:00|0"),
                         "d:2: expected a job, found none; left out: did not run"),
                        (("JobID|NCPUS|Elapsed",), "d:1: expected a column Submit, Eligible or Start, found none"),
                        (("JobID    NCPUS",),
                         "d:1: expected columns with a separator between them, as sacct -P prints them")):
        write(directory, "d", *lines)
        refused(directory, line, "run", "d", "--scheduler", "fifo", "--json", "out.json")
    write(directory, "d", header, "1|100|00:01|2", "2|100|00:01|0")
    refused(directory, "d:3: expected no job to be left out (--strict): without processors", "run", "d", "--scheduler",
            "fifo", "--strict", "--json", "out.json")


def test_batsim_workloads(directory):
    for text, line in (('{"profiles": {}}', "w:1: jobs: expected an array of jobs, found nothing"),
                       ('{"profiles": {}, "jobs": [{"id": 1}]}',
                        "w:1: jobs[0].subtime: expected seconds from 0 on, found nothing"),
                       ('{"profiles": {}, "jobs": [', "w:2: expected JSON: ...")):
        write(directory, "w", text)
        refused(directory, line, "run", "w", "--scheduler", "fifo", "--json", "out.json")
