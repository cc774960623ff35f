#include "harness/studies/srt_dependence.h"

#include "harness/metrics/confidence.h"
#include "harness/report/table.h"
#include "harness/studies/progress.h"
#include "harness/studies/srt_row.h"

#include <stdio.h>

static const enum srt_measure varied[] = {SRT_SMALL_PROCESS, SRT_LARGE_PROCESS, SRT_SMALL_REDUCE, SRT_TOTAL};
enum { VARIED = sizeof varied / sizeof varied[0] };

/* A line of changes; the measures as in `varied`. */
static int add_variant(struct table *t, const struct srt_row *row, uint64_t first_seed, uint64_t seeds,
                       json_t *recorded, struct input_error *error)
{
    struct srt_values values;
    int status = srt_measure(&row->setting, first_seed, seeds, &values, error);
    table_add(t, "%s", row->label);
    for (size_t i = 0; i < VARIED && status == 0; i++) {
        struct confidence change = confidence_of_change(values.plain[varied[i]], values.srt[varied[i]], seeds);
        table_add_number(t, change.mean, 1);
        table_add_number(t, change.half, 1);
        json_array_append_new(recorded, srt_row_record(row, varied[i], &values, seeds));
    }
    srt_values_free(&values);
    return status;
}

static const char *const variant_labels[] = {
    "as above",       "jobs at once",    "jobs every 3 s",      "jobs every 12 s",       "maps of 5 s",
    "maps of 20 s",   "reduces of 20 s", "1 s per map more",    "small: 6 maps",         "small: 2 reduces",
    "large: 40 maps", "large: 160 maps", "twice the map slots", "half the reduce slots", "all tasks that fit",
    "Fair of 0.20",   "Capacity",        "Capacity, one user"};
enum { VARIANTS = sizeof variant_labels / sizeof variant_labels[0] };

/* 10 x 2 jobs on 4 nodes with one number changed at a time. */
static void make_variants(struct srt_row v[])
{
    for (size_t i = 0; i < VARIANTS; i++) {
        v[i] = srt_row_of(variant_labels[i], 10);
    }
    v[1].setting.profile.interval = 0;
    v[2].setting.profile.interval = 3;
    v[3].setting.profile.interval = 12;
    v[4].setting.profile.map_mean = 5;
    v[5].setting.profile.map_mean = 20;
    v[6].setting.profile.reduce_base = 20;
    v[7].setting.profile.reduce_per_map = 1;
    v[8].setting.profile.maps[SRT_SMALL] = 6;
    v[9].setting.profile.reduces[SRT_SMALL] = 2;
    v[10].setting.profile.maps[SRT_LARGE] = 40;
    v[11].setting.profile.maps[SRT_LARGE] = 160;
    v[12].setting.profile.map_slots_per_core = 1;
    v[13].setting.profile.reduce_slots_per_core = 0.5;
    v[14].setting.assign = ASSIGN_MULTIPLE;
    v[15].setting.version = HADOOP_0_20;
    v[16].setting.capacity = true;
    v[17].setting.capacity = true;
    v[17].setting.profile.users = 1;
}

int srt_dependence_print(uint64_t first_seed, uint64_t seeds, json_t *report, FILE *out, struct input_error *error)
{
    static const char *const headings[2][2 * VARIED + 1] = {
        {"change %", "small,", "", "large,", "", "small,", "", "total", ""},
        {"", "process", "+-", "process", "+-", "reduce", "+-", "time", "+-"},
    };
    struct srt_row variants[VARIANTS];
    make_variants(variants);
    struct table t = table_new(2 * VARIED + 1, 1);
    for (size_t i = 0; i < 2; i++) {
        for (size_t column = 0; column < t.columns; column++) {
            table_add(&t, "%s", headings[i][column]);
        }
    }
    json_t *recorded = json_array();
    int status = 0;
    for (size_t i = 0; i < VARIANTS && status == 0; i++) {
        progress_show(i, VARIANTS, "sensitivity");
        status = add_variant(&t, &variants[i], first_seed, seeds, recorded, error);
    }
    progress_clear();
    if (status == 0) {
        fputs("What the changes of 10 x 2 jobs in random order depend on, one number varied at a time\n\n", out);
        table_print(&t, out, 0);
        fputc('\n', out);
    }
    table_free(&t);
    json_object_set_new(report, "sensitivity", recorded);
    return status;
}
