#include "harness/studies/paper_lsps.h"

#include "harness/engine/engine.h"
#include "harness/metrics/confidence.h"
#include "harness/report/table.h"
#include "harness/studies/exit_status.h"
#include "harness/studies/lsps_experiment.h"
#include "harness/studies/paper_report.h"
#include "harness/studies/progress.h"

#include <inttypes.h>
#include <stdio.h>

static const char limits[] =
    "What is calibrated\n"
    "- Task times, numbers of reduces, the tail of \"heavy tail\" and Hadoop's version are not published. A map\n"
    "  takes 6 s (WordCount), 4 s (PiEstimator), 16 s (Grep) or 360 s (Sort); jobs have 2, 1, 2 and 22 reduces of\n"
    "  5, 15, 5 and 10 s; heavy tails are Pareto of index 2, cut at 100 times the smallest value; blocks have\n"
    "  64 MB. Reduces may start when 5% of the maps are done. Fair is that of 0.21, which gives a node at a\n"
    "  heartbeat all that fits; so does LsPS here. The numbers come from a search for what the text reports: rtmr\n"
    "  paper lsps --calibrate N searches among N sets. The second table says what becomes of the factors if one is\n"
    "  varied. They are numbers that fit, not measured ones: Sort's maps are far too long for 64 MB, and stand for\n"
    "  whatever made its jobs \"extremely large\".\n"
    "- Three numbers are at bounds that are not the search's. 100 million random points take a PiEstimator map 4 s\n"
    "  at 25 million a second; PiEstimator asks for one reduce; a Pareto tail is heavy, its variance infinite, up\n"
    "  to an index of 2. Sort's maps and reduces are inside their grids: sets with maps of 600 s or 33 reduces fit\n"
    "  no better over 40 seeds.\n"
    "- Sort: Table II gives a mean input of 2 GB, the text 10 GB of random data. Here it is 2 GB; with 10 GB (last\n"
    "  row of the second table) LsPS gains a little less.\n"
    "What is reproduced\n"
    "- LsPS is better than Fair and Fair better than FIFO, by about the factors of the paper; under FIFO the jobs\n"
    "  of users 1 to 3 all take about as long, under Fair they gain a factor of about two; LsPS gains most for\n"
    "  users 1 and 2. Sizes matter: with equal shares (alpha 0) LsPS loses half of its advantage over Fair.\n"
    "What is not\n"
    "- User 4 does not keep the time of FIFO: its jobs take about 20% longer under LsPS, 25% under Fair. FIFO gives\n"
    "  a Sort all slots once it is in front; sharing takes some away for every job that comes later. With small Sorts\n"
    "  in a crowd of larger jobs (second table) user 4 gains as the others do, and Fair is nearly twice as good as\n"
    "  FIFO; but then LsPS is no better than Fair. Sets of numbers have both, but none that was met is near the\n"
    "  paper: --calibrate ends with them. Of 400 sets the nearest is 22 hundredths off. In two user 4 keeps the\n"
    "  time of FIFO; the nearer is 62 off: LsPS is twice as good as Fair there, but Fair is worse than FIFO.\n"
    "- Under FIFO the jobs of user 4 take 1.6 times as long as the mean; the paper finds all users alike.\n"
    "- LsPS's advantage needs a loaded cluster and reduces that start early and wait for maps: with shorter maps, or\n"
    "  with reduces after all maps, little or nothing is left of it (second table).\n"
    "- Five jobs of user 4 are few: single runs scatter widely, and the paper shows one.\n";

/* --- Figure 1 --------------------------------------------------------------------------------- */

static void add_texts(struct table *t, const char *const *texts)
{
    for (size_t i = 0; i < t->columns; i++) {
        table_add(t, "%s", texts[i]);
    }
}

static void add_time(struct table *t, const struct lsps_values *v, enum lsps_contender c, int group)
{
    struct confidence time = confidence_of(v->of[c][group], v->seeds);
    table_add_number(t, time.mean, 0);
    table_add_number(t, time.half, 0);
}

static const char *const group_labels[LSPS_GROUPS] = {"user 1, WordCount", "user 2, PiEstimator", "user 3, Grep",
                                                      "user 4, Sort", "all jobs"};

static void add_bars(const struct lsps_values *v, struct paper_report *page)
{
    struct paper_bars bars = {.number = 1,
                              .title = "Mean time from submission to completion",
                              .groups = LSPS_GROUPS,
                              .series = LSPS_CONTENDERS,
                              .series_labels = {"FIFO", "Fair", "LsPS"}};
    for (int group = 0; group < LSPS_GROUPS; group++) {
        bars.group_labels[group] = group_labels[group];
        for (enum lsps_contender c = 0; c < LSPS_CONTENDERS; c++) {
            bars.seconds[c][group] = confidence_of(v->of[c][group], v->seeds);
        }
    }
    paper_report_add(page, &bars);
}

