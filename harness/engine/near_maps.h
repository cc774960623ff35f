/*
 * The maps of a job by where their data are, so that the nearest one to a node is found without
 * looking at all of them.
 */
#ifndef HARNESS_ENGINE_NEAR_MAPS_H
#define HARNESS_ENGINE_NEAR_MAPS_H

#include "harness/engine/locality.h"

#include <stdint.h>

struct near_maps;

/* Of the job's maps. O(copies log copies) time, O(copies) memory. */
struct near_maps *near_maps_new(const struct data_places *places, int32_t job, int32_t maps);
void near_maps_free(struct near_maps *near);

/* The lowest number among the maps nearest to the node that were never started, attempts[map] being
 * 0 for those, and how near it is; `other`, the lowest of all of them, if none has its data on the
 * node or in its rack. A map that was started is not examined again. Amortised O(log
 * nodes). */
int32_t near_maps_first(struct near_maps *near, int32_t node, const uint16_t *attempts, int32_t other,
                        enum locality *distance);

#endif
