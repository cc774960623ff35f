/* Rumen: a line of choices, then the file. */
#include "harness/workload/rumen.h"
#include "tests/fuzz/fail.h"
#include "tests/fuzz/input_checks.h"
#include "tests/fuzz/scratch.h"
#include "tests/fuzz/terms.h"

#include <string.h>

struct options {
    struct job_terms_options terms;
    struct rumen_options rumen;
};

static bool read_file(struct workload *w, const char *path, const void *context, struct input_error *error)
{
    const struct options *const options = context;

    return rumen_read(w, path, &options->rumen, &options->terms, error);
}

/* Nodes with names that preferredLocations can tell. */
static struct cluster named_cluster(void)
{
    static const char *const names[] = {"n0", "n1", "n2"};
    struct cluster cluster;

    cluster_init(&cluster, "named");
    for (int i = 0; i < 3; i++) {
        const struct cluster_node node = {
            .slots = {2, 1}, .speed = {CLUSTER_SPEED_ONE, CLUSTER_SPEED_ONE}, .rack = i % 2};

        FUZZ_EXPECT(cluster_add(&cluster, 1, node), "a node does not fit");
        cluster.nodes[i].name = strdup(names[i]);
    }
    return cluster;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cluster cluster = named_cluster();
    struct bytes input = {data, size};
    struct bytes choices = bytes_line(&input);
    struct options options = {.terms = terms_chosen(&choices)};
    const struct trace_reading reading = {read_file, &options};

    options.rumen = (struct rumen_options){.attempt = (enum rumen_attempt)bytes_choice(&choices, 3),
                                           .reduces = (enum rumen_reduces)bytes_choice(&choices, 3),
                                           .missing = (enum rumen_missing)bytes_choice(&choices, 2),
                                           .jobs = (enum rumen_jobs)bytes_choice(&choices, 2),
                                           .cluster = bytes_choice(&choices, 2) == 0 ? &cluster : NULL};
    check_reading(&reading, scratch_file("jobs.json", input.at, input.left));
    cluster_free(&cluster);
    return 0;
}
