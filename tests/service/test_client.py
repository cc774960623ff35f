"""The client's commands against a fake service: what they ask for, what they print, and their exit
statuses. Each test runs with the command that is delivered and with the one that has
sanitizers."""
import datetime
import json
import os
import random
import time

import pytest

from tests.service.fake import Fake

NOW = 1790000000000  # 2026-09-21T14:13:20Z
ESTIMATES = {"runs": 7, "longest_ms": 2500, "half_ms": 1000, "ninety_ms": 2000}
ACCEPTED = {"accepted": True, "job": 12, "now_at": NOW, "finish_at": NOW + 100100, "deadline_at": NOW + 600000}
REFUSED = {"accepted": False, "now_at": NOW, "reason": "late", "late_job": 0, "late_by_ms": 5000,
           "earliest_deadline_at": NOW + 605000, "message": "it would end 5 s after its deadline"}
STAGE = {"tasks": 8, "waiting": 2, "running": 2, "finished": 4, "estimate_ms": 20000}
JOB = {"job": 12, "mine": True, "user": "ada", "name": "words", "state": "running", "flagged": False, "reason": None,
       "submitted_at": NOW, "deadline_at": NOW + 600000, "finish_at": NOW + 100100, "ended_at": None, "map": STAGE,
       "reduce": {"tasks": 0, "waiting": 0, "running": 0, "finished": 0, "estimate_ms": 0},
       "map_command": ["./job", "a b"], "reduce_command": ["./job"], "directory": "/home/ada"}
ENDED = {**JOB, "state": "finished", "ended_at": NOW + 90000}
HOSTILE = "a\x1b[31m\u202eb"
SHOWN = "a\\x1b[31m\\u202eb"

pytestmark = pytest.mark.usefixtures("program")


@pytest.fixture(name="fake")
def fake_service(directory, program):
    """A fake service without answers."""
    with Fake(directory, program) as fake:
        yield fake


def submitted(fake, *options, words=("--", "./job")):
    """Submits, and returns what the service was asked for."""
    fake.on("POST", "/v1/jobs", 201, ACCEPTED)
    status, out, err = fake.run("submit", *options, *words)
    assert (status, err) == (0, ""), (status, out, err)
    method, path, query, body = fake.asked()
    assert (method, path, query) == ("POST", "/v1/jobs", {})
    return body


# --- Submit ---------------------------------------------------------------------------------------


def test_submit(fake, directory):
    body = submitted(fake, "--maps", 8, "--map-time", "20s", "--reduces", 2, "--reduce-time", "30s", "--deadline",
                     "10min", "--name", "words", "--on-overrun", "kill", "--grace", "1.5s", "--retries", 0,
                     "--take-earliest", 60, words=("--", "./job", "--maps", "a b", "--", ""))
    environment = body.pop("environment")
    assert body == {"maps": 8, "map_ms": 20000, "reduces": 2, "reduce_ms": 30000, "deadline_ms": 600000,
                    "name": "words", "on_overrun": "kill", "grace_ms": 1500, "retries": 0, "take_earliest_ms": 60000,
                    "map_command": ["./job", "--maps", "a b", "--", ""],
                    "reduce_command": ["./job", "--maps", "a b", "--", ""], "directory": str(directory.resolve()),
                    "what_if": False, "executor": "local"}
    assert environment == {**os.environ, "TZ": "UTC", "RTMR_SOCKET": str(fake.path)}


def test_defaults(fake):
    body = submitted(fake, "--map-time", 3, "--deadline", 5)
    assert (body["maps"], body["map_ms"], body["reduces"], body["deadline_ms"]) == (1, 3000, 0, 5000)
    assert not {"name", "grace_ms", "reduce_ms", "reduce_command", "take_earliest_ms"} & set(body)


def test_commands(fake):
    times = ("-m", 2, "--map-time", 1, "-r", 1, "--reduce-time", 1, "-d", 9)
    body = submitted(fake, *times, words=("--", "./map", "x", ":::", "./reduce", "y"))
    assert (body["map_command"], body["reduce_command"]) == (["./map", "x"], ["./reduce", "y"])
    body = submitted(fake, *times, "--reduce-command", "./r", words=("--", "./map", "x"))
    assert (body["map_command"], body["reduce_command"]) == (["./map", "x"], ["./r"])
    body = submitted(fake, *times, "--map-command", "./m", words=("--", "./reduce", "x"))
    assert (body["map_command"], body["reduce_command"]) == (["./m"], ["./reduce", "x"])
    body = submitted(fake, *times, "-r", 0, words=("--", "./map", "x", ":::", "./reduce", "y"))
    assert (body["reduces"], body["map_command"]) == (0, ["./map", "x"])
    body = submitted(fake, *times, "--map-command", "./m", "--reduce-command", "./r", words=())
    assert (body["map_command"], body["reduce_command"]) == (["./m"], ["./r"])


