#include "harness/studies/rtmr_dependence.h"

#include "harness/report/table.h"
#include "harness/studies/progress.h"
#include "harness/studies/rtmr_experiment.h"

#include <inttypes.h>
#include <math.h>

/* --- The fitted numbers ----------------------------------------------------------------------- */

static const char *const workload_names[] = {"I", "II"};
enum { WORKLOADS = sizeof workload_names / sizeof workload_names[0] };

static void add_fitted(struct table *t, const char *label, const double value[WORKLOADS], int decimals)
{
    table_add(t, "%s", label);
    for (size_t w = 0; w < WORKLOADS; w++) {
        table_add_number(t, value[w], decimals);
    }
}

static void print_fitted(FILE *out)
{
    const struct paper_profile *p[WORKLOADS];
    double longest[WORKLOADS];
    double times_mean[WORKLOADS];
    double least[WORKLOADS];
    double most[WORKLOADS];
    for (size_t w = 0; w < WORKLOADS; w++) {
        p[w] = paper_profile_find(workload_names[w]);
        times_mean[w] = p[w]->cap * 1000.0 / p[w]->slow_speed;
        longest[w] = times_mean[w] * p[w]->map_mean;
        paper_profile_reduce_multiples(p[w], &least[w], &most[w]);
    }
    struct table t = table_new(1 + WORKLOADS, 1);
    table_add(&t, "%s", "");
    table_add(&t, "%s", workload_names[0]);
    table_add(&t, "%s", workload_names[1]);
    add_fitted(&t, "map on a four-core node, mean, s", (double[]){p[0]->map_mean, p[1]->map_mean}, 1);
    add_fitted(&t, "reduce, mean, s", (double[]){p[0]->reduce_base, p[1]->reduce_base}, 1);
    add_fitted(&t, "  and for each block that it reads, s", (double[]){p[0]->reduce_per_block, p[1]->reduce_per_block},
               2);
    add_fitted(&t, "sigma of the logarithm of a task's time", (double[]){p[0]->sigma, p[1]->sigma}, 2);
    add_fitted(&t, "longest task, times the mean", (double[]){p[0]->cap, p[1]->cap}, 2);
    add_fitted(&t, "speed of maps on two-core nodes, four-core 1",
               (double[]){p[0]->slow_speed / 1000.0, p[1]->slow_speed / 1000.0}, 3);
    add_fitted(&t, "RTMR's estimate of a map, s", longest, 1);
    add_fitted(&t, "  times the mean", times_mean, 1);
    add_fitted(&t, "RTMR's estimate of a reduce, s for each block",
               (double[]){p[0]->reduce_estimate_per_block, p[1]->reduce_estimate_per_block}, 0);
    add_fitted(&t, "  times the mean, least", least, 1);
    add_fitted(&t, "  times the mean, most", most, 1);
    add_fitted(&t, "DC's fitted estimate of a map, times the mean",
               (double[]){p[0]->dc_map_factor, p[1]->dc_map_factor}, 2);
    add_fitted(&t, "DC's fitted estimate of a reduce, times the mean",
               (double[]){p[0]->dc_reduce_factor, p[1]->dc_reduce_factor}, 2);
    fputs("The fitted numbers\n\n", out);
    table_print(&t, out, 0);
    table_free(&t);
    fputs("\nTable I gives both kinds of nodes 2.2 GHz. That two-core nodes are slower is a choice of the fit: their\n"
          "cores and memory differ. It is not needed: nodes of one speed fit about as well (table after next).\n\n",
          out);
}

/* --- Workload II ------------------------------------------------------------------------------ */

enum { BINS = 5 };

static void add_bins(struct table *t, const char *label, const char *profile, uint64_t first_seed, uint64_t seeds)
{
    const struct paper_profile *p = paper_profile_find(profile);
    double jobs[BINS] = {0};
    double maps = 0;
    double all = 0;
    for (uint64_t seed = first_seed; seed < first_seed + seeds; seed++) {
        struct workload w = paper_workload(p, seed, PAPER_ESTIMATES_WORST, 0);
        for (size_t i = 0; i < w.count; i++) {
            size_t bin = 0;
            while (bin + 1 < BINS && w.jobs[i].maps > p->bins[bin].maps_most) {
                bin++;
            }
            jobs[bin] += 1.0;
            maps += w.jobs[i].maps;
            all += 1.0;
        }
        workload_free(&w);
    }
    table_add(t, "%s", label);
    table_add_number(t, maps / all, 1);
    for (size_t bin = 0; bin < BINS; bin++) {
        table_add_number(t, jobs[bin] / (double)seeds, 1);
    }
}

