/*
 * rtmr-task: the supervisor of one attempt. It outlives the service that has started it, and leaves
 * how the attempt ended in the attempt's folder. See harness/executors/README.md.
 *
 *   rtmr-task FOLDER    descriptor 0: what to run (launch.h); 1: the file `run`, locked
 *
 * SIGTERM with KILL_VALUE: kill the task. SIGTERM without it: the machine shuts down. The task is
 * killed, too, but no `end` is left: the attempt has vanished, and runs again. What goes wrong
 * before the task exists is the exit status, an errno; from then on `end` tells everything.
 */
#include "harness/executors/attempt_files.h"
#include "harness/executors/task/launch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* For so long the end of a task that failed is held back. It leaves more than half of the latency
 * within which an end has to be told. */
enum { HOLD_MS = 20 };

struct supervisor {
    struct launch launch;
    int folder;
    int run;        /* locked */
    int end;        /* NEW_END_FILE */
    int streams[2]; /* OUT_FILE and ERR_FILE */
    int failure[2]; /* a pipe: the errno of a task that could not be executed */
    struct run_record record;
    pid_t task;     /* 0: it has ended */
    bool shut_down; /* a SIGTERM has come that was not the service's */
    sigset_t signals;
    struct attempt_end outcome;
};

/* --- Preparing -------------------------------------------------------------------------------- */

/* Keeps the lock, and nothing else that the service had open. */
static int settle_descriptors(struct supervisor *s)
{
    close_range(STDERR_FILENO + 1, ~0U, 0);
    s->run = fcntl(RUN_DESCRIPTOR, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int nothing = descriptor_above_streams(open("/dev/null", O_RDWR | O_CLOEXEC));
    if (s->run < 0 || nothing < 0) {
        return errno;
    }
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (dup2(nothing, descriptor) < 0) {
            return errno;
        }
    }
    close(nothing);
    return 0;
}

/* Blocks the signals: they are waited for. */
static int settle_signals(struct supervisor *s)
{
    sigset_t all;

    sigfillset(&all);
    sigemptyset(&s->signals);
    sigaddset(&s->signals, SIGTERM);
    sigaddset(&s->signals, SIGCHLD);
    prctl(PR_SET_NAME, "rtmr-task"); /* it was executed by a descriptor */
    return sigprocmask(SIG_SETMASK, &all, NULL) == 0 && signal(SIGCHLD, SIG_DFL) != SIG_ERR ? 0 : errno;
}

static int make_file(const struct supervisor *s, const char *name, int flags)
{
    return openat(s->folder, name, O_CREAT | O_WRONLY | O_CLOEXEC | flags, 0600);
}

static int make_files(struct supervisor *s, const char *folder)
{
    struct process_state self;

    s->folder = open(folder, O_DIRECTORY | O_RDONLY | O_CLOEXEC);
    if (s->folder < 0) {
        return errno;
    }
    s->record.supervisor = getpid();
    s->record.began = process_look(getpid(), &self) ? self.began : 0;
    int error = run_write(s->run, &s->record);
    if (error != 0) {
        return error;
    }
    s->end = make_file(s, NEW_END_FILE, 0);
    s->streams[0] = make_file(s, OUT_FILE, O_APPEND);
    s->streams[1] = make_file(s, ERR_FILE, O_APPEND);
    if (s->end < 0 || s->streams[0] < 0 || s->streams[1] < 0) {
        return errno;
    }
    error = end_reserve(s->end);
    for (int i = 0; i < 2 && error == 0 && geteuid() == 0; i++) {
        error = fchown(s->streams[i], s->launch.uid, s->launch.gid) == 0 ? 0 : errno;
    }
    return error;
}

/* --- The task, between fork and exec ---------------------------------------------------------- */

static _Noreturn void task_fails(const struct supervisor *s, const char *what, const char *which, int error)
{
    dprintf(STDERR_FILENO, "rtmr: cannot %s %s: %s\n", what, which, strerror(error));
    if (write(s->failure[1], &error, sizeof error) != (ssize_t)sizeof error) {
        _exit(126);
    }
    _exit(127);
}

/* The task dies with its supervisor. A change of user takes that back, so it is asked for again
 * behind one. */
