"""A real Slurm cluster on the loopback of this machine for a test: munged, slurmctld and any number
of slurmd, with ports and folders of their own, stopped with everything that they have started.
"""
import collections
import contextlib
import os
import pathlib
import pwd
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile

from tests.service.daemon import PATIENCE, until

PLUGINS = "/usr/lib/x86_64-linux-gnu/slurm-wlm"

# Users of every Debian system; their tasks run as them.
USERS = ("games", "news")

# Whom Slurm trusts; the service runs as this user.
SLURM_USER = "slurm"

CONFIGURATION = """\
ClusterName=rtmrtest
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort={controller_port}
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CredType=cred/munge
SlurmUser={slurm_user}
SlurmdUser=root
SlurmctldPidFile={folder}/state/slurmctld.pid
SlurmdPidFile={folder}/run/%n.pid
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldLogFile={folder}/state/slurmctld.log
SlurmdLogFile={folder}/run/%n.log
PluginDir={folder}/plugins:{plugins}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
SlurmdTimeout=15
SlurmctldTimeout=30
KillWait=2
MinJobAge=3600
MaxArraySize=10001
MaxJobCount=20000
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=1,sched_interval=1,sched_min_interval=0,batch_sched_delay=0
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
{more}
"""

Nodes = collections.namedtuple("Nodes", "prefix count cpus partition")
Job = collections.namedtuple("Job", "array task user state node partition comment admin_comment restarts priority")

# The default: 4 nodes of 5 CPUs under the service, and one that it has nothing to do with.
SMALL = (Nodes("n", 4, 5, "rtmr"), Nodes("other", 1, 2, "other"))


def free_ports(count):
    """The first of so many adjacent ports that nothing listens on."""
    for _ in range(1000):
        first = random.randrange(20000, 32000 - count)
        with contextlib.ExitStack() as stack, contextlib.suppress(OSError):
            for port in range(first, first + count):
                stack.enter_context(socket.socket()).bind(("127.0.0.1", port))
            return first
    raise AssertionError("no free ports")


