"""rtmr audit: journals of every kind of call are confirmed; each wrong answer is found; and no
function of the kernel is called for it.
"""
import functools
import itertools
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import sqlite3
import subprocess
import tempfile

import pytest

from tests.campaign import injected_faults
from tests.service.daemon import Daemon

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAKER = ROOT / "build/journal_maker"
RTMR = ROOT / "build/unit-gcc/rtmr"
RTMRD = ROOT / "build/service-gcc/rtmrd"
PATIENCE = 300
NEVER = 2**63 - 1


def audit(store, *options):
    """The exit status, the output and the errors."""
    done = subprocess.run([RTMR, "audit", store, *options], capture_output=True, text=True, timeout=PATIENCE,
                          check=False)
    return done.returncode, done.stdout, done.stderr


def findings(store):
    """What is not right."""
    status, out, err = audit(store, "--json")
    assert status in (0, 1) and err == "", (status, out, err)
    answer = json.loads(out)
    assert answer["confirmed"] == (status == 0) == (answer["findings"] == [])
    return answer["findings"]


@functools.cache
def journal(seed, calls, folder):
    """A store of random calls."""
    store = folder / f"{seed}-{calls}"
    subprocess.run([MAKER, store, str(seed), str(calls)], check=True, timeout=PATIENCE)
    return store


@pytest.fixture(name="made", scope="module")
def made_fixture():
    """Makes stores: by seed and number of calls."""
    with tempfile.TemporaryDirectory(prefix="rtmr-test-") as folder:
        yield lambda seed, calls=400: journal(seed, calls, pathlib.Path(folder))


@pytest.fixture(name="scratch")
def scratch_fixture():
    """A folder that goes when the test ends."""
    with tempfile.TemporaryDirectory(prefix="rtmr-test-") as folder:
        yield pathlib.Path(folder)


@pytest.fixture(name="copied")
def copied_fixture(made, scratch):
    """Makes copies that may be spoilt: the store and its database."""
    numbers = itertools.count()
    open_ones = []

    def copy(seed, calls=400):
        store = scratch / f"copy-{next(numbers)}"
        shutil.copytree(made(seed, calls), store, ignore=shutil.ignore_patterns("reserve"))
        database = sqlite3.connect(store / "store.db", isolation_level=None)
        database.row_factory = sqlite3.Row
        database.execute("PRAGMA foreign_keys = OFF")
        open_ones.append(database)
        return store, database

    yield copy
    for database in open_ones:
        database.close()


# --- Good journals --------------------------------------------------------------------------------

def test_random_journals_are_confirmed(made):
    """Thousands of decisions of every kind."""
    totals = {}
    for seed in range(1, 11):
        status, out, err = audit(made(seed, 1000), "--json")
        assert status == 0, (seed, out[:2000], err)
        for name, count in json.loads(out)["counts"].items():
            totals[name] = totals.get(name, 0) + count
    assert totals["calls"] >= 10000
    assert all(totals.values()), totals


def test_one_line_says_so(made):
    """The counts, and that all is confirmed."""
    status, out, err = audit(made(1))
    assert status == 0 and err == ""
    first = out.splitlines()[0]
    assert re.match(r"\d+ calls: \d+ acceptances?, \d+ refusals?, .*\d+ dispatches.*: all confirmed$", first), first


# --- Planted errors -------------------------------------------------------------------------------

SEEDS = range(1, 60)


def update(database, call, **columns):
    """Changes columns of a call."""
    setting = ", ".join(f"{name} = ?" for name in columns)
    database.execute(f"UPDATE calls SET {setting} WHERE call = ?", [*columns.values(), call])


def first(database, where, order="call"):
    """The first row of calls for which a condition holds, or None."""
    return database.execute(f"SELECT * FROM calls WHERE {where} ORDER BY {order} LIMIT 1").fetchone()


def move_up(database, call):
    """The calls behind a dropped one move up, so that no number is missing."""
    database.execute("UPDATE calls SET call = -call WHERE call > ?", [call])
    database.execute("UPDATE calls SET call = -call - 1 WHERE call < 0")


def drop(database, call):
    """Drops a call, and no gap shows it."""
    database.execute("DELETE FROM calls WHERE call = ?", [call])
    move_up(database, call)


LATE = "kind = 'submit' AND reason = 'late'"


def accepted_for_refused(database):
    """The last refusal, if no acceptance follows it, becomes an acceptance."""
    row = first(database, f"{LATE} AND call > (SELECT max(call) FROM calls WHERE kind = 'submit' AND status = 'ok')"
                " AND estimated_finish < 1000000")
    if row is None:
        return None
    job = database.execute("SELECT max(job) + 1 FROM jobs").fetchone()[0]
    database.execute("INSERT INTO jobs SELECT ?, uid, gid, name, ?, ?, ?, ?, ?, ?, 0, ?, '[]', '[]', '/', '{}', 'flag',"
                     " 0, 0, 'active', NULL, 0, NULL FROM jobs LIMIT 1",
                     [job, row["maps"], row["reduces"], row["map_estimate"], row["reduce_estimate"], row["tick"],
                      row["deadline"], row["estimated_finish"]])
    update(database, row["call"], status="ok", reason=None, late_job=None, late_by=None, job=job,
           earliest_deadline=row["deadline"])
    return row["call"], "accepted", "refused, .* late by [0-9]+"


