#include "harness/workload/text_file.h"

#include "harness/workload/alloc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { CHUNK = 65536 };

/* Makes room for one more chunk; where it starts. */
static char *room(struct text_file *file, size_t *capacity)
{
    file->text = alloc_grow(file->text, capacity, file->length + CHUNK, 1);
    return file->text + file->length;
}

static bool cannot_read(struct text_file *file, const char *path, const char *why, struct input_error *error)
{
    text_file_close(file);
    return input_error_at(error, (struct place){.source = path}, "cannot be read: %s", why);
}

static bool read_plain(struct text_file *file, const char *path, struct input_error *error)
{
    errno = 0;
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        return cannot_read(file, path, strerror(errno), error);
    }
    size_t capacity = 0;
    size_t got;
    do {
        got = fread(room(file, &capacity), 1, CHUNK, stream);
        file->length += got;
    } while (got > 0);
    bool failed = ferror(stream) != 0;
    int reason = errno;
    fclose(stream);
    return !failed || cannot_read(file, path, strerror(reason), error);
}

static bool read_compressed(struct text_file *file, const char *path, struct input_error *error)
{
    errno = 0;
    gzFile stream = gzopen(path, "rb");
    if (stream == NULL) {
        return cannot_read(file, path, errno == 0 ? "out of memory" : strerror(errno), error);
    }
    size_t capacity = 0;
    int got;
    do {
        got = gzread(stream, room(file, &capacity), CHUNK);
        file->length += got > 0 ? (size_t)got : 0;
    } while (got > 0);
    int reason = errno;
    int status = Z_OK;
    gzerror(stream, &status);
    int closed = gzclose_r(stream); /* tells of an end in the middle of a stream */
    if (got < 0 && status == Z_ERRNO) {
        return cannot_read(file, path, strerror(reason), error);
    }
    return (got == 0 && closed == Z_OK) || cannot_read(file, path, "damaged or cut gzip data", error);
}

bool text_file_compressed(const char *path)
{
    static const char suffix[] = ".gz";
    size_t length = strlen(path);
    return length >= sizeof suffix - 1 && strcmp(path + length - (sizeof suffix - 1), suffix) == 0;
}

bool text_file_open(struct text_file *file, const char *path, struct input_error *error)
{
    *file = (struct text_file){0};
    return text_file_compressed(path) ? read_compressed(file, path, error) : read_plain(file, path, error);
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
    if (end != NULL && length > 0 && start[length - 1] == '\r') {
        length--;
    }
    *line = (struct span){start, length};
    return true;
}

void text_file_close(struct text_file *file)
{
    free(file->text);
    *file = (struct text_file){0};
}
