#include "harness/report/asrpt_json.h"

#include <math.h>

static json_t *number(double value)
{
    return isnan(value) ? json_null() : json_real(value);
}

static json_t *setup_of(const struct comparison_setup *s)
{
    return json_pack("{s:s, s:i, s:i, s:f, s:i, s:i}", "workload", s->profile->name, "machines", (int)s->machines,
                     "slots", (int)s->load.slots, "rate", s->load.rate, "batch", (int)s->load.batch, "reduces_most",
                     (int)s->load.reduces_most);
}

static json_t *run_of(const struct comparison_set *set, size_t run)
{
    const struct comparison *c = &set->runs[run];
    json_t *schedulers = json_array();
    struct contender list[CONTENDERS_MOST];
    size_t count = comparison_contenders(set, list);
    for (size_t i = 0; i < count; i++) {
        const struct comparison_cell *cell = &c->cells[list[i].scheduler][list[i].mode];
        json_array_append_new(schedulers,
                              json_pack("{s:s, s:s, s:I, s:i}", "scheduler", slotted_class_at(list[i].scheduler)->name,
                                        "mode", slotted_mode_names[list[i].mode], "flow_total",
                                        (json_int_t)cell->flow_total, "longest_flow", (int)cell->flows.longest));
    }
    return json_pack("{s:I, s:I, s:I, s:o}", "seed", (json_int_t)(set->setup.first_seed + run), "jobs",
                     (json_int_t)c->jobs, "units", (json_int_t)c->units, "schedulers", schedulers);
}

json_t *asrpt_json_confidence(struct confidence c)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "mean", number(c.mean), "sd", number(c.sd), "half_width",
                     number(c.half), "least", number(c.least), "most", number(c.most));
}

static json_t *over_time(const struct comparison_set *set, struct contender who)
{
    json_t *points = json_array();
    for (size_t i = 0; i < COMPARISON_POINTS; i++) {
        struct confidence ratio = comparison_ratio_at(set, who, comparison_bound, i);
        json_array_append_new(points,
                              json_pack("{s:i, s:o, s:o, s:o}", "slot", (int)comparison_point(&set->setup, i), "mean",
                                        number(ratio.mean), "sd", number(ratio.sd), "half_width", number(ratio.half)));
    }
    return points;
}

static json_t *distribution(const struct comparison_set *set, struct contender who)
{
    json_t *shares = json_array();
    for (int32_t slots = 0; slots <= FLOW_HISTOGRAM_MOST; slots++) {
        struct confidence share = comparison_share(set, who, slots);
        json_array_append_new(shares, json_pack("{s:i, s:o, s:o}", "slots", (int)slots, "mean", number(share.mean),
                                                "half_width", number(share.half)));
    }
    return shares;
}

static json_t *summary_of(const struct comparison_set *set, struct contender who)
{
    bool schedule = slotted_class_at(who.scheduler)->promise != SLOTTED_RELAXED;
    return json_pack("{s:s, s:s, s:b, s:o, s:o, s:o, s:o}", "scheduler", slotted_class_at(who.scheduler)->name, "mode",
                     slotted_mode_names[who.mode], "feasible", (int)schedule, "ratio",
                     asrpt_json_confidence(comparison_ratio(set, who, comparison_bound)), "mean_flow",
                     asrpt_json_confidence(comparison_mean_flow(set, who)), "ratio_over_time", over_time(set, who),
                     "flow_at_most", distribution(set, who));
}

json_t *asrpt_json(const struct comparison_set *set)
{
    json_t *runs = json_array();
    for (size_t run = 0; run < set->setup.seeds; run++) {
        json_array_append_new(runs, run_of(set, run));
    }
    json_t *summary = json_array();
    struct contender list[CONTENDERS_MOST];
    size_t count = comparison_contenders(set, list);
    for (size_t i = 0; i < count; i++) {
        json_array_append_new(summary, summary_of(set, list[i]));
    }
    return json_pack("{s:o, s:o, s:o, s:o}", "setup", setup_of(&set->setup), "load",
                     asrpt_json_confidence(comparison_load(set)), "runs", runs, "summary", summary);
}