def refused_for_accepted(database):
    """An acceptance becomes a refusal."""
    row = first(database, "kind = 'submit' AND status = 'ok' AND maps > 0")
    update(database, row["call"], status="rejected", reason="late", late_job=0, late_by=7, job=None,
           earliest_deadline=row["deadline"] + 7)
    return row["call"], "refused, it would be late by 7", "accepted"


def deadline_before_the_end(database):
    """The first job was accepted for a deadline before its end."""
    row = first(database, "kind = 'submit' AND status = 'ok' AND maps > 0 AND estimated_finish > tick + 1")
    update(database, row["call"], deadline=row["estimated_finish"] - 1)
    return row["call"], "accepted", "refused, .* late by [0-9]+"


def late_by(more):
    """The lateness on record is off by one."""
    def plant(database):
        row = first(database, f"{LATE} AND late_by > 1 AND late_by < 1000000")
        update(database, row["call"], late_by=row["late_by"] + more)
        return row["call"], f"late by {row['late_by'] + more}$", f"late by {row['late_by']}$"
    return plant


def wrong_late_job(named):
    """Another job is said to be late: instead of the new one, or of one in the table."""
    def plant(database):
        row = first(database, f"{LATE} AND late_job {'> 0' if named else '= 0'} AND call > 60")
        if row is None:
            return None
        update(database, row["call"], late_job=0 if named else 1)
        return (row["call"], "it would be late" if named else "job 1 would be late",
                f"job {row['late_job']} would be late" if named else "it would be late")
    return plant


def offer(kind, more):
    """The counter offer is one too late or too early."""
    def plant(database):
        row = first(database, f"kind = '{kind}' AND reason = 'late' AND earliest_deadline < 1000000")
        if row is None:
            return None
        update(database, row["call"], earliest_deadline=row["earliest_deadline"] + more)
        return row["call"], f"earliest deadline {row['earliest_deadline'] + more}", f"{row['earliest_deadline']}"
    return plant


def offer_withheld(database):
    """No deadline would do, it is said."""
    row = first(database, f"{LATE} AND earliest_deadline < 1000000")
    if row is None:
        return None
    update(database, row["call"], earliest_deadline=NEVER)
    return row["call"], "earliest deadline never", f"{row['earliest_deadline']}"


def promise_off_by_one(kind):
    """The promised end is not the plan's."""
    def plant(database):
        row = first(database, f"kind = '{kind}' AND status = 'ok' AND estimated_finish > tick")
        if row is None:
            return None
        update(database, row["call"], estimated_finish=row["estimated_finish"] - 1)
        return row["call"], f"done by {row['estimated_finish'] - 1}", f"{row['estimated_finish']}"
    return plant


def change_granted(kind):
    """A change that had to be refused was granted."""
    def plant(database):
        row = first(database, f"kind = '{kind}' AND status = 'rejected'")
        if row is None:
            return None
        update(database, row["call"], status="ok", reason=None, late_job=None, late_by=None)
        return row["call"], "accepted", "refused, job [0-9]+ would be late"
    return plant


def change_refused(kind):
    """A change that could be granted was refused."""
    def plant(database):
        row = first(database, f"kind = '{kind}' AND status = 'ok'")
        if row is None:
            return None
        update(database, row["call"], status="rejected", reason="late", late_job=1, late_by=3)
        return row["call"], "refused, job 1", "accepted"
    return plant


@pytest.mark.parametrize("maps, offered, confirmed", [
    (900000, 900010, True), (900000, NEVER, False), (900000, 900011, False),
    (1500000, 1500010, True), (1500000, NEVER, True), (1500000, 1500011, False)])
def test_search_that_takes_too_long(maps, offered, confirmed, copied):
    """A new job would make the first one late; behind it, it would do: the second trial says so.
    While 1,500,000 tasks wait the service makes one trial only.
    """
    store, database = copied(1)
    for table in ("calls", "attempts", "snapshots"):
        database.execute(f"DELETE FROM {table}")
    database.execute("DELETE FROM jobs WHERE job > 1")
    database.execute("UPDATE meta SET map_slots = 1, reduce_slots = 1, latency = 0, tasks_capacity = 2000000,"
                     " counter_offer = 1")
    database.execute("UPDATE jobs SET deadline = ?, promised = ?, state = 'active', ended = NULL, flagged = 0",
                     [maps, maps])
    columns = ("call, tick, kind, status, job, maps, reduces, map_estimate, reduce_estimate, deadline,"
               " estimated_finish, reason, late_job, late_by, earliest_deadline")
    for row in ((1, 0, "submit", "ok", 1, maps, 0, 1, 0, maps, maps, None, None, None, maps),
                (2, 0, "submit", "rejected", None, 1, 0, 10, 0, 5, 10, "late", 0, 5, offered)):
        database.execute(f"INSERT INTO calls ({columns}) VALUES ({', '.join('?' * len(row))})", row)
    found = findings(store)
    assert not found if confirmed else [at["recorded"].split()[0] for at in found] == ["earliest"], found


