#include "harness/studies/rtmr_calibration.h"

#include "harness/studies/calibration_report.h"
#include "harness/studies/rtmr_experiment.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- The numbers that are tried --------------------------------------------------------------- */

enum number { MAP, REDUCE, PER_BLOCK, SIGMA, CAP, ESTIMATE, SPEED, NUMBERS };

/* Nodes of one speed leave the last one out. */
static const struct calibration_number numbers[NUMBERS] = {
    [MAP] = {"map s", 12, {4, 5, 6, 7.6, 9, 11, 14, 18, 23, 28.6, 36, 45}},
    [REDUCE] = {"reduce s", 9, {0.5, 1, 2.2, 2.9, 4, 6, 10, 20, 40}},
    [PER_BLOCK] = {"+ s/block", 10, {0.1, 0.2, 0.3, 0.5, 1, 2, 3.5, 5.15, 7, 10}},
    [SIGMA] = {"sigma", 7, {0.1, 0.2, 0.31, 0.4, 0.5, 0.65, 0.8}},
    [CAP] = {"longest", 7, {1.5, 2, 2.5, 2.76, 2.95, 3.5, 4.5}},
    [ESTIMATE] = {"est. s/block", 9, {30, 45, 60, 75, 93, 110, 124, 150, 180}},
    [SPEED] = {"speed", 8, {400, 500, 600, 671, 781, 850, 925, 1000}},
};

enum dc_number { DC_MAP, DC_REDUCE, DC_NUMBERS };

static const struct calibration_number dc_numbers[DC_NUMBERS] = {
    [DC_MAP] = {"map, times the mean", 12, {0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.61, 0.77, 1, 1.5, 2.5, 4.5}},
    [DC_REDUCE] = {"reduce", 12, {0.51, 1, 2, 4, 7.6, 12, 20, 30, 40, 45, 60, 80}},
};

static void use_profile(const char *profile, double *number)
{
    const struct paper_profile *p = paper_profile_find(profile);
    number[MAP] = p->map_mean;
    number[REDUCE] = p->reduce_base;
    number[PER_BLOCK] = p->reduce_per_block;
    number[SIGMA] = p->sigma;
    number[CAP] = p->cap;
    number[ESTIMATE] = p->reduce_estimate_per_block;
    number[SPEED] = p->slow_speed;
}

static void use_I(double *number)
{
    use_profile("I", number);
}

static void use_II(double *number)
{
    use_profile("II", number);
}

static void use_I_of_one_speed(double *number)
{
    use_I(number);
    number[SPEED] = CLUSTER_SPEED_ONE;
}

static void use_II_of_one_speed(double *number)
{
    use_II(number);
    number[SPEED] = CLUSTER_SPEED_ONE;
}

static void use_dc(const char *profile, double *number)
{
    const struct paper_profile *p = paper_profile_find(profile);
    number[DC_MAP] = p->dc_map_factor;
    number[DC_REDUCE] = p->dc_reduce_factor;
}

static void use_dc_I(double *number)
{
    use_dc("I", number);
}

static void use_dc_II(double *number)
{
    use_dc("II", number);
}

/* --- The figures ------------------------------------------------------------------------------ */

/* Of RTMR and FIFO, percent. */
enum figure { ACCEPT, ACCEPT_NONE, UTIL, UTIL_NONE, UTIL_FIFO, SUCCESS, FIGURES };
/* Of Deadline Constraint. */
enum dc_figure { DC_ACCEPT, DC_SUCCESS, DC_UTIL, DC_FIGURES };

enum workload_number { WORKLOAD_I, WORKLOAD_II, WORKLOADS };

static const char *const profile_names[WORKLOADS] = {"I", "II"};
/* workload by workload */
static const double published[WORKLOADS * FIGURES] = {56.8, 46.6, 15.5, 11.6, 21.3, 100,
                                                      24.7, 15.7, 64.6, 49.8, 69.7, 100};
