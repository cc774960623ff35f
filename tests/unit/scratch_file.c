#include "tests/unit/scratch_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct scratch_file scratch_file_of_bytes(const char *bytes, size_t length)
{
    struct scratch_file file = {"/tmp/rtmr_test_XXXXXX"};
    int descriptor = mkstemp(file.path);
    assert_true(descriptor >= 0);
    FILE *stream = fdopen(descriptor, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, length, stream), length);
    assert_int_equal(fclose(stream), 0);
    return file;
}

struct scratch_file scratch_file_of(const char *text)
{
    return scratch_file_of_bytes(text, strlen(text));
}

void scratch_file_remove(const struct scratch_file *file)
{
    unlink(file->path);
}