def flagged_left_out(kind):
    """A job that lost its promise is not named."""
    def plant(database):
        row = first(database, f"kind = '{kind}' AND flagged IS NOT NULL")
        if row is None:
            return None
        jobs = json.loads(row["flagged"])
        update(database, row["call"], flagged=json.dumps(jobs[1:]) if len(jobs) > 1 else None)
        return row["call"], "promise", f"job.*{jobs[0]}"
    return plant


def flagged_added(database):
    """A job that keeps its promise is said to have lost it."""
    row = first(database, "kind IN ('advance', 'fail', 'slot_lost')")
    if row is None:
        return None
    jobs = json.loads(row["flagged"] or "[]")
    update(database, row["call"], flagged=json.dumps([*jobs, 1000]))
    return row["call"], "1000", "job"


def dispatches_in_the_wrong_order(database):
    """Of two tasks that start at one instant the one of the later job comes first."""
    row = database.execute(
        "SELECT a.call, a.job AS job, b.job AS other, a.task AS task, b.task AS other_task, a.bound AS bound,"
        " b.bound AS other_bound FROM calls a JOIN calls b ON b.call = a.call + 1"
        " WHERE a.kind = 'dispatch' AND b.kind = 'dispatch' AND a.stage = b.stage AND a.job <> b.job").fetchone()
    if row is None:
        return None
    update(database, row["call"], job=row["other"], task=row["other_task"], bound=row["other_bound"])
    update(database, row["call"] + 1, job=row["job"], task=row["task"], bound=row["bound"])
    return row["call"], f"task of job {row['other']} starts", "task of job|reserved"


def reduce_before_its_maps(database):
    """A reduce task starts before the last map task has ended."""
    row = database.execute(
        "SELECT a.call FROM calls a JOIN calls b ON b.call = a.call + 1 WHERE a.kind = 'finish' AND a.stage = 'map'"
        " AND b.kind = 'dispatch' AND b.stage = 'reduce' AND a.job = b.job AND a.tick = b.tick LIMIT 1").fetchone()
    if row is None:
        return None
    call = row["call"]
    database.execute("UPDATE calls SET call = -1 WHERE call = ?", [call])
    database.execute("UPDATE calls SET call = ? WHERE call = ?", [call, call + 1])
    database.execute("UPDATE calls SET call = ? WHERE call = -1", [call + 1])
    return call, "reduce task of job [0-9]+ starts", "no reduce task may start|task of job"


def bound_off_by_one(database):
    """A dispatched task is given a tick more."""
    row = first(database, "kind = 'dispatch'")
    update(database, row["call"], bound=row["bound"] + 1)
    return row["call"], f"bound {row['bound'] + 1}", f"{row['bound']}"


def task_run_twice(database):
    """A task starts that has ended."""
    row = database.execute(
        "SELECT b.call, a.task FROM calls a JOIN calls b ON b.call > a.call WHERE a.kind = 'finish' AND"
        " b.kind = 'dispatch' AND a.job = b.job AND a.stage = b.stage LIMIT 1").fetchone()
    if row is None:
        return None
    update(database, row["call"], task=row["task"])
    return row["call"], f"task {row['task']} of job", "that task has ended already"


def wrong_token(database):
    """The end of another task is reported."""
    row = first(database, "kind = 'finish'")
    update(database, row["call"], token=row["token"] + 1)
    return row["call"], f"token {row['token'] + 1}", f"token {row['token']}"


def dropped(kind, text):
    """A call is missing, and no gap shows it: what follows does not fit."""
    def plant(database):
        row = first(database, f"kind = '{kind}' AND status <> 'rejected' AND call < 300")
        if row is None:
            return None
        drop(database, row["call"])
        return None, text, ""
    return plant


def gap(database):
    """A call is missing, and its number."""
    database.execute("DELETE FROM calls WHERE call = 100")
    return 101, "call 101 follows call 99", "some are missing"


def clock_back(database):
    """The clock goes back."""
    row = first(database, "tick > 10", "call DESC")
    update(database, row["call"], tick=5)
    return row["call"], "tick 5", "[0-9]+"


def overrun_kept_quiet(database):
    """A violation is not on record; its jobs are not flagged."""
    row = first(database, "kind = 'advance'")
    if row is None:
        return None
    drop(database, row["call"])
    return row["call"], "no violation from", "ran over their bounds|kept waiting"


