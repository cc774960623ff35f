/*
 * Random values of the generator of Hadoop's Scheduler Load Simulator, as the class Sample of
 * SynthTraceJobProducer.java and SynthUtils.java define them:
 *
 *     {"val": 5}                                  always 5; so is a number without braces
 *     {"val": 5, "std": 1, "dist": "LOGNORM"}     lognormal of this mean and standard deviation
 *     {"val": 5, "std": 1, "dist": "NORM"}        normal
 *     {"discrete": [1, 2], "weights": [3, 1]}     one of these; equally likely without weights
 *
 * A dist that is missing is lognormal, and a std of 0 is a sixth of the mean. A mean of 0 or less
 * gives 0: the first version of the generator had it so, later ones fail.
 */
#ifndef HARNESS_WORKLOAD_SYNTH_SAMPLE_H
#define HARNESS_WORKLOAD_SYNTH_SAMPLE_H

#include "harness/workload/input_error.h"

#include <gsl/gsl_rng.h>
#include <jansson.h>

enum synth_kind { SYNTH_CONSTANT = 0, SYNTH_LOGNORMAL, SYNTH_NORMAL, SYNTH_DISCRETE };

/* Values with weights. Zeroed: none. */
struct synth_choice {
    double *values;  /* NULL: the numbers 0, 1, ... */
    double *weights; /* >= 0 each; their sum is above 0 */
    size_t count;
};

/* Zeroed: always 0. */
struct synth_sample {
    enum synth_kind kind;
    double mean; /* of a constant: its value */
    double sd;
    struct synth_choice choice; /* of a discrete one */
};

/* Lognormal of this mean and standard deviation. */
struct synth_sample synth_sample_lognormal(double mean, double sd);

/* The sample under a key; `missing`: always this if there is none. synth_sample_free() it. False:
 * *error names the place and the problem, and it is empty. O(its values). */
bool synth_sample_read(struct synth_sample *sample, const json_t *object, const char *key, double missing,
                       struct place place, struct input_error *error);

void synth_sample_free(struct synth_sample *sample);

/* O(1), or O(values) of a discrete one. */
double synth_sample_draw(const struct synth_sample *sample, gsl_rng *rng);

/* The index of a value, each as likely as its weight says. O(values). */
size_t synth_choice_draw(const struct synth_choice *choice, gsl_rng *rng);

/* False, and *error is set, unless each weight is at least 0 and one is above it. O(values). */
bool synth_choice_check(const struct synth_choice *choice, struct place place, struct input_error *error);

void synth_choice_free(struct synth_choice *choice);

#endif