static const double dc_published[WORKLOADS][DC_FIGURES] = {{71.6, 85.7, 5.7}, {49.4, 22.5, 0.7}};

static double difference(const double *measured, const double *paper, size_t figures, double *largest)
{
    double sum = 0.0;
    *largest = 0.0;
    for (size_t i = 0; i < figures; i++) {
        double points = fabs(measured[i] - paper[i]);
        sum += points * points;
        *largest = fmax(*largest, points);
    }
    return sqrt(sum / (double)figures);
}

/* Means over the seeds of three figures; where no job is accepted, all are 0. */
static void measure(const struct rtmr_setting *setting, uint64_t first_seed, uint64_t seeds, struct candidate *c,
                    double *accept, double *success, double *utilisation)
{
    struct series series = {0};
    if (c->status == 0) {
        c->status = rtmr_measure(setting, first_seed, seeds, &series, &c->error);
    }
    if (c->status == 0) {
        *accept = series_spread(&series, METRIC_ACCEPT_RATIO).mean;
        *success = *accept > 0.0 ? series_spread(&series, METRIC_SUCCESS_RATIO).mean : 0.0;
        *utilisation = *accept > 0.0 ? series_spread(&series, METRIC_UTILISATION).mean : 0.0;
    }
    series_free(&series);
}

static void measure_fit(struct candidate *c, enum workload_number w, uint64_t first_seed, uint64_t seeds,
                        double *figure)
{
    double unused;
    struct rtmr_setting setting = rtmr_setting_of(profile_names[w]);
    setting.profile.map_mean = c->number[MAP];
    setting.profile.reduce_base = c->number[REDUCE];
    setting.profile.reduce_per_block = c->number[PER_BLOCK];
    setting.profile.sigma = c->number[SIGMA];
    setting.profile.cap = c->number[CAP];
    setting.profile.reduce_estimate_per_block = c->number[ESTIMATE];
    setting.profile.slow_speed = c->number[SPEED] > 0.0 ? (int32_t)c->number[SPEED] : CLUSTER_SPEED_ONE;
    measure(&setting, first_seed, seeds, c, &figure[ACCEPT], &figure[SUCCESS], &figure[UTIL]);
    setting.feedback = RTMR_FEEDBACK_NONE;
    measure(&setting, first_seed, seeds, c, &figure[ACCEPT_NONE], &unused, &figure[UTIL_NONE]);
    setting.scheduler = "fifo";
    measure(&setting, first_seed, seeds, c, &unused, &unused, &figure[UTIL_FIFO]);
}

/* Behind the figures stands the largest difference from the paper. */
static void judge_I(struct candidate *c, uint64_t first_seed, uint64_t seeds)
{
    c->status = 0;
    measure_fit(c, WORKLOAD_I, first_seed, seeds, c->measured);
    c->distance = difference(c->measured, published, FIGURES, &c->measured[FIGURES]);
}

static void judge_II(struct candidate *c, uint64_t first_seed, uint64_t seeds)
{
    c->status = 0;
    measure_fit(c, WORKLOAD_II, first_seed, seeds, c->measured);
    c->distance = difference(c->measured, &published[FIGURES], FIGURES, &c->measured[FIGURES]);
}

static void judge_both(struct candidate *c, uint64_t first_seed, uint64_t seeds)
{
    c->status = 0;
    measure_fit(c, WORKLOAD_I, first_seed, seeds, c->measured);
    measure_fit(c, WORKLOAD_II, first_seed, seeds, &c->measured[FIGURES]);
    c->distance = difference(c->measured, published, 2 * FIGURES, &c->measured[2 * FIGURES]);
}

