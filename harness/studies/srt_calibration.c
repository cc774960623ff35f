#include "harness/studies/srt_calibration.h"

#include "harness/metrics/confidence.h"
#include "harness/studies/srt_experiment.h"

#include <math.h>

/* --- The numbers that are tried --------------------------------------------------------------- */

enum number {
    SMALL_MAPS,
    LARGE_MAPS,
    SMALL_REDUCES,
    LARGE_REDUCES,
    MAP_TIME,
    REDUCE_TIME,
    PER_MAP,
    INTERVAL,
    MAP_SLOTS,
    REDUCE_SLOTS,
    VERSION,
    ASSIGN,
    NUMBERS
};

static const struct calibration_number numbers[NUMBERS] = {
    [SMALL_MAPS] = {"small maps", 7, {1, 2, 3, 4, 6, 8, 10}},
    [LARGE_MAPS] = {"large maps", 7, {30, 40, 60, 80, 120, 160, 200}},
    [SMALL_REDUCES] = {"small red.", 8, {1, 2, 3, 4, 6, 8, 12, 16}},
    [LARGE_REDUCES] = {"large red.", 8, {1, 2, 3, 4, 6, 8, 12, 16}},
    [MAP_TIME] = {"map s", 7, {5, 10, 15, 20, 30, 45, 60}},
    [REDUCE_TIME] = {"reduce s", 9, {1, 5, 10, 20, 30, 40, 50, 60, 80}},
    [PER_MAP] = {"+ s/map", 6, {0, 0.1, 0.25, 0.5, 1, 2}},
    [INTERVAL] = {"interval s", 8, {0, 1, 2, 4, 6, 8, 12, 16}},
    [MAP_SLOTS] = {"maps/core", 5, {0.25, 0.375, 0.5, 1, 2}},
    [REDUCE_SLOTS] = {"red./core", 6, {0.25, 0.5, 0.75, 1, 1.25, 1.5}},
    [VERSION] = {"Fair 0.", 2, {20, 21}},
    [ASSIGN] = {"multiple", 2, {0, 1}},
};

static struct srt_setting setting_of(const double number[NUMBERS])
{
    struct srt_setting s = srt_setting_of(0);
    s.profile.maps[SRT_SMALL] = (int32_t)number[SMALL_MAPS];
    s.profile.maps[SRT_LARGE] = (int32_t)number[LARGE_MAPS];
    s.profile.reduces[SRT_SMALL] = (int32_t)number[SMALL_REDUCES];
    s.profile.reduces[SRT_LARGE] = (int32_t)number[LARGE_REDUCES];
    s.profile.map_mean = number[MAP_TIME];
    s.profile.reduce_base = number[REDUCE_TIME];
    s.profile.reduce_per_map = number[PER_MAP];
    s.profile.interval = number[INTERVAL];
    s.profile.map_slots_per_core = number[MAP_SLOTS];
    s.profile.reduce_slots_per_core = number[REDUCE_SLOTS];
    s.version = number[VERSION] < 21.0 ? HADOOP_0_20 : HADOOP_0_21;
    s.assign = number[ASSIGN] > 0.0 ? ASSIGN_MULTIPLE : ASSIGN_ONE;
    return s;
}

static void numbers_in_use(double number[NUMBERS])
{
    const struct srt_setting s = srt_setting_of(0);
    number[SMALL_MAPS] = s.profile.maps[SRT_SMALL];
    number[LARGE_MAPS] = s.profile.maps[SRT_LARGE];
    number[SMALL_REDUCES] = s.profile.reduces[SRT_SMALL];
    number[LARGE_REDUCES] = s.profile.reduces[SRT_LARGE];
    number[MAP_TIME] = s.profile.map_mean;
    number[REDUCE_TIME] = s.profile.reduce_base;
    number[PER_MAP] = s.profile.reduce_per_map;
    number[INTERVAL] = s.profile.interval;
    number[MAP_SLOTS] = s.profile.map_slots_per_core;
    number[REDUCE_SLOTS] = s.profile.reduce_slots_per_core;
    number[VERSION] = s.version == HADOOP_0_20 ? 20.0 : 21.0;
    number[ASSIGN] = s.assign == ASSIGN_ONE ? 0.0 : 1.0;
}