def overruns_miscounted(database):
    """One task more is said to be over its bound."""
    row = first(database, "kind = 'advance'")
    if row is None:
        return None
    update(database, row["call"], overrun_tasks=row["overrun_tasks"] + 1)
    return row["call"], f"tasks over their bounds: {row['overrun_tasks'] + 1}", f"{row['overrun_tasks']}"


def another_violation(database):
    """A lost slot is said to be a failed task."""
    row = first(database, "kind = 'fail'")
    if row is None:
        return None
    update(database, row["call"], status="lost")
    return row["call"], "a lost slot", "a failed task"


def job_told_another(column, where="job = 3"):
    """The table of jobs shows what no call has answered."""
    def plant(database):
        row = database.execute(f"SELECT job FROM jobs WHERE {where} LIMIT 1").fetchone()
        if row is None:
            return None
        database.execute(f"UPDATE jobs SET {column} = {column} + 1 WHERE job = ?", [row["job"]])
        return 0, f"job {row['job']}: ", "by the calls"
    return plant


def job_aborted(database):
    """A job is said to be aborted that has finished."""
    database.execute("UPDATE jobs SET state = 'aborted' WHERE job = (SELECT min(job) FROM jobs"
                     " WHERE state = 'finished')")
    return 0, "job [0-9]+: finished 0", "by the calls 1"


def job_removed(database):
    """A job is not in the table of jobs."""
    database.execute("DELETE FROM jobs WHERE job = 2")
    return 0, "job 2 is not in the table of jobs", "accepted"


def job_invented(database):
    """The table of jobs has one that was never accepted."""
    database.execute("UPDATE jobs SET job = 5000 WHERE job = 2")
    return 0, "job 5000", "no call has accepted it"


def attempt_removed(database):
    """An attempt is missing."""
    database.execute("DELETE FROM attempts WHERE attempt = 2")
    return 0, "attempts", "dispatches"


def attempt_moved(database):
    """An attempt ran on another slot than its dispatch says."""
    database.execute("UPDATE attempts SET slot = slot + 1 WHERE attempt = 2")
    return 0, "attempt 2", "no call has started it so"


def attempt_backdated(database):
    """A task is reported before it has ended."""
    row = first(database, "kind = 'finish'", "call DESC")
    database.execute("UPDATE attempts SET ended = ended + 1 WHERE job = ? AND stage = ? AND task = ? AND token = ?",
                     [row["job"], row["stage"], row["task"], row["token"]])
    return None, "attempt|job", "it ended after the call that reports its end|by the calls"


def end_cut_off(database):
    """The end of the journal is missing."""
    row = first(database, "kind = 'submit' AND status = 'ok'", "call DESC")
    database.execute("DELETE FROM calls WHERE call >= ?", [row["call"]])
    return 0, "job", "no call has accepted it|by the calls"


PLANTED = {
    "an acceptance that should be a refusal": accepted_for_refused,
    "a refusal that should be an acceptance": refused_for_accepted,
    "a deadline before the end": deadline_before_the_end,
    "late_by one more": late_by(1),
    "late_by one less": late_by(-1),
    "another late job": wrong_late_job(False),
    "the new job as the late one": wrong_late_job(True),
    "a counter offer one too late": offer("submit", 1),
    "a counter offer one too early": offer("submit", -1),
    "a renewal's counter offer one too late": offer("renew", 1),
    "a renewal's counter offer one too early": offer("renew", -1),
    "a counter offer withheld": offer_withheld,
    "a promise one tick early": promise_off_by_one("submit"),
    "a renewed promise one tick early": promise_off_by_one("renew"),
    "an extension granted": change_granted("extend"),
    "an estimate granted": change_granted("set_estimate"),
    "a drain granted": change_granted("slot_drain"),
    "a renewal granted": change_granted("renew"),
    "an extension refused": change_refused("extend"),
    "an estimate refused": change_refused("set_estimate"),
    "a drain refused": change_refused("slot_drain"),
    "a renewal refused": change_refused("renew"),
    "a flagged job left out of an overrun": flagged_left_out("advance"),
    "a flagged job left out of a failure": flagged_left_out("fail"),
    "a flagged job left out of a lost slot": flagged_left_out("slot_lost"),
    "a flagged job left out of a suspension": flagged_left_out("suspend"),
    "a flagged job left out of a restart": flagged_left_out("restore"),
    "a flagged job too many": flagged_added,
    "dispatches in the wrong order": dispatches_in_the_wrong_order,
    "a reduce before its maps": reduce_before_its_maps,
    "a bound one later": bound_off_by_one,
    "a task that runs twice": task_run_twice,
    "a report of another task": wrong_token,
    "a dropped dispatch": dropped("dispatch", "a task on|kept waiting|no violation from|reserved|starts"),
    "a dropped end": dropped("finish", "a dispatch to|starts|refused|accepted|no violation|earliest|job"),
    "a dropped failure": dropped("fail", "."),
    "a dropped acceptance": dropped("submit", "job [0-9]+"),
    "a dropped renewal": dropped("renew", "."),
    "a dropped extension": dropped("extend", "."),
    "a dropped abort": dropped("abort", "."),
    "a dropped slot": dropped("slot_add", "."),
    "a gap": gap,
    "a clock that goes back": clock_back,
    "an overrun kept quiet": overrun_kept_quiet,
    "overruns miscounted": overruns_miscounted,
    "another violation": another_violation,
    "another deadline shown": job_told_another("deadline"),
    "another promise shown": job_told_another("promised"),
    "another end shown": job_told_another("ended", "state = 'finished' AND maps > 0"),
    "another end of an aborted job shown": job_told_another("ended", "state = 'aborted'"),
    "another state shown": job_aborted,
    "a job removed": job_removed,
    "a job invented": job_invented,
    "an attempt removed": attempt_removed,
    "an attempt moved": attempt_moved,
    "an end reported too early": attempt_backdated,
    "the end cut off": end_cut_off,
}


