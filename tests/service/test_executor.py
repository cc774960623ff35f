"""The executor for this machine with its supervisor, without a service: executor_driver calls it as
it is told."""
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import tempfile
import time

import pytest

from tests.service.daemon import BUILD, PATIENCE, until

DRIVER = BUILD / "service-gcc/executor_driver"
SUPERVISORS = {"plain": BUILD / "rtmr-task", "sanitized": BUILD / "service-gcc/rtmr-task"}


def boottime():
    """ms of CLOCK_BOOTTIME."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


class End:
    """What was told of an attempt."""

    def __init__(self, words):
        self.attempt = int(words[1])
        self.result = words[2]
        self.exit_status, self.signal, self.error, killed, of_other_boot, self.started, self.ended = map(int, words[3:])
        self.killed = killed != 0
        self.of_other_boot = of_other_boot != 0

    def __repr__(self):
        return str(vars(self))


class Driver:
    """An executor in a process of its own, that can be killed and started again."""

    def __init__(self, supervisor):
        self.supervisor = supervisor
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="rtmr-test-"))
        self.attempts = self.folder / "attempts"
        self.attempts.mkdir()
        self.work = self.folder / "work"
        self.work.mkdir()
        self.work.chmod(0o777)
        self.folder.chmod(0o755)
        self.ends = {}
        self.process = None
        self.begin()

    def begin(self):
        """Starts the process."""
        self.process = subprocess.Popen([DRIVER, self.supervisor, self.attempts], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def say(self, *words):
        """Makes a call, in one line."""
        assert not any("\n" in str(word) for word in words)
        self.process.stdin.write("\t".join(map(str, words)) + "\n")
        self.process.stdin.flush()

    def start(self, attempt, *command, uid=None, gid=None, directory=None, environment=()):
        """Starts an attempt."""
        self.say("start", attempt, os.getuid() if uid is None else uid, os.getgid() if gid is None else gid,
                 directory or self.work, len(environment), *environment, *command)

    def shell(self, attempt, script, **more):
        """Starts an attempt that runs a script."""
        self.start(attempt, "sh", "-c", script, **more)

    def end(self, attempt):
        """Waits for the end of an attempt, which is told once."""
        while attempt not in self.ends:
            words = self.process.stdout.readline().split()
            assert words and words[0] == "ended", words
            end = End(words)
            assert end.attempt not in self.ends, end
            self.ends[end.attempt] = end
        return self.ends[attempt]

    def kill(self):
        """SIGKILL."""
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdin.close()
        self.process.stdout.close()

    def restart(self, *attempts):
        """Starts again after kill(), and has it adopt attempts."""
        self.begin()
        self.ends = {}
        for attempt in attempts:
            self.say("adopt", attempt)

    def finish(self):
        """Closes the executor; everything that was told has been read, and nothing else comes."""
        self.process.stdin.close()
        rest = self.process.stdout.read()
        self.process.stdout.close()
        assert self.process.wait(PATIENCE) == 0
        assert rest == "", rest

    def text(self, attempt, name):
        """A file of an attempt's folder."""
        return (self.attempts / str(attempt) / name).read_text()

    def supervisor_of(self, attempt):
        """The supervisor's process once its task has a session."""
        def record():
            words = self.text(attempt, "run").split() if (self.attempts / str(attempt) / "run").exists() else []
            return words and int(words[-1]) and words
        return int(until(record, f"attempt {attempt} runs")[3])

    def processes(self):
        """What runs with this folder in its command line or environment."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            if entry.name.isdigit() and int(entry.name) != os.getpid():
                try:
                    text = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
                except OSError:
                    continue
                if str(self.attempts).encode() in text:
                    found.append(int(entry.name))
        return found

    def clean(self):
        """Ends everything."""
        if self.process.poll() is None:
            self.kill()
        for pid in self.processes():
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture(params=sorted(SUPERVISORS))
def driver(request):
    """An executor with each of the supervisors."""
    with_driver = Driver(SUPERVISORS[request.param])
    yield with_driver
    with_driver.clean()


def runs(pid):
    """Whether a process has not ended."""
    try:
        text = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return text.rpartition(")")[2].split()[0] not in "ZX"


def began(pid):
    """When a process began, in the kernel's ticks since the machine started."""
    return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])


