/* Workloads of Batsim: a line of choices, then the file. */
#include "harness/workload/batsim_workload.h"
#include "tests/fuzz/fail.h"
#include "tests/fuzz/input_checks.h"
#include "tests/fuzz/scratch.h"
#include "tests/fuzz/terms.h"

struct options {
    struct job_terms_options terms;
    struct swf_options swf;
    struct batsim_options batsim;
};

static bool read_file(struct workload *w, const char *path, const void *context, struct input_error *error)
{
    const struct options *const options = context;

    return batsim_workload_read(w, path, &options->batsim, &options->swf, &options->terms, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const double speeds[] = {1e9, 1e-6, 1e18};
    struct bytes input = {data, size};
    struct bytes choices = bytes_line(&input);
    struct options options = {.terms = terms_chosen(&choices), .swf = swf_options_default()};
    const struct trace_reading reading = {read_file, &options};

    options.batsim.speed = speeds[bytes_choice(&choices, 3)];
    check_reading(&reading, scratch_file("jobs.json", input.at, input.left));
    return 0;
}
