"""The interface: each answer fits its description, each error names its field, limits hold, and a
question leaves nothing behind.
"""
import concurrent.futures
import http.client
import json
import re
import socket

import jsonschema
import pytest

from tests.service.daemon import Daemon, UnixConnection, until
from tests.service.description import OPENAPI, Described, everything

MOST = 10**12

# The name of this machine, without a domain.
HOST = socket.gethostname().split(".")[0]

# What exec() takes of a string, with the zero at its end.
STRING_MOST = 128 << 10


@pytest.fixture(scope="module", name="daemon")
def fixture_daemon():
    """A service that the tests of this file share."""
    with Daemon("--jobs-per-user", "50", "--tasks-per-user", "4000", "--page", "127.0.0.1:0",
                "--page-host", "page.example", "--page-host", "rtmr.example",
                environment={"LOCALDOMAIN": "site.example"}) as daemon:
        yield daemon


@pytest.fixture(scope="module", name="ask")
def fixture_ask(daemon):
    """Requests whose answers are checked."""
    return Described(daemon)


def job(daemon, **changes):
    """A job that is accepted, with changes; None leaves a field out."""
    whole = {"maps": 1, "reduces": 0, "map_ms": 1000, "deadline_ms": 600000, "map_command": ["true"],
             "directory": str(daemon.folder), **changes}
    return {name: value for name, value in whole.items() if value is not None}


def ended(daemon, number):
    """Waits for the end by a long poll."""
    return until(lambda: (found := daemon.get(f"/v1/jobs/{number}?wait_ms=10000"))["state"] in ("finished", "aborted")
                 and found, "the job has ended")


def last_event(daemon):
    """The number of the newest event."""
    return daemon.get("/v1/status")["last_event"]


# --- Answers --------------------------------------------------------------------------------------


def test_description_is_valid():
    assert OPENAPI["openapi"].startswith("3.1")
    for name, schema in OPENAPI["components"]["schemas"].items():
        jsonschema.Draft202012Validator.check_schema(schema)
        for reference in re.findall(r"#/components/schemas/(\w+)", json.dumps(schema)):
            assert reference in OPENAPI["components"]["schemas"], (name, reference)


def test_all_answers_fit_the_description(daemon, ask):
    status, decision = ask("POST", "/v1/jobs", job(daemon, maps=3, reduces=2, reduce_ms=1000, name="wörter",
                                                   map_command=["sh", "-c", "echo $RTMR_STAGE $RTMR_TASK; echo e >&2"]))
    assert status == 201
    number = decision["job"]
    assert ended(daemon, number)["state"] == "finished"
    found = ask.get(f"/v1/jobs/{number}")
    assert found["name"] == "wörter" and found["map"]["finished"] == 3 and len(found["attempts"]) == 5
    assert ask.get(f"/v1/jobs/{number}/log?task=2") == "map 2\n"
    assert ask.get(f"/v1/jobs/{number}/log?stage=reduce&task=1&stream=err") == "e\n"
    assert ask.get(f"/v1/jobs/{number}/log?task=2&offset=4") == "2\n"
    status, decision = ask("POST", "/v1/jobs", job(daemon, map_command=["sleep", "600"], map_ms=300000))
    assert status == 201
    sleeper = decision["job"]
    assert ask("POST", "/v1/jobs", job(daemon, maps=5))[0] == 201
    status, refused = ask("POST", "/v1/jobs", job(daemon, map_ms=MOST, deadline_ms=MOST - 1))
    assert status == 409 and refused["reason"] == "late" and refused["earliest_deadline_at"] > refused["now_at"]
    assert ask("POST", "/v1/jobs", job(daemon, what_if=True))[0] == 200
    for path in ("/v1/jobs", "/v1/jobs?state=ended", "/v1/jobs?state=all", "/v1/jobs?state=all&after=0&limit=2",
                 "/v1/slots", "/v1/events", "/v1/events?after=3&limit=2", "/v1/attempts", "/v1/attempts?since_at=0",
                 "/v1/estimates?name=w%C3%B6rter", "/v1/status", "/metrics", "/openapi.json", "/"):
        ask.get(path)
    assert ask("POST", f"/v1/jobs/{sleeper}/suspend")[0] == 200
    assert ask.get(f"/v1/jobs/{sleeper}")["flagged"]
    assert ask("POST", f"/v1/jobs/{sleeper}/renew", {"deadline_ms": 1})[0] == 409
    assert ask("POST", f"/v1/jobs/{sleeper}/renew", {"deadline_ms": MOST})[0] in (200, 409)
    assert ask("POST", f"/v1/jobs/{sleeper}/abort")[0] == 200
    assert ended(daemon, sleeper)["state"] == "aborted"
    assert ask("POST", f"/v1/jobs/{sleeper}/abort")[0] == 409
    status, slot = ask("POST", "/v1/slots", {"stage": "reduce"})
    assert (status, slot) == (201, {"stage": "reduce", "slot": 2})
    assert ask("POST", "/v1/slots/reduce/2/drain")[0] == 200
    assert ask("POST", "/v1/slots", slot)[0] == 201
    assert ask("POST", "/v1/slots", slot)[0] in (400, 409)
    assert ask.seen == everything()