def clock_ticks():
    """Now, in the same."""
    return boottime() * os.sysconf("SC_CLK_TCK") // 1000


def numbers(path, count):
    """Waits until a file holds so many numbers of processes."""
    def read():
        words = path.read_text().split() if path.exists() else []
        return len(words) == count and path.read_text().endswith("\n") and [int(word) for word in words]
    return until(read, f"{count} numbers in {path}")


# --- Ends -----------------------------------------------------------------------------------------


def test_an_exit_status_is_told(driver):
    """With instants of CLOCK_BOOTTIME in between."""
    before = boottime()
    driver.shell(1, "exit 0")
    driver.shell(2, "exit 93")
    ok, bad = driver.end(1), driver.end(2)
    assert (ok.result, ok.exit_status, ok.killed) == ("exited", 0, False)
    assert (bad.result, bad.exit_status, bad.killed) == ("exited", 93, False)
    assert before <= ok.started <= ok.ended <= boottime() and not ok.of_other_boot
    driver.finish()


def test_a_signal_is_told(driver):
    driver.shell(1, "kill -SEGV $$")
    end = driver.end(1)
    assert (end.result, end.signal, end.killed) == ("signalled", signal.SIGSEGV, False)
    driver.finish()


@pytest.mark.parametrize("command, error", [("no-such-command", 2), ("./no-such-file", 2), ("", 2), ("./plain", 13),
                                            ("plain", 13), ("./text", 8), ("/", 13)])
def test_a_command_that_cannot_be_executed(driver, command, error):
    """The errno is told, and the reason stands in the attempt's err; no shell tries a text."""
    (driver.work / "plain").write_text("echo\n")
    (driver.work / "text").write_text("echo\n")
    (driver.work / "text").chmod(0o755)
    driver.start(1, command, environment=[f"PATH={driver.work}:/usr/bin"])
    end = driver.end(1)
    assert (end.result, end.error) == ("not-started", error)
    assert driver.text(1, "err") == f"rtmr: cannot execute {command}: {os.strerror(error)}\n"
    driver.finish()


def test_a_directory_that_is_not_there(driver):
    driver.start(1, "true", directory=driver.folder / "nowhere")
    end = driver.end(1)
    assert (end.result, end.error) == ("not-started", 2)
    assert "nowhere: No such file or directory" in driver.text(1, "err")
    driver.finish()


def test_an_attempts_folder_that_cannot_be_made(driver):
    """That is told as a start that failed, in a later turn of the loop."""
    driver.shell(1, "true")
    driver.end(1)
    shutil.rmtree(driver.attempts)
    driver.shell(2, "true")
    end = driver.end(2)
    assert (end.result, end.error) == ("not-started", 2)
    driver.finish()


# --- What a task sees -----------------------------------------------------------------------------


def test_output_is_kept_apart_and_survives_forget(driver):
    driver.shell(1, "echo to out; echo to err >&2; cat")
    driver.end(1)
    driver.say("forget", 1)
    driver.say("output", 1, 1)
    assert driver.process.stdout.readline().strip() == str(driver.attempts / "1/out")
    assert driver.text(1, "out") == "to out\n"
    assert driver.text(1, "err") == "to err\n"
    assert sorted(path.name for path in (driver.attempts / "1").iterdir()) == ["err", "out"]
    driver.finish()


def test_the_environment_is_the_jobs(driver):
    """Nothing of the service's, and the executor's own variables cannot be faked."""
    driver.start(1, "env", environment=["A=b c", "EMPTY=", "RTMR_TASK=99", "RTMR_TASKSX=1"])
    driver.start(2, "env", environment=["PATH=/bin"])
    driver.end(1)
    driver.end(2)
    own = ["RTMR_JOB=7", "RTMR_STAGE=reduce", "RTMR_TASK=3", "RTMR_TASKS=5"]
    assert sorted(driver.text(1, "out").splitlines()) == sorted(
        ["A=b c", "EMPTY=", "RTMR_TASKSX=1", *own, "RTMR_ATTEMPT=1", f"RTMR_FOLDER={driver.attempts}/1",
         "PATH=/usr/local/bin:/usr/bin:/bin"])
    assert sorted(driver.text(2, "out").splitlines()) == sorted(
        [*own, "RTMR_ATTEMPT=2", f"RTMR_FOLDER={driver.attempts}/2", "PATH=/bin"])
    driver.finish()