@pytest.mark.parametrize("name", PLANTED)
def test_planted_error_is_found(name, copied):
    """Each kind of wrong record, in the first journal that has a place for it: the first finding
    names it."""
    for seed, calls in [*((seed, 400) for seed in SEEDS), *((seed, 2000) for seed in SEEDS)]:
        store, database = copied(seed, calls)
        planted = PLANTED[name](database)
        if planted is None:
            continue
        call, recorded, right = planted
        found = findings(store)
        if not found and name.startswith("a dropped"):
            continue  # nothing that follows depends on it
        assert found, f"seed {seed}: not found"
        if call is not None:
            assert found[0]["call"] == call, (seed, planted, found[:3])
        assert any(re.search(recorded, at["recorded"]) and re.search(right, at["right"])
                   for at in found if at["call"] == found[0]["call"]), (planted, found[:3])
        return
    pytest.fail("no journal has a place for it")


ANSWERS = {
    "submit": ["estimated_finish", "late_by", "late_job", "earliest_deadline", "job"],
    "renew": ["estimated_finish", "late_by", "late_job", "earliest_deadline"],
    "extend": ["late_by", "late_job", "job"],
    "set_estimate": ["late_by", "late_job"],
    "slot_drain": ["late_by", "late_job"],
    "dispatch": ["job", "bound", "token", "task"],
    "finish": ["job", "token", "task", "slot"],
    "fail": ["job", "token", "task", "overrun_tasks"],
    "slot_lost": ["job", "overrun_tasks"],
    "advance": ["overrun_tasks"],
    "restore": ["overrun_tasks"],
}


def test_no_answer_can_be_changed(copied):
    """Any answer in any call, one more or one less: each is found."""
    draw = random.Random(46)
    tried = 0
    while tried < 40:
        store, database = copied(draw.choice(SEEDS[:20]), 200)
        kind = draw.choice(list(ANSWERS))
        column = draw.choice(ANSWERS[kind])
        rows = database.execute(f"SELECT call, {column} AS value FROM calls WHERE kind = ? AND {column} < ? AND"
                                " NOT (kind = 'submit' AND status = 'rejected' AND reason <> 'late')",
                                [kind, NEVER]).fetchall()
        if not rows:
            continue
        row = draw.choice(rows)
        value = row["value"] + (1 if row["value"] == 0 else draw.choice([-1, 1]))
        update(database, row["call"], **{column: value})
        assert findings(store), (store, kind, column, row["call"], row["value"], value)
        tried += 1


# --- Faulty kernels -------------------------------------------------------------------------------

FAULTY = ("the printed rule of Algorithm IV, line 10", "a tick late is in time", "nothing is reserved",
          "a new job goes before those with the same deadline", "a task may take a tick longer than planned",
          "how many reduces share a node is not in the pads", "a reduce is due at once when another has ended",
          "an offer that was left waiting is due as before")


@pytest.mark.parametrize("name", FAULTY)
def test_faulty_kernel_is_found(name, scratch):
    """A kernel with one mistake makes the journals: the audit does not confirm all of them."""
    fault, = (fault for fault in injected_faults.FAULTS if fault.name.startswith(name))
    build = ROOT / "build/journal"
    source, faulty, maker = scratch / fault.file().name, scratch / "faulty.o", scratch / "maker"
    source.write_text(fault.source())
    compiler = [*shlex.split((build / "options").read_text()), "-w"]
    subprocess.run([*compiler, "-c", source, "-o", faulty], cwd=ROOT, check=True, timeout=PATIENCE)
    good = (build / fault.file()).with_suffix(".o")
    subprocess.run([*compiler, "-o", maker, faulty, *(path for path in build.rglob("*.o") if path != good),
                    "-lsqlite3"], cwd=ROOT, check=True, timeout=PATIENCE)
    for seed in SEEDS:
        store = scratch / str(seed)
        subprocess.run([maker, store, str(seed), "1000"], check=True, timeout=PATIENCE)
        if findings(store):
            return
    pytest.fail("all journals are confirmed")