def test_lists(daemon, ask):
    numbers = [ask("POST", "/v1/jobs", job(daemon))[1]["job"] for _ in range(3)]
    for number in numbers:
        ended(daemon, number)
    newest = [entry["job"] for entry in ask.get("/v1/jobs?state=ended&limit=3")["jobs"]]
    assert newest == numbers[::-1]
    ascending = [entry["job"] for entry in ask.get(f"/v1/jobs?state=all&after={numbers[0] - 1}&limit=3")["jobs"]]
    assert ascending == numbers
    events = ask.get("/v1/events")["events"]
    assert [event["event"] for event in events] == list(range(1, len(events) + 1))
    middle = events[len(events) // 2]["event"]
    assert ask.get(f"/v1/events?after={middle}")["events"][0]["event"] == middle + 1
    assert len(ask.get("/v1/events?limit=2")["events"]) == 2
    submits = [event for event in events if event["kind"] == "submit"]
    assert all(event["accepted"] == (event["job"] is not None) for event in submits)
    assert {event["job"] for event in submits if event["accepted"]} >= set(numbers)


def test_default_of_a_job(daemon, ask):
    number = ask("POST", "/v1/jobs", job(daemon, map_command=["/bin/true"]))[1]["job"]
    found = ended(daemon, number)
    assert found["name"] == "true" and found["user"] and found["mine"]
    assert found["reduce_command"] == ["/bin/true"] and found["reduce"]["tasks"] == 0


def test_what_if_leaves_nothing(daemon, ask):
    before = last_event(daemon), ask.get("/v1/jobs?state=all&limit=10000")["jobs"], ask.get("/v1/slots")["slots"]
    for changes, accepted in (({}, True), ({"map_ms": MOST}, False), ({"maps": 3000}, False),
                              ({"map_command": None, "directory": None}, True)):
        status, decision = ask("POST", "/v1/jobs", job(daemon, what_if=True, **changes))
        assert (status, decision["accepted"]) == (200, accepted)
        assert not accepted or decision["job"] is None
    after = last_event(daemon), ask.get("/v1/jobs?state=all&limit=10000")["jobs"], ask.get("/v1/slots")["slots"]
    assert before[0] == after[0]
    assert [entry["job"] for entry in before[1]] == [entry["job"] for entry in after[1]]


def test_what_exec_takes_is_executed():
    """The longest argument and variable. Many empty arguments, of a pointer and a zero each, nearly
    fill the quarter of the stack that there is; some more, or a variable beside them, are
    refused."""
    most = (8 << 20) // 4 // 9
    most_words = ["true", *[""] * (most - 4000)]
    variable = {"A": "x" * (STRING_MOST - 1 - len("A="))}
    with Daemon(wrapper=["prlimit", f"--stack={8 << 20}"]) as daemon:
        for number in (daemon.accepted("true", "x" * (STRING_MOST - 1), environment=variable),
                       daemon.accepted(*most_words)):
            assert ended(daemon, number)["state"] == "finished"
        for status, answer in (daemon.submit("true", *[""] * most), daemon.submit(*most_words, environment=variable)):
            assert (status, answer["field"]) == (400, "map_command") and "with the environment" in answer["error"]


def test_an_offer_is_honoured(daemon, ask):
    """The earliest deadline of a refusal is accepted, and one a second earlier is not."""
    wish = job(daemon, maps=10, map_ms=20000, deadline_ms=1000, map_command=["true"])
    refused = ask("POST", "/v1/jobs", {**wish, "what_if": True})[1]
    earliest = refused["earliest_deadline_at"]
    early = {**wish, "deadline_at": earliest - 1000, "what_if": True}
    del early["deadline_ms"]
    assert not ask("POST", "/v1/jobs", early)[1]["accepted"]
    status, decision = ask("POST", "/v1/jobs", {**wish, "take_earliest_ms": 600000})
    assert status == 201 and abs(decision["deadline_at"] - earliest) < 60000
    ended(daemon, decision["job"])


# --- Waiting --------------------------------------------------------------------------------------


def test_long_polls_are_told(daemon):
    """60 clients wait for a job and for events; all are told, and the service answers meanwhile."""
    gate = daemon.folder / "gate"
    number = daemon.accepted("sh", "-c", f"while ! [ -e {gate} ]; do sleep 0.05; done", map_ms=60000,
                             deadline_ms=600000)
    until(lambda: daemon.job(number)["state"] == "running", "the job runs")
    events = last_event(daemon)
    with concurrent.futures.ThreadPoolExecutor(60) as pool:
        jobs = [pool.submit(daemon.get, f"/v1/jobs/{number}?wait_ms=60000") for _ in range(30)]
        news = [pool.submit(daemon.get, f"/v1/events?after={events}&wait_ms=60000") for _ in range(30)]
        until(lambda: waiting(daemon) == 60, "all requests wait")
        assert not any(future.done() for future in jobs + news)
        gate.touch()
        assert all(future.result()["state"] == "finished" for future in jobs)
        assert all(future.result()["events"][0]["event"] == events + 1 for future in news)
    assert waiting(daemon) == 0


def waiting(daemon):
    """How many requests wait, by the service's own figures."""
    return int(re.search(r"^rtmr_http_waiting_requests (\d+)$", daemon.get("/metrics"), re.MULTILINE)[1])


def test_a_wait_ends_by_itself(daemon):
    events = last_event(daemon)
    assert daemon.get(f"/v1/events?after={events}&wait_ms=1")["events"] == []
    assert daemon.get("/v1/jobs/1?wait_ms=60000")["state"] == "finished", "it has ended: no wait"
    assert daemon.request("GET", "/v1/jobs/999999?wait_ms=60000")[0] == 404


def test_waiting_clients_that_hang_up_are_forgotten(daemon):
    events = last_event(daemon)
    connections = []
    for _ in range(5):
        connections.append(UnixConnection(daemon.socket))
        connections[-1].request("GET", f"/v1/events?after={events}&wait_ms=60000")
    until(lambda: waiting(daemon) == 5, "they wait")
    for connection in connections:
        connection.close()
    until(lambda: open_connections(daemon) == 1, "only the one that asks is open")


def open_connections(daemon):
    """How many connections are open, that of the question included."""
    return int(re.search(r"^rtmr_http_connections (\d+)$", daemon.get("/metrics"), re.MULTILINE)[1])


# --- Errors ---------------------------------------------------------------------------------------

# Changes of a good job, the field that is wrong.
BAD_JOBS = [
    ({"maps": None}, "maps"), ({"maps": -1}, "maps"), ({"maps": 1.0}, "maps"), ({"maps": "1"}, "maps"),
    ({"maps": 2**20 + 1}, "maps"), ({"maps": True}, "maps"), ({"reduces": -1}, "reduces"),
    ({"map_ms": None}, "map_ms"), ({"map_ms": 0}, "map_ms"), ({"map_ms": MOST + 1}, "map_ms"),
    ({"reduces": 1}, "reduce_ms"), ({"reduces": 1, "reduce_ms": -5}, "reduce_ms"),
    ({"deadline_ms": None}, "deadline_ms"), ({"deadline_ms": -1}, "deadline_ms"), ({"deadline_ms": []}, "deadline_ms"),
    ({"deadline_at": 5}, "deadline_ms"), ({"deadline_ms": None, "deadline_at": 1e300}, "deadline_at"),
    ({"take_earliest_ms": -1}, "take_earliest_ms"), ({"what_if": 1}, "what_if"),
    ({"map_command": None}, "map_command"), ({"map_command": []}, "map_command"),
    ({"map_command": "ls"}, "map_command"),
    ({"map_command": [""]}, "map_command"), ({"map_command": ["ls", 1]}, "map_command"),
    ({"map_command": ["ls", "x" * STRING_MOST]}, "map_command"),
    ({"reduce_command": ["ls", "x" * STRING_MOST]}, "reduce_command"),
    ({"environment": {"A": "x" * (STRING_MOST - len("A="))}}, "environment"),
    ({"reduce_command": [None]}, "reduce_command"), ({"directory": None}, "directory"),
    ({"directory": "here"}, "directory"), ({"directory": "/" + "x" * 5000}, "directory"),
    ({"environment": []}, "environment"), ({"environment": {"A": 1}}, "environment"),
    ({"environment": {"A=B": "1"}}, "environment"), ({"environment": {"": "1"}}, "environment"),
    ({"on_overrun": "explode"}, "on_overrun"), ({"on_overrun": 1}, "on_overrun"), ({"grace_ms": -1}, "grace_ms"),
    ({"uid": -1}, "uid"), ({"uid": 2**32 - 1}, "uid"), ({"executor": "other"}, "executor"),
    ({"retries": 1001}, "retries"), ({"retries": -1}, "retries"), ({"name": ""}, "name"), ({"name": "a\nb"}, "name"),
    ({"name": "x" * 101}, "name"), ({"map": 1}, "map"), ({"deadline": 1}, "deadline"),
]


@pytest.mark.parametrize("changes, field", BAD_JOBS, ids=[f"{field}-{i}" for i, (_, field) in enumerate(BAD_JOBS)])
def test_bad_job(daemon, ask, changes, field):
    events = last_event(daemon)
    status, answer = ask("POST", "/v1/jobs", job(daemon, **changes))
    assert (status, answer["field"]) == (400, field), answer
    assert field in answer["error"]
    assert last_event(daemon) == events, "an error leaves nothing behind"


BAD_BODIES = [
    "", "{", "[]", "1", "nul", '{"maps": 1, "maps": 2}', '{"maps": 1e999}', '{"maps": 99999999999999999999}',
    '{"name": "\\u0000"}', '{"name": "\\ud800"}', '{"maps": 1} x', "[" * 100000, '{"a":' * 50000, "\xff",
    '{"name": "' + "\udcff" + '"}',
]


@pytest.mark.parametrize("body", BAD_BODIES, ids=range(len(BAD_BODIES)))
def test_bad_body(daemon, body):
    connection = UnixConnection(daemon.socket)
    connection.request("POST", "/v1/jobs", body.encode("utf-8", "surrogateescape"))
    answer = connection.getresponse()
    assert answer.status == 400
    assert json.loads(answer.read())["error"]
    connection.close()


BAD_PARAMETERS = [
    ("/v1/jobs?state=dead", "state"), ("/v1/jobs?after=-1", "after"), ("/v1/jobs?limit=0", "limit"),
    ("/v1/jobs?limit=10001", "limit"), ("/v1/jobs?limit=", "limit"), ("/v1/jobs?limit=1&limit=2", "limit"),
    ("/v1/jobs?colour=red", "colour"), ("/v1/jobs/1?wait_ms=soon", "wait_ms"), ("/v1/jobs/1?wait_ms=%20 1", "wait_ms"),
    ("/v1/jobs/1/log?stage=x", "stage"), ("/v1/jobs/1/log?task=x", "task"), ("/v1/jobs/1/log?stream=in", "stream"),
    ("/v1/jobs/1/log?attempt=0", "attempt"), ("/v1/events?after=99999999999999999999", "after"),
    ("/v1/estimates", "name"), ("/v1/attempts?since_at=x", "since_at"), ("/v1/status?x", "x"),
]


@pytest.mark.parametrize("path, field", BAD_PARAMETERS)
def test_bad_parameter(daemon, path, field):
    status, answer = daemon.request("GET", path.replace(" ", "%20"))
    assert (status, answer["field"]) == (400, field), answer


@pytest.mark.parametrize("method, path, status", [
    ("GET", "/v1/jobs/999999", 404), ("POST", "/v1/jobs/999999/abort", 404), ("GET", "/v1/jobs/999999/log", 404),
    ("POST", "/v1/jobs/999999/suspend", 404), ("GET", "/v1/jobs/0", 404), ("GET", "/v1/jobs/x", 404),
    ("GET", "/v1/jobs/99999999999999999999", 404), ("GET", "/v1/jobs/1/", 404), ("GET", "/v2/jobs", 404),
    ("GET", "/../../etc/passwd", 404), ("GET", "/v1/jobs/1/log/..", 404), ("POST", "/v1/slots/map/1023/drain", 404),
    ("POST", "/v1/slots/map/99999999999/drain", 404), ("POST", "/v1/slots/side/0/drain", 404),
    ("DELETE", "/v1/jobs/1", 405), ("PUT", "/v1/jobs", 405), ("GET", "/v1/jobs/1/abort", 405),
    ("POST", "/v1/status", 405), ("POST", "/", 405), ("OPTIONS", "/v1/jobs", 405), ("TRACE", "/v1/jobs", 405),
])
def test_there_is_no_such_thing(daemon, method, path, status):
    found, answer = daemon.request(method, path)
    assert found == status and answer["error"], answer


def test_a_renewal_needs_a_deadline(daemon):
    for body in ({}, {"deadline_ms": 1, "deadline_at": 1}, {"deadline_ms": "x"}):
        status, answer = daemon.request("POST", "/v1/jobs/1/renew", body)
        assert status == 400 and answer["field"] == "deadline_ms", answer
    assert daemon.request("POST", "/v1/jobs/1/renew", {"deadline_ms": 1000})[0] == 409, "it has ended"
    assert daemon.request("POST", "/v1/jobs/999999/renew", {"deadline_ms": 1000})[0] == 404


def test_head(daemon):
    connection = UnixConnection(daemon.socket)
    connection.request("HEAD", "/v1/status")
    answer = connection.getresponse()
    assert answer.status == 200 and answer.read() == b"" and int(answer.getheader("Content-Length")) > 0
    connection.close()


# --- Limits ---------------------------------------------------------------------------------------


def test_limits_of_a_user(daemon, ask):
    assert ask("POST", "/v1/jobs", job(daemon, maps=4001, map_ms=1, deadline_ms=MOST))[0] == 429
    numbers = []
    while True:
        status, decision = ask("POST", "/v1/jobs", job(daemon, map_ms=100000, map_command=["sleep", "100"],
                                                       deadline_ms=MOST))
        if status != 201:
            break
        numbers.append(decision["job"])
    assert status == 429 and decision["error"]
    assert len(ask.get("/v1/jobs")["jobs"]) == 50
    for number in numbers:
        assert ask("POST", f"/v1/jobs/{number}/abort")[0] == 200
    until(lambda: not ask.get("/v1/jobs")["jobs"], "all jobs have ended")


# --- The page over TCP ----------------------------------------------------------------------------


def tcp(daemon, method="GET", path="/v1/status", **headers):
    """A request over TCP: its status, headers and text."""
    port = int(re.search(r"page http://127\.0\.0\.1:(\d+)/", daemon.log.read_text())[1])
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, headers={name.title(): value for name, value in headers.items()})
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    return answer.status, answer.headers, text.decode()


