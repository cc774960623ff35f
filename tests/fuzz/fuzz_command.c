/*
 * The command line: each line of the input is an argument. The command runs in this process, in a
 * directory of its own with the files of tests/fuzz/files, and can neither name a file elsewhere
 * nor run gnuplot.
 *   - It ends with status 0, 1 or 2; what it says on standard error are printable lines of ours,
 *     one if the status is 2.
 *   - No file is left but those that the command line names.
 * Arguments that only take long are refused here: papers, generated workloads, reports, many
 * seeds, large clusters.
 * To be run in the root of the repository, and with -close_fd_mask=3: standard output and error
 * are the command's.
 */
#include "tests/fuzz/bytes.h"
#include "tests/fuzz/fail.h"
#include "tests/fuzz/printable.h"
#include "tests/fuzz/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ARGUMENTS_MOST = 24, FILES_MOST = 16, FILE_MOST = 4096, ERRORS_MOST = 65536 };

/* harness/cli/main.c */
int rtmr_main(int argc, char **argv);

/* A file that a run finds. */
struct file {
    char name[64];
    char content[FILE_MOST];
    size_t size;
    struct stat status; /* as it was written */
};

static struct file files[FILES_MOST];
static size_t file_count;
static int errors; /* what the command says on standard error */
static int home;   /* the directory in which the fuzzer itself works */

static void enter(void)
{
    FUZZ_EXPECT(chdir(scratch_directory()) == 0, "%s: %s", scratch_directory(), strerror(errno));
}

static void leave(void)
{
    FUZZ_EXPECT(fchdir(home) == 0, "no way back: %s", strerror(errno));
}

static void write_file(struct file *file)
{
    (void)scratch_file(file->name, file->content, file->size);
    FUZZ_EXPECT(stat(file->name, &file->status) == 0, "%s: %s", file->name, strerror(errno));
}

static void take_file(const char *directory, const char *name)
{
    char path[512];
    struct file *const file = &files[file_count];

    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *const stream = fopen(path, "rb");
    FUZZ_EXPECT(stream != NULL && file_count < FILES_MOST && strlen(name) < sizeof file->name, "%s: cannot be taken",
                path);
    snprintf(file->name, sizeof file->name, "%s", name);
    file->size = fread(file->content, 1, sizeof file->content, stream);
    fclose(stream);
    file_count++;
}

static void take_files(const char *directory)
{
    DIR *const entries = opendir(directory);
    const struct dirent *entry;

    FUZZ_EXPECT(entries != NULL, "%s: not there: run this in the root of the repository", directory);
    while ((entry = readdir(entries)) != NULL) {
        if (entry->d_name[0] != '.') {
            take_file(directory, entry->d_name);
        }
    }
    closedir(entries);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_fail_to(dup(STDERR_FILENO));
    take_files("tests/fuzz/files");
    home = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    enter();
    for (size_t i = 0; i < file_count; i++) {
        write_file(&files[i]);
    }
    leave();
    setenv("PATH", "/nonexistent", 1);
    errors = memfd_create("errors", MFD_CLOEXEC);
    FUZZ_EXPECT(errors >= 0, "no memory file: %s", strerror(errno));
    return 0;
}

/* Standard input is empty, output goes nowhere, errors are kept: once the fuzzer has put its own
 * output elsewhere. */
static void redirect(void)
{
    static bool done;

    if (!done) {
        const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);

        FUZZ_EXPECT(dup2(nothing, STDIN_FILENO) >= 0 && dup2(nothing, STDOUT_FILENO) >= 0 &&
                        dup2(errors, STDERR_FILENO) >= 0,
                    "cannot redirect: %s", strerror(errno));
        (void)close(nothing);
        done = true;
    }
    FUZZ_EXPECT(ftruncate(errors, 0) == 0 && lseek(errors, 0, SEEK_SET) == 0, "%s", strerror(errno));
}

static bool begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* The number that stands for the value of this option: behind `=`, or in the next argument; -1
 * if there is none. */
static long value_of(const char *option, const char *next)
{
    const char *const sign = strchr(option, '=');
    const char *const text = sign != NULL ? sign + 1 : next == NULL ? "" : next;
    char *end;
    const long value = strtol(text, &end, 10);

    return end == text ? -1 : value;
}