/* --- The distance ----------------------------------------------------------------------------- */

/* Changes in percent: the measures of Figures 3 to 7, group by group, and Figure 8. */
enum { LATE_SMALL = SRT_GROUPS * SRT_MEASURES, MORE_NODES };

/* MORE_NODES and behind: how much the seconds that SRT spares the small jobs change from 4 to 6
 * nodes, 6 to 8, 8 to 10 (Figure 9). */
enum { STEPS = 3 };

static double change_of(const struct candidate *c, int group, enum srt_measure m)
{
    return c->measured[group * SRT_MEASURES + (int)m];
}

/* The square of how far a value is outside an interval. */
static double outside(double value, double least, double most)
{
    double distance = value < least ? least - value : value > most ? value - most : 0.0;
    return distance * distance;
}

/* The root mean square of the distances, in points, from the figures in the text. */
static double distance_of(const struct candidate *c)
{
    double sum =
        outside(change_of(c, 0, SRT_SMALL_PROCESS), -55.0, -55.0) + outside(c->measured[LATE_SMALL], -39.0, -39.0);
    int terms = 2;
    for (int group = 0; group < SRT_GROUPS; group++) {
        /* "when the number of jobs is not that large (10 x 2), ... even ... by 55%": that is the
         * most */
        sum += outside(change_of(c, group, SRT_SMALL_PROCESS), fmax(change_of(c, 0, SRT_SMALL_PROCESS), -55.0), 0.0);
        sum += outside(change_of(c, group, SRT_LARGE_PROCESS), -4.0, -1.0);
        sum += outside(change_of(c, group, SRT_SMALL_REDUCE), -61.0, -39.0);
        sum += outside(change_of(c, group, SRT_LARGE_REDUCE), -100.0, 0.0);
        sum += outside(change_of(c, group, SRT_TOTAL), 0.0, 6.0);
        terms += 5;
    }
    for (int step = 0; step < STEPS; step++) { /* "is getting closer" */
        sum += outside(c->measured[MORE_NODES + step], -100.0, 0.0);
        terms++;
    }
    return sqrt(sum / terms);
}

static void measure(const struct srt_setting *setting, uint64_t first_seed, uint64_t seeds, struct candidate *c,
                    double change[SRT_MEASURES])
{
    struct srt_values values;
    c->status = srt_measure(setting, first_seed, seeds, &values, &c->error);
    for (enum srt_measure m = 0; m < SRT_MEASURES && c->status == 0; m++) {
        change[m] = confidence_of_change(values.plain[m], values.srt[m], seeds).mean;
    }
    srt_values_free(&values);
}

/* Figure 9. */
static void measure_nodes(struct srt_setting setting, uint64_t first_seed, uint64_t seeds, struct candidate *c)
{
    double spared[STEPS + 1] = {0};
    setting.jobs_of_each = srt_groups[SRT_GROUPS - 1];
    for (int step = 0; step <= STEPS && c->status == 0; step++) {
        struct srt_values values;
        setting.nodes = 4 + 2 * step;
        c->status = srt_measure(&setting, first_seed, seeds, &values, &c->error);
        if (c->status == 0) {
            spared[step] = confidence_of(values.plain[SRT_SMALL_PROCESS], seeds).mean -
                           confidence_of(values.srt[SRT_SMALL_PROCESS], seeds).mean;
        }
        srt_values_free(&values);
    }
    for (int step = 0; step < STEPS; step++) {
        c->measured[MORE_NODES + step] = 100.0 * (spared[step + 1] / spared[step] - 1.0);
    }
}

