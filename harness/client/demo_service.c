#include "harness/client/connection.h"
#include "harness/client/demo_parts.h"
#include "harness/workload/alloc.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How often, and every how many ms, the end of something is looked for. */
enum { LOOKS = 100, PAUSE = 100 };

/* The program beside this one, or its name alone, which is looked for in PATH; free() it. */
static char *find_program(void)
{
    char self[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length > 0) {
        self[length] = '\0';
        char *beside = alloc_print("%.*s/rtmrd", (int)(strrchr(self, '/') - self), self);
        if (access(beside, X_OK) == 0) {
            return beside;
        }
        free(beside);
    }
    return alloc_text("rtmrd", strlen("rtmrd"));
}

/* In the child: a group of its own, so that an interrupt on the terminal lets the demo abort its
 * jobs first; and it does not outlive the demo. */
static _Noreturn void become(const char *program, char **argv, int output, pid_t parent)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    if (setpgid(0, 0) == 0 && prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 && getppid() == parent &&
        dup2(output, STDOUT_FILENO) >= 0) {
        execvp(program, argv);
    }
    fprintf(stderr, "rtmr: %s: cannot be executed: %s\n", program, strerror(errno));
    _exit(127);
}

/* What follows a word in the line that the service prints when it is ready, up to a comma or a
 * blank. */
static void take_address(const char *line, char *address, size_t size)
{
    const char *start = strstr(line, "page http");
    address[0] = '\0';
    if (start != NULL) {
        start += strlen("page ");
        snprintf(address, size, "%.*s", (int)strcspn(start, "#, \n"), start);
    }
}

/* Appends #KEY: with it the page shows this user's jobs. */
static void add_key(const char *store, char *address, size_t size)
{
    char *path = alloc_print("%s/page-key", store);
    FILE *file = alloc_checked(fopen(path, "r"));
    char key[128];
    if (file != NULL && fgets(key, sizeof key, file) != NULL) {
        const size_t length = strlen(address);
        key[strcspn(key, "\n")] = '\0';
        snprintf(address + length, size - length, "#%s", key);
    }
    if (file != NULL) {
        fclose(file);
    }
    free(path);
}

static bool wait_until_ready(struct demo_service *service, const char *store, struct input_error *error)
{
    char line[PATH_MAX + 512];
    if (fgets(line, sizeof line, service->output) == NULL) {
        return input_error_at(error, (struct place){.source = "rtmrd"}, "it has not started");
    }
    take_address(line, service->page, sizeof service->page);
    if (service->page[0] != '\0') {
        add_key(store, service->page, sizeof service->page);
    }
    return true;
}

bool demo_service_start(struct demo_service *service, const char *folder, const char *program, const char *page,
                        struct input_error *error)
{
    char *found = program != NULL ? alloc_text(program, strlen(program)) : find_program();
    char *store = alloc_print("%s/store", folder);
    static char store_option[] = "--store";
    static char socket_option[] = "--socket";
    static char maps_option[] = "--map-slots=4";
    static char reduces_option[] = "--reduce-slots=2";
    char *page_option = alloc_print("--page=%s", page);
    int ends[2] = {-1, -1};
    bool good = false;
    *service = (struct demo_service){0};
    if (snprintf(service->socket, sizeof service->socket, "%s/socket", folder) >= (int)sizeof service->socket) {
        input_error_at(error, (struct place){.source = folder}, "its name is too long for a socket in it");
    } else if (pipe(ends) != 0) {
        input_error_at(error, (struct place){.source = "rtmrd"}, "%s", strerror(errno));
    } else {
        char *argv[] = {found,       store_option,   store,       socket_option, service->socket,
                        maps_option, reduces_option, page_option, NULL};
        const pid_t parent = getpid();
        service->pid = fork();
        if (service->pid == 0) {
            close(ends[0]);
            become(found, argv, ends[1], parent);
        }
        close(ends[1]);
        service->output = alloc_checked(fdopen(ends[0], "r"));
        good = service->pid > 0 && service->output != NULL && wait_until_ready(service, store, error);
    }
    free(page_option);
    free(store);
    free(found);
    return good;
}

/* --- The end ---------------------------------------------------------------------------------- */

static void pause_a_little(void)
{
    nanosleep(&(struct timespec){.tv_nsec = PAUSE * 1000000L}, NULL);
}

/* The answer to a request; NULL: there is none. */
static json_t *ask(struct connection *c, const char *method, const char *path)
{
    struct answer answer;
    struct input_error error;
    json_t *json = NULL;
    if (connection_ask(c, &(struct request){.method = method, .path = path}, &answer, &error)) {
        json = json_incref(answer.json);
    }
    answer_free(&answer);
    return json;
}

static void abort_jobs(struct connection *c)
{
    json_t *answer = ask(c, "GET", "/v1/jobs?state=active&limit=1000");
    size_t i;
    json_t *job;
    json_array_foreach(json_object_get(answer, "jobs"), i, job)
    {
        char *path = alloc_print("/v1/jobs/%lld/abort", (long long)member_integer(job, "job", 0));
        json_decref(ask(c, "POST", path));
        free(path);
    }
    json_decref(answer);
}

/* Whether a task still runs. */
static bool runs(struct connection *c)
{
    json_t *answer = ask(c, "GET", "/v1/slots");
    bool found = false;
    size_t i;
    json_t *slot;
    json_array_foreach(json_object_get(answer, "slots"), i, slot)
    {
        found = found || json_is_integer(json_object_get(slot, "job"));
    }
    json_decref(answer);
    return found;
}

void demo_service_stop(struct demo_service *service)
{
    struct connection connection;
    struct input_error error;
    int status;
    if (service->pid > 0 && connection_open(&connection, service->socket, &error)) {
        abort_jobs(&connection);
        for (int i = 0; i < LOOKS && runs(&connection); i++) {
            pause_a_little();
        }
        connection_close(&connection);
    }
    if (service->pid > 0) {
        kill(service->pid, SIGTERM);
        int i = 0;
        while (waitpid(service->pid, &status, WNOHANG) == 0 && i < LOOKS) {
            pause_a_little();
            i++;
        }
        if (i == LOOKS) {
            kill(service->pid, SIGKILL);
            waitpid(service->pid, &status, 0);
        }
    }
    if (service->output != NULL) {
        fclose(service->output);
    }
    service->pid = 0;
    service->output = NULL;
}
