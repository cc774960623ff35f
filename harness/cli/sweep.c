#include "harness/cli/sweep.h"

#include "harness/cli/command.h"
#include "harness/cli/job_array.h"
#include "harness/cli/value.h"
#include "harness/report/temporaries.h"
#include "harness/workload/alloc.h"
#include "harness/workload/safe_text.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SAID_MOST = 2048, SHOWN_MOST = 400 };

static const struct place option = {.source = "--slurm"};

/* Of each element. Its words come as arguments, so that none needs quotes. */
static const char script[] = "#!/bin/sh\n"
                             "program=$1 folder=$2 directory=$3 parts=$4\n"
                             "shift 4\n"
                             "cd \"$folder\" || exit 126\n"
                             "exec </dev/null >/dev/null 2>\"$SLURM_ARRAY_TASK_ID.err\"\n"
                             "cd \"$directory\" || exit 126\n"
                             "exec \"$program\" compare \"--slurm-part=$SLURM_ARRAY_TASK_ID/$parts:"
                             "$folder/$SLURM_ARRAY_TASK_ID\" \"$@\"\n";

/* Files made for one command line: FNV-1a over it. */
static uint64_t key_of(const struct experiment *e)
{
    uint64_t key = UINT64_C(14695981039346656037);
    for (int i = 1; i < e->argument_count; i++) {
        const char *at = e->arguments[i];
        if (strncmp(at, "--slurm-part=", strlen("--slurm-part=")) == 0) {
            continue;
        }
        do {
            key = (key ^ (unsigned char)*at) * UINT64_C(1099511628211);
        } while (*at++ != '\0');
    }
    return key;
}

/* --- The array -------------------------------------------------------------------------------- */

/* Elements read it again, each for itself. */
static bool check_input(const char *name, const char *path, struct input_error *error)
{
    struct stat found;
    return path == NULL || (strcmp(path, "-") != 0 && (stat(path, &found) != 0 || S_ISREG(found.st_mode))) ||
           input_error_at(error, option, "expected a regular file for %s: each element of the array reads it", name);
}

bool sweep_check(const struct sweep *s, const struct experiment *e, struct input_error *error)
{
    if (s->partition == NULL) {
        return (s->parent == NULL && s->part == NULL) ||
               input_error_at(error, (struct place){.source = s->part != NULL ? "--slurm-part" : "--slurm-folder"},
                              "expected only with --slurm");
    }
    return check_input("--trace", e->source.trace, error) &&
           check_input("--cluster", cluster_options_file(&e->cluster_options), error) &&
           check_input("--faults", e->faults.file, error) && check_input("--pools", e->hadoop.pool_file, error) &&
           check_input("--queues", e->hadoop.queue_file, error);
}

/* Removes the folder with its files; NFS may keep one that an element still has open. */
static void remove_folder(const char *folder)
{
    DIR *all = opendir(folder);
    const struct dirent *entry;
    while (all != NULL && (entry = readdir(all)) != NULL) {
        (void)unlinkat(dirfd(all), entry->d_name, 0); /* . and .. stay */
    }
    if (all != NULL) {
        closedir(all);
    }
    if (rmdir(folder) != 0 && errno != ENOENT) {
        fputs("rtmr: ", stderr);
        safe_text_write(folder, stderr);
        fprintf(stderr, ": cannot be removed: %s\n", strerror(errno));
    }
}

/* Sets the error of an element that has left no result. */
static int refuse_element(const char *folder, size_t element, size_t elements, struct input_error *error)
{
    char text[SAID_MOST];
    char *path = alloc_print("%s/%zu.err", folder, element);
    FILE *file = fopen(path, "r");
    size_t length = file == NULL ? 0 : fread(text, 1, sizeof text - 1, file);
    if (file != NULL) {
        (void)fclose(file); /* it was only read */
    }
    free(path);
    while (length > 0 && text[length - 1] == '\n') {
        length--;
    }
    text[length] = '\0';
    char *said = safe_text_short(text, SHOWN_MOST);
    input_error_at(error, option, "element %zu of 0 to %zu failed: %s", element, elements - 1,
                   length > 0     ? said
                   : file != NULL ? "it ended without a word; Slurm may have cancelled it"
                                  : "it did not begin, or its node does not share the folder");
    free(said);
    return EXIT_FAILED;
}

/* Opens all results, so that their folder can be removed. */
static int open_parts(struct sweep *s, const char *folder, const struct experiment *e, struct input_error *error)
{
    for (size_t i = 0; i < s->elements; i++) {
        char *path = alloc_print("%s/%zu", folder, i);
        s->files[i] = fopen(path, "r");
        free(path);
        if (s->files[i] == NULL) {
            return refuse_element(folder, i, s->elements, error);
        }
        if (!run_records_match(key_of(e), s->files[i])) {
            input_error_at(error, option, "element %zu has executed another program or command line", i);
            return EXIT_FAILED;
        }
    }
    return 0;
}

static bool write_script(const char *path, struct input_error *error)
{
    FILE *out = fopen(path, "w");
    if (out != NULL) {
        fputs(script, out);
    }
    return (out != NULL && fclose(out) == 0) ||
           input_error_at(error, (struct place){.source = path}, "cannot be written: %s", strerror(errno));
}

