#include "harness/workload/synth_sample.h"

#include "harness/workload/alloc.h"
#include "harness/workload/json_field.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>

/* --- Choices ---------------------------------------------------------------------------------- */

bool synth_choice_check(const struct synth_choice *choice, struct place place, struct input_error *error)
{
    double sum = 0;
    bool good = true;
    for (size_t i = 0; i < choice->count; i++) {
        good = good && choice->weights[i] >= 0;
        sum += choice->weights[i];
    }
    return (good && sum > 0 && isfinite(sum)) ||
           input_error_at(error, place, "expected weights of at least 0, and one above 0");
}

void synth_choice_free(struct synth_choice *choice)
{
    free(choice->values);
    free(choice->weights);
    *choice = (struct synth_choice){0};
}

size_t synth_choice_draw(const struct synth_choice *choice, gsl_rng *rng)
{
    double sum = 0;
    for (size_t i = 0; i < choice->count; i++) {
        sum += choice->weights[i];
    }
    double drawn = gsl_rng_uniform(rng) * sum;
    size_t last = 0;
    for (size_t i = 0; i < choice->count; i++) {
        last = choice->weights[i] > 0 ? i : last;
        drawn -= choice->weights[i];
        if (drawn < 0) {
            return i;
        }
    }
    return last; /* after rounding */
}

/* --- Samples ---------------------------------------------------------------------------------- */

struct synth_sample synth_sample_lognormal(double mean, double sd)
{
    return (struct synth_sample){.kind = SYNTH_LOGNORMAL, .mean = mean, .sd = sd == 0 ? mean / 6 : sd};
}

static bool read_element(const json_t *array, size_t index, const char *key, struct place place, double *number,
                         struct input_error *error)
{
    struct json_path path = json_path_of(place, key, index);
    json_t *object = json_pack("{s:O}", path.text, json_array_get(array, index));
    place.field = NULL;
    bool good = json_field_real(object, path.text, place, number, error);
    json_decref(object);
    return good;
}

/* `count` numbers, or texts of numbers, of an array; `missing` for each if there is none. *numbers:
 * free() it. */
static bool read_numbers(const json_t *object, const char *key, size_t count, double missing, struct place place,
                         double **numbers, struct input_error *error)
{
    const json_t *array = json_field(object, key);
    *numbers = NULL;
    if (array != NULL && (!json_is_array(array) || json_array_size(array) != count)) {
        return json_field_unexpected(object, key, place, "as many numbers as values", error);
    }
    *numbers = alloc_zeroed(count, sizeof **numbers);
    bool good = true;
    for (size_t i = 0; good && i < count; i++) {
        (*numbers)[i] = missing;
        good = array == NULL || read_element(array, i, key, place, &(*numbers)[i], error);
    }
    return good;
}

static bool read_discrete(struct synth_sample *sample, const json_t *object, struct place place,
                          struct input_error *error)
{
    const size_t count = json_array_size(json_field(object, "discrete"));
    sample->kind = SYNTH_DISCRETE;
    if (count == 0) {
        return json_field_unexpected(object, "discrete", place, "val, or a list of values", error);
    }
    sample->choice.count = count;
    return read_numbers(object, "discrete", count, 0, place, &sample->choice.values, error) &&
           read_numbers(object, "weights", count, 1, place, &sample->choice.weights, error) &&
           synth_choice_check(&sample->choice, place, error);
}

static bool read_fields(struct synth_sample *sample, const json_t *object, struct place place,
                        struct input_error *error)
{
    if (json_field(object, "val") == NULL) {
        return read_discrete(sample, object, place, error);
    }
    if (!json_field_real(object, "val", place, &sample->mean, error) ||
        !json_field_real(object, "std", place, &sample->sd, error)) {
        return false;
    }
    if (json_field(object, "std") == NULL) {
        return true;
    }
    if (json_field(object, "dist") != NULL && !json_field_is(object, "dist", "LOGNORM") &&
        !json_field_is(object, "dist", "NORM")) {
        return json_field_unexpected(object, "dist", place, "LOGNORM or NORM", error);
    }
    *sample = synth_sample_lognormal(sample->mean, sample->sd);
    sample->kind = json_field_is(object, "dist", "NORM") ? SYNTH_NORMAL : SYNTH_LOGNORMAL;
    return sample->sd >= 0 || json_field_unexpected(object, "std", place, "at least 0", error);
}

bool synth_sample_read(struct synth_sample *sample, const json_t *object, const char *key, double missing,
                       struct place place, struct input_error *error)
{
    const json_t *value = json_field(object, key);
    *sample = (struct synth_sample){.mean = missing};
    if (!json_is_object(value)) {
        return json_field_real(object, key, place, &sample->mean, error);
    }
    struct json_path path = json_path_under(place, key);
    if (!read_fields(sample, value, (struct place){place.source, place.line, path.text}, error)) {
        synth_sample_free(sample);
        return false;
    }
    return true;
}

void synth_sample_free(struct synth_sample *sample)
{
    synth_choice_free(&sample->choice);
    *sample = (struct synth_sample){0};
}

static double draw_lognormal(double mean, double sd, gsl_rng *rng)
{
    double cv = sd / mean;
    double log_variance = log1p(cv * cv);
    return gsl_ran_lognormal(rng, log(mean) - log_variance / 2, sqrt(log_variance));
}

double synth_sample_draw(const struct synth_sample *sample, gsl_rng *rng)
{
    if (sample->kind == SYNTH_CONSTANT) {
        return sample->mean;
    }
    if (sample->kind == SYNTH_DISCRETE) {
        return sample->choice.values[synth_choice_draw(&sample->choice, rng)];
    }
    if (sample->mean <= 0) {
        return 0;
    }
    return sample->kind == SYNTH_LOGNORMAL ? draw_lognormal(sample->mean, sample->sd, rng)
                                           : sample->mean + gsl_ran_gaussian(rng, sample->sd);
}
