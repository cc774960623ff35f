/*
 * Reading a text with a reader of traces.
 */
#ifndef TESTS_READING_H
#define TESTS_READING_H

#include "harness/workload/job_terms.h"
#include "harness/workload/workload.h"

/* A reader and its options. */
struct reading {
    bool (*read)(struct workload *w, const char *path, const void *options, struct input_error *error);
    const void *options;
};

/* The default terms for a cluster of so many slots, with deadlines that are not drawn; seed 1. */
struct job_terms_options reading_terms(int32_t map_slots, int32_t reduce_slots);

/* The jobs of a text, which the reader must take. */
struct workload reading_good(struct reading reading, const char *text);

/* The reader must refuse the text, with this error behind the file's name. */
void reading_bad(struct reading reading, const char *text, const char *expected);

/* The test fails unless the notes of the workload print so. */
void assert_notes(const struct workload *w, const char *expected);

/* The test fails unless these are the durations. */
void assert_times(const struct task_times *times, int32_t tasks, const ticks expected[]);

#endif
