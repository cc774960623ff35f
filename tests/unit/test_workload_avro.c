/* The decoder of Avro's binary encoding: every type, and bytes that are none of the schema. */
#include "harness/workload/avro.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static json_t *decoded(const char *schema_text, const char *bytes, size_t length, size_t *used)
{
    json_t *root = json_loads(schema_text, JSON_DECODE_ANY, NULL);
    assert_non_null(root);
    struct avro_schema schema = avro_schema_of(root);
    json_t *value = avro_decode(&schema, bytes, length, used);
    avro_schema_free(&schema);
    return value;
}

/* Each cut of the bytes is refused, too. */
static void good(const char *schema, const char *bytes, size_t length, const char *expected)
{
    size_t used;
    json_t *value = decoded(schema, bytes, length, &used);
    assert_non_null(value);
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    assert_string_equal(text, expected);
    assert_int_equal(used, length);
    free(text);
    json_decref(value);
    for (size_t cut = 0; cut < length; cut++) {
        assert_null(decoded(schema, bytes, cut, &used));
    }
}

#define GOOD(schema, bytes, expected) good(schema, bytes, sizeof(bytes) - 1, expected)

static void bad(const char *schema, const char *bytes, size_t length)
{
    size_t used;
    assert_null(decoded(schema, bytes, length, &used));
}

#define BAD(schema, bytes) bad(schema, bytes, sizeof(bytes) - 1)

static void test_primitives(void **state)
{
    (void)state;
    GOOD("\"null\"", "", "null");
    GOOD("\"boolean\"", "\1", "true");
    GOOD("\"int\"", "\0", "0");
    GOOD("\"int\"", "\1", "-1");
    GOOD("\"long\"", "\x80\x01", "64");
    GOOD("\"long\"", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "-9223372036854775808");
    GOOD("\"long\"", "\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01", "9223372036854775807");
    GOOD("\"float\"", "abcd", "null");
    GOOD("\"double\"", "abcdefgh", "null");
    GOOD("\"string\"", "\6a\"b", "\"a\\\"b\"");
    GOOD("{\"type\":\"bytes\"}", "\4\xff-", "\"\\\\xff-\"");
    GOOD("\"string\"", "\2\0", "\"\\u0000\"");
}

static void test_types(void **state)
{
    (void)state;
    GOOD("{\"type\":\"record\",\"name\":\"a.R\",\"fields\":[{\"name\":\"x\",\"type\":\"int\"},"
         "{\"name\":\"int\",\"type\":\"string\"},{\"name\":\"r\",\"type\":[\"null\",\"R\"]}]}",
         "\2\0\2\4\2y\0", "{\"x\":1,\"int\":\"\",\"r\":{\"value\":{\"x\":2,\"int\":\"y\",\"r\":null}}}");
    GOOD("{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\",\"B\"]}", "\2", "\"B\"");
    GOOD("{\"type\":\"array\",\"items\":\"int\"}", "\4\2\4\1\0\6\0", "[1,2,3]"); /* blocks of 2, of 1 with its size */
    GOOD("{\"type\":\"map\",\"values\":\"int\"}", "\2\2k\6\0", "{\"k\":3}");
    GOOD("{\"type\":\"fixed\",\"name\":\"F\",\"size\":3}", "abc", "null");
    GOOD("{\"type\":{\"type\":\"array\",\"items\":[\"null\"]}}", "\4\0\0\0", "[null,null]");
}

static void test_bad(void **state)
{
    (void)state;
    BAD("\"other\"", "\0\0");
    BAD("7", "\0\0");
    BAD("{}", "\0\0");
    BAD("[\"null\"]", "\2\0");
    BAD("[\"null\"]", "\1\0");
    BAD("{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\"]}", "\2");
    BAD("{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\"]}", "A");
    BAD("\"string\"", "\1a");
    BAD("\"string\"", "\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01");
    BAD("\"long\"", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
    BAD("{\"type\":\"fixed\",\"name\":\"F\",\"size\":-1}", "a");
    BAD("{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"type\":\"int\"}]}", "\2");
    /* a record of itself; and many elements that take no bytes */
    BAD("{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"r\",\"type\":\"R\"}]}", "\2");
    BAD("{\"type\":\"array\",\"items\":\"null\"}", "\xfe\xff\xff\xff\x0f");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_primitives),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_bad),
    };
    return cmocka_run_group_tests_name("workload_avro", tests, NULL, NULL);
}
