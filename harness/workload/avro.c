#include "harness/workload/avro.h"

#include "harness/workload/alloc.h"
#include "harness/workload/json_field.h"
#include "harness/workload/safe_text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Levels of a value or of a schema, far above those of any that is known. */
enum { DEPTH_MAX = 32 };

/* Parts of a value for each of its bytes, and one: a part may take no bytes, but a few bytes must
 * not ask for any number of parts. */
enum { PARTS_PER_BYTE = 64 };

/* --- Schemas ---------------------------------------------------------------------------------- */

/* A name with the namespace in front is also known without it. */
static const char *short_name(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot == NULL ? name : dot + 1;
}

/* Fields of records have names and types, too. */
static bool is_named_type(const json_t *schema)
{
    return json_field_is(schema, "type", "record") || json_field_is(schema, "type", "enum") ||
           json_field_is(schema, "type", "fixed");
}

static void collect_names(json_t *names, json_t *schema, int depth)
{
    const char *name = json_string_value(json_object_get(schema, "name"));
    if (depth > DEPTH_MAX) {
        return;
    }
    if (name != NULL && is_named_type(schema)) {
        json_object_set(names, short_name(name), schema);
    }
    const char *key;
    json_t *part;
    json_object_foreach(schema, key, part)
    {
        collect_names(names, part, depth + 1);
    }
    size_t i;
    json_array_foreach(schema, i, part)
    {
        collect_names(names, part, depth + 1);
    }
}

struct avro_schema avro_schema_of(json_t *root)
{
    struct avro_schema schema = {root, json_object()};
    collect_names(schema.names, root, 0);
    return schema;
}

void avro_schema_free(struct avro_schema *schema)
{
    json_decref(schema->root);
    json_decref(schema->names);
    *schema = (struct avro_schema){NULL, NULL};
}

/* --- Bytes ------------------------------------------------------------------------------------ */

struct decoder {
    const struct avro_schema *schema;
    const unsigned char *at;
    size_t left;
    size_t length; /* of all bytes */
    size_t parts;
    int depth;
};

/* The next bytes, or NULL. */
static const unsigned char *take(struct decoder *d, size_t bytes)
{
    const unsigned char *taken = d->at;
    if (bytes > d->left) {
        return NULL;
    }
    d->at += bytes;
    d->left -= bytes;
    return taken;
}

/* Groups of 7 bits, the lowest first; the lowest bit is the sign. */
static bool take_long(struct decoder *d, int64_t *value)
{
    uint64_t bits = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const unsigned char *byte = take(d, 1);
        if (byte == NULL) {
            return false;
        }
        bits |= (uint64_t)(*byte & 0x7f) << shift;
        if ((*byte & 0x80) == 0) {
            *value = (int64_t)(bits >> 1) ^ -(int64_t)(bits & 1);
            return true;
        }
    }
    return false;
}

/* A text; what is not UTF-8 in it is made visible. */
static json_t *take_text(struct decoder *d)
{
    int64_t length;
    if (!take_long(d, &length) || length < 0 || (uint64_t)length > d->left) {
        return NULL;
    }
    const char *text = (const char *)take(d, (size_t)length);
    json_t *value = json_stringn(text, (size_t)length);
    if (value == NULL) {
        size_t size = (size_t)length * SAFE_TEXT_PIECE + 1;
        char *visible = alloc_zeroed(size, 1);
        safe_text_copy(visible, size, text, (size_t)length);
        value = json_string(visible);
        free(visible);
    }
    return value;
}

/* --- Values ----------------------------------------------------------------------------------- */

static json_t *decode(struct decoder *d, const json_t *schema);

static json_t *decode_primitive(struct decoder *d, const char *type)
{
    int64_t number;
    if (strcmp(type, "null") == 0) {
        return json_null();
    }
    if (strcmp(type, "int") == 0 || strcmp(type, "long") == 0) {
        return take_long(d, &number) ? json_integer(number) : NULL;
    }
    if (strcmp(type, "string") == 0 || strcmp(type, "bytes") == 0) {
        return take_text(d);
    }
    if (strcmp(type, "boolean") == 0) {
        const unsigned char *byte = take(d, 1);
        return byte == NULL ? NULL : json_boolean(*byte != 0);
    }
    /* no event of Hadoop has a real number that is read: passed over */
    if (strcmp(type, "float") == 0 || strcmp(type, "double") == 0) {
        return take(d, type[0] == 'f' ? 4 : 8) == NULL ? NULL : json_null();
    }
    return NULL;
}