static int run_in(struct sweep *s, const char *folder, const struct experiment *e, const sigset_t *before,
                  int *signal_number, struct input_error *error)
{
    const int64_t threads = option_given(e->source.given, "threads") ? e->run.threads : 1;
    char *log = alloc_print("%s/log", folder);
    char *errors = alloc_print("%s/errors", folder);
    char *path = alloc_print("%s/script", folder);
    char *program = alloc_checked(realpath("/proc/self/exe", NULL));
    char *directory = alloc_checked(realpath(".", NULL));
    char *parts = alloc_print("%zu", s->elements);
    char **command = alloc_zeroed((size_t)e->argument_count + 6, sizeof *command);
    char *const first[] = {path, program, (char *)folder, directory, parts};
    const size_t count = sizeof first / sizeof first[0];
    memcpy(command, first, sizeof first);
    memcpy(command + count, e->arguments + 1, (size_t)(e->argument_count - 1) * sizeof *command);
    const struct job_array array = {.partition = s->partition,
                                    .name = strrchr(folder, '/') + 1,
                                    .log = log,
                                    .errors = errors,
                                    .elements = s->elements,
                                    .processors = threads,
                                    .command = command,
                                    .command_count = count + (size_t)e->argument_count - 1};
    int status = EXIT_FAILED;
    if (program == NULL || directory == NULL) {
        input_error_at(error, option, "the current directory: %s", strerror(errno));
    } else if (write_script(path, error) && job_array_run(&array, before, signal_number, error)) {
        status = open_parts(s, folder, e, error);
    }
    free(log);
    free(errors);
    free(path);
    free(program);
    free(directory);
    free(parts);
    free(command);
    return status;
}

int sweep_run(struct sweep *s, const struct experiment *e, struct input_error *error)
{
    const char *parent = s->parent != NULL ? s->parent : ".";
    char *absolute = alloc_checked(realpath(parent, NULL));
    char *folder = absolute == NULL ? NULL : alloc_print("%s/rtmr-compare-XXXXXX", absolute);
    int status = EXIT_FAILED;
    int signal_number = 0;
    sigset_t before;
    s->elements = e->run.seeds < SWEEP_ELEMENTS_MOST ? (size_t)e->run.seeds : SWEEP_ELEMENTS_MOST;
    temporaries_block(&before);
    if (folder == NULL || mkdtemp(folder) == NULL) {
        input_error_at(error, (struct place){.source = parent}, "no folder can be made there: %s", strerror(errno));
    } else {
        status = run_in(s, folder, e, &before, &signal_number, error);
        remove_folder(folder);
    }
    if (signal_number != 0) {
        raise(signal_number); /* comes when it is unblocked */
    }
    temporaries_unblock(&before);
    free(folder);
    free(absolute);
    return status;
}

bool sweep_read(struct sweep *s, const struct simulation *simulation, struct simulation_end *end,
                struct input_error *error)
{
    int next = EOF;
    while (s->at < s->elements && (next = fgetc(s->files[s->at])) == EOF) {
        s->at++;
    }
    if (next == EOF || ungetc(next, s->files[s->at]) == EOF ||
        !run_record_read(s->files[s->at], simulation->workload->count, &s->reasons, end) ||
        end->result.seed != simulation->engine.seed) {
        return input_error_at(error, option, "the runs of seed %" PRIu64 " are not those of the same inputs",
                              simulation->engine.seed);
    }
    return true;
}

char **sweep_arguments(const struct experiment *e, int *count)
{
    char **arguments = alloc_zeroed((size_t)e->argument_count + 1, sizeof *arguments);
    *count = 0;
    for (int i = 0; i < e->argument_count; i++) {
        if (strncmp(e->arguments[i], "--slurm", strlen("--slurm")) != 0) {
            arguments[(*count)++] = e->arguments[i];
        } else if (strchr(e->arguments[i], '=') == NULL) {
            i++; /* its value */
        }
    }
    return arguments;
}

void sweep_free(struct sweep *s)
{
    for (size_t i = 0; i < SWEEP_ELEMENTS_MOST; i++) {
        if (s->files[i] != NULL) {
            (void)fclose(s->files[i]); /* it was only read, or is given up */
        }
    }
    reason_texts_free(&s->reasons);
    *s = (struct sweep){0};
}

/* --- An element ------------------------------------------------------------------------------- */

/* K/N:FILE. False: *error is set. */
static bool read_part(const char *text, uint64_t *element, uint64_t *elements, struct input_error *error)
{
    int length = 0;
    if (sscanf(text, "%3" SCNu64 "/%3" SCNu64 ":%n", element, elements, &length) != 2 || length == 0 ||
        text[length] == '\0' || *element >= *elements) {
        return cli_unexpected(text, "--slurm-part", "K/N:FILE with K < N", error);
    }
    return true;
}

static const char *path_of(const struct sweep *s)
{
    return strchr(s->part, ':') + 1;
}

static char *name_before(const struct sweep *s)
{
    return alloc_print("%s.new", path_of(s));
}

static bool refuse_file(const char *path, struct input_error *error)
{
    return input_error_at(error, (struct place){.source = path}, "cannot be written: %s", strerror(errno));
}

bool sweep_begin_part(struct sweep *s, struct experiment *e, struct input_error *error)
{
    uint64_t element;
    uint64_t elements;
    if (!read_part(s->part, &element, &elements, error)) {
        return false;
    }
    e->first = element * e->run.seeds / elements;
    e->end = (element + 1) * e->run.seeds / elements;
    if (!option_given(e->source.given, "threads")) {
        e->run.threads = 1;
    }
    char *name = name_before(s);
    s->files[0] = fopen(name, "w");
    free(name);
    if (s->files[0] == NULL) {
        return refuse_file(path_of(s), error);
    }
    run_records_begin(key_of(e), s->files[0]);
    return true;
}

bool sweep_end_part(struct sweep *s, struct input_error *error)
{
    const char *path = path_of(s);
    char *name = name_before(s);
    FILE *file = s->files[0];
    s->files[0] = NULL;
    const bool written = fflush(file) == 0 && !ferror(file) && fsync(fileno(file)) == 0;
    const bool good = fclose(file) == 0 && written && rename(name, path) == 0;
    free(name);
    return good || refuse_file(path, error);
}
