"""The plugin job_submit/rtmr on a real controller, with a service of the test's own, which answers
as it is told: what the plugin asks, what a user is told, what is refused, and that the controller
never hangs.
"""
import http.server
import json
import os
import re
import shutil
import socketserver
import tempfile
import threading
import time

import pytest

from tests.service.daemon import ROOT, until
from tests.slurm.cluster import USERS, Cluster, Nodes

ADA, BOB = USERS
GOOD = ("-p", "rtmr", "--time=5", "--deadline=now+2hours", "--wrap=true")


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers with what the test has laid out, and keeps what was asked."""
    protocol_version = "HTTP/1.1"

    def address_string(self):
        return "unix"

    def log_message(self, *_):
        pass

    def do_GET(self):
        """Any request."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.asked.append((self.command, self.path, json.loads(body) if body else None))
        answer = self.server.answer(self.command, self.path)
        if isinstance(answer, bytes):
            self.wfile.write(answer)
            return
        if answer is None:
            self.server.released.wait(60)
            return
        status, value = answer
        text = json.dumps(value, separators=(",", ":")).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_POST = do_GET


class Service(socketserver.ThreadingUnixStreamServer):
    """A service at a Unix socket that the controller may use."""
    daemon_threads = True

    def __init__(self, path):
        super().__init__(str(path), Handler)
        os.chmod(path, 0o666)
        self.asked = []
        self.released = threading.Event()
        self.answer = nothing_known
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def close(self):
        """Ends it."""
        self.released.set()
        self.shutdown()
        self.server_close()


def nothing_known(_method, _path):
    """The answer of a service without jobs."""
    return 404, {"error": "there is nothing"}


def accepts(_method, _path):
    """The answer of a service that accepts: done in an hour."""
    now = int(time.time() * 1000)
    return 201, {"now_at": now, "accepted": True, "job": 12, "stamp": 5, "finish_at": now + 3600000,
                 "deadline_at": now + 7200000}


@pytest.fixture(scope="module", name="folder")
def fixture_folder():
    """Where the socket is; short enough for one."""
    path = tempfile.mkdtemp(prefix="rtmr-plugin-")
    os.chmod(path, 0o755)
    yield path
    shutil.rmtree(path)


@pytest.fixture(scope="module", name="cluster")
def fixture_cluster(folder):
    """A cluster with the plugin."""
    cluster = Cluster(plugins=[ROOT / "build/job_submit_rtmr.so"], configuration="JobSubmitPlugins=rtmr")
    (cluster.folder / "rtmr.conf").write_text(f"# the service\nSocket={folder}/socket\nPartition=rtmr\n")
    with cluster:
        yield cluster


@pytest.fixture(name="service")
def fixture_service(folder):
    """The service of a test."""
    service = Service(f"{folder}/socket")
    yield service
    service.close()
    os.unlink(f"{folder}/socket")


def job_of(cluster, number):
    """What the controller knows of an array."""
    return [job for job in cluster.jobs() if job.array == str(number)]


# --- Admission ------------------------------------------------------------------------------------


def test_accepted(cluster, service):
    service.answer = accepts
    begin = time.time()
    done = cluster.run("sbatch", *GOOD, "--array=0-9", "--job-name=wörds", user=ADA)
    assert re.search(r"rtmr: job 12 promised by (\d{4}-\d\d-\d\dT)?\d\d:\d\d:\d\d", done.stderr), done.stderr
    number = re.search(r"Submitted batch job (\d+)", done.stdout)[1]
    method, path, asked = service.asked[0]
    assert (method, path) == ("POST", "/v1/jobs")
    uid = int(cluster.run("id", "-u", ADA).stdout)
    deadline = asked.pop("deadline_at")
    assert abs(deadline - (begin + 7200) * 1000) < 120000
    assert asked == {"uid": uid, "executor": "slurm", "name": "w__rds", "maps": 10, "map_ms": 300000}
    (job,) = job_of(cluster, number)
    assert (job.state, job.partition, job.admin_comment, job.priority) == ("PENDING", "rtmr", "rtmr:12:map:5", "0")
    text = cluster.run("scontrol", "show", "job", number).stdout
    assert "Requeue=1" in text and "Deadline=N/A" in text, text


