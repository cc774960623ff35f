"""The papers' experiment on a cluster of their size, `make live-paper`, with a few of its jobs."""
import json
import pathlib
import subprocess
import sys
import tempfile

from tests.service.daemon import ROOT

JOBS = 4
PATIENCE = 900


def test_a_few_jobs():
    """Under the service each decision is that of the simulation, or it is said why not, and no
    promise is broken; under plain Slurm each job ends one way or another."""
    with tempfile.TemporaryDirectory(prefix="rtmr-test-") as folder:
        path = pathlib.Path(folder) / "report.json"
        done = subprocess.run([sys.executable, "-B", ROOT / "harness/replay/live_paper.py", "--speed", "3", "--jobs",
                               str(JOBS), "--json", path], capture_output=True, text=True, timeout=PATIENCE,
                              check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        record = json.loads(path.read_text())
    ours, theirs = record["rtmr"], record["slurm"]
    assert ours["explained"] and len(ours["jobs"]) == JOBS
    assert ours["simulation"]["accepted"] > 0 and ours["reality"]["late_unflagged"] == 0
    for job in ours["jobs"]:
        assert job["simulation"]["accepted"] == job["reality"]["accepted"] or job["difference"], job
    assert theirs["jobs"] == len(theirs["records"]) == JOBS
    assert theirs["in_time"] + theirs["late"] + theirs["cancelled"] + theirs["refused"] == JOBS
    assert theirs["in_time"] > 0
    assert "Table V" in done.stdout and "RTMR: in time" in done.stdout
