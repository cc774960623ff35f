/* SWIM: a line of choices, then the file. */
#include "harness/workload/swim.h"
#include "tests/fuzz/fail.h"
#include "tests/fuzz/input_checks.h"
#include "tests/fuzz/scratch.h"
#include "tests/fuzz/terms.h"

struct options {
    struct job_terms_options terms;
    struct swim_options swim;
};

static bool read_file(struct workload *w, const char *path, const void *context, struct input_error *error)
{
    const struct options *const options = context;

    return swim_read(w, path, &options->swim, &options->terms, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const double rates[] = {32, 1e-6, 1e9};
    struct bytes input = {data, size};
    struct bytes choices = bytes_line(&input);
    struct options options = {.terms = terms_chosen(&choices), .swim = swim_options_default()};
    const struct trace_reading reading = {read_file, &options};

    options.swim.block_mib *= bytes_choice(&choices, 2) == 0 ? 1 : 1e6;
    options.swim.reduce_mib *= bytes_choice(&choices, 2) == 0 ? 1 : 1e6;
    options.swim.map_rate = rates[bytes_choice(&choices, 3)];
    options.swim.reduce_rate = rates[bytes_choice(&choices, 3)];
    options.swim.startup = bytes_choice(&choices, 2) == 0 ? 1000 : WORKLOAD_TIME_MAX;
    options.swim.scale = bytes_choice(&choices, 2) == 0 ? 1 : 1e-6;
    check_reading(&reading, scratch_file("jobs.tsv", input.at, input.left));
    return 0;
}
