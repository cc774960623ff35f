"""`rtmr demo` against the real service: what it shows, and that nothing is left."""
import os
import pathlib
import re
import signal
import subprocess

import pytest

from tests.service.daemon import BUILD, PATIENCE, until

DAEMON = BUILD / "service-gcc/rtmrd"

pytestmark = pytest.mark.usefixtures("program")


def start(program, directory, *options):
    """Starts the demo with the sanitized service, in a folder for its temporary files."""
    return subprocess.Popen([program, "demo", "--daemon", DAEMON, "--size", "1", *options], cwd=directory,
                            env={**os.environ, "TMPDIR": str(directory), "RTMR_SOCKET": "/nowhere"},
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def processes(directory):
    """What runs with this folder in its command line or environment."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and int(entry.name) != os.getpid() and str(directory).encode() in (
                    (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()):
                found.append((entry / "cmdline").read_text())
        except OSError:
            pass
    return found


def nothing_is_left(directory):
    """No process and no file."""
    until(lambda: not processes(directory), "everything is stopped")
    assert not list(directory.iterdir())


def test_demo(directory, program):
    demo = start(program, directory)
    out, err = demo.communicate(timeout=PATIENCE)
    assert (demo.returncode, err) == (0, "")
    wanted = (r"rtmrd has 4 map slots, 2 reduce slots, and the page http://127\.0\.0\.1:\d+/#[0-9a-f]+",
              r"\$ rtmr submit --maps 8 --map-time 20s --reduces 2 --reduce-time 30s --deadline 1min -- .*",
              r"rtmr: refused: it would end 10\.\d s after its deadline",
              r"the earliest deadline that would be accepted: \d\d:\d\d:\d\d \(in 1 min 10 s\)",
              r"\$ rtmr submit .* --deadline 10min -- \./count ::: \./sum",
              r"job 1 accepted: done by \d\d:\d\d:\d\d \(in 1 min 10 s\), deadline \d\d:\d\d:\d\d \(in 10 min\)",
              r"job 1 finished at \d\d:\d\d:\d\d, \d+ min(?: \d+ s)? before its deadline",
              r"The ten most frequent words: the \d+, .*",
              r"One process counts all \d+ words the same\.")
    lines = iter(out.splitlines())
    for line in wanted:
        assert any(re.fullmatch(line, found) for found in lines), (line, out)
    nothing_is_left(directory)


def test_demo_is_the_same_again(directory, program):
    """But for times, the page's address and the key."""
    def masked():
        out = start(program, directory).communicate(timeout=PATIENCE)[0]
        return re.sub(r"http:\S*|\d\d:\d\d:\d\d|, .* before its deadline", "", out)

    assert masked() == masked()


@pytest.mark.parametrize("number", (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
def test_demo_is_interrupted(directory, program, number):
    demo = start(program, directory, "--stay")
    assert any("goes on until" in line for line in demo.stdout)
    assert processes(directory / "rtmr-demo-")
    demo.send_signal(number)
    _, err = demo.communicate(timeout=PATIENCE)
    assert (demo.returncode, err) == (0, "")
    nothing_is_left(directory)


def test_demo_is_interrupted_at_the_start(directory, program):
    """Its job is aborted, not left to itself."""
    demo = start(program, directory, "--size", "64")
    assert any(line.startswith("job 1 accepted") for line in demo.stdout)
    demo.send_signal(signal.SIGTERM)
    demo.communicate(timeout=PATIENCE)
    assert demo.returncode == 1
    nothing_is_left(directory)


def test_reader_goes_away(directory, program):
    """As of `rtmr demo | head -1`."""
    demo = start(program, directory)
    demo.stdout.readline()
    demo.stdout.close()
    assert demo.wait(PATIENCE) == 1
    demo.stderr.close()
    nothing_is_left(directory)


def test_no_service(directory, program):
    done = subprocess.run([program, "demo", "--daemon", "nowhere"], cwd=directory, capture_output=True, text=True,
                          check=False, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (2, "rtmr: --daemon: nowhere: No such file or directory\n")
    done = subprocess.run([program, "demo", "--daemon", "/bin/false"], cwd=directory, capture_output=True, text=True,
                          env={**os.environ, "TMPDIR": str(directory)}, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "rtmr: rtmrd: it has not started\n")
    assert not list(directory.iterdir())