static void die_with_supervisor(const struct supervisor *s)
{
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) {
        task_fails(s, "prepare", s->launch.arguments[0], errno);
    }
    if (getppid() != s->record.supervisor) {
        _exit(126);
    }
}

/* The service needs many open files. Tasks get as many as usual, which select() can take. */
static void limit_files(const struct supervisor *s)
{
    struct rlimit limit;

    int result = getrlimit(RLIMIT_NOFILE, &limit);
    if (result == 0) {
        limit.rlim_cur = s->launch.files < limit.rlim_max ? s->launch.files : limit.rlim_max;
        result = setrlimit(RLIMIT_NOFILE, &limit);
    }
    if (result != 0) {
        task_fails(s, "prepare", s->launch.arguments[0], errno);
    }
}

/* The machine's service protects itself from the OOM killer, and its supervisors with it: not its
 * tasks. It is no harm if this fails: the task is protected, too, then. */
static void reset_oom_score(void)
{
    char score[16];
    FILE *const file = fopen("/proc/self/oom_score_adj", "r+e");

    if (file == NULL) {
        return;
    }
    if (fgets(score, sizeof score, file) != NULL && score[0] == '-') {
        rewind(file);
        fputs("0", file);
    }
    fclose(file);
}

static void become_user(const struct launch *launch, const struct supervisor *s)
{
    const struct passwd *const user = getpwuid(launch->uid);
    const int groups = user != NULL ? initgroups(user->pw_name, launch->gid) : setgroups(1, &launch->gid);

    if (groups != 0 || setgid(launch->gid) != 0 || setuid(launch->uid) != 0) {
        task_fails(s, "become the user of", launch->arguments[0], errno);
    }
    die_with_supervisor(s);
}

static _Noreturn void run_task(struct supervisor *s)
{
    const struct launch *const launch = &s->launch;
    sigset_t none;

    die_with_supervisor(s);
    setsid();
    s->record.session = getpid();
    const int error = run_write(s->run, &s->record);
    close(s->run);
    if (dup2(s->streams[0], STDOUT_FILENO) < 0 || dup2(s->streams[1], STDERR_FILENO) < 0 || error != 0) {
        task_fails(s, "prepare", launch->arguments[0], error != 0 ? error : errno);
    }
    reset_oom_score();
    if (geteuid() == 0) {
        become_user(launch, s);
    }
    if (chdir(launch->directory) != 0) {
        task_fails(s, "change to", launch->directory, errno);
    }
    limit_files(s);
    umask(S_IWGRP | S_IWOTH);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    task_fails(s, "execute", launch->arguments[0], launch_execute(launch));
}

static int start_task(struct supervisor *s)
{
    if (pipe2(s->failure, O_CLOEXEC | O_NONBLOCK) != 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) {
        return errno;
    }
    s->outcome.started_boottime = boottime_now();
    s->task = fork();
    if (s->task < 0) {
        return errno;
    }
    if (s->task == 0) {
        run_task(s);
    }
    return 0;
}

/* --- Waiting, and killing what is left -------------------------------------------------------- */

static void task_ended(struct supervisor *s, int status)
{
    int error;

    s->task = 0;
    s->outcome.ended_boottime = boottime_now();
    if (read(s->failure[0], &error, sizeof error) == (ssize_t)sizeof error) {
        s->outcome.result = ATTEMPT_NOT_STARTED;
        s->outcome.error = error;
    } else if (WIFSIGNALED(status)) {
        s->outcome.result = ATTEMPT_SIGNALLED;
        s->outcome.signal = WTERMSIG(status);
    } else {
        s->outcome.result = ATTEMPT_EXITED;
        s->outcome.exit_status = WEXITSTATUS(status);
    }
}

/* Anybody can send the value who may signal this process, and so may kill it and the task. */
static void heed_sigterm(struct supervisor *s, const siginfo_t *info)
{
    if (info->si_code == SI_QUEUE && info->si_value.sival_int == KILL_VALUE) {
        s->outcome.killed = true;
    } else {
        s->shut_down = true;
    }
    if (s->task != 0) {
        kill(s->task, SIGKILL);
    }
}

