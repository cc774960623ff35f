/* SWF: a line of choices, then the file. */
#include "harness/workload/swf.h"
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

    return swf_read(w, path, &options->swf, &options->terms, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const double shares[] = {0, 0.3, 1};
    static const double reduces[] = {0.3, 1e-6, 1e9};
    struct bytes input = {data, size};
    struct bytes choices = bytes_line(&input);
    struct options options = {.terms = terms_chosen(&choices)};
    const struct trace_reading reading = {read_file, &options};

    options.swf = (struct swf_options){.reduce_share = shares[bytes_choice(&choices, 3)],
                                       .reduces_per_map = reduces[bytes_choice(&choices, 3)],
                                       .estimate = (enum swf_estimate)bytes_choice(&choices, 2),
                                       .pool = (enum swf_pool)bytes_choice(&choices, 3),
                                       .jobs = (enum swf_jobs)bytes_choice(&choices, 2)};
    check_reading(&reading, scratch_file("jobs.swf", input.at, input.left));
    return 0;
}
