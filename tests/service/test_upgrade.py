"""A store of another release: it is taken over if its calls have the same answers, refused at the
call that has another one, and copied and checked all the same.
"""
import pathlib
import shutil
import tempfile

import pytest

from tests.service.daemon import Daemon, until
from tests.service.job_tools import LONG, lets_go, lines, running, shell
from tests.service.test_store import RTMRD, Disk, answer, ask, change, run

WAITS = "echo $RTMR_TASK >> begun; while [ ! -e go ]; do sleep 0.02; done"

# Another release: its snapshots have a layout of their own.
OTHER = ("UPDATE meta SET rtmr_version = '0.8.7', context_tag = context_tag + 1, context_size = context_size - 8",
         "UPDATE snapshots SET context = CAST('another layout' AS BLOB)")


@pytest.fixture(name="place")
def new_place():
    """A new folder."""
    with tempfile.TemporaryDirectory(prefix="rtmr-upgrade-") as folder:
        yield pathlib.Path(folder)


@pytest.fixture(name="daemon")
def stopped_daemon():
    """rtmrd was stopped: job 1 has finished, job 2 runs two tasks, one task of job 3 waits."""
    with Daemon() as daemon:
        daemon.ended(daemon.accepted("true", maps=2, reduces=1, map_ms=LONG, reduce_ms=LONG, deadline_ms=10 * LONG))
        runs = daemon.accepted(*shell(WAITS), maps=2, map_ms=LONG, deadline_ms=10 * LONG)
        daemon.accepted("true", map_ms=LONG, deadline_ms=20 * LONG)
        assert daemon.submit("true", map_ms=LONG, deadline_ms=LONG)[0] == 409
        running(daemon, runs, 2)
        daemon.stop()
        yield daemon


def kernel_of(store):
    """What the store says of its kernel."""
    return ask(store, "SELECT rtmr_version, context_tag, context_size FROM meta")


def promises(daemon):
    """What each job was promised."""
    return [(job["job"], job["state"], job["flagged"], job["deadline_at"], job["finish_at"])
            for job in daemon.get("/v1/jobs?state=all&after=0")["jobs"]]


def expect_same_promises(daemon, before):
    """The wall clock of an answer may differ by a few ms from that of another one."""
    after = promises(daemon)
    assert [job[:3] for job in after] == [job[:3] for job in before]
    assert all(abs(a - b) < 100 for now, then in zip(after, before) for a, b in zip(now[3:], then[3:]))


@pytest.mark.parametrize("end", ("stop", "kill"))
def test_a_store_is_taken_over(daemon, end):
    """With its jobs, its promises and what runs; the next start begins with a snapshot."""
    own = kernel_of(daemon.store)
    daemon.start()
    before = promises(daemon)
    getattr(daemon, end)()
    calls = ask(daemon.store, "SELECT max(call) FROM calls")[0][0]
    change(daemon.store, *OTHER)
    daemon.log.unlink()
    daemon.start()
    assert f"is taken over from RTMR 0.8.7: its {calls} calls have the same answers\n" in daemon.log.read_text()
    expect_same_promises(daemon, before)
    assert kernel_of(daemon.store) == own
    assert ask(daemon.store, "SELECT call FROM snapshots") == [(calls,)]
    lets_go(daemon)
    assert [daemon.ended(job)["state"] for job in (1, 2, 3)] == ["finished"] * 3
    assert sorted(lines(daemon.folder / "begun")) == ["0", "1"]
    daemon.stop()
    assert "all is well" in run(RTMRD, "--store", daemon.store, "--check-store")
    # a call that is not played any more may have any answer
    change(daemon.store, answer("estimated_finish = 7", "kind = 'submit'"))
    daemon.log.unlink()
    daemon.start()
    assert "taken over" not in daemon.log.read_text()


