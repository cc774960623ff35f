#include <cmocka.h>

#include "board.h"
#include "print.h"

#include <stdarg.h>

int shim_run(const struct CMUnitTest *tests, size_t count)
{
    print("1..%d\n", (int)count);
    for (size_t i = 0; i < count; i++) {
        void *state = NULL;

        tests[i].run(&state);
        print("ok %d - %s\n", (int)i + 1, tests[i].name);
    }
    return 0;
}

void shim_check(int holds, const char *what, const char *file, int line)
{
    if (!holds) {
        shim_fail("%s:%d: not so: %s", file, line, what);
    }
}

void shim_check_equal(int64_t a, int64_t b, const char *what, const char *file, int line)
{
    if (a != b) {
        shim_fail("%s:%d: not so: %s (%jd, %jd)", file, line, what, (intmax_t)a, (intmax_t)b);
    }
}

void shim_say(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    print_list(format, values);
    va_end(values);
}

void shim_fail(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    print_list(format, values);
    va_end(values);
    print("\n");
    board_exit(1);
}