static void judge(struct candidate *c, uint64_t first_seed, uint64_t seeds)
{
    struct srt_setting setting = setting_of(c->number);
    c->status = 0;
    for (int group = 0; group < SRT_GROUPS && c->status == 0; group++) {
        setting.jobs_of_each = srt_groups[group];
        measure(&setting, first_seed, seeds, c, &c->measured[group * SRT_MEASURES]);
    }
    if (c->status == 0) {
        double late[SRT_MEASURES] = {0};
        setting.jobs_of_each = srt_groups[0];
        setting.submission = SRT_LARGE_FIRST;
        measure(&setting, first_seed, seeds, c, late);
        c->measured[LATE_SMALL] = late[SRT_SMALL_PROCESS];
    }
    if (c->status == 0) {
        measure_nodes(setting_of(c->number), first_seed, seeds, c);
    }
    c->distance = distance_of(c);
}

/* --- The report ------------------------------------------------------------------------------- */

static void add_range(struct table *t, const struct candidate *c, enum srt_measure m)
{
    double least = change_of(c, 0, m);
    double most = least;
    for (int group = 1; group < SRT_GROUPS; group++) {
        least = fmin(least, change_of(c, group, m));
        most = fmax(most, change_of(c, group, m));
    }
    table_add(t, "%.0f", least);
    table_add(t, "%.0f", most);
}

static void add_changes(struct table *t, const struct candidate *c)
{
    for (int group = 0; group < SRT_GROUPS; group++) {
        table_add(t, "%.0f", change_of(c, group, SRT_SMALL_PROCESS));
    }
    add_range(t, c, SRT_LARGE_PROCESS);
    add_range(t, c, SRT_SMALL_REDUCE);
    add_range(t, c, SRT_TOTAL);
    table_add(t, "%.0f", c->measured[LATE_SMALL]);
    for (int step = 0; step < STEPS; step++) {
        table_add(t, "%.0f", c->measured[MORE_NODES + step]);
    }
}

static double total_of_most(const struct candidate *c)
{
    return change_of(c, SRT_GROUPS - 1, SRT_TOTAL);
}

static void values_of_total(const struct candidate *c, double values[CLAIM_VALUES])
{
    values[0] = total_of_most(c);
    values[1] = change_of(c, 0, SRT_SMALL_PROCESS);
    values[2] = change_of(c, SRT_GROUPS - 1, SRT_SMALL_PROCESS);
    values[3] = change_of(c, SRT_GROUPS - 1, SRT_LARGE_PROCESS);
}

const struct calibration_report srt_calibration = {
    .numbers = numbers,
    .number_count = NUMBERS,
    .in_use = numbers_in_use,
    .judge = judge,
    .explanation =
        "Changes in percent, as in Figures 3 to 10; nodes: the change of what SRT spares small jobs from 4 nodes to 6, "
        "6\nto 8, 8 to 10. Distance: the root of the mean square of the points by which they lie outside what the "
        "paper\nsays.\n\n",
    .columns = 16,
    .headings = {{"", "distance", "small", "jobs,", "process", "time", "large", "process", "small", "reduce", "total",
                  "time", "small", "nodes", "", ""},
                 {"", "", "10 x 2", "20 x 2", "30 x 2", "40 x 2", "least", "most", "least", "most", "least", "most",
                  "late", "6", "8", "10"},
                 {"paper", "", "-55", "", "", "", "-4", "-1", "-61", "-39", "0", "6", "-39", "< 0", "< 0", "< 0"}},
    .add = add_changes,
    .claim = {.sentence =
                  "What it takes for the total time to rise: the nearest of the sets in which that of 40 x 2 jobs "
                  "rises so much",
              .headings = {"total time at least", "sets", "nearest", "total", "small, 10 x 2", "40 x 2",
                           "large, 40 x 2"},
              .labels = {"+0", "+1", "+2", "+4", "+6"},
              .least = {0.0, 1.0, 2.0, 4.0, 6.0},
              .decimals = {1, 0, 0, 0},
              .reached = total_of_most,
              .values = values_of_total},
};