class Cluster:
    """munged, slurmctld and the nodes' slurmd."""

    def __init__(self, nodes=SMALL, configuration="", plugins=()):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="rtmr-slurm-"))
        self.nodes = nodes
        self.names = [f"{group.prefix}{number}" for group in nodes for number in range(1, group.count + 1)]
        self.conf = self.folder / "slurm.conf"
        self.environment = {**os.environ, "SLURM_CONF": str(self.conf)}
        self.controller = None
        self.munge = None
        self.daemons = {}
        # where users may write
        self.work = self.folder / "work"
        self.make_folders()
        for plugin in plugins:
            shutil.copy(plugin, self.folder / "plugins")
        self.conf.write_text(self.configure(configuration))

    def make_folders(self):
        """The folders, with those who own them."""
        self.folder.chmod(0o755)
        for name, owner, mode in (("munge", "munge", 0o755), ("state", SLURM_USER, 0o755), ("run", "root", 0o755),
                                  ("spool", "root", 0o755), ("plugins", "root", 0o755), ("work", "root", 0o1777)):
            path = self.folder / name
            path.mkdir()
            path.chmod(mode)
            shutil.chown(path, owner)
        key = self.folder / "munge/key"
        key.write_bytes(os.urandom(64))
        key.chmod(0o400)
        shutil.chown(key, "munge", "munge")

    def configure(self, more):
        """The text of slurm.conf."""
        first = free_ports(len(self.names) + 1)
        text = CONFIGURATION.format(folder=self.folder, controller_port=first, slurm_user=SLURM_USER, plugins=PLUGINS,
                                    more=more)
        port = first + 1
        partitions = collections.defaultdict(list)
        for group in self.nodes:
            last = port + group.count - 1
            names, ports = (f"{group.prefix}[1-{group.count}]", f"[{port}-{last}]") if group.count > 1 else (
                f"{group.prefix}1", str(port))
            text += (f"NodeName={names} NodeHostname=localhost NodeAddr=127.0.0.1 Port={ports} CPUs={group.cpus} "
                     "RealMemory=256 State=UNKNOWN\n")
            partitions[group.partition].append(names)
            port = last + 1
        for name, members in partitions.items():
            text += (f"PartitionName={name} Nodes={','.join(members)} MaxTime=INFINITE State=UP"
                     f"{' Default=YES' if name != 'rtmr' else ''}\n")
        return text

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, kind, value, trace):
        if kind is not None:
            print(self.logs())
        self.stop()

    # --- Daemons ----------------------------------------------------------------------------------

    def spawn(self, *command, **options):
        """A daemon that is killed with this process."""
        return subprocess.Popen(["setpriv", "--pdeathsig", "KILL", *[str(part) for part in command]],
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                env=self.environment, **options)

    def start(self):
        """Everything; returns when all nodes are idle."""
        munge = self.folder / "munge"
        self.munge = self.spawn("munged", "--foreground", "--force", f"--socket={munge}/socket",
                                f"--key-file={munge}/key", f"--pid-file={munge}/pid", f"--log-file={munge}/log",
                                f"--seed-file={munge}/seed", "--num-threads=4", user="munge", group="munge",
                                extra_groups=[])
        until((munge / "socket").exists, "munged listens")
        self.start_controller(clean=True)
        for name in self.names:
            self.start_node(name)
        until(lambda: set(self.states().values()) == {"idle"}, "all nodes are idle")

    def start_controller(self, clean=False):
        """slurmctld; with its state of before if it is not to be clean."""
        self.controller = self.spawn("slurmctld", "-D", "-c" if clean else "-R", "-f", self.conf)
        until(lambda: self.run("scontrol", "ping", status=None).returncode == 0, "slurmctld answers")

    def stop_controller(self, number=signal.SIGTERM):
        """Ends slurmctld, which saves its state if it may."""
        self.controller.send_signal(number)
        self.controller.wait(PATIENCE)

    def start_node(self, name):
        """A node's slurmd."""
        (self.folder / "spool" / name).mkdir(exist_ok=True)
        self.daemons[name] = self.spawn("slurmd", "-D", "-N", name, "-f", self.conf)

    def kill_node(self, name):
        """A node is lost, with all that runs on it."""
        self.daemons[name].kill()
        self.daemons[name].wait(PATIENCE)
        self.sweep(f"/spool/{name}")

    def own_processes(self, text=""):
        """Processes of this cluster: daemons, steps, tasks; or those of which this text is told."""
        for entry in pathlib.Path("/proc").iterdir():
            if entry.name.isdigit() and int(entry.name) != os.getpid():
                with contextlib.suppress(OSError):
                    told = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
                    if str(self.folder).encode() in told and text.encode() in told:
                        yield int(entry.name)

    def sweep(self, text=""):
        """Kills processes until there is none."""
        def swept():
            found = list(self.own_processes(text))
            for number in found:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(number, signal.SIGKILL)
            return not found
        until(swept, "all processes are gone")

    def stop(self):
        """Ends everything."""
        for daemon in (self.controller, *self.daemons.values(), self.munge):
            if daemon is not None:
                daemon.kill()
                daemon.wait(PATIENCE)
        self.sweep()
        shutil.rmtree(self.folder)

    def logs(self):
        """The ends of the daemons' logs."""
        paths = [self.folder / "state/slurmctld.log", *sorted((self.folder / "run").glob("*.log"))]
        return "\n".join(f"--- {path.name}\n{path.read_text(errors='replace')[-4000:]}" for path in paths
                         if path.exists())

    # --- Commands ---------------------------------------------------------------------------------

    def run(self, *command, user=None, status=0, **options):
        """A command, as root or as a user; with status None it may end as it will."""
        who = {}
        if user is not None:
            entry = pwd.getpwnam(user)
            who = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=PATIENCE,
                              stdin=subprocess.DEVNULL, check=False, cwd=self.work,
                              env=options.pop("env", self.environment), **who, **options)
        assert status is None or done.returncode == status, (command, done.returncode, done.stdout + done.stderr)
        return done

    def sbatch(self, *arguments, user=USERS[0], status=0):
        """Submits: the number of the job; or what was said if it is to fail."""
        done = self.run("sbatch", "--parsable", "--output", self.work / "%A_%a.out", *arguments, user=user,
                        status=status)
        return int(done.stdout.split(";")[0]) if status == 0 else done.stdout + done.stderr

    def states(self):
        """The state of each node, as sinfo says it."""
        lines = self.run("sinfo", "--noheader", "--Node", "--format=%N %T", status=None).stdout.split("\n")
        return dict(line.split() for line in lines if line)

    def jobs(self, *arguments):
        """All jobs that slurmctld knows, an element of an array each."""
        fields = ("ArrayJobId|JobId", "ArrayTaskId", "UserId", "JobState", "NodeList", "Partition", "Comment",
                  "AdminComment", "Restarts", "Priority")
        text = self.run("scontrol", "--oneliner", "--all", "show", "job", *arguments, status=None).stdout
        jobs = []
        for line in text.split("\n"):
            found = dict(re.findall(r"(?:^| )(\w+)=(\S*)", line))
            if found:
                values = [next((found[name] for name in field.split("|") if name in found), "") for field in fields]
                values[2] = values[2].partition("(")[0]
                jobs.append(Job(*values))
        return jobs
