/*
 * Where the inputs of a job's maps are in a Rumen trace: preferredLocations of each map, a list of {"layers": [rack,
 * node]}. The last layer names the node.
 */
#ifndef HARNESS_WORKLOAD_RUMEN_PLACES_H
#define HARNESS_WORKLOAD_RUMEN_PLACES_H

#include "harness/workload/input_error.h"
#include "harness/workload/node_index.h"

#include <jansson.h>

/* Most locations of a map. */
#define RUMEN_LOCATIONS_MAX 64

/* Reads them for all elements of mapTasks into *nodes, *copies entries per map: first the nodes that the index knows,
 * then -1. If it knows none of any map, NULL and 0; otherwise free() *nodes. False: *error is set, and there is nothing
 * to free. O(locations log nodes). */
bool rumen_places_read(int32_t **nodes, int32_t *copies, const json_t *job, const struct node_index *index,
                       struct place place, struct input_error *error);

#endif