# --- Explanations ---------------------------------------------------------------------------------

def schedule_of(text):
    """An explanation's tables: {job: deadline} and [(job, stage, slot, start, end)]."""
    jobs = {match[1]: int(match[2]) for match in
            re.finditer(r"^  ((?:job \d+|the new job)) +\d+ +\d+ +\S+ +(\d+) +\S+$", text, re.MULTILINE)}
    tasks = [(match[1], match[2], match[3], match[4], match[5]) for match in
             re.finditer(r"^  (job \d+|the new job), (map|reduce),? [a-z0-9 ]*?  +((?:map|reduce) \d+) +(\d+|runs) +"
                         r"(\d+|not known|never)$", text, re.MULTILINE)]
    return jobs, tasks


def test_acceptance_is_explained_by_a_schedule(made):
    """The schedule that is shown keeps every deadline, and no slot has two tasks at a time."""
    seen = 0
    for seed in range(1, 8):
        database = sqlite3.connect(f"file:{made(seed)}/store.db?mode=ro", uri=True)
        jobs = [row[0] for row in database.execute("SELECT job FROM calls WHERE kind = 'submit' AND status = 'ok' AND"
                                                   " maps > 0 AND reduces > 0 AND call > 50 LIMIT 4")]
        database.close()
        for job in jobs:
            status, out, err = audit(made(seed), "--job", str(job))
            assert status == 0 and err == "", err
            explained = out.split("\n\ncall ")[0]
            assert f"job {job}" in explained or "the new job" in explained
            assert "Accepted is right: in the schedule below each promised job ends by its deadline." in explained
            deadlines, tasks = schedule_of(explained)
            free = {slot: int(end) for _, _, slot, start, end in tasks if start == "runs" and end.isdigit()}
            for owner, _, slot, start, end in tasks:
                if start != "runs":
                    assert free.get(slot, 0) <= int(start) < int(end) <= deadlines[owner], (seed, job, explained)
                    free[slot] = int(end)
                    seen += 1
    assert seen > 100


def test_refusal_is_explained_with_its_offer(made):
    """Who would be late, and what each later deadline would come to."""
    database = sqlite3.connect(f"file:{made(6)}/store.db?mode=ro", uri=True)
    call, late, earliest = database.execute(
        "SELECT call, late_by, earliest_deadline FROM calls WHERE kind = 'submit' AND reason = 'late' AND"
        " earliest_deadline < 1000000 AND late_by < 1000000 ORDER BY call DESC").fetchone()
    database.close()
    status, out, _ = audit(made(6), "--call", str(call))
    assert status == 0
    assert f"ends after its deadline, by {late} ms." in out
    assert f"So the earliest deadline that would be accepted is {earliest}." in out
    assert "Deadlines " in out


@pytest.mark.parametrize("kind", ["dispatch", "renew", "extend", "set_estimate", "slot_drain", "advance", "fail"])
def test_call_is_explained(kind, made):
    """Decisions of every kind have words."""
    for seed in SEEDS:
        database = sqlite3.connect(f"file:{made(seed)}/store.db?mode=ro", uri=True)
        row = database.execute("SELECT call FROM calls WHERE kind = ?", [kind]).fetchone()
        database.close()
        if row is not None:
            status, out, err = audit(made(seed), "--call", str(row[0]))
            assert status == 0 and err == ""
            assert f"call {row[0]}, at " in out and kind in out
            return
    pytest.fail("no such call")


def test_explanation_in_json(made):
    """The words are part of the object."""
    status, out, _ = audit(made(1), "--job", "3", "--json")
    assert status == 0 and "Accepted is right" in json.loads(out)["explanation"]


def test_nothing_to_explain(made):
    """A job that there is not."""
    status, out, err = audit(made(1), "--job", "999999")
    assert status == 2 and out == "" and re.fullmatch(r"rtmr: .*no such job\n", err), err


# --- Stores that are open, copied, or none --------------------------------------------------------

def test_store_in_use(copied):
    """A writer is in the middle of a transaction: what is committed is audited."""
    store, database = copied(1)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("BEGIN IMMEDIATE")
    database.execute("DELETE FROM calls WHERE call = 100")
    assert not findings(store)
    database.execute("COMMIT")
    assert findings(store)[0]["call"] == 101


def test_database_alone(made, scratch):
    """A copy of the database, without a folder around it."""
    copy = scratch / "some copy?.db"
    source = sqlite3.connect(made(1) / "store.db")
    target = sqlite3.connect(copy)
    source.backup(target)
    source.close()
    target.close()
    assert not findings(copy)


