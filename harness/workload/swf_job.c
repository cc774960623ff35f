#include "harness/workload/swf_job.h"

#include "harness/workload/conversion.h"

#include <math.h>

static struct place in_field(struct place place, const char *field)
{
    place.field = field;
    return place;
}

static bool fill(struct task_times *times, int32_t tasks, double seconds, struct place place, struct input_error *error)
{
    ticks each;
    if (!convert_to_ticks(1000 * seconds, place, "a duration", &each, error)) {
        return false;
    }
    task_times_add(times, each, tasks);
    return true;
}

/* The time of a reduce in run times, for the work to stay the same. */
static double reduce_stretch(const struct job_spec *job, int64_t processors, double share)
{
    return share * (double)processors / job->reduces;
}

static bool set_tasks(struct swf_conversion *c, struct job_spec *job, const struct swf_job *record, struct place width,
                      struct place time, struct input_error *error)
{
    const struct swf_options *o = c->options;
    const double processors = (double)record->processors;
    if (o->reduce_share < 1 && (!convert_to_tasks(processors, &c->bound, width, &job->maps, error) ||
                                !fill(&job->map_times, job->maps, (1 - o->reduce_share) * record->run, time, error))) {
        return false;
    }
    return o->reduce_share <= 0 ||
           (convert_to_tasks(round(processors * o->reduces_per_map), &c->bound, width, &job->reduces, error) &&
            fill(&job->reduce_times, job->reduces,
                 reduce_stretch(job, record->processors, o->reduce_share) * record->run, time, error));
}

static bool set_estimates(const struct swf_conversion *c, struct job_spec *job, const struct swf_job *record,
                          struct place time, struct input_error *error)
{
    const struct swf_options *o = c->options;
    if (o->estimate == SWF_ESTIMATE_FACTOR || record->requested <= 0) {
        return job_terms_estimates(&c->terms, job, time, error);
    }
    const double ms = 1000 * record->requested;
    return (job->maps == 0 ||
            convert_to_ticks((1 - o->reduce_share) * ms, time, "an estimate", &job->map_estimate, error)) &&
           (job->reduces == 0 || convert_to_ticks(reduce_stretch(job, record->processors, o->reduce_share) * ms, time,
                                                  "an estimate", &job->reduce_estimate, error));
}

bool swf_job_set(struct swf_conversion *c, struct job_spec *job, const struct swf_job *record,
                 const struct swf_job_fields *fields, struct place place, struct input_error *error)
{
    const struct place run = in_field(place, fields->run);
    return set_tasks(c, job, record, in_field(place, fields->processors), run, error) &&
           horizon_job(&c->horizon, job, run, error) &&
           set_estimates(c, job, record, in_field(place, fields->requested), error) &&
           job_terms_deadline(&c->terms, job, record->recorded, in_field(place, fields->recorded), error);
}
