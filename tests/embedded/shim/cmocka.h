/*
 * Stands in for cmocka on a bare-metal target: the assertions that the kernel's unit tests use.
 * Results are TAP, as cmocka's. The first assertion that fails ends the program; the runner counts
 * the tests that were planned and have no result as failed.
 */
#ifndef SHIM_CMOCKA_H
#define SHIM_CMOCKA_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
};

#define cmocka_unit_test(function)                                                                                     \
    {                                                                                                                  \
#function, function                                                                                            \
    }
#define cmocka_run_group_tests(tests, setup, teardown) shim_run(tests, sizeof(tests) / sizeof((tests)[0]))

#define assert_true(c) shim_check((c) != 0, #c, __FILE__, __LINE__)
#define assert_false(c) shim_check((c) == 0, "!(" #c ")", __FILE__, __LINE__)
#define assert_null(p) shim_check((p) == NULL, #p " == NULL", __FILE__, __LINE__)
#define assert_non_null(p) shim_check((p) != NULL, #p " != NULL", __FILE__, __LINE__)
#define assert_int_equal(a, b) shim_check_equal((int64_t)(a), (int64_t)(b), #a " == " #b, __FILE__, __LINE__)
#define assert_memory_equal(a, b, bytes) shim_check(memcmp(a, b, bytes) == 0, #a " equals " #b, __FILE__, __LINE__)
#define assert_string_not_equal(a, b) shim_check(strcmp(a, b) != 0, #a " differs from " #b, __FILE__, __LINE__)
#define fail_msg shim_fail
#define print_message shim_say

/* Runs the tests; the result is main()'s. */
int shim_run(const struct CMUnitTest *tests, size_t count);

void shim_check(int holds, const char *what, const char *file, int line);
void shim_check_equal(int64_t a, int64_t b, const char *what, const char *file, int line);

/* Formats as in print.h. Not checked by the compiler: tests write %d for an int32_t, which is a
 * long of the same size here. */
void shim_say(const char *format, ...);
_Noreturn void shim_fail(const char *format, ...);

#endif