def test_environment(fake, directory):
    (directory / "sub").mkdir()
    body = submitted(fake, "--map-time", 1, "-d", 9, "--env-none", "--env", "A=1=2", "-e", "TZ", "--chdir", "sub")
    assert body["environment"] == {"A": "1=2", "TZ": "UTC"}
    assert body["directory"] == str((directory / "sub").resolve())


def test_variable_that_is_no_text(fake):
    fake.on("POST", "/v1/jobs", 201, ACCEPTED)
    status, _, err = fake.run("submit", "--map-time", 1, "-d", 9, "--", "./job",
                              environment={"BAD": os.fsdecode(b"\xff")})
    assert (status, err) == (0, "rtmr: note: BAD: not passed on, it is not UTF-8\n")
    assert "BAD" not in fake.asked()[3]["environment"]


@pytest.mark.parametrize("text, ms", (("500ms", 500), ("20s", 20000), ("20", 20000), ("0.25s", 250), ("10min", 600000),
                                      ("1.5h", 5400000), ("1d", 86400000), ("1h30min", 5400000),
                                      ("1min5s250ms", 65250), ("36525d", 36525 * 86400000)))
def test_durations(fake, text, ms):
    assert submitted(fake, "--map-time", text, "--deadline", "1d")["map_ms"] == ms


@pytest.mark.parametrize("text", ("", "0", "0s", "-5s", "+5", "5 s", "5S", "5x", "5m", "s", "1.s", ".5s", "1e3",
                                  "0.1ms", "1s1min", "1h30", "5s5s", "36526d", "9" * 30, "5s,", "５s"))
def test_bad_durations(fake, text):
    status, out, err = fake.run("submit", "--map-time", text, "--deadline", "1d", "--", "./job")
    shown = f'"{text}"' if text else "nothing"
    assert (status, out) == (2, "")
    assert err == ("rtmr: --map-time: expected a duration of 1ms to 36525d, such as 500ms, 20s, 10min, 1.5h or 1d, "
                   f"found {shown}\n")
    assert not fake.server.requests


def test_deadlines(fake):
    def asked(text, zone="UTC"):
        fake.on("POST", "/v1/jobs", 201, ACCEPTED)
        status, _, err = fake.run("submit", "--map-time", 1, "--deadline", text, "--", "./job",
                                  environment={"TZ": zone})
        assert (status, err) == (0, "")
        body = fake.asked()[3]
        assert "deadline_ms" not in body
        return body["deadline_at"] / 1000

    year = datetime.datetime.now().year + 2
    noon = datetime.datetime(year, 7, 1, 12, 0, 5, tzinfo=datetime.timezone.utc).timestamp()
    assert asked(f"{year}-07-01T12:00:05Z") == noon
    assert asked(f"{year}-07-01T12:00:05") == noon
    assert asked(f"{year}-07-01 12:00") == noon - 5
    assert asked(f"{year}-07-01T14:00:05+02:00") == noon
    assert asked(f"{year}-07-01T10:30:05-0130") == noon
    assert asked(f"{year}-07-01T14:00:05", "CET-1CEST,M3.5.0,M10.5.0/3") == noon
    for text, seconds in (("00:00", 0), ("23:59:59", 86399)):
        before = time.time()
        found = asked(text)
        assert found % 86400 == seconds and before < found <= time.time() + 86400


@pytest.mark.parametrize("text", ("", "soon", "24:00", "12:60", "1:30", "12:30:60", "2026-12-01", "2126-02-30T12:00",
                                  "2126-13-01T12:00", "2126-12-01T12:00:00Y", "2126-12-01T12:00+5", "-5min", "0",
                                  "12:30Z", "2126-12-01T12:00ZZ", "-:"))
def test_bad_deadlines(fake, text):
    status, out, err = fake.run("submit", "--map-time", 1, "--deadline", text, "--", "./job")
    shown = f'"{text}"' if text else "nothing"
    assert (status, out) == (2, "")
    assert err == ("rtmr: --deadline: expected a duration from now (90s, 10min, 2h), 14:30, 14:30:15 or "
                   f"2026-12-01T14:30[:15][Z], found {shown}\n")


def test_deadline_that_is_over(fake):
    status, _, err = fake.run("submit", "--map-time", 1, "--deadline", "2001-01-01T00:00", "--", "./job")
    assert (status, err) == (2, "rtmr: --deadline: expected an instant that is not over, found \"2001-01-01T00:00\"\n")


