#include "harness/workload/job_terms.h"

#include "harness/workload/conversion.h"
#include "harness/workload/random_stream.h"
#include "harness/workload/stage_fit.h"

#include <gsl/gsl_randist.h>
#include <math.h>

struct job_terms_options job_terms_options_default(void)
{
    return (struct job_terms_options){
        .estimate_factor = 1.5,
        .deadline_base = DEADLINE_BASE_ALONE,
        .deadline_mean = 3,
        .deadline_sd = 1,
        .deadline_least = 60000,
    };
}

struct job_terms job_terms_open(const struct job_terms_options *options)
{
    double cv = options->deadline_sd / options->deadline_mean;
    double log_variance = log1p(cv * cv);
    return (struct job_terms){
        .options = options,
        .rng = random_stream_open(options->seed, STREAM_DEADLINES),
        .log_mean = log(options->deadline_mean) - log_variance / 2,
        .log_sd = sqrt(log_variance),
    };
}

void job_terms_close(struct job_terms *terms)
{
    gsl_rng_free(terms->rng);
}

bool job_terms_estimate(const struct job_terms *terms, ticks longest, struct place place, ticks *estimate,
                        struct input_error *error)
{
    return convert_to_ticks(terms->options->estimate_factor * (double)longest, place, "an estimate", estimate, error);
}

static bool estimate_stage(const struct job_terms *terms, const struct task_times *times, struct place place,
                           ticks *estimate, struct input_error *error)
{
    return times->count == 0 || job_terms_estimate(terms, task_times_longest(times), place, estimate, error);
}

bool job_terms_estimates(const struct job_terms *terms, struct job_spec *job, struct place place,
                         struct input_error *error)
{
    return estimate_stage(terms, &job->map_times, place, &job->map_estimate, error) &&
           estimate_stage(terms, &job->reduce_times, place, &job->reduce_estimate, error);
}

/* The time of a stage that has slots if it has tasks. */
static double stage_alone(int32_t tasks, int32_t slots, ticks estimate)
{
    return tasks == 0 ? 0 : ceil((double)tasks / slots) * (double)estimate;
}

static double time_alone(const struct job_spec *job, const struct job_terms_options *o)
{
    return stage_alone(job->maps, o->map_slots, job->map_estimate) +
           stage_alone(job->reduces, o->reduce_slots, job->reduce_estimate);
}

bool job_terms_deadline(struct job_terms *terms, struct job_spec *job, ticks recorded, struct place place,
                        struct input_error *error)
{
    const struct job_terms_options *o = terms->options;
    /* exp(log(mean)) is not exactly the mean */
    double factor =
        terms->log_sd > 0 ? gsl_ran_lognormal(terms->rng, terms->log_mean, terms->log_sd) : o->deadline_mean;
    if (o->deadline_base == DEADLINE_BASE_RECORDED && recorded < 0) {
        return input_error_at(error, place, "expected the time that the job took, for a deadline from recorded times");
    }
    const int32_t slots[STAGES] = {o->map_slots, o->reduce_slots};
    if (o->deadline_base == DEADLINE_BASE_ALONE && !stage_fit_job(job, slots, place, error)) {
        return false;
    }
    double base = o->deadline_base == DEADLINE_BASE_RECORDED ? (double)recorded : time_alone(job, o);
    ticks relative = 0;
    if (!convert_to_ticks(fmax((double)o->deadline_least, base * fmax(1, factor)), place, "a deadline", &relative,
                          error)) {
        return false;
    }
    if (relative > WORKLOAD_TIME_MAX - job->arrival) {
        return input_error_at(error, place, "expected a deadline of at most 2^60 ms");
    }
    job->deadline = job->arrival + relative;
    return true;
}
