#include "harness/workload/text_file.h"

#include "harness/workload/alloc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 65536 };

bool text_file_open(struct text_file *file, const char *path, struct input_error *error)
{
    *file = (struct text_file){0};
    struct place place = {.source = path};
    errno = 0;
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        return input_error_at(error, place, "cannot be read: %s", strerror(errno));
    }
    size_t capacity = 0;
    size_t got;
    do {
        file->text = alloc_grow(file->text, &capacity, file->length + CHUNK, 1);
        got = fread(file->text + file->length, 1, CHUNK, stream);
        file->length += got;
    } while (got > 0);
    bool failed = ferror(stream) != 0;
    int reason = errno;
    fclose(stream);
    if (failed) {
        text_file_close(file);
        return input_error_at(error, place, "cannot be read: %s", strerror(reason));
    }
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
