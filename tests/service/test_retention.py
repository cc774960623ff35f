"""How long the service keeps what tasks have written."""
import contextlib
import pathlib
import sqlite3
import subprocess
import tempfile

import pytest

from tests.service.daemon import BUILD, PATIENCE, Daemon, until
from tests.service.job_tools import LONG, attempts, check_store, lets_go, running, shell, waits

DAY = 24 * 60 * 60 * 1000


def folders(daemon):
    """The attempts that have a folder."""
    return sorted(int(folder.name) for folder in (daemon.store / "attempts").iterdir())


def gets_older(daemon, days):
    """While the service is away, the store gets older."""
    with contextlib.closing(sqlite3.connect(daemon.store / "store.db")) as database, database:
        database.execute("UPDATE last_commit SET boottime_of_tick_0 = boottime_of_tick_0 - ?", (days * DAY,))


def ended(daemon, script, **job):
    """A job that has ended."""
    number = daemon.accepted(*shell(script), **{"maps": 1, "map_ms": LONG, "deadline_ms": 1000 * LONG, **job})
    daemon.ended(number)
    return number


class TestRetention:
    def test_everything_is_kept(self):
        with Daemon() as daemon:
            job = ended(daemon, "echo kept")
            daemon.stop()
            gets_older(daemon, 40000)
            daemon.start()
            assert daemon.get(f"/v1/jobs/{job}/log?stage=map&task=0") == "kept\n"

    def test_after_its_time(self):
        with Daemon("--keep-output", "2") as daemon:
            old = ended(daemon, "echo old; echo wrong >&2", maps=200)
            daemon.stop()
            gets_older(daemon, 1)
            daemon.start()
            young = ended(daemon, "echo young", reduces=1, reduce_ms=LONG)
            assert folders(daemon) == list(range(1, 203))
            daemon.stop()
            gets_older(daemon, 1)
            daemon.start()
            until(lambda: folders(daemon) == [201, 202], "the old output is gone")
            assert daemon.get(f"/v1/jobs/{young}/log?stage=reduce&task=0") == "young\n"
            for stream in ("out", "err"):
                status, answer = daemon.request("GET", f"/v1/jobs/{old}/log?stage=map&task=0&stream={stream}")
                assert (status, answer["error"]) == (404, "the output is not there any more")
            assert len(attempts(daemon, old)) == 200
            daemon.stop()
            check_store(daemon)

    def test_until_the_job_has_ended(self):
        """Also the output of tasks that have ended. The service has looked when that of another job
        is gone.
        """
        with Daemon("--keep-output", "0", map_slots=3) as daemon:
            script = f"echo here; if [ $RTMR_TASK != 0 ]; then {waits(daemon)}; fi"
            job = daemon.accepted(*shell(script), maps=3, map_ms=LONG, deadline_ms=1000 * LONG)
            running(daemon, job, 2)
            other = ended(daemon, "echo other")
            until(lambda: folders(daemon) == [1, 2, 3], f"the output of job {other} is gone")
            for task in range(3):
                until(lambda t=task: daemon.get(f"/v1/jobs/{job}/log?stage=map&task={t}") == "here\n",
                      "the task has written")
            lets_go(daemon)
            daemon.ended(job)
            until(lambda: folders(daemon) == [], "all output is gone")
            daemon.stop()
            check_store(daemon)

    def test_what_is_somebody_elses_stays(self):
        """A task of the service's own user can write into its folder; nothing there is followed."""
        with Daemon("--keep-output", "0") as daemon:
            beside = daemon.folder / "beside"
            beside.write_text("beside")
            script = f"echo mine > $RTMR_FOLDER/mine; rm $RTMR_FOLDER/out; ln -s {beside} $RTMR_FOLDER/out"
            job = ended(daemon, script)
            folder = daemon.store / "attempts/1"
            until(lambda: [path.name for path in folder.iterdir()] == ["mine"], "what the service made is gone")
            assert (folder / "mine").read_text() == "mine\n"
            assert beside.read_text() == "beside"
            assert daemon.request("GET", f"/v1/jobs/{job}/log?stage=map&task=0")[0] == 404
            assert daemon.job(job)["state"] == "finished"

    def test_stops_meanwhile(self):
        """It may be told to stop at any instant."""
        with Daemon("--keep-output", "0", map_slots=8) as daemon:
            for _ in range(8):
                ended(daemon, "echo some", maps=100)
                assert daemon.stop() == 0
                daemon.start()
            until(lambda: folders(daemon) == [], "all output is gone")

    @pytest.mark.parametrize("value", ["-1", "36501", "1.5", "week", ""])
    def test_nonsense(self, value):
        with tempfile.TemporaryDirectory() as folder:
            store = pathlib.Path(folder) / "store"
            done = subprocess.run([BUILD / "service-gcc/rtmrd", "--store", store, "--keep-output", value],
                                  capture_output=True, text=True, timeout=PATIENCE, check=False)
            assert done.returncode == 2
            assert done.stderr == f'rtmrd: --keep-output: a number from 0 to 36500 is expected, found "{value}"\n'
            assert not store.exists()