def test_folder_that_cannot_be_written(made, scratch):
    """A backup on a read-only medium, with an empty log or none. If a log cannot be
    taken in, nothing is read.
    """
    folder = scratch / "medium"
    folder.mkdir()
    shutil.copy(made(1) / "store.db", folder)
    log = folder / "store.db-wal"
    # root may write anywhere, but for this
    bound = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []
    for text, expected in ((None, 0), (b"", 0), (b"something", 2)):
        folder.chmod(0o755)
        if text is not None:
            log.write_bytes(text)
        folder.chmod(0o555)
        done = subprocess.run([*bound, RTMR, "audit", folder], capture_output=True, text=True, timeout=PATIENCE,
                              check=False)
        assert done.returncode == expected, (text, done)
        assert {path.name for path in folder.iterdir()} <= {"store.db", "store.db-wal"}
    folder.chmod(0o755)


def spoil_version(database):
    """A later version."""
    database.execute("PRAGMA user_version = 999")


def spoil_application(database):
    """Another program's database."""
    database.execute("PRAGMA application_id = 1")


def spoil_kind(database):
    """A call of no kind."""
    database.execute("UPDATE calls SET kind = 'pray' WHERE call = 10")


def spoil_flagged(database):
    """What is no list."""
    database.execute("UPDATE calls SET flagged = '[1,' WHERE call = 10")


def spoil_slot(database):
    """A number beyond all slots' numbers."""
    database.execute("UPDATE calls SET slot = 99999999999 WHERE kind = 'dispatch'")


def spoil_tick(database):
    """An instant before the store was made."""
    database.execute("UPDATE calls SET tick = -5 WHERE call = 10")


def spoil_slots(database):
    """More slots than there can be."""
    database.execute("UPDATE meta SET map_slots = 100000")


def spoil_slots_of_this_program(database):
    """More slots than the build of the tests has."""
    database.execute("UPDATE meta SET map_slots = 129, slots_capacity = 1000")


def spoil_next_slot(database):
    """Not at first, but then."""
    database.execute("UPDATE meta SET map_slots = 128, slots_capacity = 1000")
    last = database.execute("SELECT max(call), max(tick) FROM calls").fetchone()
    database.execute("INSERT INTO calls (call, tick, kind, status, stage, slot)"
                     " VALUES (?, ?, 'slot_add', 'ok', 'map', 128)", [last[0] + 1, last[1]])


def spoil_policy(database):
    """A policy of which the audit knows nothing."""
    database.execute("UPDATE meta SET feedback = 1")


def spoil_tables(database):
    """No journal."""
    database.execute("DROP TABLE calls")


@pytest.mark.parametrize("spoil, text", [
    (spoil_version, "expected a store of version 1, found version 999"),
    (spoil_application, "expected a store of the service, found another database"),
    (spoil_kind, "kind: call 10 has a value that the column cannot have"),
    (spoil_flagged, "flagged: call 10 has a value that the column cannot have"),
    (spoil_slot, "slot: call [0-9]+ has a value that the column cannot have"),
    (spoil_tick, "tick: call 10 has a value that the column cannot have"),
    (spoil_slots, "expected from 1 to 16 slots, found 100000"),
    (spoil_slots_of_this_program, "this program audits at most 128 slots of a stage, found 129 and"),
    (spoil_next_slot, "at most 128 slots of a stage; call [0-9]+ adds another"),
    (spoil_policy, "expected exact projection in order of deadlines"),
    (spoil_tables, "no such table"),
])
def test_unreadable(spoil, text, copied):
    """One line says what is wrong."""
    store, database = copied(1)
    spoil(database)
    status, out, err = audit(store)
    assert status == 2 and out == "" and err.count("\n") == 1 and re.search(text, err), err


def test_no_store(scratch):
    """Nothing, an empty folder, and files that are no database."""
    text = scratch / "text"
    text.write_text("call,tick\n" * 1000)
    empty = scratch / "empty"
    empty.write_text("")
    for path in (scratch / "none", scratch, text, empty):
        status, out, err = audit(path)
        assert status == 2 and out == "" and err.count("\n") == 1 and str(path) in err, (path, err)
    assert subprocess.run([RTMR, "audit"], capture_output=True, check=False, timeout=PATIENCE).returncode == 2


def test_damaged_databases(made, scratch):
    """Bytes that were changed: confirmed, not confirmed or unreadable, but never more than that."""
    whole = (made(2) / "store.db").read_bytes()
    draw = random.Random(7)
    for number in range(40):
        damaged = bytearray(whole)
        for _ in range(draw.choice([1, 5, 200])):
            damaged[draw.randrange(100, len(damaged))] = draw.randrange(256)
        path = scratch / f"{number}.db"
        path.write_bytes(damaged[:draw.choice([len(damaged), draw.randrange(len(damaged))])])
        status, _, err = audit(path)
        assert status in (0, 1, 2) and (status == 2) == (err != ""), (number, status, err)
        path.unlink()


