#include "harness/workload/json_stream.h"

#include <string.h>

bool json_stream_open(struct json_stream *stream, const char *path, struct input_error *error)
{
    *stream = (struct json_stream){.path = text_file_name(path), .line = 1};
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

/* Bytes that Jansson takes for each part of a text, rounded up: its structures, hash tables and
 * malloc()'s share. */
enum { OBJECT_BYTES = 256, ARRAY_BYTES = 128, MEMBER_BYTES = 128, ELEMENT_BYTES = 48 };

/* Whether the object at the front of a text is within the bound. An object without an end is:
 * Jansson reports its error. */
static bool fits(const char *text, size_t length)
{
    size_t bytes = 0;
    size_t depth = 0;
    for (size_t i = 0; i < length; i++) {
        switch (text[i]) {
        case '"':
            for (i++; i < length && text[i] != '"'; i++) {
                i += text[i] == '\\';
            }
            break;
        case '{': depth++, bytes += OBJECT_BYTES; break;
        case '[': depth++, bytes += ARRAY_BYTES; break;
        case ':': bytes += MEMBER_BYTES; break;
        case ',': bytes += ELEMENT_BYTES; break;
        case '}':
        case ']': depth -= depth > 0; break;
        default: break;
        }
        if (bytes + i > JSON_STREAM_OBJECT_MOST) {
            return false;
        }
        if (depth == 0) {
            return true;
        }
    }
    return true;
}

static void skip_blanks(struct json_stream *stream)
{
    while (at_blank(stream)) {
        advance(stream, 1);
    }
}

/* Strictly at first, to know of keys that appear twice. */
static json_t *load(struct json_stream *stream, json_error_t *problem)
{
    size_t flags = JSON_DISABLE_EOF_CHECK | JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES;
    json_t *object;
    size_t tried;
    do {
        tried = flags;
        object = json_loadb(stream->file.text + stream->at, stream->file.length - stream->at, flags, problem);
        if (object == NULL && json_error_code(problem) == json_error_duplicate_key) {
            flags &= ~(size_t)JSON_REJECT_DUPLICATES;
        } else if (object == NULL && json_error_code(problem) == json_error_numeric_overflow) {
            flags |= JSON_DECODE_INT_AS_REAL;
        }
    } while (flags != tried);
    stream->repeated = (flags & JSON_REJECT_DUPLICATES) == 0;
    return object;
}

bool json_stream_next(struct json_stream *stream, json_t **object, struct place *place, struct input_error *error)
{
    *object = NULL;
    skip_blanks(stream);
    *place = (struct place){.source = stream->path, .line = stream->line};
    if (stream->at == stream->file.length) {
        return true;
    }
    if (!fits(stream->file.text + stream->at, stream->file.length - stream->at)) {
        return input_error_at(error, *place,
                              "expected a JSON object that takes at most %zu bytes of memory, found more",
                              JSON_STREAM_OBJECT_MOST);
    }
    json_error_t problem;
    *object = load(stream, &problem);
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

bool json_stream_more(struct json_stream *stream)
{
    skip_blanks(stream);
    return stream->at < stream->file.length;
}

void json_stream_skip_line(struct json_stream *stream)
{
    const char *text = stream->file.text + stream->at;
    size_t left = stream->file.length - stream->at;
    const char *end = left == 0 ? NULL : memchr(text, '\n', left);
    advance(stream, end == NULL ? left : (size_t)(end - text) + 1);
}

void json_stream_close(struct json_stream *stream)
{
    text_file_close(&stream->file);
}