def test_without_an_array_it_is_one_task(cluster, service):
    service.answer = accepts
    number = cluster.sbatch(*GOOD)
    assert service.asked[0][2]["maps"] == 1
    assert job_of(cluster, number)[0].task == "0"


def test_refused_with_the_earliest_deadline(cluster, service):
    now = int(time.time() * 1000)
    service.answer = lambda *_: (409, {"now_at": now, "accepted": False, "reason": "late", "late_job": 0,
                                       "late_by_ms": 5000, "earliest_deadline_at": now + 86400000 * 3,
                                       "message": "it would end 5 s after its deadline"})
    before = len(cluster.jobs())
    said = cluster.sbatch(*GOOD, status=1)
    assert re.search(r"rtmr: not promised: it would end 5 s after its deadline; "
                     r"not before \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d \(--deadline\)", said), said
    assert len(cluster.jobs()) == before


@pytest.mark.parametrize("answer", [
    (429, {"error": "you have too many jobs"}), (507, {"error": "the disk is full"}), (201, {"accepted": True}),
    (200, []), (201, "text"), (500, {}), b"", b"HTTP/1.1 201", b"nonsense\r\n\r\n{}", b"HTTP/1.1 201 Created\r\n\r\n",
    b"HTTP/1.1 201 Created\r\n\r\n{\"job\":", b"HTTP/1.1 201 C\r\n\r\n" + b"{" * 60000,
    b"HTTP/1.1 201 C\r\n\r\n" + b" " * 200000, b"HTTP/1.1 201 C\r\n\r\n{\"\\",
    b"HTTP/1.1 409 C\r\n\r\n{\"message\":\"\\",
])
def test_other_answers_admit_nothing(cluster, service, answer):
    service.answer = lambda *_: answer
    before = len(cluster.jobs())
    said = cluster.sbatch(*GOOD, status=1)
    assert "rtmr: " in said
    if isinstance(answer, tuple) and isinstance(answer[1], dict) and "error" in answer[1]:
        assert answer[1]["error"] in said
    assert len(cluster.jobs()) == before


def test_the_service_is_away(cluster):
    said = cluster.sbatch(*GOOD, status=1)
    assert "rtmr: the service does not answer, so nothing can be promised" in said


@pytest.mark.parametrize("options, patience", [(GOOD, 2000), (("-p", "rtmr", "--time=5", "--comment=rtmr:1:map",
                                                               "--wrap=true"), 1000)], ids=["POST", "GET"])
def test_the_service_hangs(cluster, service, options, patience):
    """A refusal, not a hang: the controller goes on meanwhile, and after. It does not wait for the
    same service again and again, but asks it once more in time.
    """
    service.answer = lambda *_: None
    assert f"no answer within {patience} ms" in cluster.sbatch(*options, status=1)
    begin = time.monotonic()
    for _ in range(3):
        assert re.search(r"no answer a moment ago, it is asked again in \d+ s", cluster.sbatch(*options, status=1))
    assert cluster.sbatch("-p", "other", "--wrap=true") > 0
    assert time.monotonic() - begin < 3 * patience / 1000
    assert len(service.asked) == 1
    service.answer = accepts
    until(lambda: cluster.run("sbatch", *GOOD, user=ADA, status=None).returncode == 0, "it is asked again")


def test_a_service_that_hung_is_restarted(cluster, folder):
    """It is asked at once."""
    hangs = Service(f"{folder}/socket")
    hangs.answer = lambda *_: None
    assert "no answer within 2000 ms" in cluster.sbatch(*GOOD, status=1)
    hangs.close()
    os.unlink(f"{folder}/socket")
    restarted = Service(f"{folder}/socket")
    restarted.answer = accepts
    assert cluster.sbatch(*GOOD) > 0
    restarted.close()
    os.unlink(f"{folder}/socket")


def test_other_partitions_are_untouched(cluster, service):
    number = cluster.sbatch("-p", "other", "--wrap=true", "--comment=rtmr:1:map")
    (job,) = job_of(cluster, number)
    assert (job.admin_comment, job.comment) == ("", "rtmr:1:map")
    cluster.run("scontrol", "update", f"jobid={number}", "nice=5", user=ADA, status=None)
    assert cluster.sbatch("--wrap=true") > 0, "the default partition is another one"
    assert [entry for entry in service.asked if entry[0] == "POST"] == []


