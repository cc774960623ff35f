/* Cluster files. */
#include "harness/workload/cluster_file.h"
#include "tests/fuzz/cluster_checks.h"
#include "tests/fuzz/fail.h"
#include "tests/fuzz/scratch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *const path = scratch_file("cluster.csv", data, size);
    struct input_error error = {""};
    struct cluster cluster = {0};

    check_cluster(cluster_file_read(&cluster, path, &error), &cluster, path, &error);
    return 0;
}
