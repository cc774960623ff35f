"""rtmr compare --slurm with a program in the place of sbatch: the same bytes as here; errors."""
import os
import signal
import subprocess

from tests.cli.command import HEADER, TIME_LIMIT, Outcome, binary, contains, equal, write

JOBS = [HEADER, *(f"j{i},{7 * i},{7 * i + 90},9,9,{1 + i % 9};5;3,{2 + i % 4}" for i in range(60))]
SLOTS = ("--map-slots", 3, "--reduce-slots", 2, "--slow-rate", 0.5, "--slow-factor", 2)

# Executes all elements, one after the other, as sbatch --wait has them executed.
SBATCH = """\
#!/bin/sh
echo "$@" > "$FAKE/sbatch.txt"
while [ $# -gt 0 ]; do
    case $1 in
    --array=0-*) last=${1#--array=0-} ;;
    --*) ;;
    *) break ;;
    esac
    shift
done
i=0
while [ $i -le $last ]; do
    SLURM_ARRAY_TASK_ID=$i sh "$@"
    i=$((i + 1))
done
echo 7
"""

SCANCEL = """\
#!/bin/sh
echo "$@" > "$FAKE/scancel.txt"
"""


def fake(directory, sbatch=SBATCH):
    """The environment with these programs."""
    programs = directory / "programs"
    programs.mkdir()
    for name, text in (("sbatch", sbatch), ("scancel", SCANCEL)):
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    return {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "FAKE": str(programs)}


def compare(directory, environment, *arguments):
    """Runs the command in the folder of its outputs."""
    work = directory / "work"
    work.mkdir(exist_ok=True)
    done = subprocess.run([binary(), "compare", *map(str, arguments)], cwd=work, env=environment, check=False,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=TIME_LIMIT)
    return Outcome(done)


def outputs(directory):
    """The bytes of all files there, which are removed."""
    found = {}
    for path in sorted((directory / "work").rglob("*"), reverse=True):
        if path.is_dir():
            path.rmdir()
        else:
            found[str(path.relative_to(directory))] = path.read_bytes()
            path.unlink()
    return found


def expect_same(directory, environment, *arguments, slurm=("--slurm", "p")):
    """The same as without --slurm."""
    arguments = (*arguments, "--json", "out.json")
    here = compare(directory, environment, *arguments)
    equal(here.status, 0, here.err)
    files = outputs(directory)
    there = compare(directory, environment, *arguments, *slurm)
    equal((there.status, there.out, there.err), (0, here.out, here.err))
    equal(outputs(directory), files)
    assert "work/out.json" in files


def said(directory, name="sbatch"):
    """How one of the programs was called."""
    return (directory / "programs" / f"{name}.txt").read_text()


def test_same(directory):
    """A trace, a workload that depends on the seed, the report; names that a shell would split."""
    environment = fake(directory)
    trace = directory / write(directory, "some 'jobs' \"$x.csv", *JOBS)
    expect_same(directory, environment, trace, *SLOTS, "--scheduler", "rtmr,fifo,dc", "--seeds", 4, "--report", "page")
    contains(said(directory), "--partition=p --array=0-3 --cpus-per-task=1 ")
    expect_same(directory, environment, "--workload", "srt", "--deadline-factor", 2, "--scheduler", "edf,lsps",
                "--seeds", 3, "--threads", 2, "--report", "page")
    contains(said(directory), "--array=0-2 --cpus-per-task=2 ")


def test_many_seeds(directory):
    """Elements share more seeds than there may be elements; another folder."""
    environment = fake(directory)
    (directory / "shared").mkdir()
    trace = directory / write(directory, "jobs.csv", *JOBS[:4])
    expect_same(directory, environment, trace, *SLOTS, "--scheduler", "fifo", "--seeds", 103, "--seed", 5,
                slurm=("--slurm=p", f"--slurm-folder={directory / 'shared'}"))
    contains(said(directory), "--array=0-99 ")
    contains(said(directory), f"{directory}/shared/rtmr-compare-")
    equal(list((directory / "shared").iterdir()), [])


def refused(directory, environment, *arguments):
    """The error; nothing is left behind."""
    done = compare(directory, environment, *arguments, "--slurm", "p", "--json", "out.json", "--report", "page")
    equal((done.status, done.out), (1, ""), done.err)
    equal(outputs(directory), {})
    equal(list((directory / "work").iterdir()), [])
    return done.err


def test_failing_element(directory):
    """Its words are the error."""
    environment = fake(directory)
    trace = directory / write(directory, "jobs.csv", *JOBS)
    contains(refused(directory, environment, trace, *SLOTS, "--scheduler", "fair", "--overrun-rate", 1,
                     "--overrun-factor", 1000000, "--node-mtbf", 1, "--node-mttr", 1),
             "rtmr: --slurm: element 0 of 0 to 9 failed: rtmr: fair: the run was stopped:")