static json_t *decode_record(struct decoder *d, const json_t *schema)
{
    const json_t *fields = json_object_get(schema, "fields");
    json_t *record = json_object();
    for (size_t i = 0; i < json_array_size(fields); i++) {
        const json_t *field = json_array_get(fields, i);
        const char *name = json_string_value(json_object_get(field, "name"));
        json_t *value = name == NULL ? NULL : decode(d, json_object_get(field, "type"));
        if (value == NULL) {
            json_decref(record);
            return NULL;
        }
        json_object_set_new(record, name, value);
    }
    return record;
}

static json_t *decode_enum(struct decoder *d, const json_t *schema)
{
    int64_t index;
    if (!take_long(d, &index) || index < 0) {
        return NULL;
    }
    return json_incref(json_array_get(json_object_get(schema, "symbols"), (size_t)index));
}

static json_t *decode_union(struct decoder *d, const json_t *schema)
{
    int64_t index;
    if (!take_long(d, &index) || index < 0) {
        return NULL;
    }
    json_t *value = decode(d, json_array_get(schema, (size_t)index));
    return value == NULL || json_is_null(value) ? value : json_pack("{s:o}", "value", value);
}

/* The number of elements of a block of an array or map; 0 behind the last. */
static bool take_block(struct decoder *d, int64_t *count)
{
    int64_t bytes;
    if (!take_long(d, count) || *count == INT64_MIN) {
        return false;
    }
    if (*count >= 0) {
        return true;
    }
    *count = -*count;
    return take_long(d, &bytes);
}

/* One element into an array, or, behind its key, into a map. */
static bool decode_element(struct decoder *d, const json_t *schema, json_t *values)
{
    json_t *key = json_is_object(values) ? take_text(d) : json_null();
    json_t *value = key == NULL ? NULL : decode(d, schema);
    if (value != NULL && json_is_array(values)) {
        json_array_append_new(values, value);
    } else if (value != NULL) {
        json_object_set_new(values, json_string_value(key), value);
    }
    json_decref(key);
    return value != NULL;
}

/* values: an empty array or map, which is taken over. */
static json_t *decode_blocks(struct decoder *d, const json_t *schema, json_t *values)
{
    int64_t count;
    bool good;
    while ((good = take_block(d, &count)) && count > 0) {
        for (int64_t i = 0; i < count && good; i++) {
            good = decode_element(d, schema, values);
        }
        if (!good) {
            break;
        }
    }
    if (!good) {
        json_decref(values);
        return NULL;
    }
    return values;
}

static json_t *decode_named(struct decoder *d, const char *type, const json_t *schema)
{
    if (strcmp(type, "record") == 0) {
        return decode_record(d, schema);
    }
    if (strcmp(type, "enum") == 0) {
        return decode_enum(d, schema);
    }
    if (strcmp(type, "array") == 0) {
        return decode_blocks(d, json_object_get(schema, "items"), json_array());
    }
    if (strcmp(type, "map") == 0) {
        return decode_blocks(d, json_object_get(schema, "values"), json_object());
    }
    if (strcmp(type, "fixed") == 0) {
        json_int_t size = json_integer_value(json_object_get(schema, "size"));
        return size < 0 || take(d, (size_t)size) == NULL ? NULL : json_null();
    }
    return decode_primitive(d, type);
}

static json_t *decode_here(struct decoder *d, const json_t *schema)
{
    if (json_is_array(schema)) {
        return decode_union(d, schema);
    }
    if (json_is_string(schema)) {
        const char *name = json_string_value(schema);
        const json_t *named = json_object_get(d->schema->names, short_name(name));
        return named == NULL ? decode_primitive(d, name) : decode(d, named);
    }
    const json_t *type = json_object_get(schema, "type");
    return json_is_string(type) ? decode_named(d, json_string_value(type), schema) : decode(d, type);
}

static json_t *decode(struct decoder *d, const json_t *schema)
{
    if (schema == NULL || d->depth >= DEPTH_MAX || d->parts / PARTS_PER_BYTE > d->length - d->left) {
        return NULL;
    }
    d->depth++;
    d->parts++;
    json_t *value = decode_here(d, schema);
    d->depth--;
    return value;
}

json_t *avro_decode(const struct avro_schema *schema, const char *bytes, size_t length, size_t *used)
{
    struct decoder decoder = {.schema = schema, .at = (const unsigned char *)bytes, .left = length, .length = length};
    json_t *value = decode(&decoder, schema->root);
    *used = length - decoder.left;
    return value;
}
