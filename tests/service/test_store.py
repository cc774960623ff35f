"""The store: its own tests in C; what --check-store finds; what is refused, and how; full disks;
backups of a store in use.
"""
import contextlib
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import tempfile

import pytest

from tests.service.daemon import BUILD, PATIENCE, Daemon, until

RTMRD = BUILD / "service-gcc/rtmrd"
PROGRAM = BUILD / "service-gcc/test_store"


@pytest.fixture(name="place")
def new_place():
    """A new folder."""
    with tempfile.TemporaryDirectory(prefix="rtmr-store-") as folder:
        yield pathlib.Path(folder)


@pytest.fixture(name="history", scope="module")
def one_history():
    """A store with a history: copies of it are damaged."""
    with tempfile.TemporaryDirectory(prefix="rtmr-store-") as folder:
        store = pathlib.Path(folder) / "store"
        run(PROGRAM, "make", store, "11", "580")
        yield store


def run(*command, status=0):
    """Runs a command; returns what it has written, errors last."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=PATIENCE,
                          stdin=subprocess.DEVNULL, check=False)
    text = done.stdout + done.stderr
    assert done.returncode == status, (command, done.returncode, text)
    return text


def change(store, *statements):
    """Changes a database, whatever its constraints say."""
    with contextlib.closing(sqlite3.connect(store / "store.db", isolation_level=None)) as database:
        database.execute("PRAGMA foreign_keys = OFF")
        database.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            assert database.execute(statement).rowcount != 0, f"nothing to change: {statement}"


def ask(store, question):
    """All rows of an answer."""
    with contextlib.closing(sqlite3.connect(f"file:{store}/store.db?mode=ro", uri=True)) as database:
        return database.execute(question).fetchall()


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_the_store_by_itself(compiler):
    """The tests in C, with sanitizers."""
    assert re.search(r"\[  PASSED  \] \d\d test", run(BUILD / f"service-{compiler}/test_store"))


# --- What --check-store finds -------------------------------------------------------------------

def test_a_sound_store(history):
    """Nothing is wrong, and the numbers are said."""
    calls = ask(history, "SELECT count(*) FROM calls")[0][0]
    snapshots = ask(history, "SELECT count(*) FROM snapshots")[0][0]
    assert snapshots == 2
    kinds = {kind for kind, in ask(history, "SELECT DISTINCT kind FROM calls")}
    assert kinds >= {"submit", "dispatch", "finish", "fail", "renew", "extend", "set_estimate", "abort", "suspend",
                     "slot_add", "slot_drain", "slot_lost"}
    assert ask(history, "SELECT count(*) FROM calls WHERE flagged IS NOT NULL")[0][0] > 3
    text = run(RTMRD, "--store", history, "--check-store")
    assert f"{calls} calls played again, 2 snapshots: all is well" in text


def first(condition, table="calls", number="call"):
    """The condition for the first such row."""
    return f"{number} = (SELECT min({number}) FROM {table} WHERE {condition})"


def answer(what, condition):
    """Changes an answer in the first such call."""
    return f"UPDATE calls SET {what} WHERE {first(condition)}"


# What is wrong, and the complaint.
DAMAGES = {
    "a promise": (answer("estimated_finish = estimated_finish + 1", "kind = 'submit' AND status = 'ok'"),
                  r"call \d+ \(submit\): estimated_finish: \d+ on record, \d+ by the kernel"),
    "a lateness": (answer("late_by = late_by + 1", "kind = 'submit' AND reason = 'late'"),
                   r"call \d+ \(submit\): late_by"),
    "who would be late": (answer("late_job = 1", "status = 'rejected' AND late_job <> 1"),
                          r"call \d+ \(\w+\): late_job"),
    "a reason": (answer("reason = 'jobs_full'", "reason = 'late'"), r"call \d+ \(\w+\): reason"),
    "how many tasks are late": (answer("overrun_tasks = 77", "status = 'overrun'"),
                                r"call \d+ \(advance\): overrun_tasks: 77 on record"),
    "a counter offer": (answer("earliest_deadline = 0", "kind = 'submit'"), r"call \d+ \(submit\): earliest_deadline"),
    "an acceptance": (answer("status = 'ok'", "status = 'rejected'"),
                      r"call \d+ \(\w+\): status: ok on record, rejected by the kernel"),
    "a bound": (answer("bound = bound - 1", "kind = 'dispatch' AND call > 90"), r"call \d+ \(dispatch\): bound"),
    "a token": ("UPDATE calls SET token = token + 1 WHERE kind = 'dispatch'", "no call has dispatched it"),
    "who was flagged": (answer("flagged = '[1]'", "kind = 'fail' AND flagged IS NULL"),
                        r"call \d+ \(fail\): flagged jobs"),
    "whose task began": (answer("job = job + 1", "kind = 'dispatch' AND call > 50"),
                         r"attempt \d+: no call has dispatched it"),
    "an instant": ("UPDATE calls SET tick = tick + 100000 WHERE call = 20", r"call \d+ .*tick"),
    "a call that is gone": ("DELETE FROM calls WHERE call = 30", "calls from 30 to 30 are missing"),
    "the last calls gone": ("DELETE FROM calls WHERE call > (SELECT max(call) - 2 FROM calls)",
                            r"calls from \d+ to \d+ are missing"),
    "a job that is gone": ("DELETE FROM jobs WHERE job = 2", "jobs from 2 to 2 are missing"),
    "a call of no job": ("UPDATE calls SET job = 99999 WHERE kind = 'renew'", "of calls: there is no such job"),
    "a job of other sizes": ("UPDATE jobs SET maps = maps + 1 WHERE job = 3",
                             "job 3 is not on record as it was accepted"),
    "a job out of nothing": ("UPDATE calls SET kind = 'withdraw' WHERE kind = 'submit' AND job = 5",
                             "job 5: no call has accepted it"),
    "an attempt that is gone": ("DELETE FROM attempts WHERE attempt = 4", "attempts from 4 to 4 are missing"),
    "the last attempts gone": ("DELETE FROM attempts WHERE attempt > (SELECT max(attempt) - 2 FROM attempts)",
                               r"attempts from \d+ to \d+ are missing"),
    "another attempt": ("UPDATE attempts SET task = task + 1 WHERE attempt = 9",
                        r"call \d+: there is no attempt for it"),
    "an end without a report": ("UPDATE attempts SET state = 'finished' WHERE "
                                + first("state = 'failed'", "attempts", "attempt"),
                                r"attempt \d+: it has finished, and no call says so"),
    "an end that is not on record": ("UPDATE attempts SET state = 'running' WHERE "
                                     + first("state = 'finished'", "attempts", "attempt"),
                                     r"attempt \d+: it runs, and call \d+ has ended it"),
    "a job without an end": ("UPDATE jobs SET state = 'active' WHERE job = 1",
                             "job 1: it is active, and the kernel does not have it"),
    "an unknown word": ("UPDATE calls SET kind = 'forget' WHERE call = 12", "is damaged: row 12 of calls"),
    "a list that is none": ("UPDATE calls SET flagged = '[1,' WHERE call = 12", "is damaged: row 12 of calls"),
    "a large number": ("UPDATE calls SET maps = 5000000000 WHERE call = 1", "is damaged: row 1 of calls"),
    "a snapshot": ("UPDATE snapshots SET context ="
                   " CAST(substr(context, 1, 64) || x'63' || substr(context, 66) AS BLOB)",
                   r"the snapshot behind call \d+ is not what the calls lead to"),
    "a snapshot of nothing": ("UPDATE snapshots SET call = call + 100000", "there is no such call"),
    "the setup": ("UPDATE meta SET map_slots = map_slots + 1", r"call \d+ \("),
    "a setup of nonsense": ("UPDATE meta SET map_slots = -1", "its setup: "),
    "the last commit": ("DELETE FROM last_commit", "has no last commit"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_found(history, place, name):
    """A store with one thing wrong."""
    statement, complaint = DAMAGES[name]
    store = shutil.copytree(history, place / "store")
    change(store, statement)
    text = run(PROGRAM, "check", store, status=1)
    assert re.search(complaint, text), text
    assert "all is well" not in text


def overwrite(store, at, data):
    """Writes over a database."""
    with (store / "store.db").open("r+b") as file:
        file.seek(at)
        file.write(data)


def test_damaged_files_are_found(history, place):
    """A database that is cut, overwritten, or not there."""
    size = (history / "store.db").stat().st_size
    for number, damage in enumerate((
            lambda store: os.truncate(store / "store.db", size // 2),
            lambda store: os.truncate(store / "store.db", 0),
            lambda store: overwrite(store, 0, b"no database"),
            lambda store: overwrite(store, 4096 * 2, bytes(4096)),
            lambda store: (store / "store.db").unlink(),
    )):
        store = shutil.copytree(history, place / str(number))
        damage(store)
        text = run(RTMRD, "--store", store, "--check-store", status=1)
        assert str(store) in text and "all is well" not in text, (number, text)


# --- What is refused ------------------------------------------------------------------------------

def refused(store, *complaints, wrapper=()):
    """rtmrd does not serve such a store, and says why in one line."""
    text = run(*wrapper, RTMRD, "--store", store, "--socket", "/nonexistent", "--map-slots", 3, "--reduce-slots", 2,
               status=1)
    assert text.count("\n") == 1 and str(store) in text, text
    for complaint in complaints:
        assert complaint in text, text


def test_another_version(history, place):
    """A store of tomorrow is not touched."""
    store = shutil.copytree(history, place / "store")
    change(store, "PRAGMA user_version = 2")
    before = (store / "store.db").read_bytes()
    refused(store, "is a store of version 2; this program has version 1")
    assert (store / "store.db").read_bytes() == before


def test_another_configuration(history, place):
    """A store of a kernel with other capacities can be copied only."""
    store = shutil.copytree(history, place / "store")
    change(store, "UPDATE meta SET context_tag = context_tag + 1, slots_capacity = 77")
    refused(store, "is of a kernel (RTMR ", " for 77 slots, ")
    assert "for 77 slots, " in run(RTMRD, "--store", store, "--check-store", status=1)
    run(RTMRD, "--store", store, "--backup", place / "copy")
    assert ask(place / "copy", "SELECT slots_capacity FROM meta") == [(77,)]


def test_other_slots(history, place):
    """The slots of a store are what its history says."""
    store = shutil.copytree(history, place / "store")
    text = run(RTMRD, "--store", store, "--socket", "/nonexistent", "--map-slots", 7, status=1)
    assert "made with --map-slots 3, found --map-slots 7; change slots with rtmr add and rtmr drain" in text, text


def test_another_latency(history, place):
    """So is its latency, which nothing changes."""
    store = shutil.copytree(history, place / "store")
    found = ask(store, "SELECT latency FROM meta")[0][0]
    text = run(RTMRD, "--store", store, "--socket", "/nonexistent", "--latency", found + 7, status=1)
    assert f"made with --latency {found}, found --latency {found + 7}; it is chosen once" in text, text
    assert "drain" not in text


def test_foreign_files(place):
    """What is no store is neither used nor changed."""
    with contextlib.closing(sqlite3.connect(place / "store.db")) as database:
        database.execute("CREATE TABLE notes (text)")
        database.commit()
    before = (place / "store.db").read_bytes()
    refused(place, "is no store: store.db is the database of another program")
    assert (place / "store.db").read_bytes() == before
    (place / "store.db").write_text("Dear diary, " * 100)
    refused(place, "is no store: store.db is no database")
    (place / "store.db").unlink()
    (place / "letter").touch()
    refused(place, "is no store, and not empty: it has letter")


def test_a_lost_database(history, place):
    """Attempts of a store whose database is gone are not taken for those of a new one."""
    store = shutil.copytree(history, place / "store")
    (store / "attempts/1").mkdir()
    (store / "store.db").unlink()
    refused(store, "is no store, and not empty: it has attempts")
    assert (store / "attempts/1").is_dir()
    (store / "attempts/1").rmdir()
    run(PROGRAM, "open", store)


def test_a_store_in_use(history, place):
    """One service at a time; the other one is named."""
    store = shutil.copytree(history, place / "store")
    with subprocess.Popen([PROGRAM, "hold", store], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout.readline() == "open\n"
        refused(store, f"is in use by process {holder.pid}")
        assert "all is well" in run(RTMRD, "--store", store, "--check-store")
        holder.communicate("\n", timeout=PATIENCE)
    run(PROGRAM, "open", store)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_store_of_another_user(history, place):
    """A service that is root's does not take a user's store."""
    store = shutil.copytree(history, place / "store")
    os.chown(store, 12345, 12345)
    refused(store, "belongs to user 12345, not to user 0")


class Disk:
    """A small disk in a mount namespace of its own."""

    def __init__(self, mega_bytes):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="rtmr-disk-"))
        mapped = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
        self.holder = subprocess.Popen(  # pylint: disable=consider-using-with
            ["unshare", *mapped, "--mount", "sh", "-c",
             f"mount -t tmpfs -o size={mega_bytes}m none '{self.folder}' && echo ready && read line"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.holder.stdout.readline() == "ready\n"
        # a command in front of a command: it sees the disk
        self.wrapper = ("nsenter", *(["--user", "--preserve-credentials"] if mapped else []), "--mount",
                        "--target", str(self.holder.pid))
        self.seen = pathlib.Path(f"/proc/{self.holder.pid}/root{self.folder}")

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.holder.communicate("\n", timeout=PATIENCE)
        self.folder.rmdir()

    def run(self, *command):
        """Runs a command that sees the disk."""
        return run(*self.wrapper, *command)

    def fill(self):
        """Takes all the space."""
        with (self.seen / "filler").open("wb", buffering=0) as file:
            with contextlib.suppress(OSError):
                while file.write(bytes(4096)) > 0:
                    pass

    def clear(self):
        """Gives it back."""
        (self.seen / "filler").unlink()


def test_a_read_only_disk(history):
    """Refused with the reason; it can still be checked and copied."""
    with Disk(16) as disk, tempfile.TemporaryDirectory() as elsewhere:
        store = disk.folder / "store"
        shutil.copytree(history, disk.seen / "store")
        disk.run("mount", "-o", "remount,ro", disk.folder)
        refused(store, "cannot be written: Read-only file system", wrapper=disk.wrapper)
        refused(disk.folder / "new", "cannot be made: Read-only file system", wrapper=disk.wrapper)
        copy = pathlib.Path(elsewhere) / "copy"
        disk.run(RTMRD, "--store", store, "--backup", copy)
        assert "all is well" in run(RTMRD, "--store", copy, "--check-store")


# --- Full disks -----------------------------------------------------------------------------------

def test_the_store_on_a_full_disk():
    """The store's own part of it."""
    with Disk(24) as disk:
        assert "[  PASSED  ] 1 test" in disk.run(PROGRAM, "fill", disk.folder / "store", disk.folder / "filler")


