#include "harness/workload/map_places.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>
#include <string.h>

void map_places_add(struct map_places *places, const int32_t *nodes, size_t count)
{
    size_t before = map_places_total(places);
    if (count > 0) {
        places->nodes = alloc_grow(places->nodes, &places->node_capacity, before + count, sizeof *places->nodes);
        memcpy(places->nodes + before, nodes, count * sizeof *nodes);
    }
    places->ends = alloc_grow(places->ends, &places->map_capacity, places->maps + 1, sizeof *places->ends);
    places->ends[places->maps++] = before + count;
}

void map_places_free(struct map_places *places)
{
    free(places->nodes);
    free(places->ends);
    *places = (struct map_places){0};
}

size_t map_places_of(const struct map_places *places, int32_t map, const int32_t **nodes)
{
    size_t begin = map == 0 ? 0 : places->ends[map - 1];
    *nodes = places->nodes == NULL ? NULL : places->nodes + begin;
    return places->ends[map] - begin;
}

size_t map_places_total(const struct map_places *places)
{
    return places->maps == 0 ? 0 : places->ends[places->maps - 1];
}