static void print_bars(const struct lsps_values *v, FILE *out)
{
    static const char *const headings[][12] = {
        {"", "FIFO", "", "Fair", "", "better", "than FIFO", "LsPS", "", "better", "than FIFO", "than Fair"},
        {"", "s", "+-", "s", "+-", "paper", "here", "s", "+-", "paper", "here", "here"},
    };
    static const char *const paper_fair[LSPS_GROUPS] = {"2", "2", "2", "above 1", "(1.9)"};
    static const char *const paper_lsps[LSPS_GROUPS] = {"most", "most", "-", "1 or more", "3.5"};
    struct table t = table_new(12, 1);
    add_texts(&t, headings[0]);
    add_texts(&t, headings[1]);
    for (int group = 0; group < LSPS_GROUPS; group++) {
        table_add(&t, "%s", group_labels[group]);
        add_time(&t, v, LSPS_OF_FIFO, group);
        add_time(&t, v, LSPS_OF_FAIR, group);
        table_add(&t, "%s", paper_fair[group]);
        table_add(&t, "%.1f", lsps_factor(v, LSPS_OF_FIFO, LSPS_OF_FAIR, group));
        add_time(&t, v, LSPS_OF_LSPS, group);
        table_add(&t, "%s", paper_lsps[group]);
        table_add(&t, "%.1f", lsps_factor(v, LSPS_OF_FIFO, LSPS_OF_LSPS, group));
        table_add(&t, "%.1f", lsps_factor(v, LSPS_OF_FAIR, LSPS_OF_LSPS, group));
    }
    table_print(&t, out, 0);
    table_free(&t);
    fprintf(out,
            "All jobs, LsPS better than Fair: 1.8 in the paper. (1.9) is not in the paper: it is 3.5/1.8.\n"
            "Under FIFO the jobs of user 4 take %.2f times the mean of all jobs; in the paper all users are alike.\n\n",
            confidence_of(v->of[LSPS_OF_FIFO][3], v->seeds).mean /
                confidence_of(v->of[LSPS_OF_FIFO][LSPS_ALL_USERS], v->seeds).mean);
}

/* --- Dependence ------------------------------------------------------------------------------- */

static const char *const variant_labels[] = {"as above",
                                             "alpha 0.5",
                                             "alpha 0",
                                             "prior 1 s",
                                             "prior 100 s",
                                             "Sort: maps of 15 s",
                                             "Sort: half the map time",
                                             "Sort: reduces of 300 s",
                                             "WordCount: twice the map time",
                                             "PiEstimator: twice the map time",
                                             "Grep: twice the map time",
                                             "one reduce each, Sort 10",
                                             "tail index 1.2",
                                             "reduces after all maps",
                                             "a task a report",
                                             "Fair of 0.20, a task a report",
                                             "small Sorts, larger others",
                                             "Sort: 10 GB instead of 2 GB"};
enum { VARIANTS = sizeof variant_labels / sizeof variant_labels[0] };

/* The nearest set of the search with short maps of Sort. */
static void make_small_sorts(struct lsps_profile *p)
{
    static const double map_time[LSPS_USERS] = {24, 8, 48, 15};
    static const double reduce_time[LSPS_USERS] = {20, 15, 5, 10};
    static const int32_t reduces[LSPS_USERS] = {2, 2, 1, 8};
    for (int user = 0; user < LSPS_USERS; user++) {
        p->rows[user].map_time = map_time[user];
        p->rows[user].reduce_time = reduce_time[user];
        p->rows[user].reduces = reduces[user];
    }
    p->tail_index = 1.2;
    p->tail_cap = 1000;
}

static void make_variants(struct lsps_setting v[VARIANTS])
{
    for (size_t i = 0; i < VARIANTS; i++) {
        v[i] = lsps_setting_default();
    }
    v[1].alpha = 0.5;
    v[2].alpha = 0.0;
    v[3].prior = 1000;
    v[4].prior = 100000;
    v[5].profile.rows[3].map_time = 15;
    v[6].profile.rows[3].map_time /= 2;
    v[7].profile.rows[3].reduce_time = 300;
    v[8].profile.rows[0].map_time *= 2;
    v[9].profile.rows[1].map_time *= 2;
    v[10].profile.rows[2].map_time *= 2;
    for (int user = 0; user < LSPS_USERS; user++) {
        v[11].profile.rows[user].reduces = user < 3 ? 1 : 10;
    }
    v[12].profile.tail_index = 1.2;
    v[13].slowstart = SLOWSTART_BARRIER;
    v[14].assign = ASSIGN_ONE;
    v[15].assign = ASSIGN_ONE;
    v[15].version = HADOOP_0_20;
    make_small_sorts(&v[16].profile);
    v[17].profile.rows[3].size = 10240;
}

