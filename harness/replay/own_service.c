#include "harness/replay/own_service.h"

#include "harness/workload/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How long the service may take to start, ms; how often that is looked at. */
enum { PATIENCE = 60000, LOOK_EVERY = 20 };

/* --- The process ------------------------------------------------------------------------------ */

/* rtmrd beside this program, if it is there; free() it. */
static char *program_of(const char *given)
{
    char self[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (given != NULL || length <= 0) {
        return alloc_print("%s", given != NULL ? given : "rtmrd");
    }
    self[length] = '\0';
    char *slash = strrchr(self, '/');
    *slash = '\0';
    char *beside = alloc_print("%s/rtmrd", self);
    if (access(beside, X_OK) != 0) {
        free(beside);
        return alloc_print("rtmrd");
    }
    return beside;
}

/* In the child: becomes the service, which ends with its parent. */
static _Noreturn void become_service(char *const arguments[], const char *log, pid_t parent)
{
    const int output = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
    const bool ready = output >= 0 && input >= 0 && dup2(input, STDIN_FILENO) >= 0 &&
                       dup2(output, STDOUT_FILENO) >= 0 && dup2(output, STDERR_FILENO) >= 0 &&
                       prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 && setpgid(0, 0) == 0 && getppid() == parent;
    if (ready) {
        execvp(arguments[0], arguments);
        dprintf(STDERR_FILENO, "%s: %s\n", arguments[0], strerror(errno));
    }
    _exit(127);
}

static void spawn(struct own_service *s, const struct own_service_options *o)
{
    const pid_t parent = getpid();
    char *program = program_of(o->program);
    char *store = o->store != NULL ? alloc_print("%s", o->store) : alloc_print("%s/store", s->folder);
    char *log = alloc_print("%s/log", s->folder);
    char *maps = alloc_print("--map-slots=%" PRId32, o->slots[STAGE_MAP]);
    char *reduces = alloc_print("--reduce-slots=%" PRId32, o->slots[STAGE_REDUCE]);
    char *latency = alloc_print("--latency=%" PRId64, o->latency);
    char store_option[] = "--store";
    char socket_option[] = "--socket";
    char rate_option[] = "--decisions-per-user=0"; /* a trace submits as it does */
    char *arguments[] = {program, store_option, store,       socket_option, s->socket,
                         maps,    reduces,      rate_option, latency,       NULL};
    if (o->latency < 0) {
        arguments[8] = NULL;
    }
    s->process = fork();
    if (s->process == 0) {
        become_service(arguments, log, parent);
    }
    free(program);
    free(store);
    free(log);
    free(maps);
    free(reduces);
    free(latency);
}

/* --- Waiting ---------------------------------------------------------------------------------- */

static bool takes_connections(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (s < 0) {
        return false;
    }
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    const bool good = connect(s, (const struct sockaddr *)&address, sizeof address) == 0;
    close(s);
    return good;
}

/* The last line of what the service has written; "" if it has not. */
static void last_line(const char *folder, char *line, size_t size)
{
    char *path = alloc_print("%s/log", folder);
    FILE *file = alloc_checked(fopen(path, "r"));
    char text[256];
    line[0] = '\0';
    while (file != NULL && fgets(text, sizeof text, file) != NULL) {
        text[strcspn(text, "\n")] = '\0';
        if (text[0] != '\0') {
            snprintf(line, size, "%s", text);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    free(path);
}

static bool wait_until_ready(struct own_service *s, struct input_error *error)
{
    const struct place place = {.source = "rtmrd"};
    const struct timespec pause = {.tv_nsec = LOOK_EVERY * 1000000L};
    for (int waited = 0; waited < PATIENCE; waited += LOOK_EVERY) {
        int status;
        if (takes_connections(s->socket)) {
            return true;
        }
        if (waitpid(s->process, &status, WNOHANG) == s->process) {
            char line[400];
            last_line(s->folder, line, sizeof line);
            s->process = 0;
            return input_error_at(error, place, "it does not start: %s", line[0] != '\0' ? line : "it says nothing");
        }
        nanosleep(&pause, NULL);
    }
    return input_error_at(error, place, "it does not start within %d s", PATIENCE / 1000);
}

/* --- Together --------------------------------------------------------------------------------- */

bool own_service_start(struct own_service *s, const struct own_service_options *options, struct input_error *error)
{
    const char *temporary = getenv("TMPDIR");
    *s = (struct own_service){0};
    s->folder = alloc_print("%s/rtmr-replay-XXXXXX", temporary != NULL && temporary[0] == '/' ? temporary : "/tmp");
    if (mkdtemp(s->folder) == NULL) {
        input_error_at(error, (struct place){.source = s->folder}, "%s", strerror(errno));
        free(s->folder);
        s->folder = NULL;
        return false;
    }
    s->socket = alloc_print("%s/socket", s->folder);
    if (strlen(s->socket) >= sizeof((struct sockaddr_un *)NULL)->sun_path) {
        return input_error_at(error, (struct place){.source = "TMPDIR"}, "its name is too long for a socket");
    }
    spawn(s, options);
    if (s->process < 0) {
        return input_error_at(error, (struct place){.source = "rtmrd"}, "it does not start: %s", strerror(errno));
    }
    return wait_until_ready(s, error);
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    (void)remove(path);
    return 0;
}

void own_service_stop(struct own_service *s)
{
    int status;
    if (s->process > 0) {
        kill(s->process, SIGTERM);
        while (waitpid(s->process, &status, 0) < 0 && errno == EINTR) {
        }
    }
    if (s->folder != NULL) {
        nftw(s->folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    }
    free(s->folder);
    free(s->socket);
    *s = (struct own_service){0};
}
