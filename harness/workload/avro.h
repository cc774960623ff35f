/*
 * Values in the binary encoding of Apache Avro 1.x, by a schema in JSON: records, enums, arrays,
 * maps, unions, fixed and the primitive types. A value becomes JSON as in Avro's own JSON encoding,
 * with two differences: a value of a union that is not null is {"value": ...}, and real and fixed
 * numbers are null.
 */
#ifndef HARNESS_WORKLOAD_AVRO_H
#define HARNESS_WORKLOAD_AVRO_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Zeroed: none. */
struct avro_schema {
    json_t *root;
    json_t *names; /* the types that have one, by it */
};

/* Takes over the reference to the schema; avro_schema_free() it. O(size). */
struct avro_schema avro_schema_of(json_t *root);
void avro_schema_free(struct avro_schema *schema);

/* Decodes a value of at most `length` bytes; json_decref() it. *used: how many it takes. NULL: the
 * bytes end before it does, or are none of the schema. O(bytes used). */
json_t *avro_decode(const struct avro_schema *schema, const char *bytes, size_t length, size_t *used);

#endif
