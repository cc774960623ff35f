/*
 * The nodes that hold the inputs of a job's maps: any number per map, as the source names them.
 */
#ifndef HARNESS_WORKLOAD_MAP_PLACES_H
#define HARNESS_WORKLOAD_MAP_PLACES_H

#include <stddef.h>
#include <stdint.h>

/* Zeroed: no map. */
struct map_places {
    int32_t *nodes; /* those of map 0, then those of map 1, ... */
    size_t *ends;   /* by map: the index in nodes behind its last one */
    size_t maps;
    size_t node_capacity, map_capacity; /* of the functions below */
};

/* Names `count` nodes of the next map; 0: it is unknown where its input is. The nodes are copied.
 * Amortised O(count). */
void map_places_add(struct map_places *places, const int32_t *nodes, size_t count);

/* Leaves no map. */
void map_places_free(struct map_places *places);

/* How many nodes of a map < maps are named, and *nodes points at them. O(1). */
size_t map_places_of(const struct map_places *places, int32_t map, const int32_t **nodes);

/* How many nodes are named of all maps. O(1). */
size_t map_places_total(const struct map_places *places);

#endif
