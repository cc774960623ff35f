"""Jobs on the real service: what runs when, what is promised, and what users change."""
import os
import pathlib
import time

import pytest

from tests.service.daemon import Daemon, until
from tests.service.job_tools import LONG, attempts, events, holds_both_slots, lets_go, lines, shell

# The wall clock and the service's are in step but for so many ms between two looks at them.
ROUNDING = 5


class TestStages:
    def test_reduces_begin_after_maps(self, daemon):
        job = daemon.accepted(*shell('echo "$RTMR_STAGE $RTMR_TASK $RTMR_TASKS $RTMR_JOB $WORD" >> told'), maps=3,
                              reduces=2, map_ms=LONG, reduce_ms=LONG, deadline_ms=10 * LONG,
                              environment={"WORD": "a b=c"})
        ended = daemon.ended(job)
        told = lines(daemon.folder / "told")
        assert ended["state"] == "finished" and not ended["flagged"]
        assert sorted(told[:3]) == [f"map {i} 3 {job} a b=c" for i in range(3)]
        assert sorted(told[3:]) == [f"reduce {i} 2 {job} a b=c" for i in range(2)]
        last_map = max(a["ended_at"] for a in ended["attempts"] if a["stage"] == "map")
        assert all(a["started_at"] >= last_map for a in ended["attempts"] if a["stage"] == "reduce")
        assert ended["ended_at"] <= ended["finish_at"] <= ended["deadline_at"]

    def test_commands_of_their_own(self, daemon):
        job = daemon.accepted("echo", "a map", reduces=1, reduce_command=["echo", "a reduce"], map_ms=LONG,
                              reduce_ms=LONG, deadline_ms=10 * LONG)
        daemon.ended(job)
        assert daemon.get(f"/v1/jobs/{job}/log?stage=map&task=0&stream=out") == "a map\n"
        assert daemon.get(f"/v1/jobs/{job}/log?stage=reduce&task=0&stream=out") == "a reduce\n"

    def test_only_reduces(self, daemon):
        job = daemon.accepted("true", maps=0, reduces=3, reduce_ms=LONG, deadline_ms=10 * LONG)
        assert daemon.ended(job)["state"] == "finished"
        assert sorted(attempts(daemon, job)) == [("reduce", i, 0, "finished") for i in range(3)]

    def test_earlier_deadline_first(self, daemon):
        holds_both_slots(daemon)
        record = shell(f"echo $RTMR_JOB >> {daemon.folder}/order")
        late = daemon.accepted(*record, maps=2, map_ms=LONG, deadline_ms=20 * LONG)
        early = daemon.accepted(*record, maps=2, map_ms=LONG, deadline_ms=15 * LONG)
        lets_go(daemon)
        began = [[attempt["attempt"] for attempt in daemon.ended(job)["attempts"]] for job in (early, late)]
        assert sorted(lines(daemon.folder / "order")) == [str(late)] * 2 + [str(early)] * 2
        assert [len(numbers) for numbers in began] == [2, 2] and max(began[0]) < min(began[1])


