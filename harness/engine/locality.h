/*
 * The nodes that hold the data of the maps, and the cost of reading them from another node. Off
 * unless a cost is above 1.
 *
 * A trace may say which nodes hold a map's input. Where it does not, the input lies on
 * `replication` different nodes, drawn uniformly; the draw depends only on the seed, the job's row
 * and the task's number, so every scheduler gets the same places. (HDFS puts the second copy into
 * another rack and the third beside the second; the free draw is a simplification of this
 * simulator.) A map on one of those nodes takes its own time; in the rack of one it takes
 * rack_factor, elsewhere remote_factor times as long.
 */
#ifndef HARNESS_ENGINE_LOCALITY_H
#define HARNESS_ENGINE_LOCALITY_H

#include "harness/workload/cluster.h"
#include "harness/workload/workload.h"

#include <stdbool.h>
#include <stdint.h>

struct locality_options {
    /* nodes that hold a map's input, 1 .. LOCALITY_REPLICATION_MAX; at most all nodes */
    int32_t replication;
    double rack_factor;   /* 1 .. LOCALITY_FACTOR_MAX */
    double remote_factor; /* rack_factor .. LOCALITY_FACTOR_MAX */
};
#define LOCALITY_REPLICATION_MAX 64
#define LOCALITY_DRAWN_MAX 100000000 /* nodes of all maps together: 400 MB */
#define LOCALITY_FACTOR_MAX 1000.0

/* replication 3 (Hadoop's default), factors 1: off. */
struct locality_options locality_options_default(void);

/* NULL if all values are in range; otherwise the problem (static text, one line). */
const char *locality_options_problem(const struct locality_options *options);

/* Whether it matters where a map runs. */
bool locality_options_on(const struct locality_options *options);

struct data_places;

/* The first job whose data lie on a node that the cluster does not have, and *node is that node;
 * NULL: there is none. O(copies). */
const struct job_spec *data_places_misfit(const struct workload *workload, const struct cluster *cluster,
                                          int32_t *node);

/* NULL if all nodes that the workload names are of the cluster, and at most LOCALITY_DRAWN_MAX have
 * to be drawn; otherwise the problem (static text, one line). O(copies). */
const char *data_places_problem(const struct locality_options *options, const struct workload *workload,
                                const struct cluster *cluster);

/* Takes or draws the places of all maps. Workload and cluster must outlive it. O(maps *
 * replication). */
struct data_places *data_places_new(const struct locality_options *options, const struct workload *workload,
                                    const struct cluster *cluster, uint64_t seed);
void data_places_free(struct data_places *places);

const struct cluster *data_places_cluster(const struct data_places *places);

/* How many nodes hold the input of a job's map, at least 1, and *nodes points at them. O(1). */
size_t data_places_of(const struct data_places *places, int32_t job, int32_t map, const int32_t **nodes);

/* How near a node is to the data of a job's map. O(copies of it). */
enum locality data_places_distance(const struct data_places *places, int32_t job, int32_t map, int32_t node);

/* How long a map of this duration takes at this distance, rounded up; INT64_MAX if that does not
 * fit. */
ticks data_places_time(const struct data_places *places, enum locality locality, ticks duration);

#endif
