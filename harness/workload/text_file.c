#include "harness/workload/text_file.h"

#include "harness/workload/input_spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

size_t text_file_suffix(const char *path)
{
    static const char *const suffixes[] = {".gz", ".xz", ".zst", ".bz2"};
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        size_t suffix = strlen(suffixes[i]);
        if (length >= suffix && strcasecmp(path + length - suffix, suffixes[i]) == 0) {
            return suffix;
        }
    }
    return 0;
}

static bool is_standard_input(const char *path)
{
    return strcmp(path, "-") == 0;
}

const char *text_file_name(const char *path)
{
    return is_standard_input(path) ? "standard input" : path;
}

static bool cannot_open(const char *path, struct input_error *error)
{
    return input_error_at(error, (struct place){.source = text_file_name(path)}, "cannot be read: %s", strerror(errno));
}

/* Passes over the byte order mark of UTF-8, which spreadsheets write. */
static void skip_mark(struct text_file *file)
{
    static const char mark[] = "\xef\xbb\xbf";
    const size_t length = sizeof mark - 1;
    if (file->length >= length && memcmp(file->text, mark, length) == 0) {
        file->text += length;
        file->length -= length;
    }
}

bool text_file_open(struct text_file *file, const char *path, struct input_error *error)
{
    *file = (struct text_file){0};
    bool standard = is_standard_input(path);
    struct stat status;
    if ((standard ? fstat(STDIN_FILENO, &status) : stat(path, &status)) != 0) {
        return cannot_open(path, error);
    }
    bool once = standard || !S_ISREG(status.st_mode);
    const struct text *kept = once ? input_spool_find(&status) : NULL;
    if (kept == NULL) {
        int descriptor = standard ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
        if (descriptor < 0) {
            return cannot_open(path, error);
        }
        if (!text_load(&file->owned, descriptor, text_file_name(path), TEXT_FILE_MOST, error)) {
            return false;
        }
        if (once) {
            kept = input_spool_keep(&status, file->owned);
            file->owned = (struct text){0};
        }
    }
    file->text = kept == NULL ? file->owned.bytes : kept->bytes;
    file->length = kept == NULL ? file->owned.length : kept->length;
    skip_mark(file);
    return true;
}

bool text_file_line(struct text_file *file, struct span *line)
{
    if (file->next >= file->length) {
        return false;
    }
    const char *start = file->text + file->next;
    const char *end = memchr(start, '\n', file->length - file->next);
    size_t length = end == NULL ? file->length - file->next : (size_t)(end - start);
    file->next += length + 1;
    file->line++;
    if (length > 0 && start[length - 1] == '\r') {
        length--;
    }
    *line = (struct span){start, length};
    return true;
}

bool text_file_row(struct text_file *file, struct span *row)
{
    while (text_file_line(file, row)) {
        size_t i = 0;
        while (i < row->length && (row->at[i] == ' ' || row->at[i] == '\t')) {
            i++;
        }
        if (i < row->length) {
            return true;
        }
    }
    return false;
}

void text_file_close(struct text_file *file)
{
    free(file->owned.bytes);
    *file = (struct text_file){0};
}