/* Names a file elsewhere, or only takes long. Options may be abbreviated. */
static bool unwanted(const char *argument, const char *next)
{
    const long value = value_of(argument, next);

    return strchr(argument, '/') != NULL || strstr(argument, "..") != NULL || begins(argument, "--rep") ||
           begins(argument, "--w") || (begins(argument, "--seeds") && value > 2) ||
           ((begins(argument, "--m") || begins(argument, "--r") || begins(argument, "--n")) && value > 64 &&
            value <= 1 << 20);
}

/* The arguments of the input, copied; ends with NULL. Returns how many; 0: not to be run. */
static int split(struct bytes input, char *arguments[ARGUMENTS_MOST + 3])
{
    int count = 0;
    bool wanted = true;

    arguments[count++] = strdup("rtmr");
    while (input.left > 0 && count < ARGUMENTS_MOST) {
        const struct bytes line = bytes_line(&input);

        arguments[count++] = strndup((const char *)line.at, line.left);
        if (count == 2 && (begins(arguments[1], "compare") || begins(arguments[1], "faults"))) {
            arguments[count++] = strdup("--seeds=2"); /* a later one counts */
        }
    }
    arguments[count] = NULL;
    for (int i = 1; i < count; i++) {
        wanted = wanted && !unwanted(arguments[i], arguments[i + 1]);
    }
    return wanted && !(count > 1 && strcmp(arguments[1], "paper") == 0 && count > 2) ? count : 0;
}

/* Lines of ours that may reach a terminal; one if the input is bad, at least one unless all is
 * well. */
static void check_errors(int status)
{
    static char text[ERRORS_MOST];
    const ssize_t size = pread(errors, text, sizeof text - 1, 0);
    int lines = 0;

    FUZZ_EXPECT(size >= 0 && size < (ssize_t)sizeof text - 1, "too much on standard error");
    text[size] = '\0';
    for (char *line = text; line < text + size; lines++) {
        char *const end = strchr(line, '\n');

        FUZZ_EXPECT(end != NULL, "standard error ends inside a line, or holds a NUL: %s", line);
        *end = '\0';
        FUZZ_EXPECT(begins(line, "rtmr: ") && printable(line), "not a printable line of ours: %s", line);
        line = end + 1;
    }
    FUZZ_EXPECT(status == 0 || lines >= 1, "status %d without a word", status);
    FUZZ_EXPECT(status != 2 || lines == 1, "bad input, and %d lines: %s", lines, text);
}

static bool named(const char *name, int argc, char **arguments)
{
    for (int i = 1; i < argc; i++) {
        if (strstr(arguments[i], name) != NULL) {
            return true;
        }
    }
    return false;
}

static struct file *file_named(const char *name)
{
    for (size_t i = 0; i < file_count; i++) {
        if (strcmp(files[i].name, name) == 0) {
            return &files[i];
        }
    }
    return NULL;
}

static bool touched(const struct file *file)
{
    struct stat now;

    return stat(file->name, &now) != 0 || now.st_ino != file->status.st_ino || now.st_size != file->status.st_size ||
           now.st_mtim.tv_sec != file->status.st_mtim.tv_sec || now.st_mtim.tv_nsec != file->status.st_mtim.tv_nsec;
}

/* Removes what the command has written; writes again what it has written over. */
static void restore(int argc, char **arguments)
{
    DIR *const entries = opendir(".");
    const struct dirent *entry;

    FUZZ_EXPECT(entries != NULL, "the directory is gone: %s", strerror(errno));
    while ((entry = readdir(entries)) != NULL) {
        const char *const name = entry->d_name;

        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0 && file_named(name) == NULL) {
            FUZZ_EXPECT(named(name, argc, arguments), "a file is left that nothing asks for: %s", name);
            (void)remove(name);
        }
    }
    closedir(entries);
    for (size_t i = 0; i < file_count; i++) {
        if (touched(&files[i])) {
            FUZZ_EXPECT(named(files[i].name, argc, arguments), "a file is changed that is not named: %s",
                        files[i].name);
            write_file(&files[i]);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *arguments[ARGUMENTS_MOST + 3] = {NULL};
    char *given[ARGUMENTS_MOST + 3] = {NULL}; /* the command may move and change its own */
    const int argc = split((struct bytes){data, size}, arguments);

    if (argc > 0) {
        memcpy(given, arguments, sizeof given);
        redirect();
        enter();
        const int status = rtmr_main(argc, given);
        (void)fflush(NULL);
        FUZZ_EXPECT(0 <= status && status <= 2, "status %d", status);
        check_errors(status);
        restore(argc, arguments);
        leave();
    }
    for (int i = 0; arguments[i] != NULL; i++) {
        free(arguments[i]);
    }
    return 0;
}