def test_tcp_only_reads(daemon):
    events = last_event(daemon)
    for method, path in (("POST", "/v1/jobs"), ("POST", "/v1/jobs/1/abort"), ("POST", "/v1/slots/map/0/drain")):
        assert tcp(daemon, method, path)[0] == 403
        assert tcp(daemon, method, path, authorization=f"Bearer {key(daemon)}")[0] == 403
    assert last_event(daemon) == events


def key(daemon):
    """The key that the service's own user has."""
    path = daemon.store / "page-key"
    assert path.stat().st_mode & 0o777 == 0o600
    return path.read_text()


def test_tcp_is_anonymous_without_the_key(daemon, ask):
    number = ask("POST", "/v1/jobs", job(daemon, map_command=["echo", "secret"], name="secret"))[1]["job"]
    ended(daemon, number)
    wrong = [{}, {"authorization": "Bearer "}, {"authorization": f"Bearer {'0' * 64}"},
             {"authorization": f"Bearer {key(daemon)[:-1]}"}, {"authorization": f"Basic {key(daemon)}"}]
    paths = ["/v1/jobs?state=all", f"/v1/jobs/{number}", "/v1/events", "/v1/attempts", "/v1/slots", "/v1/status",
             "/v1/estimates?name=secret", "/metrics"]
    for headers in wrong:
        for path in paths:
            status, _, text = tcp(daemon, path=path, **headers)
            assert status == 200
            assert "secret" not in text.replace('"name":"secret"', "" if "estimates" in path else "secret")
            assert str(daemon.folder) not in text and "deadline_at" not in text
        assert tcp(daemon, path=f"/v1/jobs/{number}/log", **headers)[0] == 403
    right = {"authorization": f"Bearer {key(daemon)}"}
    assert json.loads(tcp(daemon, path=f"/v1/jobs/{number}", **right)[2])["name"] == "secret"
    assert tcp(daemon, path=f"/v1/jobs/{number}/log", **right)[2] == "secret\n"