/* Waits until the task has ended. */
static void await_task(struct supervisor *s)
{
    siginfo_t info;

    while (s->task != 0) {
        if (sigwaitinfo(&s->signals, &info) == SIGTERM) {
            heed_sigterm(s, &info);
        }
        int status;
        pid_t ended;
        while (s->task != 0 && (ended = waitpid(-1, &status, WNOHANG)) > 0) {
            if (ended == s->task) {
                task_ended(s, status);
            }
        }
    }
}

/* Kills the children, and says how many that were. */
static int kill_children(void)
{
    DIR *const processes = opendir("/proc");
    struct process_state process;
    const struct dirent *entry;
    int killed = 0;

    while (processes != NULL && (entry = readdir(processes)) != NULL) {
        const pid_t pid = process_number(entry->d_name);
        if (pid > 0 && process_look(pid, &process) && process.parent == getpid()) {
            killed += kill(pid, SIGKILL) == 0;
        }
    }
    if (processes != NULL) {
        closedir(processes);
    }
    return killed;
}

/* Kills everything that the task has left. Children of what dies become the supervisor's. One that
 * it may not kill, a program that runs as root, is left alone. */
static void kill_rest(void)
{
    int status;

    for (;;) {
        pid_t ended;
        do {
            ended = waitpid(-1, &status, WNOHANG);
        } while (ended > 0);
        if (ended < 0) {
            return; /* there are none */
        }
        if (waitpid(-1, &status, kill_children() > 0 ? 0 : WNOHANG) <= 0) {
            return;
        }
    }
}

/* Whether the task failed without the service's doing. */
static bool has_failed(const struct supervisor *s)
{
    const struct attempt_end *const end = &s->outcome;

    return !end->killed &&
           (end->result == ATTEMPT_SIGNALLED || (end->result == ATTEMPT_EXITED && end->exit_status != 0));
}

/* A shutdown signals one process after the other. If it has ended the task, this process is next:
 * with SIGTERM, which is waited for, or with SIGKILL, which leaves no `end` either. */
static void await_shutdown(struct supervisor *s)
{
    const struct timespec hold = {.tv_nsec = HOLD_MS * 1000000L};
    sigset_t sigterm;
    siginfo_t info;
    int number;

    sigemptyset(&sigterm);
    sigaddset(&sigterm, SIGTERM);
    do { /* a shutdown may stop and continue all processes, which interrupts the waiting */
        number = sigtimedwait(&sigterm, &info, &hold);
    } while (number < 0 && errno == EINTR);
    if (number == SIGTERM) {
        heed_sigterm(s, &info);
    }
}

/* Whether waiting may help. */
static bool is_shortage(int error)
{
    return error == ENOSPC || error == EDQUOT || error == EROFS || error == ENOMEM || error == ENOBUFS;
}

/* Lets the end appear. The service records it durably as soon as this process has ended; if that
 * service is gone the end must be durable by itself. */
static int publish(const struct supervisor *s)
{
    const bool is_alone = getppid() != s->launch.service;
    const int error = end_write(s->end, &s->outcome);

    if (error != 0) {
        return error;
    }
    if ((is_alone && fsync(s->end) != 0) || renameat(s->folder, NEW_END_FILE, s->folder, END_FILE) != 0 ||
        (is_alone && fsync(s->folder) != 0)) {
        return errno;
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct supervisor s = {.folder = -1};

    if (argc != 2) {
        return EINVAL;
    }
    int error = launch_read(LAUNCH_DESCRIPTOR, &s.launch);
    error = error != 0 ? error : settle_descriptors(&s);
    error = error != 0 ? error : settle_signals(&s);
    error = error != 0 ? error : make_files(&s, argv[1]);
    error = error != 0 ? error : start_task(&s);
    if (error != 0) {
        _exit(error); /* a check for leaks at the end would have a status of its own */
    }
    await_task(&s);
    kill_rest();
    if (has_failed(&s) && !s.shut_down) {
        await_shutdown(&s);
    }
    while (!s.shut_down && is_shortage(publish(&s))) {
        sleep(1); /* the attempt counts as running until its end can be told */
    }
    _exit(0); /* which tells the end: nothing else comes before it */
}