static void print_workload_II(uint64_t first_seed, uint64_t seeds, FILE *out)
{
    static const char *const headings[] = {"maps", "mean", "1-10", "11-50", "51-100", "101-200", "201-300"};
    struct table t = table_new(sizeof headings / sizeof headings[0], 1);
    for (size_t i = 0; i < t.columns; i++) {
        table_add(&t, "%s", headings[i]);
    }
    table_add(&t, "the text's mean, Table IV's jobs");
    table_add(&t, "100");
    const struct paper_profile *p = paper_profile_find("II");
    for (size_t bin = 0; bin < BINS; bin++) {
        table_add(&t, "%" PRId32, p->bins[bin].jobs);
    }
    add_bins(&t, "II, uniform in the intervals of Table IV", "II", first_seed, seeds);
    add_bins(&t, "II-normal, of mean 100 before the cut to 1 .. 300", "II-normal", first_seed, seeds);
    fputs("Workload II, jobs by their numbers of maps\n\n", out);
    table_print(&t, out, 0);
    table_free(&t);
    fputs(
        "\nThe text says \"normal distribution with an average of 100\", less three jobs above 300. Of those 92 jobs\n"
        "58 have at most 100 maps; of a normal distribution with mean 100 half do. Table VI here is by Table IV.\n\n",
        out);
}

/* --- Dependence ------------------------------------------------------------------------------- */

/* Factors of 0 leave a number as it is. */
struct variant {
    const char *label;
    double maps;
    double reduces;
    double reduce_estimates;
    bool no_heartbeats;
    bool one_speed;
    bool fitted_again; /* with one_speed */
    enum paper_estimates estimates;
    bool normal; /* workload II only */
};

static const struct variant variants[] = {
    {.label = "as above"},
    {.label = "no heartbeats", .no_heartbeats = true},
    {.label = "nodes of one speed", .one_speed = true},
    {.label = "nodes of one speed, fitted again", .one_speed = true, .fitted_again = true},
    {.label = "map times halved", .maps = 0.5},
    {.label = "map times doubled", .maps = 2},
    {.label = "reduce times halved", .reduces = 0.5},
    {.label = "reduce estimates halved", .reduce_estimates = 0.5},
    {.label = "reduce estimates the longest possible", .estimates = PAPER_ESTIMATES_LONGEST},
    {.label = "II-normal", .normal = true},
};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

/* The nearest sets with nodes of one speed: `rtmr paper rtmr --calibrate`. */
static const struct {
    double map_mean, reduce_base, reduce_per_block, sigma, cap, reduce_estimate_per_block;
} one_speed[WORKLOADS] = {
    {11, 10, 1, 0.8, 2.5, 150},
    {28.6, 10, 10, 0.1, 1.5, 93},
};

/* The three rows of Tables V and VI that depend on the fit. */
static const struct {
    const char *scheduler;
    enum rtmr_feedback feedback;
} rows[] = {{"rtmr", RTMR_FEEDBACK_SATU}, {"rtmr", RTMR_FEEDBACK_NONE}, {"fifo", RTMR_FEEDBACK_EXACT}};
enum { ROWS = sizeof rows / sizeof rows[0], SATU = 0, NO_FEEDBACK = 1, FIFO = 2 };

static double factor(double given)
{
    return given > 0.0 ? given : 1.0;
}

static struct rtmr_setting setting_of(const struct variant *v, size_t w)
{
    struct rtmr_setting s = rtmr_setting_of(v->normal ? "II-normal" : workload_names[w]);
    if (v->fitted_again) {
        s.profile.map_mean = one_speed[w].map_mean;
        s.profile.reduce_base = one_speed[w].reduce_base;
        s.profile.reduce_per_block = one_speed[w].reduce_per_block;
        s.profile.sigma = one_speed[w].sigma;
        s.profile.cap = one_speed[w].cap;
        s.profile.reduce_estimate_per_block = one_speed[w].reduce_estimate_per_block;
    }
    s.profile.map_mean *= factor(v->maps);
    s.profile.reduce_base *= factor(v->reduces);
    s.profile.reduce_per_block *= factor(v->reduces);
    s.profile.reduce_estimate_per_block *= factor(v->reduce_estimates);
    s.profile.slow_speed = v->one_speed ? CLUSTER_SPEED_ONE : s.profile.slow_speed;
    s.heartbeat = v->no_heartbeats ? 0 : s.heartbeat;
    s.estimates = v->estimates;
    return s;
}