@pytest.mark.parametrize("arguments, line", (
    (("--map-time", 1, "--", "x"), "--deadline: expected a deadline, such as --deadline 10min"),
    (("-d", 9, "--", "x"), "--map-time: expected the longest that one task takes, such as --map-time 20s "
     "(or --like NAME)"),
    (("-d", 9, "--map-time", 1), "the map command: expected a command behind `--'"),
    (("-d", 9, "--map-time", 1, "--"), "the map command: expected a command behind `--'"),
    (("-d", 9, "--map-time", 1, "x"), "the command: expected `--' before it, found \"x\""),
    (("-d", 9, "-m", 0, "--", "x"), "--maps: expected at least one task"),
    (("-d", 9, "--map-time", 1, "-r", 1, "--reduce-time", 1, "--", "x", ":::"),
     "the reduce command: expected a command behind `--'"),
    (("-d", 9, "--map-time", 1, "--", "x", ":::", "y"),
     "--reduces: expected the number of reduce tasks, since their command is given"),
    (("-d", 9, "--map-time", 1, "--reduce-command", "y", "--", "x"),
     "--reduces: expected the number of reduce tasks, since their command is given"),
    (("-d", 9, "--map-time", 1, "--reduce-time", 1, "--", "x"),
     "--reduces: expected the number of reduce tasks, since their time is given"),
    (("-d", 9, "--map-time", 1, "-r", 1, "--reduce-time", 1, "--", "x", ":::", "y", ":::", "z"),
     "the command: expected one command, or two with one `:::' between them, found \":::\""),
    (("-d", 9, "--map-time", 1, "--chdir", "nowhere", "--", "x"), "--chdir: nowhere: No such file or directory"),
    (("-d", 9, "--map-time", 1, "--env", "=x", "--", "x"), "--env: expected NAME or NAME=VALUE, found \"=x\""),
    (("-d", 9, "--map-time", 1, "--env", "NOT_SET_HERE", "--", "x"),
     "--env: expected NAME=VALUE, or the name of a variable that is set, found \"NOT_SET_HERE\""),
    (("-d", 9, "--map-time", 1, "--on-overrun", "kil", "--", "x"),
     "--on-overrun: expected extend, kill or flag, found \"kil\"; did you mean `kill'?"),
    (("-d", 9, "--maptime", 1, "--", "x"),
     "rtmr submit: expected a known option (see --help), found \"--maptime\"; did you mean `--map-time'?"),
    (("-d", 9, "--map-time", 1, "--", os.fsdecode(b"\xff")),
     "the map command: expected words in UTF-8, found \"\\xff\""),
))
def test_bad_command_lines(fake, arguments, line):
    assert fake.run("submit", *arguments) == (2, "", f"rtmr: {line}\n")
    assert not fake.server.requests


# --- Answers --------------------------------------------------------------------------------------


def test_accepted(fake):
    fake.on("POST", "/v1/jobs", 201, ACCEPTED)
    status, out, err = fake.run("submit", "--map-time", 1, "-d", 9, "--", "x")
    assert (status, err) == (0, "")
    assert out == "job 12 accepted: done by 14:15:01 (in 1 min 40 s), deadline 14:23:20 (in 10 min)\n"


def test_refused(fake):
    fake.on("POST", "/v1/jobs", 409, REFUSED)
    refusal = ("it would end 5 s after its deadline\n"
               "the earliest deadline that would be accepted: 14:23:25 (in 10 min 5 s)\n")
    words = ("--map-time", 1, "-d", 9, "--", "x")
    assert fake.run("submit", *words) == (3, "", "rtmr: refused: " + refusal)
    fake.on("POST", "/v1/jobs", 200, REFUSED)
    assert fake.run("what-if", *words) == (3, "it would be refused: " + refusal, "")
    assert fake.asked()[3]["what_if"] is True
    fake.on("POST", "/v1/jobs", 200, {**ACCEPTED, "job": None})
    status, out, _ = fake.run("what-if", *words)
    assert (status, out.split(": ")[0]) == (0, "it would be accepted")
    fake.on("POST", "/v1/jobs", 409, {**REFUSED, "late_job": 7, "late_by_ms": 61000, "earliest_deadline_at": None})
    assert fake.run("submit", *words)[2] == ("rtmr: refused: job 7 would end 1 min 1 s after its deadline\n"
                                             "no later deadline would be accepted now\n")
    fake.on("POST", "/v1/jobs", 409, {**REFUSED, "reason": "jobs_full", "message": HOSTILE})
    assert fake.run("submit", *words)[2].startswith(f"rtmr: refused: {SHOWN}\n")