def test_the_service_on_a_full_disk():
    """Submissions are refused, what runs goes on, and all is well when there is space again: also
    if the daemon is killed meanwhile.
    """
    with Disk(32) as disk, Daemon(store=disk.folder / "store", wrapper=disk.wrapper) as daemon:
        gate = daemon.folder / "gate"
        script = f"echo >> {gate}-$RTMR_STAGE-$RTMR_TASK; while [ ! -e '{gate}' ]; do sleep 0.05; done"
        waiting = daemon.accepted("sh", "-c", script, maps=2, reduces=1, map_ms=200000, deadline_ms=2000000)
        until(lambda: len(list(daemon.folder.glob("gate-map-*"))) == 2, "both maps run")
        disk.fill()
        status, text = daemon.submit("true")
        assert (status, "error" in text) == (507, True), text
        assert daemon.get("/v1/status")["accepts"] is False
        daemon.kill()
        daemon.start()
        assert daemon.job(waiting)["map"]["running"] == 2
        assert daemon.submit("true")[0] == 507
        gate.touch()
        assert daemon.ended(waiting)["state"] == "finished"
        disk.clear()
        until(lambda: daemon.submit("true")[0] == 201, "jobs are accepted again")
        number = daemon.accepted("true")
        assert daemon.ended(number)["state"] == "finished"
        attempts = daemon.job(waiting)["attempts"]
        assert [attempt["number"] for attempt in attempts] == [0, 0, 0], attempts
        daemon.stop()
        assert "all is well" in disk.run(RTMRD, "--store", daemon.store, "--check-store")