static int measure(const struct variant *v, size_t w, uint64_t first_seed, uint64_t seeds, struct series series[ROWS],
                   struct input_error *error)
{
    int status = 0;
    for (size_t row = 0; row < ROWS && status == 0; row++) {
        struct rtmr_setting setting = setting_of(v, w);
        setting.scheduler = rows[row].scheduler;
        setting.feedback = rows[row].feedback;
        status = rtmr_measure(&setting, first_seed, seeds, &series[row], error);
    }
    return status;
}

static json_t *record(const char *label, size_t w, const double value[])
{
    return json_pack("{s:s, s:s, s:f, s:f, s:f, s:f, s:f}", "setting", label, "workload", workload_names[w],
                     "accept_ratio", value[0], "accept_ratio_without_feedback", value[1], "utilisation", value[2],
                     "utilisation_without_feedback", value[3], "utilisation_fifo", value[4]);
}

/* The five figures of the paper, or dashes. */
static int add_workload(struct table *t, const struct variant *v, size_t w, uint64_t first_seed, uint64_t seeds,
                        json_t *recorded, struct input_error *error)
{
    enum { FIGURES = 5 };
    if (v->normal && w == 0) {
        for (int i = 0; i < FIGURES; i++) {
            table_add(t, "-");
        }
        return 0;
    }
    struct series series[ROWS] = {{0}};
    int status = measure(v, w, first_seed, seeds, series, error);
    if (status == 0) {
        const double value[FIGURES] = {series_spread(&series[SATU], METRIC_ACCEPT_RATIO).mean,
                                       series_spread(&series[NO_FEEDBACK], METRIC_ACCEPT_RATIO).mean,
                                       series_spread(&series[SATU], METRIC_UTILISATION).mean,
                                       series_spread(&series[NO_FEEDBACK], METRIC_UTILISATION).mean,
                                       series_spread(&series[FIFO], METRIC_UTILISATION).mean};
        for (int i = 0; i < FIGURES; i++) {
            table_add_number(t, value[i], 1);
        }
        json_array_append_new(recorded, record(v->label, w, value));
    }
    for (size_t row = 0; row < ROWS; row++) {
        series_free(&series[row]);
    }
    return status;
}

static int print_dependence(uint64_t first_seed, uint64_t seeds, json_t *report, FILE *out, struct input_error *error)
{
    static const char *const headings[][11] = {
        {"", "I: accept", "", "util.", "", "", "II: accept", "", "util.", "", ""},
        {"", "SATU", "none", "SATU", "none", "FIFO", "SATU", "none", "SATU", "none", "FIFO"},
        {"paper", "56.8", "46.6", "15.5", "11.6", "21.3", "24.7", "15.7", "64.6", "49.8", "69.7"},
    };
    struct table t = table_new(11, 1);
    for (size_t row = 0; row < sizeof headings / sizeof headings[0]; row++) {
        for (size_t i = 0; i < t.columns; i++) {
            table_add(&t, "%s", headings[row][i]);
        }
    }
    json_t *recorded = json_array();
    int status = 0;
    for (size_t i = 0; i < VARIANTS && status == 0; i++) {
        progress_show(i, VARIANTS, variants[i].label);
        table_add(&t, "%s", variants[i].label);
        for (size_t w = 0; w < WORKLOADS && status == 0; w++) {
            status = add_workload(&t, &variants[i], w, first_seed, seeds, recorded, error);
        }
    }
    progress_clear();
    if (status == 0) {
        fprintf(out,
                "What Tables V and VI depend on, one number changed at a time, per cent; seeds %" PRIu64 " to %" PRIu64
                "\n\n",
                first_seed, first_seed + seeds - 1);
        table_print(&t, out, 0);
        fputc('\n', out);
    }
    table_free(&t);
    json_object_set_new(report, "dependence", recorded);
    return status;
}

int rtmr_dependence_print(uint64_t first_seed, uint64_t seeds, json_t *report, FILE *out, struct input_error *error)
{
    uint64_t few = seeds < RTMR_DEPENDENCE_SEEDS ? seeds : RTMR_DEPENDENCE_SEEDS;
    print_fitted(out);
    print_workload_II(first_seed, few, out);
    return print_dependence(first_seed, few, report, out, error);
}
