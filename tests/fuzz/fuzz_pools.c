/* Pools of the Fair Scheduler and queues of the Capacity Scheduler: each input is read as both. */
#include "harness/workload/pool_file.h"
#include "tests/fuzz/fail.h"
#include "tests/fuzz/input_checks.h"
#include "tests/fuzz/scratch.h"

#include <string.h>

static void check_pool(const struct pool_table *table, size_t i)
{
    const struct pool_spec *const pool = &table->pools[i];

    FUZZ_EXPECT(pool->name != NULL, "a pool has no name");
    FUZZ_EXPECT(pool->weight > 0, "pool %s has weight %g", pool->name, pool->weight);
    FUZZ_EXPECT(pool->least[STAGE_MAP] >= 0 && pool->least[STAGE_REDUCE] >= 0, "pool %s has less than no slots",
                pool->name);
    for (size_t k = 0; k < i; k++) {
        FUZZ_EXPECT(strcmp(table->pools[k].name, pool->name) != 0, "pool %s stands twice", pool->name);
    }
}

static void read_pools(const char *path)
{
    struct pool_table table = {0};
    struct input_error error = {""};

    if (pool_file_read(&table, path, &error)) {
        for (size_t i = 0; i < table.count; i++) {
            check_pool(&table, i);
        }
    } else {
        check_refusal(&error, path);
        FUZZ_EXPECT(table.count == 0 && table.pools == NULL, "a refused file leaves pools");
    }
    pool_table_free(&table);
}

static void read_queues(const char *path)
{
    struct queue_table table = {0};
    struct input_error error = {""};
    double sum = 0;

    if (queue_file_read(&table, path, &error)) {
        for (size_t i = 0; i < table.count; i++) {
            const struct queue_spec *const queue = &table.queues[i];

            FUZZ_EXPECT(queue->name != NULL, "a queue has no name");
            FUZZ_EXPECT(0 <= queue->capacity && queue->capacity <= 100, "queue %s has %g %%", queue->name,
                        queue->capacity);
            FUZZ_EXPECT(1 <= queue->user_limit && queue->user_limit <= 100, "queue %s: limit %d", queue->name,
                        queue->user_limit);
            sum += queue->capacity;
        }
        FUZZ_EXPECT(sum < 100.001, "queues have %g %% of the slots", sum);
    } else {
        check_refusal(&error, path);
        FUZZ_EXPECT(table.count == 0 && table.queues == NULL, "a refused file leaves queues");
    }
    queue_table_free(&table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *const path = scratch_file("pools.csv", data, size);

    read_pools(path);
    read_queues(path);
    return 0;
}
