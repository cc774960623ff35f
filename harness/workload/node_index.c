#include "harness/workload/node_index.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b, void *context)
{
    const struct cluster *cluster = context;
    int32_t x = *(const int32_t *)a;
    int32_t y = *(const int32_t *)b;
    int order = strcmp(cluster->nodes[x].name, cluster->nodes[y].name);
    return order != 0 ? order : (x > y) - (x < y);
}

struct node_index node_index_of(const struct cluster *cluster)
{
    struct node_index index = {.cluster = cluster};
    index.sorted = alloc_zeroed((size_t)cluster->node_count, sizeof *index.sorted);
    for (int32_t i = 0; i < cluster->node_count; i++) {
        if (cluster->nodes[i].name != NULL) {
            index.sorted[index.count++] = i;
        }
    }
    qsort_r(index.sorted, index.count, sizeof *index.sorted, by_name, (void *)(uintptr_t)cluster);
    return index;
}

void node_index_free(struct node_index *index)
{
    free(index->sorted);
    *index = (struct node_index){0};
}

int32_t node_index_find(const struct node_index *index, const char *name)
{
    size_t least = 0;
    size_t end = index->count;
    while (least < end) {
        size_t middle = least + (end - least) / 2;
        if (strcmp(index->cluster->nodes[index->sorted[middle]].name, name) < 0) {
            least = middle + 1;
        } else {
            end = middle;
        }
    }
    return least < index->count && strcmp(index->cluster->nodes[index->sorted[least]].name, name) == 0
               ? index->sorted[least]
               : -1;
}
