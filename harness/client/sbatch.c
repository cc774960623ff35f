#include "harness/client/sbatch.h"

#include "harness/workload/alloc.h"
#include "harness/workload/safe_text.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- What is submitted ------------------------------------------------------------------------ */

/* A word as the shell reads it back. Slurm takes no script with the ends of lines of DOS, so that
 * a carriage return stands in a variable. */
static void write_word(const char *word, FILE *out)
{
    fputc('\'', out);
    for (; *word != '\0'; word++) {
        if (*word == '\'') {
            fputs("'\\''", out);
        } else if (*word == '\r') {
            fputs("'\"$return\"'", out);
        } else {
            fputc(*word, out);
        }
    }
    fputc('\'', out);
}

/* The script of an array: it becomes the command. sbatch looks for options of its own only before
 * the first line that is no comment. */
static void write_script(const struct sbatch_job *job, const char *stage, const struct sbatch_stage *s, FILE *out)
{
    size_t i;
    json_t *word;
    fprintf(out, "#!/bin/sh\nreturn=$(printf '\\r')\n");
    fprintf(out,
            "export RTMR_JOB=%" PRId64 " RTMR_STAGE=%s RTMR_TASKS=%" PRId64 " RTMR_TASK=\"$SLURM_ARRAY_TASK_ID\"\n",
            job->job, stage, s->tasks);
    fputs("cd ", out); /* where the folder is missing, Slurm would go on in /tmp */
    write_word(job->folder, out);
    fputs(" || exit 126\nexec", out);
    json_array_foreach(s->command, i, word)
    {
        fputc(' ', out);
        write_word(json_string_value(word), out);
    }
    fputc('\n', out);
}

struct words {
    char **words; /* ended by NULL */
    size_t count;
    size_t capacity;
};

/* Takes the word. */
static void add_word(struct words *w, char *word)
{
    w->words = alloc_grow(w->words, &w->capacity, w->count + 2, sizeof *w->words);
    w->words[w->count++] = word;
    w->words[w->count] = NULL;
}

static void words_free(struct words *w)
{
    for (size_t i = 0; i < w->count; i++) {
        free(w->words[i]);
    }
    free(w->words);
}

static struct words arguments_of(const struct sbatch_job *job, const char *stage, const struct sbatch_stage *s)
{
    struct words w = {0};
    const char *name = job->name != NULL ? job->name : json_string_value(json_array_get(s->command, 0));
    const char *slash = job->name != NULL ? NULL : strrchr(name, '/');
    add_word(&w, alloc_print("sbatch"));
    add_word(&w, alloc_print("--export=ALL"));
    add_word(&w, alloc_print("--job-name=%s", slash != NULL ? slash + 1 : name));
    add_word(&w, alloc_print("--time=%" PRId64, s->minutes));
    for (size_t i = 0; i < job->option_count; i++) {
        add_word(&w, alloc_print("%s", job->options[i]));
    }
    add_word(&w, alloc_print("--chdir=%s", job->folder));
    add_word(&w, alloc_print("--partition=%s", job->partition));
    add_word(&w, alloc_print("--array=0-%" PRId64, s->tasks - 1));
    add_word(&w, alloc_print("--comment=rtmr:%" PRId64 ":%s", job->job, stage));
    add_word(&w, alloc_print("--parsable"));
    return w;
}

/* What sbatch itself needs is Slurm's own (SLURM_CONF), which it always passes on. */
static struct words environment_of(const struct sbatch_job *job)
{
    struct words w = {0};
    const char *name;
    json_t *value;
    for (char **entry = environ; *entry != NULL; entry++) {
        const size_t length = strcspn(*entry, "=");
        if (job->is_environment_empty && strncmp(*entry, "SLURM_", strlen("SLURM_")) != 0) {
            continue;
        }
        char *own = alloc_text(*entry, length);
        if (json_object_get(job->variables, own) == NULL) {
            add_word(&w, alloc_print("%s", *entry));
        }
        free(own);
    }
    json_object_foreach(job->variables, name, value)
    {
        add_word(&w, alloc_print("%s=%s", name, json_string_value(value)));
    }
    return w;
}

/* --- Its process ------------------------------------------------------------------------------ */

/* Files, not pipes, on all three sides: no process waits for another one. */
struct run {
    FILE *in;
    FILE *out;
    FILE *said;
    pid_t child; /* 0: none */
    int failure; /* an error number */
    int status;
};

/* Signals that end programs. */
static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

struct ignored {
    struct sigaction before[SIGNALS];
    sigset_t defaults; /* of the child */
};

static struct ignored ignore_signals(void)
{
    struct ignored ignored;
    sigemptyset(&ignored.defaults);
    for (size_t i = 0; i < SIGNALS; i++) {
        struct sigaction action = {.sa_handler = SIG_IGN};
        sigaction(signals[i], &action, &ignored.before[i]);
        if (ignored.before[i].sa_handler != SIG_IGN) {
            sigaddset(&ignored.defaults, signals[i]);
        }
    }
    return ignored;
}

static void restore_signals(const struct ignored *ignored)
{
    for (size_t i = 0; i < SIGNALS; i++) {
        sigaction(signals[i], &ignored->before[i], NULL);
    }
}