def test_another_answer_is_refused(daemon):
    """The call is named, and the other release can go on."""
    change(daemon.store, *OTHER, answer("estimated_finish = 7", "kind = 'submit' AND job = 2"))
    before = [ask(daemon.store, f"SELECT * FROM {table}") for table in ("meta", "snapshots", "calls")]
    call = ask(daemon.store, "SELECT call FROM calls WHERE estimated_finish = 7")[0][0]
    text = run(*daemon.command, status=1)
    for part in (f"{daemon.store}: cannot be taken over from RTMR 0.8.7, which can still serve it: ",
                 f"call {call} (submit): estimated_finish: 7 on record, "):
        assert part in text, text
    assert before == [ask(daemon.store, f"SELECT * FROM {table}") for table in ("meta", "snapshots", "calls")]
    assert f"call {call} (submit): estimated_finish" in run(RTMRD, "--store", daemon.store, "--check-store", status=1)


def test_copies_and_checks_of_another_release(daemon, place):
    """Both read; a copy is still of the other release, and is taken over as well."""
    change(daemon.store, *OTHER)
    calls = ask(daemon.store, "SELECT count(*) FROM calls")[0][0]
    run(RTMRD, "--store", daemon.store, "--backup", place / "copy")
    for store in (daemon.store, place / "copy"):
        assert kernel_of(store)[0][0] == "0.8.7"
        text = run(RTMRD, "--store", store, "--check-store")
        assert f"{calls} calls played again, the snapshots are of RTMR 0.8.7: all is well" in text
    with Daemon(store=place / "copy") as other:
        assert "taken over from RTMR 0.8.7" in other.log.read_text()
        assert other.ended(1)["state"] == "finished"


def test_a_copy_is_put_back(daemon, place):
    """Among what later attempts have written: those that get their numbers again do not show it."""
    copy = place / "copy"
    run(RTMRD, "--store", daemon.store, "--backup", copy)
    daemon.start()
    lets_go(daemon)
    both = shell("echo later; echo later >&2")
    daemon.ended(daemon.accepted(*both, maps=9, map_ms=LONG, deadline_ms=20 * LONG))
    last = ask(daemon.store, "SELECT max(attempt) FROM attempts")[0][0]
    assert (daemon.store / f"attempts/{last}/err").read_text() == "later\n"
    daemon.stop()
    for name in ("store.db", "store.db-wal", "store.db-shm"):
        (daemon.store / name).unlink(missing_ok=True)
    shutil.copy(copy / "store.db", daemon.store)
    daemon.start()
    both = shell("echo again; echo again >&2")
    again = daemon.accepted(*both, maps=2, map_ms=LONG, deadline_ms=20 * LONG)
    daemon.ended(again)
    numbers = [attempt["attempt"] for attempt in daemon.job(again)["attempts"]]
    assert max(numbers) <= last
    for number in numbers:
        for stream in ("out", "err"):
            assert (daemon.store / f"attempts/{number}/{stream}").read_text() == "again\n"
    assert [daemon.ended(job)["state"] for job in (2, 3)] == ["finished"] * 2


def test_a_full_disk_does_not_keep_a_release_from_a_store(place):
    """It serves, and the store becomes its own by the reserve."""
    with Disk(32) as disk, Daemon(store=disk.folder / "store", wrapper=disk.wrapper) as daemon:
        job = daemon.accepted("true", directory="/", map_ms=LONG, deadline_ms=10 * LONG)
        daemon.ended(job)
        daemon.stop()
        shutil.copy(disk.seen / "store/store.db", place)
        own = kernel_of(place)
        change(place, *OTHER)
        shutil.copy(place / "store.db", disk.seen / "store")
        disk.fill()
        daemon.start()
        assert daemon.job(job)["state"] == "finished"
        assert daemon.submit("true", directory="/")[0] == 507

        def is_own():
            copy = place / "copy"
            shutil.rmtree(copy, ignore_errors=True)
            disk.run(RTMRD, "--store", daemon.store, "--backup", copy)
            return kernel_of(copy) == own
        until(is_own, "the store is this release's")
        disk.clear()
        until(lambda: daemon.submit("true", directory="/")[0] == 201, "jobs are accepted again")
        daemon.stop()
        assert "all is well" in disk.run(RTMRD, "--store", daemon.store, "--check-store")