def test_arguments_are_given_as_they_are(driver):
    driver.start(1, "printf", "%s|", "", "a b", "$HOME", "*", "ä")
    driver.end(1)
    assert driver.text(1, "out") == "|a b|$HOME|*|ä|"
    driver.finish()


def test_descriptors_signals_and_directory(driver):
    """A task has its three streams and no other descriptor, no signal ignored or blocked, its
    directory, and a session of its own."""
    script = ("readlink /proc/self/fd/0; pwd; umask; grep -E 'Sig(Blk|Ign)' /proc/self/status; "
              "cut -d' ' -f6 /proc/$$/stat; echo $$")
    driver.shell(1, script)
    driver.start(2, "ls", "/proc/self/fd")
    driver.end(1)
    driver.end(2)
    out = driver.text(1, "out").splitlines()
    assert out[:3] == ["/dev/null", str(driver.work), "0022"]
    # but for two signals that belong to the C library
    assert [int(line.split()[1], 16) & ~(3 << 31) for line in out[3:5]] == [0, 0]
    assert out[5] == out[6]
    assert driver.text(2, "out").split() == ["0", "1", "2", "3"]  # 3: the folder that ls reads
    driver.finish()


@pytest.mark.parametrize("score, found", [("-900", "0"), ("500", "500")])
def test_the_protection_of_a_service_is_not_its_tasks(driver, score, found):
    """From the OOM killer. What is less protected stays so."""
    try:
        pathlib.Path(f"/proc/{driver.process.pid}/oom_score_adj").write_text(score)
    except PermissionError:
        pytest.skip("only root can lower the score")
    driver.start(1, "cat", "/proc/self/oom_score_adj")
    driver.end(1)
    assert driver.text(1, "out").strip() == found


@pytest.mark.skipif(os.getuid() != 0, reason="only root becomes another user")
def test_as_root_a_task_is_its_user(driver):
    """Its files are, too; and LD_PRELOAD of the job does not reach what runs as root."""
    user = pwd.getpwnam("daemon")
    trap = driver.work / "trap.so"
    source = f"__attribute__((constructor)) static void f(void){{fprintf(fopen(\"{driver.work}/\" \"t\",\"a\")," \
        "\"%d\\n\",(int)geteuid());}"
    subprocess.run(["gcc", "-shared", "-fPIC", "-include", "stdio.h", "-include", "unistd.h", "-xc", "-o", trap, "-"],
                   input=source, text=True, check=True)
    driver.attempts.chmod(0o700)
    driver.start(1, "id", uid=user.pw_uid, gid=user.pw_gid, environment=[f"LD_PRELOAD={trap}"])
    assert driver.end(1).exit_status == 0
    assert "root" not in driver.text(1, "out") and f"uid={user.pw_uid}(daemon)" in driver.text(1, "out")
    assert (driver.work / "t").read_text() == f"{user.pw_uid}\n"
    for name in ("out", "err"):
        status = (driver.attempts / "1" / name).stat()
        assert (status.st_uid, status.st_gid, status.st_mode & 0o777) == (user.pw_uid, user.pw_gid, 0o600)
    secret = driver.folder / "secret"
    secret.mkdir(mode=0o700)
    driver.start(2, "true", uid=user.pw_uid, gid=user.pw_gid, directory=secret)
    assert driver.end(2).error == 13
    driver.start(3, "sleep", "100", uid=12345, gid=12345)
    pid = driver.supervisor_of(3)
    until(lambda: os.stat(f"/proc/{int(driver.text(3, 'run').split()[-1])}").st_uid == 12345, "a user without a name")
    assert os.stat(f"/proc/{pid}").st_uid == 0
    driver.say("kill", 3)
    assert driver.end(3).killed
    driver.finish()


# --- Kills ----------------------------------------------------------------------------------------

# Leaves children behind: of the same session, of others, and one whose parents are gone. All of
# them, and itself, write their numbers.
FAMILY = ("echo $$ >>pids; sleep 1000 & echo $! >>pids; "
          "setsid sh -c 'echo $$ >>pids; exec sleep 1000' & "
          "(setsid sh -c 'sleep 1000 & echo $! >>pids'; sleep 1000) & echo $! >>pids; ")