static void judge_dc(struct candidate *c, enum workload_number w, uint64_t first_seed, uint64_t seeds)
{
    struct rtmr_setting setting = rtmr_setting_of(profile_names[w]);
    setting.scheduler = "dc";
    setting.estimates = PAPER_ESTIMATES_DC;
    setting.profile.dc_map_factor = c->number[DC_MAP];
    setting.profile.dc_reduce_factor = c->number[DC_REDUCE];
    setting.reduces_most = w == WORKLOAD_II ? 30 : 0;
    c->status = 0;
    measure(&setting, first_seed, seeds, c, &c->measured[DC_ACCEPT], &c->measured[DC_SUCCESS], &c->measured[DC_UTIL]);
    c->distance = difference(c->measured, dc_published[w], DC_FIGURES, &c->measured[DC_FIGURES]);
}

static void judge_dc_I(struct candidate *c, uint64_t first_seed, uint64_t seeds)
{
    judge_dc(c, WORKLOAD_I, first_seed, seeds);
}

static void judge_dc_II(struct candidate *c, uint64_t first_seed, uint64_t seeds)
{
    judge_dc(c, WORKLOAD_II, first_seed, seeds);
}

/* --- The reports ------------------------------------------------------------------------------ */

static void add_figures(struct table *t, const struct candidate *c, size_t figures)
{
    for (size_t i = 0; i <= figures; i++) { /* and the largest difference */
        table_add_number(t, c->measured[i], 1);
    }
}

static void add_one(struct table *t, const struct candidate *c)
{
    add_figures(t, c, FIGURES);
}

static void add_both(struct table *t, const struct candidate *c)
{
    add_figures(t, c, 2 * FIGURES);
}

static void add_dc(struct table *t, const struct candidate *c)
{
    add_figures(t, c, DC_FIGURES);
}

/* A set reaches -x if no figure is further from the paper than x points. */
static double reached_by_one(const struct candidate *c)
{
    return -c->measured[FIGURES];
}

static double reached_by_both(const struct candidate *c)
{
    return -c->measured[2 * FIGURES];
}

static double reached_by_dc(const struct candidate *c)
{
    return -c->measured[DC_FIGURES];
}

static void values_of_one(const struct candidate *c, double values[CLAIM_VALUES])
{
    values[0] = c->measured[ACCEPT];
    values[1] = c->measured[ACCEPT_NONE];
    values[2] = c->measured[UTIL];
    values[3] = c->measured[UTIL_FIFO];
}

static void values_of_both(const struct candidate *c, double values[CLAIM_VALUES])
{
    values[0] = c->measured[ACCEPT];
    values[1] = c->measured[UTIL_FIFO];
    values[2] = c->measured[FIGURES + ACCEPT];
    values[3] = c->measured[FIGURES + UTIL];
}

static void values_of_dc(const struct candidate *c, double values[CLAIM_VALUES])
{
    for (size_t i = 0; i <= DC_FIGURES; i++) {
        values[i] = c->measured[i];
    }
}

#define EXPLANATION                                                                                                    \
    "Per cent; largest: the largest difference from the paper, in points. Distance: the root of the mean square of\n"  \
    "these differences.\n\n"
#define CLAIM                                                                                                          \
    .sentence = "Sets with all figures so near to the paper", .labels = {"30 points", "20", "10", "5", "3"},           \
    .least = {-30, -20, -10, -5, -3}, .decimals = {1, 1, 1, 1}

static const struct calibration_report one = {
    .numbers = numbers,
    .number_count = NUMBERS,
    .explanation = EXPLANATION,
    .columns = 2 + FIGURES + 1,
    .headings = {{"", "distance", "accept", "", "util.", "", "", "success", "largest"},
                 {"", "", "SATU", "none", "SATU", "none", "FIFO", "SATU", ""}},
    .add = add_one,
    .claim = {CLAIM, .headings = {"all within", "sets", "nearest", "accept SATU", "none", "util. SATU", "FIFO"},
              .reached = reached_by_one, .values = values_of_one},
};

