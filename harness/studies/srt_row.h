/*
 * A comparison of the SRT paper as its tables and its JSON report have it.
 */
#ifndef HARNESS_STUDIES_SRT_ROW_H
#define HARNESS_STUDIES_SRT_ROW_H

#include "harness/studies/srt_experiment.h"

#include <jansson.h>

extern const char *const srt_measure_names[SRT_MEASURES];

struct srt_row {
    const char *label;
    struct srt_setting setting;
    const char *paper[SRT_MEASURES]; /* the change by the text, percent; NULL: none given */
};

/* srt_setting_of() that many jobs, without figures of the paper. */
struct srt_row srt_row_of(const char *label, int32_t jobs_of_each);

/* One measure of it as an object, with the values of every seed. */
json_t *srt_row_record(const struct srt_row *row, enum srt_measure m, const struct srt_values *values, uint64_t seeds);

#endif