def test_json_is_verbatim(fake):
    words = ("--map-time", 1, "-d", 9, "--json", "--", "x")
    for status, content, ending in ((201, ACCEPTED, 0), (409, REFUSED, 3), (507, {"error": "full"}, 1),
                                    (400, {"error": "bad", "field": "maps"}, 2)):
        fake.on("POST", "/v1/jobs", status, content)
        assert fake.run("submit", *words) == (ending, json.dumps(content) + "\n", "")


@pytest.mark.parametrize("status, content, ending, line", (
    (400, {"error": "at most 1024", "field": "maps"}, 2, "--maps: at most 1024"),
    (400, {"error": "name: text is expected", "field": "name"}, 2, "--name: text is expected"),
    (400, {"error": "map_ms: at most 9", "field": "map_ms"}, 2, "--map-time: map_ms: at most 9"),
    (400, {"error": HOSTILE}, 2, f"the service: {SHOWN}"),
    (429, {"error": "at most 10 jobs of a user"}, 1, "the service: at most 10 jobs of a user"),
    (507, {"error": "no space left"}, 1, "the service: no space left"),
    (500, {}, 1, "the service: its answer is not understood (status 500)"),
    (201, [], 1, "the service: its answer is not understood (status 201)"),
    (200, b"<html>", 1, "the service: its answer is not understood (status 200)"),
))
def test_errors(fake, status, content, ending, line):
    fake.on("POST", "/v1/jobs", status, content)
    assert fake.run("submit", "--map-time", 1, "-d", 9, "--", "x") == (ending, "", f"rtmr: {line}\n")


def test_service_breaks_off(fake):
    fake.on("GET", "/v1/slots", None, None)
    status, out, err = fake.run("slots")
    assert (status, out) == (1, "")
    assert err.startswith(f"rtmr: {fake.path}: the service has not answered: ") and err.count("\n") == 1


def test_service_is_away(fake, directory):
    def line(*options, **environment):
        status, out, err = fake.run("jobs", *options, environment=environment)
        assert (status, out, err.count("\n")) == (1, "", 1)
        return err

    folder = directory / "store"
    assert line("--socket", folder / "socket") == (
        f"rtmr: {folder}/socket: the service is not running; to start it: rtmrd --store {folder}\n")
    assert line("--socket", directory / "other").endswith(
        f"to start it: rtmrd --store DIR --socket {directory}/other\n")
    assert line(RTMR_SOCKET="", HOME=str(directory)).startswith(f"rtmr: {directory}/.local/state/rtmr/socket: ")
    status, _, err = fake.run("jobs", "--socket", "x" * 200)
    assert (status, err.split(", found")[0]) == (2, "rtmr: --socket: expected a path of at most 107 bytes")


# What a member may hold that ought to be a number, a text, an object or a list.
ODD = (None, True, -1, 0, 2**63 - 1, -2**63, 1e300, "", "x" * 100000, HOSTILE, "%s%n", [], [[]], [None, 1, "a"], {},
       {"a": 1})
COMMANDS = (
    ("POST", "/v1/jobs", 201, ACCEPTED, ("submit", "--map-time", 1, "-d", 9, "--", "x")),
    ("POST", "/v1/jobs", 409, REFUSED, ("submit", "--map-time", 1, "-d", 9, "--", "x")),
    ("GET", "/v1/estimates", 200, {"map": ESTIMATES}, ("submit", "--like", "a", "-d", 9, "--", "x")),
    ("GET", "/v1/jobs", 200, {"now_at": NOW, "jobs": [JOB]}, ("jobs", )),
    ("GET", "/v1/jobs/12", 200, {**ENDED, "attempts": [{"stage": "map", "task": 1, "started_at": NOW}]},
     ("status", 12)),
    ("GET", "/v1/jobs/12", 200, ENDED, ("wait", 12, "--timeout", 0)),
    ("GET", "/v1/slots", 200, {"now_at": NOW, "slots": [{"stage": "map", "slot": 1, "job": 2, "since_at": NOW}]},
     ("slots", )),
    ("GET", "/v1/events", 200, {"now_at": NOW, "events": [{"event": 1, "at": NOW, "text": "x"}]},
     ("events", "--after", 0)),
)


def variants(value):
    """A value with one member after another replaced by what is odd."""
    yield from ODD
    if isinstance(value, dict):
        for name, member in value.items():
            for odd in (variants(member) if isinstance(member, (dict, list)) else ODD):
                yield {**value, name: odd}
    elif isinstance(value, list) and value:
        for odd in variants(value[0]):
            yield [odd]


