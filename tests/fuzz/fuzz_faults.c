/* Fault files, for a cluster of three nodes and a workload of two jobs. */
#include "harness/workload/fault_file.h"
#include "harness/workload/native_csv.h"
#include "tests/fuzz/fail.h"
#include "tests/fuzz/input_checks.h"
#include "tests/fuzz/scratch.h"

enum { NODES = 3 };

static struct cluster cluster;
static struct workload workload;

/* Made once: nothing changes them. */
static void prepare(void)
{
    static const char jobs[] = "job,arrival,deadline,eps_m,eps_r,map_durations,reduce_durations\n"
                               "sort,0,60000,9000,20000,8000;8500,18000\nindex,5,60000,9000,,8000;8500;7900,\n";
    const struct cluster_node node = {.slots = {2, 1}, .speed = {CLUSTER_SPEED_ONE, CLUSTER_SPEED_ONE}};
    struct input_error error;

    if (cluster.node_count > 0) {
        return;
    }
    cluster_init(&cluster, "three");
    FUZZ_EXPECT(cluster_add(&cluster, NODES, node), "nodes do not fit");
    FUZZ_EXPECT(native_csv_read(&workload, scratch_file("jobs.csv", jobs, sizeof jobs - 1), &error), "%s", error.text);
}

static bool of_a_task(enum fault_kind kind)
{
    return kind == FAULT_TASK_OVERRUNS || kind == FAULT_TASK_FAILS;
}

static bool of_a_node(enum fault_kind kind)
{
    return kind == FAULT_NODE_LOST || kind == FAULT_NODE_BACK || kind == FAULT_NODE_SLOW;
}

static void check_event(const struct fault_event *event)
{
    FUZZ_EXPECT(event->kind < FAULT_KINDS, "line %zu: no such fault", event->line);
    FUZZ_EXPECT((event->job != NULL) == of_a_task(event->kind), "line %zu: a job is named or not", event->line);
    FUZZ_EXPECT(!of_a_node(event->kind) || (0 <= event->node && event->node < NODES), "line %zu: node %d", event->line,
                event->node);
    FUZZ_EXPECT(of_a_node(event->kind) || event->number >= 0, "line %zu: number %d", event->line, event->number);
    if (event->kind == FAULT_TASK_FAILS) {
        FUZZ_EXPECT(0 < event->factor && event->factor <= 1, "line %zu: factor %g", event->line, event->factor);
    } else if (event->kind == FAULT_NODE_SLOW || event->kind == FAULT_TASK_OVERRUNS) {
        FUZZ_EXPECT(1 <= event->factor && event->factor <= 1e6, "line %zu: factor %g", event->line, event->factor);
    }
}

static void check_script(struct fault_script *script, const char *path)
{
    struct input_error error = {""};

    for (size_t i = 0; i < script->count; i++) {
        check_event(&script->events[i]);
        FUZZ_EXPECT(i == 0 || script->events[i - 1].at <= script->events[i].at, "events are out of order");
    }
    if (!fault_script_bind(script, path, &workload, &error)) {
        check_refusal(&error, path);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fault_script script = {0};
    struct input_error error = {""};

    prepare();
    const char *const path = scratch_file("faults.csv", data, size);
    if (fault_file_read(&script, path, &cluster, &error)) {
        check_script(&script, path);
    } else {
        check_refusal(&error, path);
        FUZZ_EXPECT(script.count == 0 && script.events == NULL, "a refused file leaves events");
    }
    fault_script_free(&script);
    return 0;
}