static const struct calibration_report both = {
    .numbers = numbers,
    .number_count = NUMBERS,
    .explanation = EXPLANATION,
    .columns = 2 + 2 * FIGURES + 1,
    .headings = {{"", "distance", "I: acc.", "", "util.", "", "", "succ.", "II: acc.", "", "util.", "", "", "succ.",
                  "largest"},
                 {"", "", "SATU", "none", "SATU", "none", "FIFO", "SATU", "SATU", "none", "SATU", "none", "FIFO",
                  "SATU", ""}},
    .add = add_both,
    .claim = {CLAIM,
              .headings = {"all within", "sets", "nearest", "I: accept SATU", "util. FIFO", "II: accept SATU",
                           "util. SATU"},
              .reached = reached_by_both, .values = values_of_both},
};

static const struct calibration_report dc = {
    .numbers = dc_numbers,
    .number_count = DC_NUMBERS,
    .explanation = EXPLANATION,
    .columns = 2 + DC_FIGURES + 1,
    .headings = {{"", "", "Deadline", "Constraint", "", ""}, {"", "distance", "accept", "success", "util.", "largest"}},
    .add = add_dc,
    .claim = {CLAIM, .headings = {"all within", "sets", "nearest", "accept", "success", "util.", "largest"},
              .reached = reached_by_dc, .values = values_of_dc},
};

static const struct search {
    const char *title;
    const struct calibration_report *report;
    size_t numbers; /* the first so many */
    void (*in_use)(double *number);
    void (*judge)(struct candidate *c, uint64_t first_seed, uint64_t seeds);
    const char *paper[CALIBRATION_COLUMNS]; /* the figures of the paper */
} searches[] = {
    {"Workload I, RTMR and FIFO",
     &one,
     NUMBERS,
     use_I,
     judge_I,
     {"paper", "", "56.8", "46.6", "15.5", "11.6", "21.3", "100", ""}},
    {"Workload II, RTMR and FIFO",
     &one,
     NUMBERS,
     use_II,
     judge_II,
     {"paper", "", "24.7", "15.7", "64.6", "49.8", "69.7", "100", ""}},
    {"Both workloads with one set, beside the set in use for I",
     &both,
     NUMBERS,
     use_I,
     judge_both,
     {"paper", "", "56.8", "46.6", "15.5", "11.6", "21.3", "100", "24.7", "15.7", "64.6", "49.8", "69.7", "100", ""}},
    {"Workload I, nodes of one speed",
     &one,
     SPEED,
     use_I_of_one_speed,
     judge_I,
     {"paper", "", "56.8", "46.6", "15.5", "11.6", "21.3", "100", ""}},
    {"Workload II, nodes of one speed",
     &one,
     SPEED,
     use_II_of_one_speed,
     judge_II,
     {"paper", "", "24.7", "15.7", "64.6", "49.8", "69.7", "100", ""}},
    {"Workload I, Deadline Constraint",
     &dc,
     DC_NUMBERS,
     use_dc_I,
     judge_dc_I,
     {"paper", "", "71.6", "85.7", "5.7", ""}},
    {"Workload II, Deadline Constraint",
     &dc,
     DC_NUMBERS,
     use_dc_II,
     judge_dc_II,
     {"paper", "", "49.4", "22.5", "0.7", ""}},
};
enum { SEARCHES = sizeof searches / sizeof searches[0] };

int rtmr_calibrate(size_t sets, uint64_t first_seed, uint64_t seeds, size_t threads, struct input_error *error)
{
    int status = 0;
    for (size_t i = 0; i < SEARCHES && status == 0; i++) {
        struct calibration_report report = *searches[i].report;
        report.number_count = searches[i].numbers;
        report.in_use = searches[i].in_use;
        report.judge = searches[i].judge;
        memcpy(report.headings[CALIBRATION_HEADINGS - 1], searches[i].paper, sizeof searches[i].paper);
        printf("%s%s\n", i == 0 ? "" : "\n", searches[i].title);
        status = calibration_print(&report, sets, first_seed, seeds, threads, error);
    }
    return status;
}
