/*
 * Attempts as processes of this machine. Each has a supervisor, rtmr-task, whose end a descriptor
 * (pidfd) tells at once. README.md describes the attempt's folder and what is sure about it.
 */
#include "harness/executors/attempt_files.h"
#include "harness/executors/local_start.h"
#include "harness/executors/local_sweep.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>

enum {
    USUAL_FILES = 1024, /* that a task may have open, if this process's limit is not known */
    SEEK_AGAIN = 10,    /* ms until an adopted supervisor that has not told its number is looked at again */
    SWEEP_AGAIN = 5,    /* ms between two looks at all processes */
    CLEAN_SWEEPS = 2    /* that find nothing of an attempt: a process that executes another program
                        shows no environment for a moment */
};

enum phase {
    STARTING, /* another thread starts its supervisor */
    WATCHED,  /* its supervisor lives, and `descriptor` tells its end */
    SOUGHT,   /* the lock is held, and it is not known by whom */
    SWEPT,    /* the supervisor has vanished: what it has left is being killed */
    DUE       /* its end is known, and will be told */
};

struct local;

struct attempt {
    struct local *local;
    struct attempt *next;
    struct attempt *previous;
    int64_t number;
    enum phase phase;
    bool is_child;    /* the supervisor is to be waited for */
    bool kill_is_due; /* as soon as the supervisor is found */
    int descriptor;   /* a pidfd; -1: none */
    pid_t session;    /* SWEPT: see struct swept */
    int clean_sweeps;
    struct attempt_end end;
    uv_poll_t poll; /* WATCHED */
    uv_timer_t timer;
    uv_work_t work;      /* STARTING */
    struct start *start; /* STARTING */
    int handles;         /* that are not closed yet, the work included */
};

struct local {
    struct executor executor; /* the first member: the interface's pointer is this one's */
    uv_loop_t *loop;
    struct executor_events events;
    struct attempt *first;
    uv_timer_t *sweeping; /* of its own: it is closed after the executor */
    int supervisor;       /* a descriptor of its file, so that another version may take its place */
    unsigned long files;  /* that tasks may have open */
    char root[PATH_MAX];
};

static struct local *local_of(struct executor *e)
{
    return (struct local *)(void *)e;
}

/* --- The attempts ----------------------------------------------------------------------------- */

static struct attempt *attempt_find(const struct local *l, int64_t number)
{
    struct attempt *a = l->first;

    while (a != NULL && a->number != number) {
        a = a->next;
    }
    return a;
}

/* NULL: there is no memory. */
static struct attempt *attempt_new(struct local *l, int64_t number)
{
    struct attempt *const a = calloc(1, sizeof *a);

    if (a == NULL) {
        return NULL;
    }
    a->local = l;
    a->number = number;
    a->descriptor = -1;
    if (uv_timer_init(l->loop, &a->timer) != 0) {
        free(a);
        return NULL;
    }
    a->timer.data = a;
    a->handles = 1;
    a->next = l->first;
    if (a->next != NULL) {
        a->next->previous = a;
    }
    l->first = a;
    return a;
}

static void drop_handle(struct attempt *a)
{
    a->handles--;
    if (a->handles == 0) {
        free(a);
    }
}

static void on_attempt_closed(uv_handle_t *handle)
{
    drop_handle(handle->data);
}

static void stop_watching(struct attempt *a)
{
    if (a->descriptor >= 0) {
        uv_close((uv_handle_t *)&a->poll, on_attempt_closed);
        close(a->descriptor);
        a->descriptor = -1;
    }
}

static void attempt_remove(struct attempt *a)
{
    if (a->previous != NULL) {
        a->previous->next = a->next;
    } else {
        a->local->first = a->next;
    }
    if (a->next != NULL) {
        a->next->previous = a->previous;
    }
    a->local = NULL;
    stop_watching(a);
    uv_close((uv_handle_t *)&a->timer, on_attempt_closed);
}

