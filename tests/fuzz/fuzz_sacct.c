/* Slurm's accounting: a line of choices, then the file. */
#include "harness/workload/sacct.h"
#include "tests/fuzz/fail.h"
#include "tests/fuzz/input_checks.h"
#include "tests/fuzz/scratch.h"
#include "tests/fuzz/terms.h"

struct options {
    struct job_terms_options terms;
    struct swf_options swf;
};

static bool read_file(struct workload *w, const char *path, const void *context, struct input_error *error)
{
    const struct options *const options = context;

    return sacct_read(w, path, &options->swf, &options->terms, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes input = {data, size};
    struct bytes choices = bytes_line(&input);
    struct options options = {.terms = terms_chosen(&choices), .swf = swf_options_default()};
    const struct trace_reading reading = {read_file, &options};

    options.swf.pool = (enum swf_pool)bytes_choice(&choices, 3);
    options.swf.jobs = (enum swf_jobs)bytes_choice(&choices, 2);
    check_reading(&reading, scratch_file("jobs.psv", input.at, input.left));
    return 0;
}
