#include "harness/studies/deadline_report.h"

#include "harness/report/asrpt_json.h"
#include "harness/report/table.h"

#include <inttypes.h>

static const char *name_of(size_t row)
{
    return deadline_rows[row].split != NULL ? deadline_rows[row].split->name : deadline_rows[row].shared->name;
}

static const char *machines_of(size_t row)
{
    return deadline_rows[row].split != NULL ? "split" : "shared";
}

static bool tests_deadlines(size_t row)
{
    return deadline_rows[row].split != NULL && deadline_rows[row].split->tests_deadlines;
}

static void print_profile(const struct deadline_study *study, size_t profile, FILE *out)
{
    int32_t maps = deadline_study_map_slots(study, profile);
    fprintf(out, "%s; split: %" PRId32 " map slots, %" PRId32 " reduce slots\n\n", slotted_profiles[profile].name, maps,
            study->machines - maps);
    struct table t = table_new(2 + 3 * DEADLINE_FACTORS, 2);
    table_add(&t, "%s", "");
    table_add(&t, "%s", "");
    for (size_t f = 0; f < DEADLINE_FACTORS; f++) {
        table_add(&t, "factor %g:", deadline_factors[f]);
        table_add(&t, "%s", "");
        table_add(&t, "%s", "");
    }
    table_add(&t, "%s", "");
    table_add(&t, "%s", "");
    for (size_t f = 0; f < DEADLINE_FACTORS; f++) {
        table_add(&t, "accept %%");
        table_add(&t, "in time %%");
        table_add(&t, "flow");
    }
    for (size_t row = 0; row < DEADLINE_ROWS; row++) {
        table_add(&t, "%s", machines_of(row));
        table_add(&t, "%s", name_of(row));
        for (size_t f = 0; f < DEADLINE_FACTORS; f++) {
            struct deadline_figures figures = deadline_study_figures(study, profile, f, row);
            if (tests_deadlines(row)) {
                table_add_confidence(&t, figures.accepted, 1);
            } else {
                table_add(&t, "-");
            }
            table_add_confidence(&t, figures.in_time, 1);
            table_add_confidence(&t, figures.flow, 2);
        }
    }
    table_print(&t, out, 0);
    table_free(&t);
    fputc('\n', out);
}

void deadline_report_print(const struct deadline_study *study, FILE *out)
{
    fprintf(out, "With deadlines (not in the paper): non-preemptive, %zu seed%s\n\n", study->seeds,
            study->seeds == 1 ? "" : "s");
    fputs("A job is in time if its flow time is at most the factor times what it takes alone. Shared: machines for\n"
          "maps and reduces, as above. Split: as many slots, each for one stage, in proportion to the work, in the\n"
          "Hadoop model without heartbeats. In time: of all jobs. Flow: mean flow time of the accepted jobs, slots.\n"
          "RTMR knows task times exactly; the others have no admission test.\n\n",
          out);
    for (size_t profile = 0; profile < SLOTTED_PROFILES; profile++) {
        print_profile(study, profile, out);
    }
}

static json_t *cell_json(const struct deadline_study *study, size_t profile, size_t factor, size_t row)
{
    struct deadline_figures figures = deadline_study_figures(study, profile, factor, row);
    return json_pack("{s:s, s:f, s:s, s:s, s:o, s:o, s:o}", "workload", slotted_profiles[profile].name, "factor",
                     deadline_factors[factor], "machines", machines_of(row), "scheduler", name_of(row), "accept_ratio",
                     asrpt_json_confidence(figures.accepted), "in_time", asrpt_json_confidence(figures.in_time),
                     "mean_flow", asrpt_json_confidence(figures.flow));
}

json_t *deadline_report_json(const struct deadline_study *study)
{
    json_t *list = json_array();
    for (size_t profile = 0; profile < SLOTTED_PROFILES; profile++) {
        for (size_t f = 0; f < DEADLINE_FACTORS; f++) {
            for (size_t row = 0; row < DEADLINE_ROWS; row++) {
                json_array_append_new(list, cell_json(study, profile, f, row));
            }
        }
    }
    return list;
}