/* Opens a file of the attempt's folder, to be read. */
static int open_file(const struct local *l, int64_t number, const char *name)
{
    char path[PATH_MAX];
    const int n = snprintf(path, sizeof path, "%s/%" PRId64 "/%s", l->root, number, name);

    if (n < 0 || (size_t)n >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return open(path, O_RDONLY | O_CLOEXEC);
}

/* --- Ends ------------------------------------------------------------------------------------- */

static void on_due(uv_timer_t *timer)
{
    struct attempt *const a = timer->data;
    const struct executor_events *const events = &a->local->events;
    const struct attempt_end end = a->end;
    const int64_t number = a->number;

    attempt_remove(a);
    events->ended(events->owner, number, &end);
}

static void tell_soon(struct attempt *a)
{
    a->phase = DUE;
    uv_timer_start(&a->timer, on_due, 0, 0);
}

/* There was no task yet: what it would have run had no part in it. */
static void not_started(struct attempt *a, int error)
{
    a->end.result = ATTEMPT_NOT_STARTED;
    a->end.error = error;
    a->end.untried = true;
    tell_soon(a);
}

/* Reads how the attempt has ended; false: nothing says so. */
static bool read_end(struct attempt *a)
{
    struct attempt_end end;
    const int file = open_file(a->local, a->number, END_FILE);

    if (file < 0) {
        return false;
    }
    const bool read = end_read(file, &end) == 0;
    close(file);
    if (read) {
        end.killed = end.killed || a->end.killed;
        a->end = end;
    }
    return read;
}

/* Looks for what attempts without a supervisor have left, all of them at once. */
static void on_sweep(uv_timer_t *timer)
{
    struct local *const l = timer->data;
    size_t count = 0;

    for (const struct attempt *a = l->first; a != NULL; a = a->next) {
        count += a->phase == SWEPT;
    }
    struct swept *const swept = calloc(count + 1, sizeof *swept);
    if (swept == NULL) {
        return; /* the next time, then */
    }
    size_t i = 0;
    for (const struct attempt *a = l->first; a != NULL; a = a->next) {
        if (a->phase == SWEPT) {
            swept[i++] = (struct swept){.attempt = a->number, .session = a->session};
        }
    }
    if (count > 0 && sweep(l->root, swept, count)) {
        i = 0;
        for (struct attempt *a = l->first; a != NULL; a = a->next) {
            if (a->phase == SWEPT) {
                a->clean_sweeps = swept[i++].found ? 0 : a->clean_sweeps + 1;
                count -= a->clean_sweeps == CLEAN_SWEEPS;
                if (a->clean_sweeps == CLEAN_SWEEPS) {
                    tell_soon(a);
                }
            }
        }
    }
    if (count == 0) {
        uv_timer_stop(timer);
    }
    free(swept);
}

/* The supervisor is gone and has left no end. Nothing that it has started goes on. */
static void attempt_vanished(struct attempt *a, pid_t session)
{
    struct local *const l = a->local;

    a->phase = SWEPT;
    a->session = session;
    a->end.result = ATTEMPT_VANISHED;
    if (!uv_is_active((uv_handle_t *)l->sweeping)) {
        uv_timer_start(l->sweeping, on_sweep, 0, SWEEP_AGAIN);
    }
}

/* The session of the task, as long as its number is sure to be the task's. */
static pid_t read_session(const struct attempt *a)
{
    struct run_record run = {0};
    const int file = open_file(a->local, a->number, RUN_FILE);

    if (file >= 0) {
        if (run_read(file, &run) != 0) {
            run.session = 0;
        }
        close(file);
    }
    return run.session;
}

/* The supervisor has ended. */
static void on_gone(uv_poll_t *poll, int status, int events)
{
    struct attempt *const a = poll->data;
    siginfo_t how = {0};

    (void)status;
    (void)events;
    if (a->is_child && waitid(P_PIDFD, (id_t)a->descriptor, &how, WEXITED | WNOHANG) == 0 && how.si_pid == 0) {
        return; /* it has not, after all */
    }
    stop_watching(a);
    if (read_end(a)) {
        tell_soon(a);
    } else if (how.si_code == CLD_EXITED && how.si_status > 0) {
        not_started(a, how.si_status);
    } else {
        attempt_vanished(a, read_session(a));
    }
}

/* --- Supervisors ------------------------------------------------------------------------------ */

/* Has a supervisor kill its task. ESRCH: on_gone() will be called. */
static void send_kill(int descriptor)
{
    siginfo_t info;

    memset(&info, 0, sizeof info);
    info.si_signo = SIGTERM;
    info.si_code = SI_QUEUE;
    info.si_pid = getpid();
    info.si_uid = getuid();
    info.si_value.sival_int = KILL_VALUE;
    pidfd_send_signal(descriptor, SIGTERM, &info, 0);
}

/* Watches a supervisor, of which `descriptor` is a pidfd. */
static bool watch(struct attempt *a, int descriptor, bool is_child)
{
    if (uv_poll_init(a->local->loop, &a->poll, descriptor) != 0) {
        close(descriptor);
        return false;
    }
    uv_poll_start(&a->poll, UV_READABLE, on_gone); /* succeeds behind uv_poll_init() */
    a->poll.data = a;
    a->handles++;
    a->descriptor = descriptor;
    a->is_child = is_child;
    a->phase = WATCHED;
    if (a->kill_is_due) {
        send_kill(descriptor);
    }
    return true;
}

static void on_sought(uv_timer_t *timer);

/* Looks at it again in a while. */
static void seek(struct attempt *a)
{
    a->phase = SOUGHT;
    uv_timer_start(&a->timer, on_sought, SEEK_AGAIN, 0);
}

static void on_start(uv_work_t *work)
{
    struct attempt *const a = work->data;

    start_run(a->start);
}

/* The supervisor has been started, or not. */
static void on_started(uv_work_t *work, int status)
{
    struct attempt *const a = work->data;
    struct start start = *a->start;

    free(a->start);
    if (status != 0) { /* it was cancelled, by local_close() */
        start_drop(&start);
    } else if (a->local == NULL) { /* the executor was closed meanwhile */
        if (start.supervisor >= 0) {
            close(start.supervisor);
        }
    } else if (start.error != 0) {
        not_started(a, start.error);
    } else if (start.supervisor < 0 || !watch(a, start.supervisor, true)) {
        seek(a); /* the lock tells that it runs */
    }
    drop_handle(a);
}

static void local_start(struct executor *e, const struct attempt_launch *launch)
{
    struct local *const l = local_of(e);
    struct attempt *const a = attempt_new(l, launch->attempt);
    struct start *const start = malloc(sizeof *start);

    if (a == NULL || start == NULL) {
        abort(); /* it is known to run; glibc fails only for sizes that no attempt has */
    }
    const int error = start_prepare(start, l->supervisor, l->root, l->files, launch);
    if (error != 0) {
        free(start);
        not_started(a, error);
        return;
    }
    a->phase = STARTING;
    a->start = start;
    a->work.data = a;
    a->handles++;
    uv_queue_work(l->loop, &a->work, on_start, on_started); /* fails only without a function */
}

/* A pidfd of the supervisor that holds the lock; -1: it is not known which, or it has gone. */
static int supervisor_of(int run_file)
{
    struct run_record run;
    struct process_state process;

    if (run_read(run_file, &run) != 0) {
        return -1;
    }
    const int descriptor = pidfd_open(run.supervisor, 0);
    if (descriptor >= 0 && (!process_look(run.supervisor, &process) || process.began != run.began)) {
        close(descriptor); /* the number is another one's by now */
        return -1;
    }
    return descriptor;
}

/* Finds out how it stands with an attempt of a former service. */
static void attempt_find_out(struct attempt *a)
{
    const int run = open_file(a->local, a->number, RUN_FILE);
    bool lives = false;
    int descriptor = -1;

    if (run >= 0) {
        lives = flock(run, LOCK_EX | LOCK_NB) != 0;
        descriptor = lives ? supervisor_of(run) : -1;
        close(run); /* and the lock with it */
    }
    if (descriptor >= 0 && watch(a, descriptor, false)) {
        return;
    }
    if (lives) {
        seek(a);
    } else if (read_end(a)) {
        tell_soon(a);
    } else {
        attempt_vanished(a, 0);
    }
}

static void on_sought(uv_timer_t *timer)
{
    attempt_find_out(timer->data);
}

static void local_adopt(struct executor *e, const struct attempt_launch *launch)
{
    int64_t number = launch->attempt;
    struct attempt *const a = attempt_new(local_of(e), number);

    if (a == NULL) {
        abort(); /* as above */
    }
    attempt_find_out(a);
}

static void local_kill(struct executor *e, int64_t number)
{
    struct attempt *const a = attempt_find(local_of(e), number);

    if (a == NULL || a->phase == SWEPT || a->phase == DUE) {
        return; /* it has ended */
    }
    a->end.killed = true;
    a->kill_is_due = true;
    if (a->phase == WATCHED) {
        send_kill(a->descriptor);
    }
}

static void local_forget(struct executor *e, int64_t number)
{
    attempt_forget(local_of(e)->root, number);
}

static bool local_output(struct executor *e, int64_t number, int stream, char *path, size_t size)
{
    const int n = snprintf(path, size, "%s/%" PRId64 "/%s", local_of(e)->root, number,
                           stream == STDOUT_FILENO ? OUT_FILE : ERR_FILE);

    return n > 0 && (size_t)n < size;
}

/* --- The executor ----------------------------------------------------------------------------- */

static void free_handle(uv_handle_t *handle)
{
    free(handle);
}

static void local_close(struct executor *e)
{
    struct local *const l = local_of(e);

    while (l->first != NULL) {
        if (l->first->phase == STARTING) {
            uv_cancel((uv_req_t *)&l->first->work); /* if it runs already it goes on */
        }
        attempt_remove(l->first);
    }
    uv_close((uv_handle_t *)l->sweeping, free_handle);
    close(l->supervisor);
    free(l);
}

static struct executor *no_executor(struct local *l, const char *what, const char *which, int code, char *error,
                                    size_t size)
{
    snprintf(error, size, "%s: %s%s", which, what, strerror(code));
    if (l != NULL) {
        free(l->sweeping);
        if (l->supervisor >= 0) {
            close(l->supervisor);
        }
        free(l);
    }
    return NULL;
}

struct executor *executor_local(struct uv_loop_s *loop, const char *supervisor, const char *folder,
                                const struct executor_events *events, char *error, size_t size)
{
    struct local *const l = calloc(1, sizeof *l);
    struct sigaction children;
    struct rlimit files;

    if (l == NULL) {
        return no_executor(l, "", folder, ENOMEM, error, size);
    }
    l->supervisor = -1;
    l->files = getrlimit(RLIMIT_NOFILE, &files) == 0 ? files.rlim_cur : USUAL_FILES;
    l->sweeping = malloc(sizeof *l->sweeping);
    if (l->sweeping == NULL) {
        return no_executor(l, "", folder, ENOMEM, error, size);
    }
    if (access(supervisor, X_OK) != 0) {
        return no_executor(l, "the supervisor of tasks cannot be executed: ", supervisor, errno, error, size);
    }
    l->supervisor = open(supervisor, O_PATH | O_CLOEXEC);
    if (l->supervisor < 0 || realpath(folder, l->root) == NULL) {
        return no_executor(l, "", folder, errno, error, size);
    }
    /* children that are ignored cannot be waited for */
    if (sigaction(SIGCHLD, NULL, &children) == 0 && children.sa_handler == SIG_IGN) {
        signal(SIGCHLD, SIG_DFL);
    }
    const int code = uv_timer_init(loop, l->sweeping);
    if (code != 0) {
        return no_executor(l, "", folder, -code, error, size);
    }
    l->sweeping->data = l;
    l->loop = loop;
    l->events = *events;
    l->executor = (struct executor){.name = "local",
                                    .latency = EXECUTOR_LOCAL_LATENCY,
                                    .start = local_start,
                                    .adopt = local_adopt,
                                    .kill = local_kill,
                                    .forget = local_forget,
                                    .output = local_output,
                                    .close = local_close};
    return &l->executor;
}
