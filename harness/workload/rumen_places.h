/*
 * Where the inputs of a job's maps are in a Rumen trace: preferredLocations of each map, a list of
 * {"layers": [rack, node]}. The last layer names the node.
 */
#ifndef HARNESS_WORKLOAD_RUMEN_PLACES_H
#define HARNESS_WORKLOAD_RUMEN_PLACES_H

#include "harness/workload/input_error.h"
#include "harness/workload/map_places.h"
#include "harness/workload/node_index.h"

#include <jansson.h>

/* A map of more locations has none: it can run anywhere. Rumen itself keeps 25 at most. */
#define RUMEN_LOCATIONS_MAX 64

/* Reads them for all elements of mapTasks into *places, zeroed before: for each map the nodes that
 * the index has. If it has none of any map, no map is stored. False: *error is set. O(locations log
 * nodes). */
bool rumen_places_read(struct map_places *places, const json_t *job, const struct node_index *index, struct place place,
                       struct input_error *error);

#endif