# --- Independence ---------------------------------------------------------------------------------

def symbols():
    """The names that each object of the command defines, and those that it needs."""
    build = ROOT / "build/unit-gcc"
    paths = [path for room in ("harness", "kernel") for path in (build / room).rglob("*.o")]
    names = {path: (set(), set()) for path in paths}
    done = subprocess.run(["nm", "-A", *paths], capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        path, _, rest = line.partition(":")
        *_, kind, name = rest.split()
        if kind in "TDBRVWC":
            names[pathlib.Path(path)][0].add(name)
        elif kind == "U":
            names[pathlib.Path(path)][1].add(name)
    return names


def test_no_function_of_the_kernel_is_called():
    """Neither by the audit nor by anything that it calls, but for the command line around it."""
    objects = symbols()
    owner = {name: path for path, (defined, _) in objects.items() for name in defined}
    reached = {path for path in objects if path.parent.name == "audit" and path.name != "command.o"}
    assert len(reached) >= 8
    queue = list(reached)
    while queue:
        for name in objects[queue.pop()][1]:
            assert not name.startswith("rtmr_"), name
            path = owner.get(name)
            if path is not None and path not in reached:
                reached.add(path)
                queue.append(path)
    assert not [path for path in reached if "kernel" in path.parts]
    assert not [name for name in objects[ROOT / "build/unit-gcc/harness/audit/command.o"][1]
                if name.startswith("rtmr_")]


# --- The page -------------------------------------------------------------------------------------

def test_queries_of_the_page(made):
    """What the page says to ask with sqlite3 alone is answered."""
    page = (ROOT / "harness/audit/README.md").read_text()
    queries = re.findall(r"^```sql\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert queries
    database = sqlite3.connect(f"file:{made(6, 1000)}/store.db?mode=ro", uri=True)
    for query in queries:
        for statement in filter(str.strip, query.split(";")):
            assert database.execute(statement).fetchall(), statement
    database.close()


# --- The real service -----------------------------------------------------------------------------

class Users:
    """Random requests to a service."""

    def __init__(self, daemon, seed):
        self.daemon = daemon
        self.draw = random.Random(seed)
        self.jobs = []

    def submit(self):
        """A job of any kind; some fail, some take too long."""
        script = self.draw.choice(["exit 0", "exit 0", "sleep 0.1", "sleep 0.4", "exit 1"])
        status, decision = self.daemon.submit(
            "/bin/sh", "-c", script, maps=self.draw.randrange(1, 6), reduces=self.draw.randrange(0, 3),
            map_ms=self.draw.choice([100, 300, 900]), reduce_ms=self.draw.choice([100, 500]),
            deadline_ms=self.draw.choice([900, 2000, 6000]), retries=self.draw.choice([0, 2]),
            on_overrun=self.draw.choice(["extend", "kill", "flag"]))
        assert status in (201, 409), (status, decision)
        if status == 201:
            self.jobs.append(decision["job"])

    def change(self):
        """Something about a job, or a slot."""
        what = self.draw.choice(["abort", "suspend", "renew", "drain", "add"])
        if what == "drain":
            self.daemon.request("POST", "/v1/slots/map/2/drain")
        elif what == "add":
            self.daemon.request("POST", "/v1/slots", {"stage": "map", "slot": 2})
        elif self.jobs:
            job = self.draw.choice(self.jobs)
            self.daemon.request("POST", f"/v1/jobs/{job}/{what}", {"deadline_ms": 3000} if what == "renew" else None)


def test_real_service(scratch):
    """Jobs that end, fail, overrun, are aborted, suspended and renewed, slots that drain and join,
    a killed daemon: its store is confirmed while it runs, and so is a backup.
    """
    with Daemon(map_slots=3, reduce_slots=2) as daemon:
        users = Users(daemon, 46)
        for turn in range(40):
            users.submit()
            if turn % 3 == 0:
                users.change()
            if turn == 20:
                daemon.kill()
                daemon.start()
            if turn % 13 == 0:
                assert not findings(daemon.store)
        for job in users.jobs:
            daemon.ended(job)
        status, out, err = audit(daemon.store, "--json")
        assert status == 0, (out, err)
        counts = json.loads(out)["counts"]
        assert counts["acceptances"] == len(users.jobs) and counts["refusals"] == 40 - len(users.jobs)
        assert counts["dispatches"] > 20 and counts["failures"] > 0 and counts["jobs_unfinished"] == 0
        subprocess.run([RTMRD, "--store", daemon.store, "--backup", scratch / "backup"], check=True, timeout=PATIENCE)
        assert not findings(scratch / "backup")
        status, out, err = audit(daemon.store, "--job", str(users.jobs[0]))
        assert status == 0 and "Accepted is right" in out
