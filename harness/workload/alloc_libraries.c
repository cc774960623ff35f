#include "harness/workload/alloc_libraries.h"

#include "harness/workload/alloc.h"

#include <gsl/gsl_errno.h>
#include <jansson.h>
#include <stdlib.h>

static void *json_memory(size_t size)
{
    return alloc_resize(NULL, size);
}

static void gsl_failed(const char *reason, const char *file, int line, int number)
{
    if (number == GSL_ENOMEM) {
        alloc_failed();
    }
    fprintf(stderr, "rtmr: internal error: %s (GSL, %s:%d)\n", reason, file, line);
    exit(EXIT_FAILURE);
}

void alloc_in_libraries(void)
{
    json_set_alloc_funcs(json_memory, free);
    gsl_set_error_handler(gsl_failed);
}
