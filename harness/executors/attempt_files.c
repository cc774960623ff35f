#include "harness/executors/attempt_files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define RUN_FORMAT "rtmr-run 1 supervisor %d began %" SCNd64 " session %d"
#define END_FORMAT "rtmr-end 2 %15s %d killed %d boot %36s started %" SCNd64 " ended %" SCNd64
/* That of an earlier version, whose supervisors may still run. */
#define OLD_END_FORMAT "rtmr-end 1 %15s %d killed %d started %" SCNd64 " ended %" SCNd64

static const char *const result_names[] = {"exited", "signalled", "not-started"};

enum { RESULT_NAMES = sizeof result_names / sizeof result_names[0] };

enum { BOOT_ID_SIZE = 37 };

/* The latest instant that a record may hold: sums of a few of them do not overflow. */
#define INSTANT_MOST (INT64_MAX / 4)

/* Writes one whole record; `text` has at most RECORD_SIZE - 1 bytes. */
static int record_write(int file, const char *text)
{
    char record[RECORD_SIZE];

    memset(record, ' ', sizeof record);
    memcpy(record, text, strlen(text));
    record[RECORD_SIZE - 1] = '\n';
    size_t written = 0;
    while (written < sizeof record) {
        const ssize_t n = pwrite(file, record + written, sizeof record - written, (off_t)written);
        if (n < 0 && errno != EINTR) {
            return errno;
        }
        written += n > 0 ? (size_t)n : 0;
    }
    return 0;
}

static int record_read(int file, char text[RECORD_SIZE])
{
    ssize_t n;

    do {
        n = pread(file, text, RECORD_SIZE, 0);
    } while (n < 0 && errno == EINTR);
    if (n < 0) {
        return errno;
    }
    if (n != RECORD_SIZE || text[RECORD_SIZE - 1] != '\n') {
        return ENODATA;
    }
    text[RECORD_SIZE - 1] = '\0';
    return 0;
}

int run_write(int file, const struct run_record *run)
{
    char text[RECORD_SIZE];

    snprintf(text, sizeof text, "rtmr-run 1 supervisor %d began %" PRId64 " session %d", (int)run->supervisor,
             run->began, (int)run->session);
    return record_write(file, text);
}

int run_read(int file, struct run_record *run)
{
    char text[RECORD_SIZE];
    int supervisor;
    int session;
    const int error = record_read(file, text);

    if (error != 0) {
        return error;
    }
    if (sscanf(text, RUN_FORMAT, &supervisor, &run->began, &session) != 3 || supervisor <= 0 || session < 0) {
        return ENODATA;
    }
    run->supervisor = supervisor;
    run->session = session;
    return 0;
}

int end_reserve(int file)
{
    return record_write(file, "");
}

static void boot_id(char id[BOOT_ID_SIZE])
{
    FILE *const file = fopen("/proc/sys/kernel/random/boot_id", "re");

    if (file == NULL || fscanf(file, "%36s", id) != 1) {
        snprintf(id, BOOT_ID_SIZE, "unknown");
    }
    if (file != NULL) {
        fclose(file);
    }
}

int end_write(int file, const struct attempt_end *end)
{
    char text[RECORD_SIZE];
    char boot[BOOT_ID_SIZE];
    const int value = end->result == ATTEMPT_EXITED      ? end->exit_status
                      : end->result == ATTEMPT_SIGNALLED ? end->signal
                                                         : end->error;

    boot_id(boot);
    snprintf(text, sizeof text, "rtmr-end 2 %s %d killed %d boot %s started %" PRId64 " ended %" PRId64,
             result_names[end->result], value, end->killed ? 1 : 0, boot, end->started_boottime, end->ended_boottime);
    return record_write(file, text);
}

/* Whether the record was written in another boot. One of the earlier version does not name its boot
 * (`boot` is empty). A clock that is behind the end is not the clock that has measured it. */
