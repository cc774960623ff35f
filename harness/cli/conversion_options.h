/*
 * Conversion of a trace into jobs where its format lacks data: estimates and deadlines for every
 * trace without them, and options of some formats.
 */
#ifndef HARNESS_CLI_CONVERSION_OPTIONS_H
#define HARNESS_CLI_CONVERSION_OPTIONS_H

#include "harness/cli/option_table.h"
#include "harness/workload/batsim_workload.h"
#include "harness/workload/cluster.h"
#include "harness/workload/input_error.h"
#include "harness/workload/job_terms.h"
#include "harness/workload/rumen.h"
#include "harness/workload/swf.h"
#include "harness/workload/swim.h"
#include "harness/workload/synth.h"
#include "harness/workload/trace_format.h"
#include "harness/workload/workload.h"

#include <jansson.h>

struct conversion_options {
    struct job_terms_options terms; /* slots and seed are filled in when a trace is read */
    struct swim_options swim;
    struct rumen_options rumen;
    struct synth_options synth;
    struct swf_options swf;
    struct batsim_options batsim;
    const struct given_options *given;
    struct input_error *error;
};

/* Of a struct conversion_options: estimates and deadlines, and the options of the formats. */
extern const struct option_row terms_rows[];
extern const struct option_row swim_rows[];
extern const struct option_row rumen_rows[];
extern const struct option_row synth_rows[];
extern const struct option_row swf_rows[];
extern const struct option_row batsim_rows[];

/* The groups of options, for a list of groups; needs the struct's address. */
#define CONVERSION_GROUPS(options)                                                                                     \
    {"Estimates and deadlines, for a trace or --workload (srt, lsps) without them", terms_rows, (options)},            \
        {"How a SWIM trace becomes jobs", swim_rows, (options)},                                                       \
        {"How a Rumen trace or a job history (jhist) becomes jobs", rumen_rows, (options)},                            \
        {"How a workload of the generator of SLS (synth) becomes jobs", synth_rows, (options)},                        \
        {"How a trace of rigid jobs (SWF, sacct, Batsim) becomes jobs", swf_rows, (options)},                          \
    {                                                                                                                  \
        "How a workload of Batsim becomes jobs", batsim_rows, (options)                                                \
    }

struct conversion_options conversion_options_default(const struct given_options *given, struct input_error *error);

/* Whether every option that was given is for this format; or, `generated`, for jobs that are drawn
 * without deadlines. False: *error is set. */
bool conversion_options_check(const struct conversion_options *options, enum trace_format format, bool generated);

/* Reads a trace that is not native. False: *error is set. */
bool conversion_options_read(const struct conversion_options *options, enum trace_format format, const char *trace,
                             const struct cluster *cluster, uint64_t seed, struct workload *workload);

/* Gives estimates and deadlines to jobs that were drawn without. False: *error is set. */
bool conversion_options_give_terms(const struct conversion_options *options, const struct cluster *cluster,
                                   uint64_t seed, struct workload *workload);

/* Records the options that are for this format, or only those of estimates and deadlines, in an
 * object. */
void conversion_options_record_terms(const struct conversion_options *options, json_t *object);
void conversion_options_record(const struct conversion_options *options, enum trace_format format, json_t *object);

#endif