static void add_factors(struct table *t, const char *label, const struct lsps_values *v)
{
    table_add(t, "%s", label);
    for (int group = 0; group < LSPS_GROUPS; group++) {
        table_add(t, "%.1f", lsps_factor(v, LSPS_OF_FIFO, LSPS_OF_FAIR, group));
    }
    for (int group = 0; group < LSPS_GROUPS; group++) {
        table_add(t, "%.1f", lsps_factor(v, LSPS_OF_FIFO, LSPS_OF_LSPS, group));
    }
    table_add(t, "%.1f", lsps_factor(v, LSPS_OF_FAIR, LSPS_OF_LSPS, LSPS_ALL_USERS));
}

static json_t *record(const char *label, const struct lsps_values *v)
{
    json_t *object = json_pack("{s:s}", "setting", label);
    for (enum lsps_contender c = 0; c < LSPS_CONTENDERS; c++) {
        json_t *users = json_object();
        for (int group = 0; group < LSPS_GROUPS; group++) {
            json_t *times = json_array();
            for (uint64_t i = 0; i < v->seeds; i++) {
                json_array_append_new(times, json_real(v->of[c][group][i]));
            }
            json_object_set_new(users, group == LSPS_ALL_USERS ? "all" : lsps_profile.rows[group].user, times);
        }
        json_object_set_new(object, lsps_contender_names[c], users);
    }
    return object;
}

/* Figure 1 is the first variant; the table of all variants shows its dependence on the numbers. */
static int run_variants(uint64_t first_seed, uint64_t seeds, struct paper_report *page, json_t *report,
                        struct input_error *error)
{
    static const char *const headings[][12] = {
        {"factors over FIFO", "Fair", "", "", "", "", "LsPS", "", "", "", "", "LsPS over Fair"},
        {"", "1", "2", "3", "4", "all", "1", "2", "3", "4", "all", "all"},
    };
    struct lsps_setting variants[VARIANTS];
    make_variants(variants);
    struct table t = table_new(12, 1);
    add_texts(&t, headings[0]);
    add_texts(&t, headings[1]);
    int status = 0;
    for (size_t i = 0; i < VARIANTS && status == 0; i++) {
        struct lsps_values values;
        progress_show(i, VARIANTS, variant_labels[i]);
        status = lsps_measure(&variants[i], first_seed, seeds, &values, error);
        progress_clear();
        if (status == 0 && i == 0) {
            fputs("Figure 1: mean time from submission to completion\n\n", page->out);
            print_bars(&values, page->out);
            add_bars(&values, page);
        }
        if (status == 0) {
            add_factors(&t, variant_labels[i], &values);
            json_array_append_new(report, record(variant_labels[i], &values));
        }
        lsps_values_free(&values);
    }
    if (status == 0) {
        fputs("What it depends on, one number changed at a time\n\n", page->out);
        table_print(&t, page->out, 0);
        fputc('\n', page->out);
    }
    table_free(&t);
    return status;
}

int paper_lsps(uint64_t first_seed, uint64_t seeds, const char *page, json_t **report, struct input_error *error)
{
    struct paper_report paper;
    if (!paper_report_open(&paper, page, error)) {
        return EXIT_FAILED;
    }
    json_t *settings = json_array();
    fprintf(paper.out,
            "Yao, Tai, Sheng, Mi: Scheduling Heterogeneous MapReduce Jobs for Efficiency Improvement in Enterprise\n"
            "Clusters (2013), section III; seeds %" PRIu64 " to %" PRIu64
            ", +- half the width of the 95%% confidence interval\n\n",
            first_seed, first_seed + seeds - 1);
    int status = run_variants(first_seed, seeds, &paper, settings, error);
    if (status == 0) {
        if (report != NULL) {
            *report = json_pack("{s:O}", "settings", settings);
        }
        fputs(limits, paper.out);
        status = paper_report_write(&paper, "LsPS: the experiment of Yao, Tai, Sheng and Mi (2013)", "lsps", first_seed,
                                    seeds, error)
                     ? 0
                     : EXIT_FAILED;
    }
    json_decref(settings);
    paper_report_close(&paper);
    return status;
}