def test_missing_element(directory):
    """One has not run at all, one was ended, one has another command line."""
    trace = directory / write(directory, "jobs.csv", *JOBS)
    for number, (change, error) in enumerate((
            ("[ $i = 2 ] || ", "element 2 of 0 to 3 failed: it did not begin"),
            ("[ $i = 1 ] && touch ${1%/*}/1.err || ", "element 1 of 0 to 3 failed: it ended without a word"),
            ("[ $i = 3 ] && echo other > ${1%/*}/3 || ", "element 3 has executed another program or command line"))):
        place = directory / str(number)
        place.mkdir()
        environment = fake(place, SBATCH.replace("    SLURM_ARRAY", f"    {change}SLURM_ARRAY"))
        contains(refused(place, environment, trace, *SLOTS, "--scheduler", "fifo", "--seeds", 4), error)


def test_torn_result(directory):
    """A file without its end."""
    trace = directory / write(directory, "jobs.csv", *JOBS)
    environment = fake(directory, SBATCH.replace("echo 7", "truncate -s -8 ${1%/*}/2; echo 7"))
    contains(refused(directory, environment, trace, *SLOTS, "--scheduler", "fifo", "--seeds", 4),
             "the runs of seed 3 are not those of the same inputs")


def test_sbatch_refuses(directory):
    """Its words are the error; and if there is none, that is said."""
    environment = fake(directory, "#!/bin/sh\necho 'sbatch: error: invalid partition specified: p' >&2\nexit 1\n")
    trace = directory / write(directory, "jobs.csv", *JOBS)
    contains(refused(directory, environment, trace, *SLOTS), "rtmr: --slurm: sbatch: error: invalid partition")
    (directory / "programs/sbatch").unlink()
    environment["PATH"] = environment["FAKE"]
    done = compare(directory, environment, trace, *SLOTS, "--slurm", "p", "--json", "out.json")
    equal((done.status, done.out), (1, ""))
    equal(done.err, "rtmr: --slurm: sbatch cannot be executed: No such file or directory\n")
    equal(outputs(directory), {})


def test_inputs(directory):
    """Those that elements cannot read are refused before anything is submitted."""
    environment = fake(directory)
    write(directory, "jobs.csv", *JOBS)
    for arguments in (("-",), ("/dev/stdin",), (directory / "jobs.csv", "--cluster", "/dev/stdin")):
        done = compare(directory, environment, *arguments, "--slurm", "p")
        equal((done.status, done.out), (2, ""))
        contains(done.err, "rtmr: ")
    contains(compare(directory, environment, "-", "--slurm", "p").err, "expected a regular file for --trace")
    contains(compare(directory, environment, directory / "jobs.csv", "--slurm-folder", ".").err,
             "--slurm-folder: expected only with --slurm")
    assert not (directory / "programs/sbatch.txt").exists()


def test_parts(directory):
    """The values that an element is given."""
    environment = fake(directory)
    trace = directory / write(directory, "jobs.csv", *JOBS)
    for value in ("", "1", "2/2:x", "0/0:x", "0/1:", "-1/2:x", "1/2000:x", "a/b:x"):
        done = compare(directory, environment, trace, "--slurm", "p", "--slurm-part", value)
        equal(done.status, 2, value)
        contains(done.err, "--slurm-part: expected K/N:FILE")
    contains(compare(directory, environment, trace, "--slurm-part", "0/1:x").err, "expected only with --slurm")
    contains(compare(directory, environment, trace, *SLOTS, "--slurm", "p", "--slurm-part", "0/1:/none/x").err,
             "/none/x: cannot be written")


def test_interrupted(directory):
    """The array is cancelled, and nothing is left behind."""
    environment = fake(directory, "#!/bin/sh\necho $$ > \"$FAKE/fifo\"\nexec sleep 1000\n")
    os.mkfifo(directory / "programs/fifo")
    trace = directory / write(directory, "jobs.csv", *JOBS)
    (directory / "work").mkdir()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        with subprocess.Popen([binary(), "compare", trace, *map(str, SLOTS), "--slurm", "p", "--json", "out.json",
                               "--report", "page"], cwd=directory / "work", env=environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            sbatch = int((directory / "programs/fifo").read_text())
            process.send_signal(number)
            equal(process.communicate(timeout=TIME_LIMIT), (b"", b""))
        equal(process.returncode, -number)
        assert not os.path.exists(f"/proc/{sbatch}")
        contains(said(directory, "scancel"), "--name=rtmr-compare-")
        equal(list((directory / "work").iterdir()), [])
