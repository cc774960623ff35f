#include "harness/studies/lsps_calibration.h"

#include "harness/metrics/confidence.h"
#include "harness/studies/lsps_experiment.h"

#include <math.h>

/* --- The numbers that are tried --------------------------------------------------------------- */

/* MAP_TIME + user, and so on. */
enum number {
    MAP_TIME = 0,
    REDUCES = MAP_TIME + LSPS_USERS,
    REDUCE_TIME = REDUCES + LSPS_USERS,
    TAIL_INDEX = REDUCE_TIME + LSPS_USERS,
    TAIL_CAP,
    VERSION,
    ASSIGN,
    NUMBERS
};

/* Bounds that are not the search's: a PiEstimator map draws 100 million points, which takes 4 s at
 * 25 million a second; its driver asks for one reduce; a tail is heavy, its variance infinite, up
 * to an index of 2. */
static const struct calibration_number numbers[NUMBERS] = {
    {"maps s 1", 9, {2, 3, 4, 6, 8, 12, 16, 24, 32}},
    {"2", 7, {4, 5, 6, 8, 12, 16, 24}},
    {"3", 8, {4, 8, 12, 16, 20, 24, 32, 48}},
    {"4", 10, {15, 60, 120, 180, 240, 360, 480, 600, 900, 1200}},
    {"reduces 1", 5, {1, 2, 3, 4, 6}},
    {"2", 1, {1}},
    {"3", 5, {1, 2, 3, 4, 6}},
    {"4", 8, {4, 8, 10, 16, 20, 22, 33, 44}},
    {"reduces s 1", 7, {2, 3, 5, 10, 15, 20, 30}},
    {"2", 7, {2, 3, 5, 10, 15, 20, 30}},
    {"3", 7, {2, 3, 5, 10, 15, 20, 30}},
    {"4", 9, {1, 3, 5, 10, 20, 30, 60, 120, 240}},
    [TAIL_INDEX] = {"index", 5, {1.2, 1.4, 1.6, 1.8, 2}},
    [TAIL_CAP] = {"cap", 3, {30, 100, 1000}},
    [VERSION] = {"Fair 0.", 2, {20, 21}},
    [ASSIGN] = {"multiple", 2, {0, 1}},
};

static struct lsps_setting setting_of(const double number[NUMBERS])
{
    struct lsps_setting s = lsps_setting_default();
    for (int user = 0; user < LSPS_USERS; user++) {
        s.profile.rows[user].map_time = number[MAP_TIME + user];
        s.profile.rows[user].reduces = (int32_t)number[REDUCES + user];
        s.profile.rows[user].reduce_time = number[REDUCE_TIME + user];
    }
    s.profile.tail_index = number[TAIL_INDEX];
    s.profile.tail_cap = number[TAIL_CAP];
    s.version = number[VERSION] < 21.0 ? HADOOP_0_20 : HADOOP_0_21;
    s.assign = number[ASSIGN] > 0.0 ? ASSIGN_MULTIPLE : ASSIGN_ONE;
    return s;
}

static void numbers_in_use(double number[NUMBERS])
{
    const struct lsps_setting s = lsps_setting_default();
    for (int user = 0; user < LSPS_USERS; user++) {
        number[MAP_TIME + user] = s.profile.rows[user].map_time;
        number[REDUCES + user] = s.profile.rows[user].reduces;
        number[REDUCE_TIME + user] = s.profile.rows[user].reduce_time;
    }
    number[TAIL_INDEX] = s.profile.tail_index;
    number[TAIL_CAP] = s.profile.tail_cap;
    number[VERSION] = s.version == HADOOP_0_20 ? 20.0 : 21.0;
    number[ASSIGN] = s.assign == ASSIGN_ONE ? 0.0 : 1.0;
}

/* --- The distance ----------------------------------------------------------------------------- */

/* Of a group: its time under FIFO over that of all jobs, and the factors of Fair and LsPS over
 * FIFO. */
enum { UNDER_FIFO = 0, FAIR_FACTOR = LSPS_GROUPS, LSPS_FACTOR = 2 * LSPS_GROUPS };

/* The square of the logarithm of how many times a value is outside an interval. */
static double outside(double value, double least, double most)
{
    double distance = value < least ? log(least / value) : value > most ? log(value / most) : 0.0;
    return distance * distance;
}

/* The root mean square of the distances from the text, in hundredths of a logarithm (about
 * percent). */