@pytest.mark.parametrize("method, path, status, content, words", COMMANDS, ids=[str(row[4][0]) + str(row[2])
                                                                                for row in COMMANDS])
def test_odd_answers(fake, method, path, status, content, words):
    """Whatever the service says, the command ends as it should, and shows no control character. A
    part of the variants: all of them take a minute."""
    chosen = random.Random(path + words[0])
    for odd in chosen.sample(list(variants(content)), 8):
        fake.on(method, path, status, odd)
        ending, out, err = fake.run(*words)
        assert ending in range(6) and "Sanitizer" not in err and "\x1b" not in out + err, (odd, ending, out, err)


def test_answers_that_are_no_json(fake):
    for content in (b"", b"{", b"[" * 100000, b"\xff\xfe", b"{\"a\":1}{", b"null", b"\0"):
        fake.on("GET", "/v1/slots", 200, content)
        assert fake.run("slots")[:2] == (1, "")


# --- Like -----------------------------------------------------------------------------------------


def test_like(fake):
    fake.on("GET", "/v1/estimates", 200, {"name": "a b&c", "map": ESTIMATES, "reduce": {**ESTIMATES, "runs": 0}})
    fake.on("POST", "/v1/jobs", 201, ACCEPTED)
    status, out, err = fake.run("submit", "--like", "a b&c", "-d", "1h", "--", "x")
    assert (status, err) == (0, "")
    assert out.startswith("a b&c: 7 map tasks took at most 2.5 s, half of them 1 s, 90% 2 s; this job counts with "
                          "2500ms\njob 12 accepted: ")
    assert fake.server.requests[0] == ("GET", "/v1/estimates", {"name": "a b&c"}, None)
    assert fake.asked()[3]["map_ms"] == 2500
    assert fake.run("submit", "--like", "a b&c", "-d", "1h", "-r", 1, "--", "x") == (2, (
        "a b&c: 7 map tasks took at most 2.5 s, half of them 1 s, 90% 2 s; this job counts with 2500ms\n"
    ), "rtmr: --reduce-time: expected a duration: no reduce task of a job named \"a b&c\" has finished yet\n")
    count = len(fake.server.requests)
    fake.run("submit", "--like", "a b&c", "--map-time", 1, "-d", "1h", "--", "x")
    assert len(fake.server.requests) == count + 1


# --- Wait -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("change, status, text", (
    ({}, 0, "job 12 finished at 2026-09-21 14:14:50, 8 min 30 s before its deadline\n"),
    ({"flagged": True}, 4, "job 12 finished at 2026-09-21 14:14:50, 8 min 30 s before its deadline; it had lost its "
     "promise\n"),
    ({"ended_at": NOW + 601500}, 4, "job 12 finished at 2026-09-21 14:23:21, 1.5 s after its deadline\n"),
    ({"state": "aborted", "reason": HOSTILE}, 5, f"job 12 aborted at 2026-09-21 14:14:50: {SHOWN}\n"),
))
def test_wait(fake, change, status, text):
    fake.on("GET", "/v1/jobs/12", 200, {**ENDED, **change})
    assert fake.run("wait", 12) == (status, text, "")
    assert fake.run("wait", 12, "--json") == (status, json.dumps({**ENDED, **change}) + "\n", "")


def test_wait_for_several(fake):
    """The worst decides."""
    fake.on("GET", "/v1/jobs/1", 200, {**ENDED, "state": "aborted"})
    fake.on("GET", "/v1/jobs/2", 200, {**ENDED, "flagged": True})
    fake.on("GET", "/v1/jobs/3", 200, ENDED)
    assert [fake.run("wait", *jobs)[0] for jobs in ((3, ), (3, 2), (1, 2, 3))] == [0, 4, 5]
    assert fake.run("wait", 3, 4)[::2] == (1, "rtmr: the service: no such thing\n")


def test_wait_goes_on(fake):
    """While the job runs, and while a service that was there is away."""
    answers = [(200, JOB), (None, None), (200, JOB), (200, ENDED)]
    fake.on_call("GET", "/v1/jobs/12", lambda query: answers.pop(0))
    status, out, _ = fake.run("wait", 12)
    assert (status, out[:15], answers) == (0, "job 12 finished", [])


def test_wait_ends(fake):
    fake.on("GET", "/v1/jobs/12", 200, JOB)
    assert fake.run("wait", 12, "--timeout", "0") == (1, "", "rtmr: --timeout: job 12 has not ended\n")


