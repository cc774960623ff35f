#include "harness/workload/json_stream.h"

#include <string.h>

bool json_stream_open(struct json_stream *stream, const char *path, struct input_error *error)
{
    *stream = (struct json_stream){.path = path, .line = 1};
    return text_file_open(&stream->file, path, error);
}

/* Moves on by so many bytes. */
static void advance(struct json_stream *stream, size_t bytes)
{
    const char *text = stream->file.text + stream->at;
    for (size_t i = 0; i < bytes; i++) {
        stream->line += text[i] == '\n';
    }
    stream->at += bytes;
}

static bool at_blank(const struct json_stream *stream)
{
    return stream->at < stream->file.length && memchr(" \t\r\n", stream->file.text[stream->at], 4) != NULL;
}

bool json_stream_next(struct json_stream *stream, json_t **object, struct place *place, struct input_error *error)
{
    *object = NULL;
    while (at_blank(stream)) {
        advance(stream, 1);
    }
    *place = (struct place){.source = stream->path, .line = stream->line};
    if (stream->at == stream->file.length) {
        return true;
    }
    json_error_t problem;
    *object = json_loadb(stream->file.text + stream->at, stream->file.length - stream->at,
                         JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &problem);
    if (*object == NULL) {
        place->line += problem.line > 1 ? (size_t)problem.line - 1 : 0;
        return input_error_at(error, *place, "expected JSON: %s", problem.text);
    }
    advance(stream, (size_t)problem.position);
    if (!json_is_object(*object)) {
        json_decref(*object);
        *object = NULL;
        return input_error_at(error, *place, "expected a JSON object, found an array");
    }
    return true;
}

void json_stream_close(struct json_stream *stream)
{
    text_file_close(&stream->file);
}
