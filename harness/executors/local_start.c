#include "harness/executors/local_start.h"

#include "harness/executors/attempt_files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/stat.h>
#include <unistd.h>

/* The variables that the executor sets, whatever the job says. */
static const char *const own_variables[] = {"RTMR_STAGE", "RTMR_TASK",    "RTMR_TASKS",
                                            "RTMR_JOB",   "RTMR_ATTEMPT", FOLDER_VARIABLE};

enum { OWN_VARIABLES = sizeof own_variables / sizeof own_variables[0] };

static int make_folder(const char *folder)
{
    return mkdir(folder, S_IRWXU) == 0 || errno == EEXIST ? 0 : errno;
}

static int remove_file(const char *folder, const char *name)
{
    char path[PATH_MAX];
    const int n = snprintf(path, sizeof path, "%s/%s", folder, name);

    if (n < 0 || (size_t)n >= sizeof path) {
        return ENAMETOOLONG;
    }
    return unlink(path) == 0 || errno == ENOENT ? 0 : errno;
}

/* Removes what another attempt of this number has left in the folder: a store that was put back
 * from a copy gives numbers again. What it wrote may be another user's. */
static int clear_folder(const char *folder)
{
    static const char *const names[] = {END_FILE, OUT_FILE, ERR_FILE};
    int error = 0;

    for (size_t i = 0; i < sizeof names / sizeof names[0] && error == 0; i++) {
        error = remove_file(folder, names[i]);
    }
    return error;
}

/* The file `run`, locked. Not 0: an errno. */
static int lock_run(const char *folder, int *run)
{
    char path[PATH_MAX];
    const int n = snprintf(path, sizeof path, "%s/" RUN_FILE, folder);

    if (n < 0 || (size_t)n >= sizeof path) {
        return ENAMETOOLONG;
    }
    *run = descriptor_above_streams(open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR));
    if (*run < 0) {
        return errno;
    }
    if (flock(*run, LOCK_EX | LOCK_NB) != 0) {
        const int error = errno;
        close(*run);
        return error;
    }
    return 0;
}

static bool is_own_variable(const char *variable)
{
    for (int i = 0; i < OWN_VARIABLES; i++) {
        const size_t length = strlen(own_variables[i]);
        if (strncmp(variable, own_variables[i], length) == 0 && variable[length] == '=') {
            return true;
        }
    }
    return false;
}

static void write_string(FILE *file, const char *text)
{
    fwrite(text, strlen(text) + 1, 1, file);
}

/* As harness/executors/task/launch.h says. */
static void write_launch(FILE *file, const char *folder, unsigned long files, const struct attempt_launch *launch)
{
    int32_t arguments = 0;
    bool has_path = false;

    while (launch->arguments[arguments] != NULL) {
        arguments++;
    }
    fprintf(file, "rtmr-launch 1%c%d%c%lu%c%lu%c", 0, (int)getpid(), 0, (unsigned long)launch->uid, 0,
            (unsigned long)launch->gid, 0);
    fprintf(file, "%s%c%" PRId32 "%c%lu%c", launch->directory, 0, arguments, 0, files, 0);
    for (int32_t i = 0; i < arguments; i++) {
        write_string(file, launch->arguments[i]);
    }
    fprintf(file, "RTMR_STAGE=%s%cRTMR_TASK=%" PRId32 "%cRTMR_TASKS=%" PRId32 "%c",
            launch->stage == RTMR_MAP ? "map" : "reduce", 0, launch->task, 0, launch->tasks, 0);
    fprintf(file, "RTMR_JOB=%" PRId64 "%cRTMR_ATTEMPT=%" PRId64 "%c" FOLDER_VARIABLE "=%s%c", launch->job, 0,
            launch->attempt, 0, folder, 0);
    for (const char *const *variable = launch->environment; *variable != NULL; variable++) {
        if (!is_own_variable(*variable)) {
            write_string(file, *variable);
        }
        has_path = has_path || strncmp(*variable, "PATH=", 5) == 0;
    }
    if (!has_path) {
        write_string(file, "PATH=/usr/local/bin:/usr/bin:/bin");
    }
}

/* A file in memory that holds the launch, at its start. Not 0: an errno. */
static int make_launch(const char *folder, unsigned long files, const struct attempt_launch *launch, int *descriptor)
{
    *descriptor = descriptor_above_streams(memfd_create("rtmr-launch", MFD_CLOEXEC));
    if (*descriptor < 0) {
        return errno;
    }
    const int copy = fcntl(*descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    FILE *const file = copy < 0 ? NULL : fdopen(copy, "w");
    if (file == NULL) {
        const int error = errno;
        if (copy >= 0) {
            close(copy);
        }
        close(*descriptor);
        return error;
    }
    write_launch(file, folder, files, launch);
    const bool failed = ferror(file) != 0;
    if (fclose(file) != 0 || failed || lseek(*descriptor, 0, SEEK_SET) != 0) {
        close(*descriptor);
        return ENOMEM;
    }
    return 0;
}

/* In a session of its own, with usual signals, of which SIGTERM waits until it can be heeded. */
static int spawn(int program, char *folder, int launch, int run, pid_t *pid)
{
    char path[32];
    char name[] = "rtmr-task";
    char *const arguments[] = {name, folder, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t signals;
    int error = posix_spawn_file_actions_init(&files);

    if (error != 0) {
        return error;
    }
    error = posix_spawnattr_init(&attributes);
    if (error != 0) {
        posix_spawn_file_actions_destroy(&files);
        return error;
    }
    sigfillset(&signals);
    snprintf(path, sizeof path, "/proc/self/fd/%d", program);
    error = posix_spawn_file_actions_adddup2(&files, launch, LAUNCH_DESCRIPTOR);
    error = error != 0 ? error : posix_spawn_file_actions_adddup2(&files, run, RUN_DESCRIPTOR);
    error = error != 0 ? error : posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_RDWR, 0);
    error = error != 0 ? error : posix_spawnattr_setsigdefault(&attributes, &signals);
    error = error != 0 ? error : posix_spawnattr_setsigmask(&attributes, &signals);
    error = error != 0 ? error
                       : posix_spawnattr_setflags(&attributes,
                                                  POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    error = error != 0 ? error : posix_spawn(pid, path, &files, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

int start_prepare(struct start *start, int program, const char *root, unsigned long files,
                  const struct attempt_launch *launch)
{
    const int n = snprintf(start->folder, sizeof start->folder, "%s/%" PRId64, root, launch->attempt);

    if (n < 0 || (size_t)n >= sizeof start->folder) {
        return ENAMETOOLONG;
    }
    start->program = fcntl(program, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (start->program < 0) {
        return errno;
    }
    const int error = make_launch(start->folder, files, launch, &start->launch);
    if (error != 0) {
        close(start->program);
    }
    return error;
}

void start_run(struct start *start)
{
    int run;
    pid_t pid;

    start->supervisor = -1;
    start->error = make_folder(start->folder);
    start->error = start->error != 0 ? start->error : lock_run(start->folder, &run);
    if (start->error == 0) {
        start->error = clear_folder(start->folder);
        start->error =
            start->error != 0 ? start->error : spawn(start->program, start->folder, start->launch, run, &pid);
        close(run); /* the supervisor has the lock now */
        start->supervisor = start->error == 0 ? pidfd_open(pid, 0) : -1;
    }
    start_drop(start);
}

void start_drop(struct start *start)
{
    close(start->program);
    close(start->launch);
}