class TestAdmission:
    def test_counter_offer_is_accepted(self, daemon):
        holder = holds_both_slots(daemon)
        status, refused = daemon.submit("true", maps=2, map_ms=LONG, deadline_ms=LONG)
        assert status == 409 and not refused["accepted"] and refused["reason"] == "late"
        assert refused["late_job"] == 0 and refused["late_by_ms"] > 0
        job = daemon.accepted("true", maps=2, map_ms=LONG, deadline_ms=None,
                              deadline_at=refused["earliest_deadline_at"] + ROUNDING)
        lets_go(daemon)
        assert daemon.ended(job)["state"] == "finished"
        assert daemon.ended(holder)["state"] == "finished"
        assert [e["accepted"] for e in events(daemon, "submit")] == [True, False, True]

    def test_refusal_leaves_nothing(self, daemon):
        holds_both_slots(daemon)
        daemon.submit("true", map_ms=LONG, deadline_ms=1)
        assert [job["job"] for job in daemon.get("/v1/jobs?state=all")["jobs"]] == [1]
        lets_go(daemon)

    def test_take_earliest(self, daemon):
        holds_both_slots(daemon)
        status, refused = daemon.submit("true", map_ms=LONG, deadline_ms=LONG, take_earliest_ms=LONG // 2)
        assert status == 409, refused
        status, taken = daemon.submit("true", map_ms=LONG, deadline_ms=LONG, take_earliest_ms=2 * LONG)
        assert status == 201 and abs(taken["deadline_at"] - daemon.job(taken["job"])["deadline_at"]) <= ROUNDING
        assert abs(taken["deadline_at"] - refused["earliest_deadline_at"]) <= ROUNDING
        lets_go(daemon)
        assert daemon.ended(taken["job"])["state"] == "finished"

    def test_what_if_leaves_nothing(self, daemon):
        status, decision = daemon.submit("true", map_ms=LONG, deadline_ms=2 * LONG, what_if=True)
        assert status == 200 and decision["accepted"]
        status, decision = daemon.submit("true", map_ms=LONG, deadline_ms=1, what_if=True)
        assert status == 200 and not decision["accepted"] and decision["earliest_deadline_at"] is not None
        assert daemon.get("/v1/jobs?state=all")["jobs"] == [] and events(daemon) == []

    def test_others_keep_their_promise(self, daemon):
        holds_both_slots(daemon)
        tight = daemon.accepted("true", maps=2, map_ms=LONG, deadline_ms=int(2.5 * LONG))
        status, refused = daemon.submit("true", maps=2, map_ms=LONG, deadline_ms=int(2.4 * LONG))
        assert status == 409 and refused["late_job"] == tight
        lets_go(daemon)

    @pytest.mark.parametrize("field, value", [
        ("maps", -1), ("maps", 0), ("maps", 2_000_000), ("map_ms", 0), ("deadline_ms", 0), ("retries", -1),
        ("grace_ms", -2), ("take_earliest_ms", -1), ("directory", "here"), ("on_overrun", "shrug"),
        ("map_command", []), ("map_command", [1]), ("environment", {"A=B": "c"}), ("environment", {"A": 1})])
    def test_wrong_request(self, daemon, field, value):
        status, answer = daemon.request("POST", "/v1/jobs", {
            "maps": 1, "reduces": 0, "map_ms": 1000, "deadline_ms": 10000, "map_command": ["true"],
            "directory": str(daemon.folder), field: value})
        assert status == 400 and answer["field"] == field, answer


class TestLimits:
    def test_jobs_and_tasks_of_a_user(self):
        with Daemon("--jobs-per-user", "2", "--tasks-per-user", "5") as daemon:
            holds_both_slots(daemon)
            status, answer = daemon.submit("true", maps=4, map_ms=LONG, deadline_ms=20 * LONG)
            assert status == 429 and "5 unfinished tasks" in answer["error"]
            second = daemon.accepted("true", maps=3, map_ms=LONG, deadline_ms=20 * LONG)
            status, answer = daemon.submit("true", maps=1, map_ms=LONG, deadline_ms=20 * LONG)
            assert status == 429 and "2 unfinished jobs" in answer["error"]
            lets_go(daemon)
            daemon.ended(second)
            until(lambda: daemon.submit("true", maps=5, map_ms=LONG, deadline_ms=20 * LONG)[0] == 201,
                  "ended jobs count no more")


class TestRate:
    def test_decisions_of_a_user_in_a_second(self):
        """Refusals count, and leave nothing more behind; another user is not concerned."""
        with Daemon("--decisions-per-user", "3", map_slots=1) as daemon:
            def hopeless(**more):
                return daemon.submit("true", map_ms=LONG, deadline_ms=1, **more)

            def at_once():
                """Within a second."""
                time.sleep(1)
                begin = time.monotonic()
                answers = [hopeless() for _ in range(5)]
                last = daemon.get("/v1/status")["last_event"]
                beyond = hopeless()
                other = hopeless(uid=54321) if os.geteuid() == 0 else (409, None)
                asked = hopeless(what_if=True)[0]
                same = daemon.get("/v1/status")["last_event"] - last
                return time.monotonic() - begin < 1 and (answers, beyond, other, asked, same)
            answers, beyond, other, asked, more = until(at_once, "the requests are made within a second")
            assert [status for status, _ in answers] == [409] * 3 + [429] * 2
            assert beyond[0] == 429 and "a user may have 3 decisions in a second" in beyond[1]["error"]
            assert (other[0], asked, more) == (409, 200, int(os.geteuid() == 0))
            until(lambda: hopeless()[0] == 409, "a second later there are others")

    def test_what_else_counts(self):
        """Renewals and suspensions; an abort never."""
        with Daemon("--decisions-per-user", "1", map_slots=1) as daemon:
            job = until(lambda: daemon.submit("sleep", "1000", map_ms=LONG, deadline_ms=20 * LONG)[1].get("job"),
                        "a job is accepted")

            def change(what, body=None):
                return daemon.request("POST", f"/v1/jobs/{job}/{what}", body)[0]

            def at_once():
                time.sleep(1)
                begin = time.monotonic()
                statuses = (change("renew", {"deadline_ms": 30 * LONG}), change("renew", {"deadline_ms": 30 * LONG}),
                            change("suspend"))
                return time.monotonic() - begin < 1 and statuses
            assert until(at_once, "the requests are made within a second") == (200, 429, 429)
            assert change("abort") == 200

    def test_any_number(self):
        with Daemon("--decisions-per-user", "0") as daemon:
            assert {daemon.submit("true", map_ms=LONG, deadline_ms=1)[0] for _ in range(150)} == {409}


class TestChanges:
    def test_abort_kills_what_runs(self, daemon):
        job = daemon.accepted(*shell("sleep 1000 & echo $! > child; wait"), map_ms=LONG, deadline_ms=2 * LONG)
        child = int(until(lambda: lines(daemon.folder / "child"), "the task has begun")[0])
        assert daemon.request("POST", f"/v1/jobs/{job}/abort")[0] == 200
        assert daemon.job(job)["state"] == "aborted" and "aborted by" in daemon.job(job)["reason"]
        until(lambda: attempts(daemon, job) == [("map", 0, 0, "killed")], "the task was killed")
        until(lambda: not pathlib.Path(f"/proc/{child}").exists(), "with what it had started")
        assert daemon.request("POST", f"/v1/jobs/{job}/abort")[0] == 409
        assert daemon.request("POST", "/v1/jobs/77/abort")[0] == 404

    def test_abort_of_what_waits(self, daemon):
        holder = holds_both_slots(daemon)
        job = daemon.accepted("true", maps=3, map_ms=LONG, deadline_ms=20 * LONG)
        daemon.request("POST", f"/v1/jobs/{job}/abort")
        lets_go(daemon)
        assert daemon.ended(holder)["state"] == "finished"
        assert attempts(daemon, job) == [] and daemon.job(job)["state"] == "aborted"

    def test_renew(self, daemon):
        holds_both_slots(daemon)
        job = daemon.accepted("true", map_ms=LONG, deadline_ms=20 * LONG)
        status, refused = daemon.request("POST", f"/v1/jobs/{job}/renew", {"deadline_ms": LONG})
        assert status == 409 and refused["late_job"] == 0 and refused["earliest_deadline_at"] is not None
        status, renewed = daemon.request("POST", f"/v1/jobs/{job}/renew", {"deadline_ms": 3 * LONG})
        assert status == 200 and renewed["accepted"]
        assert abs(daemon.job(job)["deadline_at"] - renewed["deadline_at"]) <= ROUNDING
        lets_go(daemon)
        assert daemon.ended(job)["state"] == "finished"

    def test_suspend_and_renew(self, daemon):
        holds_both_slots(daemon)
        job = daemon.accepted("true", map_ms=LONG, deadline_ms=20 * LONG)
        assert daemon.request("POST", f"/v1/jobs/{job}/suspend")[0] == 200
        assert daemon.job(job)["flagged"] and daemon.job(job)["reason"] == "suspended by its user"
        assert events(daemon, "suspend")[0]["flagged"] == [job]
        daemon.kill()
        daemon.start()
        assert daemon.job(job)["flagged"]
        assert daemon.request("POST", f"/v1/jobs/{job}/renew", {"deadline_ms": 20 * LONG})[0] == 200
        assert not daemon.job(job)["flagged"] and daemon.job(job)["reason"] is None
        lets_go(daemon)
        assert not daemon.ended(job)["flagged"]


def test_only_output_is_kept(daemon):
    """What the executor wrote down of an attempt goes once its end is on record."""
    job = daemon.accepted(*shell("echo $RTMR_TASK"), maps=3, reduces=1)
    assert daemon.ended(job)["state"] == "finished"
    folders = [daemon.store / f"attempts/{attempt['attempt']}" for attempt in daemon.job(job)["attempts"]]
    until(lambda: all({file.name for file in folder.iterdir()} == {"out", "err"} for folder in folders),
          "only the output is left")
    assert len(folders) == 4