static double distance_of(const double measured[])
{
    const double *fifo = &measured[UNDER_FIFO];
    const double *fair = &measured[FAIR_FACTOR];
    const double *lsps = &measured[LSPS_FACTOR];
    double sum = outside(fair[LSPS_ALL_USERS], 3.5 / 1.8, 3.5 / 1.8) + outside(lsps[LSPS_ALL_USERS], 3.5, 3.5);
    int terms = 2;
    for (int user = 0; user < LSPS_USERS; user++) {
        sum += outside(fifo[user], 0.9, 1.1); /* "tend to have similar average job execution time" */
        sum += user < 3
                   ? outside(fair[user], 2.0, 2.0)       /* "improved by a factor of 2" */
                   : outside(fair[user], 1.0, INFINITY); /* "all the users experience worst performance under FIFO" */
        terms += 2;
    }
    sum += outside(lsps[3], 1.0, INFINITY); /* "not sacrificed" */
    sum +=
        outside(fmin(lsps[0], lsps[1]) / fmax(lsps[2], lsps[3]), 1.0, INFINITY); /* "largest ... from the first two" */
    terms += 2;
    return 100.0 * sqrt(sum / terms);
}

static void judge(struct candidate *c, uint64_t first_seed, uint64_t seeds)
{
    const struct lsps_setting setting = setting_of(c->number);
    struct lsps_values values;
    c->status = lsps_measure(&setting, first_seed, seeds, &values, &c->error);
    for (int group = 0; group < LSPS_GROUPS && c->status == 0; group++) {
        c->measured[UNDER_FIFO + group] = confidence_of(values.of[LSPS_OF_FIFO][group], seeds).mean /
                                          confidence_of(values.of[LSPS_OF_FIFO][LSPS_ALL_USERS], seeds).mean;
        c->measured[FAIR_FACTOR + group] = lsps_factor(&values, LSPS_OF_FIFO, LSPS_OF_FAIR, group);
        c->measured[LSPS_FACTOR + group] = lsps_factor(&values, LSPS_OF_FIFO, LSPS_OF_LSPS, group);
    }
    c->distance = distance_of(c->measured);
    lsps_values_free(&values);
}

/* --- The report ------------------------------------------------------------------------------- */

static double over_fair(const struct candidate *c)
{
    return c->measured[LSPS_FACTOR + LSPS_ALL_USERS] / c->measured[FAIR_FACTOR + LSPS_ALL_USERS];
}

static void add_factors(struct table *t, const struct candidate *c)
{
    for (int user = 0; user < LSPS_USERS; user++) {
        table_add(t, "%.2f", c->measured[UNDER_FIFO + user]);
    }
    for (int factor = FAIR_FACTOR; factor < LSPS_FACTOR + LSPS_GROUPS; factor++) {
        table_add(t, "%.1f", c->measured[factor]);
    }
    table_add(t, "%.1f", over_fair(c));
}

static double factor_of_user_4(const struct candidate *c)
{
    return c->measured[LSPS_FACTOR + 3];
}

/* By how much LsPS is better than Fair in a set in which user 4 keeps its time; 0 in others. */
static double over_fair_and_kept(const struct candidate *c)
{
    return factor_of_user_4(c) >= 1.0 ? over_fair(c) : 0.0;
}

static void values_of_user_4(const struct candidate *c, double values[CLAIM_VALUES])
{
    values[0] = factor_of_user_4(c);
    values[1] = c->measured[FAIR_FACTOR + LSPS_ALL_USERS];
    values[2] = c->measured[LSPS_FACTOR + LSPS_ALL_USERS];
    values[3] = over_fair(c);
}

const struct calibration_report lsps_calibration = {
    .numbers = numbers,
    .number_count = NUMBERS,
    .in_use = numbers_in_use,
    .judge = judge,
    .explanation =
        "FIFO: a user's time over that of all jobs; Fair, LsPS: how many times better than FIFO. Distance: the root "
        "of\nthe mean square of the logarithms by which they lie outside what the paper says, in hundredths (about\n"
        "percent).\n\n",
    .columns = 2 + LSPS_USERS + 2 * LSPS_GROUPS + 1,
    .headings = {{"", "distance", "FIFO", "", "", "", "Fair", "", "", "", "", "LsPS", "", "", "", "", "over"},
                 {"user", "", "1", "2", "3", "4", "1", "2", "3", "4", "all", "1", "2", "3", "4", "all", "Fair"},
                 {"paper", "", "1", "1", "1", "1", "2", "2", "2", ">1", "1.9", "", "", "", ">1", "3.5", "1.8"}},
    .add = add_factors,
    .claim = {.sentence =
                  "Sets in which user 4 keeps the time of FIFO under LsPS, and how much better than Fair LsPS is there",
              .headings = {"", "sets", "nearest", "user 4", "Fair", "LsPS", "over Fair"},
              .labels = {"all sets", "user 4 at least 1.0", "and over Fair at least 1.2", "1.4", "1.8"},
              .least = {0.0, 0.01, 1.2, 1.4, 1.8},
              .decimals = {2, 1, 1, 1},
              .reached = over_fair_and_kept,
              .values = values_of_user_4},
};