static bool is_of_other_boot(const char *boot, int64_t ended)
{
    char this_boot[BOOT_ID_SIZE];

    boot_id(this_boot);
    return (boot[0] != '\0' && strcmp(boot, this_boot) != 0) || ended > boottime_now();
}

int end_read(int file, struct attempt_end *end)
{
    char text[RECORD_SIZE];
    char result[16];
    char boot[BOOT_ID_SIZE] = "";
    int value;
    int killed;
    const int error = record_read(file, text);

    if (error != 0) {
        return error;
    }
    *end = (struct attempt_end){0};
    int64_t *const started = &end->started_boottime;
    int64_t *const ended = &end->ended_boottime;
    if ((sscanf(text, END_FORMAT, result, &value, &killed, boot, started, ended) != 6 &&
         sscanf(text, OLD_END_FORMAT, result, &value, &killed, started, ended) != 5) ||
        *started < 0 || *ended < *started || *ended > INSTANT_MOST) {
        return ENODATA;
    }
    int i = 0;
    while (i < RESULT_NAMES && strcmp(result, result_names[i]) != 0) {
        i++;
    }
    if (i == RESULT_NAMES) {
        return ENODATA;
    }
    end->result = (enum attempt_result)i;
    end->exit_status = end->result == ATTEMPT_EXITED ? value : 0;
    end->signal = end->result == ATTEMPT_SIGNALLED ? value : 0;
    end->error = end->result == ATTEMPT_NOT_STARTED ? value : 0;
    end->killed = killed != 0;
    end->of_other_boot = is_of_other_boot(boot, *ended);
    return 0;
}

static void remove_file(const char *folder, int64_t attempt, const char *name)
{
    char path[PATH_MAX];

    const int n = snprintf(path, sizeof path, "%s/%" PRId64 "/%s", folder, attempt, name);
    if (n > 0 && (size_t)n < sizeof path) {
        unlink(path);
    }
}

void attempt_forget(const char *folder, int64_t attempt)
{
    remove_file(folder, attempt, RUN_FILE);
    remove_file(folder, attempt, END_FILE);
    remove_file(folder, attempt, NEW_END_FILE);
}

void attempt_discard(const char *folder, int64_t attempt)
{
    char path[PATH_MAX];

    attempt_forget(folder, attempt);
    remove_file(folder, attempt, OUT_FILE);
    remove_file(folder, attempt, ERR_FILE);
    const int n = snprintf(path, sizeof path, "%s/%" PRId64, folder, attempt);
    if (n > 0 && (size_t)n < sizeof path) {
        rmdir(path);
    }
}

int descriptor_above_streams(int descriptor)
{
    if (descriptor < 0 || descriptor > STDERR_FILENO) {
        return descriptor;
    }
    const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(descriptor);
    return moved;
}

bool process_look(pid_t pid, struct process_state *process)
{
    char path[32];
    char text[1024];

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    const ssize_t n = read(file, text, sizeof text - 1);
    close(file);
    if (n <= 0) {
        return false;
    }
    text[n] = '\0';
    /* the name of the program stands in brackets, and may hold some itself */
    const char *behind_name = strrchr(text, ')');
    int parent;
    int session;
    /* state parent group session; 15 further ones; the 22nd of all is when it began */
    if (behind_name == NULL || sscanf(behind_name + 1,
                                      " %c %d %*s %d %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s "
                                      "%" SCNd64,
                                      &process->state, &parent, &session, &process->began) != 4) {
        return false;
    }
    process->parent = parent;
    process->session = session;
    return true;
}

pid_t process_number(const char *text)
{
    char *end;

    if (text[0] < '1' || text[0] > '9') {
        return 0;
    }
    const long number = strtol(text, &end, 10);
    return *end == '\0' && number <= INT32_MAX ? (pid_t)number : 0;
}

int64_t boottime_now(void)
{
    struct timespec t;

    if (clock_gettime(CLOCK_BOOTTIME, &t) != 0) {
        return 0;
    }
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}