def test_submit_and_wait(fake):
    fake.on("POST", "/v1/jobs", 201, ACCEPTED)
    fake.on("GET", "/v1/jobs/12", 200, {**ENDED, "state": "aborted"})
    status, out, _ = fake.run("submit", "--map-time", 1, "-d", 9, "--wait", "--", "x")
    assert status == 5 and out.splitlines()[1].startswith("job 12 aborted at ")
    fake.on("POST", "/v1/jobs", 409, REFUSED)
    assert fake.run("submit", "--map-time", 1, "-d", 9, "--wait", "--", "x")[0] == 3


# --- Looking --------------------------------------------------------------------------------------


def test_jobs(fake):
    other = {"job": 13, "mine": False, "map": {"running": 3}, "reduce": {"running": 0}}
    fake.on("GET", "/v1/jobs", 200, {"now_at": NOW, "jobs": [JOB, other, {**ENDED, "job": 14, "name": HOSTILE,
                                                                          "flagged": True}]})
    status, out, err = fake.run("jobs")
    assert (status, err, fake.asked()[2]["state"]) == (0, "", "active")
    lines = out.splitlines()
    assert lines[0].split() == ["job", "user", "name", "state", "maps", "reduces", "done", "by", "deadline"]
    assert lines[1].split() == "12 ada words running 4/8 +2 - 14:15:01 (in 1 min 40 s) 14:23:20".split()
    assert lines[2].split() == "13 another user - - +3 +0 - -".split()
    assert lines[3].split() == f"14 ada {SHOWN} finished, no promise 4/8 +2 - 14:14:50 14:23:20".split()
    fake.on("GET", "/v1/jobs", 200, {"now_at": NOW, "jobs": [{**ENDED, "state": "aborted", "flagged": True}]})
    assert fake.run("jobs", "--all")[1].splitlines()[1].split()[3:5] == ["aborted", "4/8"]
    assert fake.asked()[2]["state"] == "all"
    fake.on("GET", "/v1/jobs", 200, {"now_at": NOW, "jobs": []})
    assert fake.run("jobs") == (0, "There are no unfinished jobs.\n", "")


def test_many_jobs(fake):
    """More than one answer holds, which has fewer than were asked for: an answer is limited by its
    bytes, too."""
    def page(query):
        first = int(query["after"]) + 1
        numbers = range(first, min(first + int(query["limit"]) - 100, 2501))
        return 200, {"now_at": NOW, "jobs": [{**JOB, "job": number} for number in numbers], "more": 2500 not in numbers}

    fake.on_call("GET", "/v1/jobs", page)
    status, out, _ = fake.run("jobs")
    assert status == 0 and [int(line.split()[0]) for line in out.splitlines()[1:]] == list(range(1, 2501))


def test_status(fake):
    attempts = [{"attempt": 5, "job": 12, "stage": "map", "task": 3, "number": 0, "slot": 1, "started_at": NOW,
                 "ended_at": NOW + 1500, "result": "failed", "exit_status": 3, "signal": None},
                {"attempt": 6, "job": 12, "stage": "map", "task": 3, "number": 1, "slot": 0, "started_at": None,
                 "ended_at": None, "result": "running", "exit_status": None, "signal": None}]
    fake.on("GET", "/v1/jobs/12", 200, {**ENDED, "name": HOSTILE, "reason": "why", "attempts": attempts})
    status, out, _ = fake.run("status", 12)
    assert status == 0
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[0] == f"job 12: {SHOWN} of ada, finished"
    assert lines[1] == "reason why"
    assert lines[2].startswith("submitted 2026-09-21 14:13:20 UTC (")
    assert lines[4].startswith("deadline 2026-09-21 14:23:20 UTC (")
    assert lines[5] == "maps 4 of 8 finished, 2 running, 2 waiting; 20 s each"
    assert "map runs ./job a b" in lines
    assert lines[-2] == "map 3 5 map:1 2026-09-21 14:13:20 1.5 s failed, status 3"
    assert lines[-1] == "map 3 6 map:0 - - running"


def test_slots(fake):
    fake.on("GET", "/v1/slots", 200, {"now_at": NOW, "slots": [
        {"stage": "map", "slot": 0, "state": "busy", "job": 12, "mine": True, "task": 3, "since_at": NOW - 5000,
         "bound_at": NOW + 15000},
        {"stage": "reduce", "slot": 0, "state": "idle", "job": None, "mine": None, "task": None, "since_at": None,
         "bound_at": None}]})
    status, out, _ = fake.run("slots")
    lines = [line.split() for line in out.splitlines()]
    assert status == 0
    assert lines[1] == "map:0 busy 12 3 14:13:15 14:13:35 (in 15 s)".split()
    assert lines[2] == "reduce:0 idle - - - -".split()