@pytest.mark.parametrize("options, word", [
    (["--nodes=2"], "--nodes"), (["--ntasks=2"], "--ntasks"), (["--cpus-per-task=2"], "--cpus-per-task"),
    (["--exclusive"], "--exclusive"), (["--nodelist=n1"], "--nodelist"), (["--exclude=n1"], "--exclude"),
    (["--begin=now+1hour"], "--begin"), (["--hold"], "--hold"), (["--array=1-3"], "--array"),
    (["--array=0-9%2"], "--array"), (["--array=0,2"], "--array"), (["--array=0-9:3"], "--array"),
    (["--dependency=singleton"], "--dependency"), (["--constraint=x"], "--constraint"), (["-prtmr,other"], "partition"),
    (["--licenses=x"], "--licenses"), (["--time-min=1"], "--time-min"), (["--mem=1T"], "--mem"), (["--mem=0"], "--mem"),
    (["--mem-per-cpu=1"], "--mem-per-cpu"), (["--tmp=1"], "--tmp"), (["--test-only"], "--test-only"),
    (["--array=0-10001"], "MaxArraySize"),
])
def test_what_a_task_cannot_be(cluster, service, options, word):
    service.answer = accepts
    said = cluster.sbatch(*GOOD, *options, status=1)
    assert "rtmr: " in said and word in said, said
    assert not service.asked, "the service is not asked for what cannot be"


def test_the_largest_array(cluster, service):
    service.answer = accepts
    number = cluster.sbatch(*GOOD, "--array=0-10000")
    assert service.asked[0][2]["maps"] == 10001
    cluster.run("scancel", str(number))


@pytest.mark.parametrize("options, word", [
    (["-p", "rtmr", "--deadline=now+2hours", "--wrap=true"], "--time"),
    (["-p", "rtmr", "--time=5", "--wrap=true"], "--deadline"),
])
def test_what_is_missing(cluster, service, options, word):
    service.answer = accepts
    assert word in cluster.sbatch(*options, status=1)
    assert not service.asked


def test_what_slurm_refuses_behind_the_promise(cluster, service):
    """It was promised, and has no array: the user is told of both."""
    service.answer = accepts
    before = len(cluster.jobs())
    cluster.run("scontrol", "update", "partitionname=rtmr", "state=drain")
    try:
        said = cluster.sbatch(*GOOD, status=1)
    finally:
        cluster.run("scontrol", "update", "partitionname=rtmr", "state=up")
    assert re.search(r"rtmr: job 12 promised by .*Batch job submission failed", said, re.DOTALL), said
    assert len(cluster.jobs()) == before


def test_srun_is_refused(cluster, service):
    service.answer = accepts
    done = cluster.run("srun", "-p", "rtmr", "--time=5", "--deadline=now+2hours", "true", user=ADA, status=None)
    assert done.returncode != 0 and "rtmr: only jobs of sbatch" in done.stderr
    assert not service.asked


# --- Stages of a job ------------------------------------------------------------------------------


def waits(cluster, user=ADA, **changes):
    """A service that has job 34 of 4 maps and 2 reduces."""
    uid = int(cluster.run("id", "-u", user).stdout)
    job = {"job": 34, "mine": True, "uid": uid, "name": "a \"job\": 99, \"uid\": 0", "state": "waiting",
           "map": {"tasks": 4, "waiting": 4, "running": 0, "finished": 0, "estimate_ms": 120000},
           "reduce": {"tasks": 2, "waiting": 2, "running": 0, "finished": 0, "estimate_ms": 60000},
           "arrays": {"map": None, "reduce": None}, "stamp": 5, **changes}

    def answer(_method, path):
        if path == "/v1/jobs?state=active&after=33&limit=1":
            return 200, {"now_at": 1, "jobs": [job]}
        return 200, {"now_at": 1, "jobs": []}
    return answer


STAGE = ("-p", "rtmr", "--wrap=true", "--time=2")


