/* SLS: a line of choices, then the file. */
#include "harness/workload/sls.h"
#include "tests/fuzz/fail.h"
#include "tests/fuzz/input_checks.h"
#include "tests/fuzz/scratch.h"
#include "tests/fuzz/terms.h"

static bool read_file(struct workload *w, const char *path, const void *terms, struct input_error *error)
{
    return sls_read(w, path, terms, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes input = {data, size};
    struct bytes choices = bytes_line(&input);
    const struct job_terms_options terms = terms_chosen(&choices);
    const struct trace_reading reading = {read_file, &terms};

    check_reading(&reading, scratch_file("jobs.json", input.at, input.left));
    return 0;
}
