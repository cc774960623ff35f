#include "tests/fuzz/fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int log_descriptor = STDERR_FILENO;

void fuzz_fail_to(int descriptor)
{
    log_descriptor = descriptor;
}

void fuzz_fail(const char *format, ...)
{
    va_list arguments;

    (void)dprintf(log_descriptor, "ORACLE: ");
    va_start(arguments, format);
    (void)vdprintf(log_descriptor, format, arguments);
    va_end(arguments);
    (void)dprintf(log_descriptor, "\n");
    abort();
}