def test_both_stages(cluster, service):
    service.answer = waits(cluster)
    maps = cluster.sbatch(*STAGE, "--array=0-3", "--comment=rtmr:34:map")
    reduces = cluster.sbatch(*STAGE, "--array=0-1", "--comment=rtmr:34:reduce")
    for number, comment in ((maps, "rtmr:34:map:5"), (reduces, "rtmr:34:reduce:5")):
        (job,) = job_of(cluster, number)
        assert (job.state, job.priority, job.admin_comment) == ("PENDING", "0", comment)
    said = cluster.sbatch(*STAGE, "--array=0-3", "--comment=rtmr:34:map", status=1)
    assert "has its tasks already" in said, "before the service has seen the array"


@pytest.mark.parametrize("comment, options, changes, word", [
    ("rtmr:35:map", ["--array=0-3"], {}, "no such job"), ("rtmr:34:map", ["--array=0-3"], {"uid": 0}, "no such job"),
    ("rtmr:34:map", ["--array=0-4"], {}, "--array"), ("rtmr:34:reduce", ["--array=0-3"], {}, "--array"),
    ("rtmr:34:map", ["--array=0-3", "--time=1"], {}, "--time"),
    ("rtmr:34:map", ["--array=0-3"], {"arrays": {"map": 7, "reduce": None}}, "already"),
    ("rtmr:34:map", ["--array=0-3"], {"arrays": None}, "already"),
    ("rtmr:", [], {}, "is expected"), ("rtmr:34", [], {}, "is expected"), ("rtmr:34:maps", [], {}, "is expected"),
    ("rtmr:-34:map", [], {}, "is expected"), ("rtmr:0:map", [], {}, "is expected"),
    ("rtmr:99999999999999999999:map", [], {}, "is expected"), ("rtmr:34:map/x", [], {}, "is expected"),
])
def test_what_is_no_stage(cluster, service, comment, options, changes, word):
    service.answer = waits(cluster, **changes)
    said = cluster.sbatch(*STAGE, *options, f"--comment={comment}", user=BOB if comment.endswith("x:map") else ADA,
                          status=1)
    assert "rtmr: " in said and word in said, said


def test_another_users_job(cluster, service):
    service.answer = waits(cluster, user=ADA)
    assert "no such job" in cluster.sbatch(*STAGE, "--array=0-3", "--comment=rtmr:34:map", user=BOB, status=1)


# --- Changes --------------------------------------------------------------------------------------


@pytest.fixture(name="owned")
def fixture_owned(cluster, service):
    """An array that the service owns."""
    service.answer = accepts
    number = cluster.sbatch(*GOOD, "--array=0-3")
    service.asked.clear()
    yield number
    cluster.run("scancel", str(number))


CHANGES = (
    ("release", "{}"), ("hold", "{}"), ("update", "jobid={}", "priority=100"), ("update", "jobid={}", "nodelist=n1"),
    ("update", "jobid={}", "partition=other"), ("update", "jobid={}", "comment=x"), ("update", "jobid={}", "nice=9"),
    ("update", "jobid={}", "starttime=now+1hour"), ("update", "jobid={}", "timelimit=1"),
    ("update", "jobid={}", "numcpus=2"), ("update", "jobid={}", "admincomment=rtmr:1:map"))


@pytest.mark.parametrize("change", CHANGES, ids=" ".join)
def test_users_change_nothing(cluster, owned, service, change):
    """Neither to the array, nor to an element, nor by the number that an element has of its own.
    The service is not asked: whether it answers changes nothing.
    """
    cluster.run("scontrol", "update", f"jobid={owned}_1", "comment=split")
    (own,) = own_numbers(cluster, owned)
    before = what_counts(cluster, owned)
    for name in (owned, f"{owned}_1", f"{owned}_2", own):
        done = cluster.run("scontrol", *(word.format(name) for word in change), user=ADA, status=None)
        assert done.returncode != 0, done
        assert what_counts(cluster, owned) == before
    assert not service.asked


def own_numbers(cluster, number):
    """The numbers of the elements that the controller has split off an array."""
    text = cluster.run("scontrol", "--oneliner", "show", "job", str(number)).stdout
    return sorted({int(own) for own in re.findall(r"^JobId=(\d+)", text, re.MULTILINE)} - {number})


def what_counts(cluster, number):
    """What a user could want to change of an array: values of each name, whatever the elements that
    the controller has split off it.
    """
    text = cluster.run("scontrol", "show", "job", str(number)).stdout
    names = ("Priority", "Nice", "JobState", "TimeLimit", "EligibleTime", "Partition", "ReqNodeList", "Comment",
             "AdminComment", "Reason")
    return {name: set(re.findall(rf"\b{name}=(\S*)", text)) for name in names}


