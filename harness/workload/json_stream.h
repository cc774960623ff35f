/*
 * A file of JSON objects, one after another, with whatever white space between them: the traces of
 * Hadoop's tools. As their reader has it (the Jackson library), the last value counts of a key that
 * appears twice in an object, and integers may be of any size: where one of an object does not fit
 * an int64_t, all of that object are read as real numbers. Text that is not UTF-8 is an error.
 */
#ifndef HARNESS_WORKLOAD_JSON_STREAM_H
#define HARNESS_WORKLOAD_JSON_STREAM_H

#include "harness/workload/input_error.h"
#include "harness/workload/text_file.h"

#include <jansson.h>

/* Most memory of one object, which is parsed as a whole; there may be many. About three million
 * tasks of a job. */
#define JSON_STREAM_OBJECT_MOST ((size_t)1 << 30)

struct json_stream {
    struct text_file file;
    const char *path; /* as errors name it; not owned */
    size_t at;        /* bytes read so far */
    size_t line;      /* in which `at` stands, 1 first */
    bool repeated;    /* the object read last has a key twice */
};

/* Reads the file. False: it cannot be read, and *error says why. */
bool json_stream_open(struct json_stream *stream, const char *path, struct input_error *error);

/* The next object, json_decref() it; NULL at the end. *place: the line in which it begins. False:
 * no object follows, *error says where and why. O(length of the object). */
bool json_stream_next(struct json_stream *stream, json_t **object, struct place *place, struct input_error *error);

/* For files with other lines between their objects. Moves past blanks, and says whether anything
 * follows. O(blanks). */
bool json_stream_more(struct json_stream *stream);

/* Moves on to the next line. O(length of the line). */
void json_stream_skip_line(struct json_stream *stream);

void json_stream_close(struct json_stream *stream);

#endif