def test_events(fake):
    def page(query):
        events = [{"event": number, "at": NOW + number, "kind": "submit", "text": f"event {HOSTILE}"}
                  for number in range(int(query["after"]) + 1, 31)]
        return 200, {"now_at": NOW, "events": events}

    fake.on("GET", "/v1/status", 200, {"last_event": 30})
    fake.on_call("GET", "/v1/events", page)
    status, out, _ = fake.run("events")
    lines = out.splitlines()
    assert status == 0 and len(lines) == 20
    assert lines[0].split() == ["11", "14:13:20.011", "event", SHOWN]
    assert len(fake.run("events", "--last", 3)[1].splitlines()) == 3
    assert len(fake.run("events", "--after", 0)[1].splitlines()) == 30
    assert len(json.loads(fake.run("events", "--json")[1])["events"]) == 20


def test_events_are_followed(fake):
    """Also when the service breaks off."""
    turns = ["event", "event", "break", "break", "event", "error"]

    def page(query):
        turn = turns.pop(0)
        if turn == "break":
            return None, None
        if turn == "error":
            return 500, {"error": "end"}
        return 200, {"now_at": NOW, "events": [{"event": int(query["after"]) + 1, "at": NOW, "text": "x"}]}

    fake.on_call("GET", "/v1/events", page)
    status, out, err = fake.run("events", "--after", 0, "--follow")
    assert (status, err, turns) == (1, "rtmr: the service: end\n", [])
    assert [line.split()[0] for line in out.splitlines()] == ["1", "2", "3"]


# --- Log ------------------------------------------------------------------------------------------


def attempt(stage, task, number, result="finished"):
    """An attempt of a task."""
    return {"attempt": number, "job": 12, "stage": stage, "task": task, "number": 0, "slot": 0, "result": result}


def test_log(fake):
    fake.on("GET", "/v1/jobs/12", 200, JOB)
    fake.on_call("GET", "/v1/jobs/12/log", lambda query: (200, json.dumps(query).encode() + b"\n\x1b"))
    status, out, _ = fake.run("log", 12, "--map", 3)
    assert status == 0 and out.endswith("\n\x1b")  # as it is: no terminal
    assert json.loads(out[:-1]) == {"stage": "map", "task": "3", "stream": "out", "offset": "0"}
    out = fake.run("log", 12, "--reduce", 0, "--err", "--attempt", 7)[1]
    assert json.loads(out[:-1]) == {"stage": "reduce", "task": "0", "stream": "err", "offset": "0",
                                    "attempt": "7"}
    assert fake.run("log", 12, "--map", 0, "--reduce", 0)[0] == 2
    fake.on("GET", "/v1/jobs/12", 200, {"job": 12, "mine": False, "map": {"running": 1}, "reduce": {"running": 0}})
    for task in ((), ("--map", 0)):
        assert fake.run("log", 12, *task) == (1, "", "rtmr: job 12: another user's\n")


def test_log_of_all_tasks(fake):
    fake.on_call("GET", "/v1/jobs/12/log", lambda query: (200, query["task"].encode() + b"\n"))
    fake.on("GET", "/v1/jobs/12", 200, {**JOB, "reduce": {"tasks": 1},
                                        "attempts": [attempt("map", 0, 1), attempt("map", 2, 2),
                                                     attempt("reduce", 0, 3)]})
    assert fake.run("log", 12) == (0, "==> map 0 <==\n0\n\n==> map 2 <==\n2\n\n==> reduce 0 <==\n0\n", "")
    fake.on("GET", "/v1/jobs/12", 200, {**JOB, "map": {"tasks": 1}, "attempts": [attempt("map", 0, 1)]})
    assert fake.run("log", 12) == (0, "0\n", "")


def test_log_is_followed(fake):
    """What is new, once; a further attempt from its start; until the task has finished."""
    turns = [("one\n", attempt("map", 0, 1, "running")), ("one\ntwo\n", attempt("map", 0, 1, "failed")),
             ("again\n", attempt("map", 0, 2, "running")), ("again\nend\n", attempt("map", 0, 2))]
    text = []

    def job(_):
        written, last = turns.pop(0)
        text.append(written)
        return 200, {**JOB, "attempts": [last]}

    fake.on_call("GET", "/v1/jobs/12", job)
    fake.on_call("GET", "/v1/jobs/12/log", lambda query: (200, text[-1][int(query["offset"]):].encode()))
    assert fake.run("log", 12, "--map", 0, "--follow") == (0, "one\ntwo\nagain\nend\n", "")
    assert not turns


