/* The jobs of a trace or a workload by the options of their conversion. */
#include "harness/cli/conversion_options.h"
#include "harness/workload/jhist.h"
#include "harness/workload/sacct.h"
#include "harness/workload/sls.h"

static struct job_terms_options terms_for(const struct conversion_options *o, const struct cluster *cluster,
                                          uint64_t seed)
{
    struct job_terms_options terms = o->terms;
    terms.map_slots = cluster_slots(cluster, STAGE_MAP);
    terms.reduce_slots = cluster_slots(cluster, STAGE_REDUCE);
    terms.seed = seed;
    return terms;
}

bool conversion_options_give_terms(const struct conversion_options *o, const struct cluster *cluster, uint64_t seed,
                                   struct workload *workload)
{
    const struct place place = {.source = workload->title};
    const struct job_terms_options options = terms_for(o, cluster, seed);
    struct job_terms terms = job_terms_open(&options);
    bool good = true;
    for (size_t i = 0; i < workload->count && good; i++) {
        good = job_terms_estimates(&terms, &workload->jobs[i], place, o->error) &&
               job_terms_deadline(&terms, &workload->jobs[i], -1, place, o->error);
    }
    job_terms_close(&terms);
    return good;
}

bool conversion_options_read(const struct conversion_options *o, enum trace_format format, const char *trace,
                             const struct cluster *cluster, uint64_t seed, struct workload *workload)
{
    const struct job_terms_options terms = terms_for(o, cluster, seed);
    struct rumen_options rumen = o->rumen;
    rumen.cluster = cluster;
    switch (format) {
    case FORMAT_SWIM: return swim_read(workload, trace, &o->swim, &terms, o->error);
    case FORMAT_RUMEN: return rumen_read(workload, trace, &rumen, &terms, o->error);
    case FORMAT_SLS: return sls_read(workload, trace, &terms, o->error);
    case FORMAT_SYNTH: return synth_read(workload, trace, &o->synth, &terms, o->error);
    case FORMAT_JHIST: return jhist_read(workload, trace, &rumen, &terms, o->error);
    case FORMAT_SACCT: return sacct_read(workload, trace, &o->swf, &terms, o->error);
    case FORMAT_BATSIM: return batsim_workload_read(workload, trace, &o->batsim, &o->swf, &terms, o->error);
    default: return swf_read(workload, trace, &o->swf, &terms, o->error);
    }
}
