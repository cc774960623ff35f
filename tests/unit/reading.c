#include "tests/unit/reading.h"

#include "tests/unit/scratch_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct job_terms_options reading_terms(int32_t map_slots, int32_t reduce_slots)
{
    struct job_terms_options t = job_terms_options_default();
    t.deadline_sd = 0;
    t.map_slots = map_slots;
    t.reduce_slots = reduce_slots;
    t.seed = 1;
    return t;
}

struct workload reading_good(struct reading reading, const char *text)
{
    struct scratch_file file = scratch_file_of(text);
    struct workload w;
    struct input_error error = {""};
    bool read = reading.read(&w, file.path, reading.options, &error);
    assert_string_equal(error.text, "");
    assert_true(read);
    scratch_file_remove(&file);
    return w;
}

void reading_bad(struct reading reading, const char *text, const char *expected)
{
    struct scratch_file file = scratch_file_of(text);
    struct workload w;
    struct input_error error = {""};
    assert_false(reading.read(&w, file.path, reading.options, &error));
    assert_int_equal(w.count, 0);
    assert_string_equal(error.text + strlen(file.path), expected);
    scratch_file_remove(&file);
}

void assert_notes(const struct workload *w, const char *expected)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    reading_notes_print(&w->notes, w->count, out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, expected);
    free(text);
}

void assert_times(const struct task_times *times, int32_t tasks, const ticks expected[])
{
    assert_int_equal(task_times_tasks(times), tasks);
    for (int32_t i = 0; i < tasks; i++) {
        assert_int_equal(task_times_at(times, i), expected[i]);
    }
}
