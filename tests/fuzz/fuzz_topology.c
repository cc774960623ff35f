/* Topologies: a line of choices (slots of each node), then the file. */
#include "harness/workload/topology_file.h"
#include "tests/fuzz/bytes.h"
#include "tests/fuzz/cluster_checks.h"
#include "tests/fuzz/fail.h"
#include "tests/fuzz/scratch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int32_t slots_of[] = {2, 1, CLUSTER_SLOTS_MAX};
    struct bytes input = {data, size};
    struct bytes choices = bytes_line(&input);
    const int32_t maps = slots_of[bytes_choice(&choices, 3)];
    const int32_t slots[STAGES] = {maps, slots_of[bytes_choice(&choices, 3)]};
    const char *const path = scratch_file("topology.json", input.at, input.left);
    struct input_error error = {""};
    struct cluster cluster = {0};

    check_cluster(topology_file_read(&cluster, path, slots, &error), &cluster, path, &error);
    return 0;
}
