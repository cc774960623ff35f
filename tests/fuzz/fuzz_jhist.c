/* Job histories: a line of choices, then the file. */
#include "harness/workload/jhist.h"
#include "tests/fuzz/fail.h"
#include "tests/fuzz/input_checks.h"
#include "tests/fuzz/scratch.h"
#include "tests/fuzz/terms.h"

struct options {
    struct job_terms_options terms;
    struct rumen_options rumen;
};

static bool read_file(struct workload *w, const char *path, const void *context, struct input_error *error)
{
    const struct options *const options = context;

    return jhist_read(w, path, &options->rumen, &options->terms, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes input = {data, size};
    struct bytes choices = bytes_line(&input);
    struct options options = {.terms = terms_chosen(&choices)};
    const struct trace_reading reading = {read_file, &options};

    options.rumen.attempt = (enum rumen_attempt)bytes_choice(&choices, 3);
    options.rumen.missing = (enum rumen_missing)bytes_choice(&choices, 2);
    check_reading(&reading, scratch_file("job.jhist", input.at, input.left));
    return 0;
}
