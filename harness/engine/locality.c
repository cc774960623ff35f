#include "harness/engine/locality.h"

#include "harness/workload/alloc.h"
#include "harness/workload/seed.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>

/* The purpose of seed_derive() for these draws; 0 to 2 belong to heartbeats and faults. */
enum { DRAW_PLACES = 3 };

struct data_places {
    struct locality_options options;
    const struct workload *workload;
    const struct cluster *cluster;
    int32_t copies; /* of a drawn input: replication, or all nodes if there are fewer */
    /* by job: `copies` nodes per map; NULL if the workload names them for every map */
    int32_t **nodes;
};

struct locality_options locality_options_default(void)
{
    return (struct locality_options){.replication = 3, .rack_factor = 1.0, .remote_factor = 1.0};
}

const char *locality_options_problem(const struct locality_options *options)
{
    if (options->replication < 1 || options->replication > LOCALITY_REPLICATION_MAX) {
        return "the replication lies outside 1 .. 64";
    }
    /* Written so that NaN is outside. */
    if (!(options->rack_factor >= 1.0 && options->rack_factor <= LOCALITY_FACTOR_MAX)) {
        return "the rack factor lies outside 1 .. 1000";
    }
    if (!(options->remote_factor >= options->rack_factor && options->remote_factor <= LOCALITY_FACTOR_MAX)) {
        return "the remote factor lies outside the rack factor .. 1000";
    }
    return NULL;
}

bool locality_options_on(const struct locality_options *options)
{
    return options->remote_factor > 1.0;
}

static bool drawn_before(const int32_t *nodes, int32_t count, int32_t node)
{
    for (int32_t i = 0; i < count; i++) {
        if (nodes[i] == node) {
            return true;
        }
    }
    return false;
}

static void draw(struct data_places *p, gsl_rng *rng, int32_t *nodes)
{
    for (int32_t i = 0; i < p->copies; i++) {
        int32_t node;
        do {
            node = (int32_t)gsl_rng_uniform_int(rng, (unsigned long)p->cluster->node_count);
        } while (drawn_before(nodes, i, node));
        nodes[i] = node;
    }
}

/* How many nodes the workload names that hold the map's input, and which; 0: it says nothing of
 * it. */
static size_t named_nodes(const struct job_spec *job, int32_t map, const int32_t **nodes)
{
    return job->map_nodes.maps == 0 ? 0 : map_places_of(&job->map_nodes, map, nodes);
}

static bool all_named(const struct job_spec *job)
{
    const int32_t *nodes;
    for (int32_t map = 0; map < job->maps; map++) {
        if (named_nodes(job, map, &nodes) == 0) {
            return false;
        }
    }
    return true;
}

/* Of a map whose input lies on drawn nodes. */
static int32_t drawn_copies(const struct locality_options *options, const struct cluster *cluster)
{
    return options->replication < cluster->node_count ? options->replication : cluster->node_count;
}

const struct job_spec *data_places_misfit(const struct workload *workload, const struct cluster *cluster, int32_t *node)
{
    for (size_t i = 0; i < workload->count; i++) {
        const struct map_places *places = &workload->jobs[i].map_nodes;
        for (size_t n = 0; n < map_places_total(places); n++) {
            if (places->nodes[n] >= cluster->node_count) {
                *node = places->nodes[n];
                return &workload->jobs[i];
            }
        }
    }
    return NULL;
}

const char *data_places_problem(const struct locality_options *options, const struct workload *workload,
                                const struct cluster *cluster)
{
    int64_t drawn = 0;
    int32_t node;
    if (data_places_misfit(workload, cluster, &node) != NULL) {
        return "the data of a map lie on a node that the cluster does not have";
    }
    for (size_t i = 0; i < workload->count; i++) {
        const struct job_spec *job = &workload->jobs[i];
        drawn += all_named(job) ? 0 : (int64_t)job->maps * drawn_copies(options, cluster);
    }
    return drawn > LOCALITY_DRAWN_MAX ? "the maps times the replication are more than 100000000" : NULL;
}

struct data_places *data_places_new(const struct locality_options *options, const struct workload *workload,
                                    const struct cluster *cluster, uint64_t seed)
{
    struct data_places *p = alloc_zeroed(1, sizeof *p);
    p->options = *options;
    p->workload = workload;
    p->cluster = cluster;
    p->copies = drawn_copies(options, cluster);
    p->nodes = alloc_zeroed(workload->count, sizeof *p->nodes);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2); /* cheap to seed */
    for (size_t i = 0; i < workload->count; i++) {
        const struct job_spec *job = &workload->jobs[i];
        if (all_named(job)) {
            continue;
        }
        uint64_t of_job = seed_derive(seed_derive(seed, DRAW_PLACES), job->row);
        gsl_rng_set(rng, (unsigned long)(of_job & UINT32_MAX));
        p->nodes[i] = alloc_zeroed((size_t)job->maps * (size_t)p->copies, sizeof *p->nodes[i]);
        for (int32_t map = 0; map < job->maps; map++) {
            draw(p, rng, &p->nodes[i][(size_t)map * (size_t)p->copies]);
        }
    }
    gsl_rng_free(rng);
    return p;
}

void data_places_free(struct data_places *p)
{
    if (p != NULL) {
        for (size_t i = 0; i < p->workload->count; i++) {
            free(p->nodes[i]);
        }
        free(p->nodes);
        free(p);
    }
}

const struct cluster *data_places_cluster(const struct data_places *places)
{
    return places->cluster;
}

size_t data_places_of(const struct data_places *places, int32_t job, int32_t map, const int32_t **nodes)
{
    size_t copies = named_nodes(&places->workload->jobs[job], map, nodes);
    if (copies == 0) {
        copies = (size_t)places->copies;
        *nodes = places->nodes[job] + (size_t)map * copies;
    }
    return copies;
}

enum locality data_places_distance(const struct data_places *p, int32_t job, int32_t map, int32_t node)
{
    const int32_t *nodes;
    size_t copies = data_places_of(p, job, map, &nodes);
    enum locality nearest = LOCALITY_REMOTE;
    for (size_t i = 0; i < copies; i++) {
        if (nodes[i] == node) {
            return LOCALITY_NODE;
        }
        if (p->cluster->nodes[nodes[i]].rack == p->cluster->nodes[node].rack) {
            nearest = LOCALITY_RACK;
        }
    }
    return nearest;
}

ticks data_places_time(const struct data_places *p, enum locality locality, ticks duration)
{
    if (locality == LOCALITY_NODE) {
        return duration;
    }
    double factor = locality == LOCALITY_RACK ? p->options.rack_factor : p->options.remote_factor;
    double scaled = ceil((double)duration * factor);
    return scaled >= 0x1p63 ? INT64_MAX : (ticks)scaled;
}