def test_a_kill_ends_the_whole_family(driver):
    driver.shell(1, FAMILY + "wait")
    pids = numbers(driver.work / "pids", 5)
    driver.say("kill", 1)
    end = driver.end(1)
    assert (end.result, end.signal, end.killed) == ("signalled", signal.SIGKILL, True)
    assert not [pid for pid in pids if runs(pid)]
    driver.finish()


def test_what_a_task_leaves_behind_ends_with_it(driver):
    driver.shell(1, FAMILY + "while [ $(wc -l <pids) -lt 5 ]; do :; done; exit 4")
    pids = numbers(driver.work / "pids", 5)
    end = driver.end(1)
    assert (end.result, end.exit_status, end.killed) == ("exited", 4, False)
    assert not [pid for pid in pids if runs(pid)]
    driver.finish()


def test_a_kill_that_comes_at_once_or_for_nothing(driver):
    """A kill right behind the start is heeded; one of an unknown attempt, or a second, is not."""
    driver.say("kill", 5)
    for attempt in range(1, 11):
        driver.start(attempt, "sleep", "1000")
        driver.say("kill", attempt)
        driver.say("kill", attempt)
    for attempt in range(1, 11):
        end = driver.end(attempt)
        assert end.killed and end.result == "signalled", end
    driver.say("kill", 1)
    driver.finish()


def test_a_task_that_ignores_signals_is_killed(driver):
    driver.shell(1, "trap '' TERM INT HUP; echo $$ >pids; while :; do :; done")
    numbers(driver.work / "pids", 1)
    driver.say("kill", 1)
    assert driver.end(1).signal == signal.SIGKILL
    driver.finish()


# --- Restarts -------------------------------------------------------------------------------------


def test_attempts_are_adopted(driver):
    """After a SIGKILL of the service: one runs on, one has ended meanwhile, one is unknown."""
    driver.shell(1, "echo $$ >pid1; read x <go; exit 5")
    driver.shell(2, "echo $$ >pid2; read x <go2; exit 6")
    os.mkfifo(driver.work / "go")
    os.mkfifo(driver.work / "go2")
    numbers(driver.work / "pid1", 1)
    numbers(driver.work / "pid2", 1)
    driver.kill()
    (driver.work / "go2").write_text("\n")
    until((driver.attempts / "2/end").exists, "the second one has left its end")
    assert not (driver.attempts / "1/end").exists()
    driver.restart(1, 2, 3)
    assert driver.end(2).exit_status == 6
    assert driver.end(3).result == "vanished" and not driver.end(3).killed
    assert 1 not in driver.ends
    (driver.work / "go").write_text("\n")
    end = driver.end(1)
    assert (end.result, end.exit_status) == ("exited", 5) and 0 < end.started <= end.ended
    driver.finish()


def test_an_adopted_attempt_can_be_killed(driver):
    driver.shell(1, FAMILY + "wait")
    pids = numbers(driver.work / "pids", 5)
    driver.kill()
    driver.restart(1)
    driver.say("kill", 1)
    assert driver.end(1).killed
    assert not [pid for pid in pids if runs(pid)]
    driver.finish()


def test_ends_are_told_again_until_they_are_forgotten(driver):
    driver.shell(1, "exit 8")
    assert driver.end(1).exit_status == 8
    driver.kill()
    driver.restart(1)
    assert driver.end(1).exit_status == 8
    driver.say("forget", 1)
    driver.finish()
    driver.restart(1)
    assert driver.end(1).result == "vanished"
    driver.finish()


def test_a_service_killed_while_it_starts_attempts(driver):
    """Every attempt, adopted, has ended well, or vanished without having begun."""
    for attempt in range(1, 41):
        driver.shell(attempt, "echo x >>ran.$RTMR_ATTEMPT")
    driver.end(3)
    driver.kill()
    driver.restart(*range(1, 41))
    for attempt in range(1, 41):
        end = driver.end(attempt)
        ran = driver.work / f"ran.{attempt}"
        if end.result == "vanished":
            assert not ran.exists()
        else:
            assert end.exit_status == 0 and ran.read_text() == "x\n"
    driver.finish()