static void start(struct run *r, const struct words *arguments, const struct words *environment,
                  const sigset_t *defaults)
{
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    if (posix_spawnattr_init(&attributes) != 0 || posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF) != 0 ||
        posix_spawnattr_setsigdefault(&attributes, defaults) != 0 || posix_spawn_file_actions_init(&actions) != 0 ||
        posix_spawn_file_actions_adddup2(&actions, fileno(r->in), STDIN_FILENO) != 0 ||
        posix_spawn_file_actions_adddup2(&actions, fileno(r->out), STDOUT_FILENO) != 0 ||
        posix_spawn_file_actions_adddup2(&actions, fileno(r->said), STDERR_FILENO) != 0) {
        alloc_failed();
    }
    r->failure =
        posix_spawnp(&r->child, arguments->words[0], &actions, &attributes, arguments->words, environment->words);
    if (r->failure != 0) {
        r->child = 0;
    }
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
}

static void submit(struct run *r, const struct sbatch_job *job, const char *stage, const struct sbatch_stage *s,
                   const sigset_t *defaults)
{
    r->in = tmpfile();
    r->out = tmpfile();
    r->said = tmpfile();
    if (r->in == NULL || r->out == NULL || r->said == NULL) {
        r->failure = errno;
        return;
    }
    write_script(job, stage, s, r->in);
    if (fflush(r->in) != 0 || fseek(r->in, 0, SEEK_SET) != 0) {
        r->failure = errno;
        return;
    }
    struct words arguments = arguments_of(job, stage, s);
    struct words environment = environment_of(job);
    start(r, &arguments, &environment, defaults);
    words_free(&arguments);
    words_free(&environment);
}

static void wait_for(struct run *r)
{
    while (r->child > 0 && waitpid(r->child, &r->status, 0) < 0) {
        if (errno != EINTR) {
            r->failure = errno;
            return;
        }
    }
}

/* --- What it has said ------------------------------------------------------------------------- */

/* The rest of an error has room beside what is shown. */
enum { SAID_MOST = 4096, SHOWN_MOST = 500 };

/* The beginning of what is in a file. */
static size_t read_text(FILE *file, char *text, size_t size)
{
    rewind(file);
    const size_t length = fread(text, 1, size - 1, file);
    text[length] = '\0';
    return length;
}

/* Lines of sbatch as a sentence, safe to show: each without the name of the program. free() it. */
static char *join_lines(char *text)
{
    static const char *const prefixes[] = {"sbatch: ", "error: ", "fatal: "};
    char *joined;
    size_t length;
    char *rest = NULL;
    const char *between = "";
    FILE *out = alloc_stream(&joined, &length);
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
            line += strncmp(line, prefixes[i], strlen(prefixes[i])) == 0 ? strlen(prefixes[i]) : 0;
        }
        fprintf(out, "%s%s", between, line);
        between = "; ";
    }
    (void)fclose(out);
    char *shown = safe_text_short(joined, SHOWN_MOST);
    free(joined);
    return shown;
}

/* The number of the array. False: there is none, *error says why. */
static bool take_number(struct run *r, struct sbatch_stage *s, struct input_error *error)
{
    const struct place place = {.source = "sbatch"};
    char text[SAID_MOST];
    char *end = text;
    if (r->failure != 0) {
        return input_error_at(error, place, "%s", strerror(r->failure));
    }
    if (WIFSIGNALED(r->status)) {
        return input_error_at(error, place, "ended by signal %d", WTERMSIG(r->status));
    }
    if (WEXITSTATUS(r->status) == 0) {
        read_text(r->out, text, sizeof text);
        errno = 0;
        s->array = strtoll(text, &end, 10);
        if (end != text && errno == 0 && s->array > 0 && (*end == '\n' || *end == ';')) {
            if (read_text(r->said, text, sizeof text) > 0) {
                fputs(text, stderr);
            }
            return true;
        }
        s->array = 0;
        return input_error_found(error, place, "the number of an array", (struct span){text, strcspn(text, "\n")});
    }
    read_text(r->said, text, sizeof text);
    char *said = join_lines(text);
    input_error_at(error, place, "%s", said[0] != '\0' ? said : "no word why");
    free(said);
    return false;
}

static void close_file(FILE *file)
{
    if (file != NULL) {
        (void)fclose(file); /* it is not read any more */
    }
}

bool sbatch_submit(struct sbatch_job *job, struct input_error *error)
{
    static const char *const names[] = {"map", "reduce"};
    struct sbatch_stage *const stages[] = {&job->map, &job->reduce};
    struct run runs[2] = {{0}};
    bool good = true;
    fflush(NULL);
    const struct ignored ignored = ignore_signals();
    for (int i = 0; i < 2; i++) {
        if (stages[i]->tasks > 0) {
            submit(&runs[i], job, names[i], stages[i], &ignored.defaults);
        }
    }
    for (int i = 0; i < 2; i++) {
        wait_for(&runs[i]);
    }
    restore_signals(&ignored);
    for (int i = 0; i < 2; i++) {
        if (stages[i]->tasks > 0 && good) {
            good = take_number(&runs[i], stages[i], error);
        }
        close_file(runs[i].in);
        close_file(runs[i].out);
        close_file(runs[i].said);
    }
    return good;
}
