/* Workloads of SLS's generator: a line of choices, then the file. */
#include "harness/workload/synth.h"
#include "tests/fuzz/fail.h"
#include "tests/fuzz/input_checks.h"
#include "tests/fuzz/scratch.h"
#include "tests/fuzz/terms.h"

struct options {
    struct job_terms_options terms;
    struct synth_options synth;
};

static bool read_file(struct workload *w, const char *path, const void *context, struct input_error *error)
{
    const struct options *const options = context;

    return synth_read(w, path, &options->synth, &options->terms, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes input = {data, size};
    struct bytes choices = bytes_line(&input);
    struct options options = {.terms = terms_chosen(&choices)};
    const struct trace_reading reading = {read_file, &options};

    options.synth.unit = (enum synth_unit)bytes_choice(&choices, 2);
    check_reading(&reading, scratch_file("syn.json", input.at, input.left));
    return 0;
}