def test_the_number_of_another_process_is_not_trusted(driver):
    """A locked file `run` that names a process that began at another time: it is left alone."""
    driver.shell(1, "exec sleep 1000")
    supervisor = driver.supervisor_of(1)
    driver.kill()
    until(lambda: clock_ticks() > began(supervisor), "another process begins later")
    other = subprocess.Popen(["sleep", "1000"])
    try:
        run = driver.attempts / "1/run"
        good = run.read_text()
        run.write_text(good.replace(f" {supervisor} ", f" {other.pid} ", 1)[:127].ljust(127) + "\n")
        driver.restart(1)
        driver.say("kill", 1)
        driver.say("adopt", 2)
        assert driver.end(2).result == "vanished"
        assert other.poll() is None
        with run.open("r+") as file:
            file.write(good)
        assert driver.end(1).killed
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()
    driver.finish()


BOOT = pathlib.Path("/proc/sys/kernel/random/boot_id").read_text().strip()


def leave_end(driver, attempt, text):
    """An attempt has ended, and its record is this one."""
    folder = driver.attempts / str(attempt)
    folder.mkdir()
    (folder / "end").write_text(text.ljust(127) + "\n")


def test_an_end_names_its_boot(driver):
    driver.shell(1, "exit 3")
    driver.end(1)
    assert driver.text(1, "end").startswith(f"rtmr-end 2 exited 3 killed 0 boot {BOOT} started ")
    driver.finish()


@pytest.mark.parametrize("head", [f"rtmr-end 2 exited 3 killed 0 boot {BOOT}",
                                  "rtmr-end 2 exited 3 killed 0 boot another",
                                  "rtmr-end 1 exited 3 killed 1"], ids=("this", "another", "not_named"))
@pytest.mark.parametrize("later", [0, 3600 * 1000], ids=("past", "future"))
def test_ends_of_other_boots(driver, head, later):
    """Another id, or a clock that is behind."""
    ended = boottime() + later
    leave_end(driver, 1, f"{head} started 7 ended {ended}")
    driver.say("adopt", 1)
    end = driver.end(1)
    assert (end.result, end.exit_status, end.killed) == ("exited", 3, "killed 1" in head)
    assert (end.started, end.ended, end.of_other_boot) == (7, ended, "another" in head or later > 0)
    driver.finish()


@pytest.mark.parametrize("tail", ["started 9 ended 8", "started -1 ended 8", f"started 7 ended {2 ** 62}", "ended 8"])
def test_ends_that_are_none(driver, tail):
    leave_end(driver, 1, f"rtmr-end 2 exited 3 killed 0 boot {BOOT} {tail}")
    driver.say("adopt", 1)
    assert driver.end(1).result == "vanished"
    driver.finish()


# --- Shutdowns ------------------------------------------------------------------------------------


@pytest.mark.parametrize("script", ["exec sleep 1000", "trap 'exit 143' TERM; sleep 1000 & wait",
                                    "trap 'exit 0' TERM; sleep 1000 & wait"], ids=("dies", "fails", "ends_well"))
def test_a_shutdown(driver, script):
    """All processes stop, get a SIGTERM, and go on: the attempt has vanished, with all of it."""
    driver.shell(1, f"echo $$ >pids; {script}")
    task, = numbers(driver.work / "pids", 1)
    supervisor = driver.supervisor_of(1)
    driver.kill()
    for number in (signal.SIGSTOP, signal.SIGTERM, signal.SIGCONT):
        for pid in (task, supervisor):
            os.kill(pid, number)
    until(lambda: not runs(supervisor), "the supervisor has ended")
    assert not (driver.attempts / "1/end").exists() and not driver.processes()
    driver.restart(1)
    end = driver.end(1)
    assert (end.result, end.killed) == ("vanished", False)
    driver.finish()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_shutdown_that_reaches_the_task_first(driver, number):
    """The supervisor waits a moment whether it is next. On a loaded machine some are too late."""
    for attempt in range(1, 11):
        driver.shell(attempt, f"echo $$ >pid{attempt}; exec sleep 1000")
        task, = numbers(driver.work / f"pid{attempt}", 1)
        supervisor = driver.supervisor_of(attempt)
        os.kill(task, number)
        time.sleep(0.005)
        try:
            os.kill(supervisor, number)
        except ProcessLookupError:
            pass
        assert driver.end(attempt).result in ("vanished", "signalled")
    assert "vanished" in [end.result for end in driver.ends.values()]
    driver.finish()


