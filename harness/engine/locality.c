#include "harness/engine/locality.h"

#include "harness/engine/seed.h"
#include "harness/workload/alloc.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>

/* The purpose of seed_derive() for these draws; 0 to 2 belong to heartbeats and faults. */
enum { DRAW_PLACES = 3 };

struct data_places {
    struct locality_options options;
    const struct workload *workload;
    const struct cluster *cluster;
    int32_t copies;  /* of a drawn input: replication, or all nodes if there are fewer */
    int32_t **nodes; /* by job: `copies` nodes per map; NULL if the workload names them for every map */
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

const char *data_places_problem(const struct workload *workload, const struct cluster *cluster)
{
    for (size_t i = 0; i < workload->count; i++) {
        const struct job_spec *job = &workload->jobs[i];
        for (size_t n = 0; job->map_nodes != NULL && n < (size_t)job->maps * (size_t)job->map_copies; n++) {
            if (job->map_nodes[n] >= cluster->node_count) {
                return "the data of a map lie on a node that the cluster does not have";
            }
        }
    }
    return NULL;
}

/* Whether the workload says where the map's input is. */
static bool is_named(const struct job_spec *job, int32_t map)
{
    return job->map_nodes != NULL && job->map_nodes[(size_t)map * (size_t)job->map_copies] >= 0;
}

static bool all_named(const struct job_spec *job)
{
    for (int32_t map = 0; map < job->maps; map++) {
        if (!is_named(job, map)) {
            return false;
        }
    }
    return true;
}

struct data_places *data_places_new(const struct locality_options *options, const struct workload *workload,
                                    const struct cluster *cluster, uint64_t seed)
{
    struct data_places *p = alloc_zeroed(1, sizeof *p);
    p->options = *options;
    p->workload = workload;
    p->cluster = cluster;
    p->copies = options->replication < cluster->node_count ? options->replication : cluster->node_count;
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

enum locality data_places_distance(const struct data_places *p, int32_t job, int32_t map, int32_t node)
{
    const struct job_spec *spec = &p->workload->jobs[job];
    bool named = is_named(spec, map);
    int32_t copies = named ? spec->map_copies : p->copies;
    const int32_t *nodes = (named ? spec->map_nodes : p->nodes[job]) + (size_t)map * (size_t)copies;
    enum locality nearest = LOCALITY_REMOTE;
    for (int32_t i = 0; i < copies; i++) {
        if (nodes[i] == node) {
            return LOCALITY_NODE;
        }
        if (nodes[i] >= 0 && p->cluster->nodes[nodes[i]].rack == p->cluster->nodes[node].rack) {
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