def test_log_is_followed_when_the_service_breaks_off(fake):
    """Twice each: libcurl asks again when a connection that it uses again breaks off."""
    found = (200, {**JOB, "attempts": [attempt("map", 0, 1)]})
    jobs = [(200, JOB), (None, None), (None, None), found, found]
    logs = [(None, None), (None, None), (200, b"all\n")]
    fake.on_call("GET", "/v1/jobs/12", lambda query: jobs.pop(0))
    fake.on_call("GET", "/v1/jobs/12/log", lambda query: logs.pop(0))
    assert fake.run("log", 12, "--map", 0, "--follow") == (0, "all\n", "")
    assert not jobs and not logs


def test_log_on_a_terminal(fake):
    """Control characters are escaped there."""
    fake.on("GET", "/v1/jobs/12", 200, JOB)
    fake.on("GET", "/v1/jobs/12/log", 200, b"a\x1b[31mb\tc\xff\n\xc3\xa4")
    for options, shown in (((), b"a\\x1b[31mb\tc\\xff\r\n\xc3\xa4"),
                           (("--raw", ), b"a\x1b[31mb\tc\xff\r\n\xc3\xa4")):
        own, other = os.openpty()
        pid = os.fork()
        if pid == 0:
            os.dup2(other, 1)
            os.environ["RTMR_SOCKET"] = str(fake.path)
            os.execv(fake.program, [fake.program, "log", "12", "--map", "0", *options])
        os.close(other)
        found = b""
        try:
            while piece := os.read(own, 1000):
                found += piece
        except OSError:  # the other end is closed
            pass
        os.close(own)
        assert os.waitpid(pid, 0)[1] == 0 and found == shown


# --- Changes --------------------------------------------------------------------------------------


def test_abort(fake):
    fake.on("POST", "/v1/jobs/12/abort", 200, {"job": 12})
    fake.on("POST", "/v1/jobs/13/abort", 403, {"error": "another user's job"})
    assert fake.run("abort", 12) == (0, "job 12 aborted\n", "")
    assert fake.run("abort", 13, 12) == (1, "job 12 aborted\n", "rtmr: job 13: the service: another user's job\n")
    for words in ((), ("x", ), (0, ), ("--", "-1")):
        assert fake.run("abort", *words)[0] == 2


def test_suspend(fake):
    fake.on("POST", "/v1/jobs/12/suspend", 200, {"job": 12})
    assert fake.run("suspend", 12)[:2] == (0, "job 12 suspended: it runs behind all others, without promise\n")


def test_renew(fake):
    fake.on("POST", "/v1/jobs/12/renew", 200, ACCEPTED)
    assert fake.run("renew", 12, "--deadline", "10min") == (
        0, "job 12 renewed: done by 14:15:01 (in 1 min 40 s), deadline 14:23:20 (in 10 min)\n", "")
    assert fake.asked()[3] == {"deadline_ms": 600000}
    fake.on("POST", "/v1/jobs/12/renew", 409, REFUSED)
    assert fake.run("renew", 12, "--deadline", "10min")[0] == 3
    fake.on("POST", "/v1/jobs/12/renew", 409, {"error": "the job has ended"})
    assert fake.run("renew", 12, "--deadline", "1") == (1, "", "rtmr: the service: the job has ended\n")
    assert fake.run("renew", 12)[2] == "rtmr: --deadline: expected a deadline, such as --deadline 10min\n"
    assert fake.run("renew", "--deadline", 5)[2] == "rtmr: rtmr renew: expected the number of one job, found nothing\n"


def test_drain_and_add(fake):
    fake.on("POST", "/v1/slots/map/3/drain", 200, {"accepted": True})
    assert fake.run("drain", "map:3") == (0, "slot map:3 takes no further task\n", "")
    fake.on("POST", "/v1/slots/map/3/drain", 409, {**REFUSED, "late_job": 9})
    assert fake.run("drain", "map:3") == (3, "", "rtmr: refused: job 9 would end 5 s after its deadline\n")
    fake.on("POST", "/v1/slots", 201, {"stage": "reduce", "slot": 4})
    assert fake.run("add", "reduce") == (0, "slot reduce:4 added\n", "")
    assert fake.asked()[3] == {"stage": "reduce"}
    fake.run("add", "reduce:4")
    assert fake.asked()[3] == {"stage": "reduce", "slot": 4}
    for words in (("drain", ), ("drain", "map"), ("drain", "mop:3"), ("add", ), ("add", "map:x"),
                  ("drain", "map:1", "map:2")):
        assert fake.run(*words)[0] == 2
