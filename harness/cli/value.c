#include "harness/cli/value.h"

#include "harness/workload/field.h"

#include <string.h>

static struct span span_of(const char *text)
{
    return (struct span){text, strlen(text)};
}

bool cli_integer(const char *value, const char *name, int64_t least, int64_t most, int64_t *result,
                 struct input_error *error)
{
    return field_plain_integer(span_of(value), (struct place){.source = name}, least, most, result, error);
}

bool cli_decimal(const char *value, const char *name, double least, double most, double *result,
                 struct input_error *error)
{
    return field_plain_decimal(span_of(value), (struct place){.source = name}, least, most, result, error);
}

bool cli_unexpected(const char *value, const char *name, const char *expected, struct input_error *error)
{
    return input_error_found(error, (struct place){.source = name}, expected, span_of(value));
}