@pytest.mark.parametrize("host, status", [
    ("127.0.0.1", 200), ("127.0.0.1:8000", 200), ("localhost:1", 200), ("[::1]:80", 200), ("10.0.0.1", 200),
    (socket.gethostname(), 200), (HOST, 200), (f"{HOST.upper()}.local:80", 200), (f"{HOST}.site.example.", 200),
    ("page.example:443", 200), ("RTMR.example", 200), (f"{HOST}.evil.example", 403), (f"{HOST}.local.evil", 403),
    ("x.page.example", 403), ("[page.example]", 403), (f"[{HOST}]", 403), ("", 403), (".", 403), ("evil.example", 403),
    ("127.0.0.1.evil.example", 403), ("localhost.evil", 403),
    ("[::1", 403), ("x" * 300, 403),
])
def test_tcp_checks_the_host(daemon, host, status):
    """Against DNS rebinding: a web page of elsewhere cannot read what its visitor could."""
    found, _, text = tcp(daemon, host=host)
    assert found == status
    if status == 403:
        assert json.loads(text)["error"] == (f'Host: found "{host[:100]}", expected an address, localhost, {HOST} or a '
                                             "--page-host")


def test_tcp_security_headers(daemon):
    for path in ("/", "/v1/status", "/nothing"):
        _, headers, _ = tcp(daemon, path=path)
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "unsafe-inline" not in headers["Content-Security-Policy"]
        assert headers["Cache-Control"] in ("no-store", "no-cache")
        assert headers["Access-Control-Allow-Origin"] is None