def test_a_supervisor_that_somebody_terminates(driver):
    """That is no kill of the service's."""
    driver.shell(1, FAMILY + "wait")
    pids = numbers(driver.work / "pids", 5)
    os.kill(driver.supervisor_of(1), signal.SIGTERM)
    end = driver.end(1)
    assert (end.result, end.killed) == ("vanished", False)
    assert not [pid for pid in pids if runs(pid)]
    driver.finish()


# --- Supervisors that are killed ------------------------------------------------------------------


def test_a_killed_supervisor_leaves_nothing_running(driver):
    """Nothing of the family goes on when the attempt is told as vanished."""
    driver.shell(1, FAMILY + "wait")
    pids = numbers(driver.work / "pids", 5)
    os.kill(driver.supervisor_of(1), signal.SIGKILL)
    assert driver.end(1).result == "vanished"
    assert not [pid for pid in pids if runs(pid)]
    driver.finish()


def test_a_process_without_environment_is_found_by_its_session(driver):
    driver.shell(1, "env -i sleep 1000 & echo $! >pids; wait")
    pids = numbers(driver.work / "pids", 1)
    until(lambda: pathlib.Path(f"/proc/{pids[0]}/comm").read_text() == "sleep\n", "it has no environment")
    os.kill(driver.supervisor_of(1), signal.SIGKILL)
    assert driver.end(1).result == "vanished"
    assert not runs(pids[0])
    driver.finish()


def test_service_and_supervisor_are_killed(driver):
    """The service alone knows only the folder; the same is found by it."""
    driver.shell(1, FAMILY + "wait")
    driver.shell(2, "exec sleep 1000")
    pids = numbers(driver.work / "pids", 5)
    supervisors = [driver.supervisor_of(1), driver.supervisor_of(2)]
    driver.kill()
    for pid in supervisors:
        os.kill(pid, signal.SIGKILL)
    driver.restart(1, 2)
    assert driver.end(1).result == "vanished" and driver.end(2).result == "vanished"
    assert not [pid for pid in pids if runs(pid)]
    driver.finish()
    assert not driver.processes()


def test_a_sweep_hurts_no_other_attempt(driver):
    """Two families; the supervisor of one is killed."""
    driver.shell(1, "sleep 1000 & echo $! >pid1; wait")
    driver.shell(11, "sleep 1000 & echo $! >pid11; wait")
    one, = numbers(driver.work / "pid1", 1)
    other, = numbers(driver.work / "pid11", 1)
    os.kill(driver.supervisor_of(1), signal.SIGKILL)
    assert driver.end(1).result == "vanished"
    assert not runs(one) and runs(other)
    driver.say("kill", 11)
    assert driver.end(11).killed
    driver.finish()


# --- Many -----------------------------------------------------------------------------------------


def test_sixty_four_at_once(driver):
    """Each ends as it says; half of them with children of their own; no zombie is left."""
    for attempt in range(1, 65):
        driver.shell(attempt, f"{'sleep 1000 & ' if attempt % 2 else ''}exit {attempt}")
    for attempt in range(1, 65):
        assert driver.end(attempt).exit_status == attempt
    children = pathlib.Path(f"/proc/{driver.process.pid}/task/{driver.process.pid}/children")
    assert not children.exists() or children.read_text() == ""
    driver.finish()
    assert not driver.processes()


def test_another_version_takes_the_supervisors_place(driver):
    """An executor goes on with the one that it began with."""
    own = driver.folder / "supervisor"
    shutil.copy(driver.supervisor, own)
    driver.supervisor = own
    driver.kill()
    driver.restart()
    driver.shell(1, "exit 1")
    assert driver.end(1).exit_status == 1
    own.unlink()
    own.write_text("")
    driver.shell(2, "exit 2; sleep 1000")
    assert driver.end(2).exit_status == 2
    driver.start(3, "sleep", "1000")
    assert pathlib.Path(f"/proc/{driver.supervisor_of(3)}/comm").read_text() == "rtmr-task\n"
    driver.say("kill", 3)
    assert driver.end(3).killed
    driver.finish()


def test_the_supervisor_is_not_for_hand(driver):
    """Without its folder, or with nothing to run, it ends with an errno."""
    for arguments in ([], [driver.attempts]):
        with (driver.work / "run").open("w") as run:
            done = subprocess.run([driver.supervisor, *arguments], stdin=subprocess.DEVNULL, stdout=run, check=False)
        assert done.returncode == 22