def test_a_restart_of_the_controller_changes_nothing(cluster, owned):
    cluster.run("scontrol", "update", f"jobid={owned}_1", "comment=split")
    cluster.stop_controller()
    cluster.start_controller()
    before = what_counts(cluster, owned)
    for name in (owned, f"{owned}_2", *own_numbers(cluster, owned)):
        assert cluster.run("scontrol", "release", str(name), user=ADA, status=None).returncode != 0
    assert what_counts(cluster, owned) == before


def test_operators_change_what_they_will(cluster, owned):
    cluster.run("scontrol", "update", f"jobid={owned}_1", "nice=9")
    cluster.run("scontrol", "release", f"{owned}_2", user="slurm")


def test_nothing_comes_in_by_a_change(cluster, service):
    number = cluster.sbatch("-p", "other", "--hold", "--wrap=true")
    for change in ("partition=rtmr", "partition=other,rtmr", "comment=rtmr:34:map"):
        done = cluster.run("scontrol", "update", f"jobid={number}", change, user=ADA, status=None)
        assert done.returncode != 0, done
    assert not [entry for entry in service.asked if entry[0] == "POST"]
    cluster.run("scontrol", "update", f"jobid={number}", "comment=mine", user=ADA)
    assert job_of(cluster, number)[0].comment == "mine"


def test_users_cancel(cluster, owned):
    cluster.run("scancel", str(owned), user=ADA)
    assert {job.state for job in job_of(cluster, owned)} == {"CANCELLED"}


# --- Settings -------------------------------------------------------------------------------------


@pytest.fixture(name="small")
def fixture_small():
    """A cluster of two nodes that does not run yet; memory is a resource that jobs consume."""
    nodes = (Nodes("n", 1, 2, "rtmr"), Nodes("other", 1, 2, "other"))
    cluster = Cluster(nodes, plugins=[ROOT / "build/job_submit_rtmr.so"],
                      configuration="JobSubmitPlugins=rtmr\nSelectTypeParameters=CR_CPU_Memory")
    yield cluster
    cluster.stop()


def test_settings(small, folder, service):
    """A slip stops neither the controller nor other partitions. Names, case and blanks are taken as
    in slurm.conf.
    """
    service.answer = accepts
    path = small.folder / "rtmr.conf"
    path.write_text(f"# the service\nSocket={folder}/socket\nPartion=batch\nDefault=perhaps\n")
    small.start()
    said = small.sbatch(*GOOD, status=1)
    assert "rtmr: rtmr.conf has an error, so nothing can be promised" in said
    assert small.sbatch("-p", "other", "--wrap=true") > 0
    log = (small.folder / "state/slurmctld.log").read_text()
    assert (f'{path}: line 3: found "Partion=batch", expected Socket=/PATH, Partition=NAME or Default=yes|no' in log
            and "no job is admitted to partition rtmr" in log), log
    assert "SelectTypeParameters of slurm.conf: found memory" in log
    assert not service.asked
    small.stop_controller()
    path.write_text(f"  socket = {folder}/socket  # the service\n\nPARTITION\t=rtmr\r\nDefault = YES\n")
    small.start_controller()
    for options in (GOOD, GOOD[2:]):
        small.run("sbatch", *options, user=ADA, status=None)
    assert [path for _, path, _ in service.asked] == ["/v1/jobs", "/v1/jobs"]


def test_what_is_no_setting(small):
    """slurmctld starts with each, and says which line is wrong."""
    path = small.folder / "rtmr.conf"
    lines = ["Socket=run/socket", "Socket=", "Socket=/run/a b", "Socket=/" + "x" * 200, "Partition=", "Partition = a b",
             "Partition", "Default=", "Default=maybe", "=rtmr", "Sockets=/run/x"]
    path.write_text("wrong\n")
    small.start()
    for line in lines:
        small.stop_controller()
        path.write_text(f"Partition=rtmr\n {line} # wrong\n")
        small.start_controller()
        assert "nothing can be promised" in small.sbatch(*GOOD, status=1), line
    log = (small.folder / "state/slurmctld.log").read_text()
    assert [line for line in lines if f'line 2: found "{line[:127]}", expected' not in log] == []
