/* Native CSV: the whole input as a file, and its first line as a row of `explain --job`. */
#include "harness/workload/native_csv.h"
#include "tests/fuzz/bytes.h"
#include "tests/fuzz/fail.h"
#include "tests/fuzz/input_checks.h"
#include "tests/fuzz/scratch.h"

#include <stdlib.h>
#include <string.h>

static bool read_file(struct workload *w, const char *path, const void *options, struct input_error *error)
{
    (void)options;
    return native_csv_read(w, path, error);
}

static void read_row(struct bytes line)
{
    static const char source[] = "--job";
    struct workload w = {0};
    struct input_error error = {""};
    char *const row = strndup((const char *)line.at, line.left);

    if (native_csv_row(&w, row, source, &error)) {
        FUZZ_EXPECT(w.count == 1, "a row is %zu jobs", w.count);
        check_workload(&w);
    } else {
        check_refusal(&error, source);
    }
    workload_free(&w);
    free(row);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct trace_reading reading = {read_file, NULL};
    struct bytes rest = {data, size};

    check_reading(&reading, scratch_file("jobs.csv", data, size));
    for (int i = 0; i < 2 && rest.left > 0; i++) { /* the header and a job */
        read_row(bytes_line(&rest));
    }
    return 0;
}