# --- Backups --------------------------------------------------------------------------------------

def test_a_backup_of_a_store_in_use(place):
    """It is whole, can be served, and nothing is ever written over."""
    with Daemon(map_slots=3) as daemon:
        jobs = [daemon.accepted("true", maps=2, reduces=1, directory="/")]
        runs = daemon.accepted("sleep", "1000", map_ms=100000, deadline_ms=1000000, directory="/")
        until(lambda: daemon.job(runs)["map"]["running"] == 1, "it runs")
        copies = []
        for number in range(3):
            copies.append(place / str(number))
            run(RTMRD, "--store", daemon.store, "--backup", copies[-1])
            jobs.append(daemon.accepted("true", directory="/"))
        text = run(RTMRD, "--store", daemon.store, "--backup", copies[0], status=1)
        assert "File exists" in text
        assert "all is well" in run(RTMRD, "--store", daemon.store, "--check-store")
        for job in jobs:
            assert daemon.ended(job)["state"] == "finished"
    for copy in copies:
        assert sorted(path.name for path in copy.iterdir()) == ["store.db"]
        assert copy.stat().st_mode & 0o777 == 0o700 and (copy / "store.db").stat().st_mode & 0o777 == 0o600
        assert "all is well" in run(RTMRD, "--store", copy, "--check-store")
    with Daemon(store=copies[-1], map_slots=3) as daemon:
        for job in jobs[:-1]:
            assert daemon.ended(job)["state"] == "finished"
        # the attempt was not here: the task runs again
        attempts = until(lambda: daemon.job(runs)["attempts"][1:] and daemon.job(runs)["attempts"], "it runs again")
        assert [(attempt["task"], attempt["result"] == "running") for attempt in attempts] == [(0, False), (0, True)]
        daemon.request("POST", f"/v1/jobs/{runs}/abort")
        assert daemon.ended(runs)["state"] == "aborted"
    assert "all is well" in run(RTMRD, "--store", copies[-1], "--check-store")


def test_a_backup_that_fails_leaves_nothing(history, place):
    """No room: no folder that looks like a store."""
    with Disk(1) as disk:
        store = shutil.copytree(history, place / "store")
        text = run(*disk.wrapper, RTMRD, "--store", store, "--backup", disk.folder / "copy", status=1)
        assert "cannot be copied" in text
        assert not list(disk.seen.iterdir())
    run(RTMRD, "--store", place / "nothing", "--backup", place / "copy", status=1)
    assert not (place / "copy").exists()
