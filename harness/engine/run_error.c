#include "harness/engine/run_error.h"

#include <stdarg.h>
#include <stdio.h>

void run_error_raise(struct run_error *e, const char *format, ...)
{
    if (e->raised) {
        return;
    }
    e->raised = true;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(e->text, sizeof e->text, format, arguments);
    va_end(arguments);
}
