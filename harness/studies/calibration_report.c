#include "harness/studies/calibration_report.h"

#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SHOWN = 8 };

static void add_row(struct table *t, const char *const cells[], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        table_add(t, "%s", cells[i]);
    }
}

static void print_nearest(const struct calibration *c, const struct calibration_report *report,
                          const struct candidate *candidates, size_t count)
{
    struct table given = table_new(report->columns, 1);
    struct table tried = table_new(c->number_count + 1, 1);
    for (size_t i = 0; i < CALIBRATION_HEADINGS; i++) {
        add_row(&given, report->headings[i], report->columns);
    }
    table_add(&tried, "%s", "");
    for (size_t i = 0; i < c->number_count; i++) {
        table_add(&tried, "%s", c->numbers[i].name);
    }
    size_t shown = 0;
    for (size_t i = 0; i < count && shown <= SHOWN; i++) {
        if (candidate_repeats(candidates, i)) {
            continue;
        }
        char label[24] = "in use";
        if (i > 0) {
            snprintf(label, sizeof label, "%zu", shown);
        }
        shown++;
        table_add(&given, "%s", label);
        table_add(&given, "%.1f", candidates[i].distance);
        report->add(&given, &candidates[i]);
        table_add(&tried, "%s", label);
        for (size_t n = 0; n < c->number_count; n++) {
            table_add(&tried, "%g", candidates[i].number[n]);
        }
    }
    table_print(&given, stdout, 0);
    puts("\nThe numbers\n");
    table_print(&tried, stdout, 0);
    table_free(&given);
    table_free(&tried);
}

static void print_claim(const struct calibration_claim *claim, const struct candidate *candidates, size_t count)
{
    struct table t = table_new(3 + CLAIM_VALUES, 1);
    add_row(&t, claim->headings, t.columns);
    for (size_t step = 0; step < CLAIM_STEPS; step++) {
        const struct candidate *nearest = NULL;
        size_t sets = 0;
        for (size_t i = 1; i < count; i++) { /* nearest first */
            if (claim->reached(&candidates[i]) >= claim->least[step]) {
                sets++;
                nearest = nearest == NULL ? &candidates[i] : nearest;
            }
        }
        double values[CLAIM_VALUES] = {NAN, NAN, NAN, NAN};
        if (nearest != NULL) {
            claim->values(nearest, values);
        }
        table_add(&t, "%s", claim->labels[step]);
        table_add(&t, "%zu", sets);
        table_add_number(&t, nearest == NULL ? NAN : nearest->distance, 1);
        for (size_t i = 0; i < CLAIM_VALUES; i++) {
            table_add_number(&t, values[i], claim->decimals[i]);
        }
    }
    printf("\n%s\n\n", claim->sentence);
    table_print(&t, stdout, 0);
    table_free(&t);
}

int calibration_print(const struct calibration_report *report, size_t sets, uint64_t first_seed, uint64_t seeds,
                      size_t threads, struct input_error *error)
{
    const struct calibration calibration = {.numbers = report->numbers,
                                            .number_count = report->number_count,
                                            .judge = report->judge,
                                            .first_seed = first_seed,
                                            .seeds = seeds,
                                            .threads = threads};
    struct candidate *candidates = alloc_zeroed(sets + 1, sizeof *candidates);
    report->in_use(candidates[0].number);
    int status = calibrate(&calibration, candidates, sets + 1, error);
    if (status == 0) {
        printf("Sets of numbers tried: %zu, on seeds %" PRIu64 " to %" PRIu64 "\n", sets, first_seed,
               first_seed + seeds - 1);
        fputs(report->explanation, stdout);
        print_nearest(&calibration, report, candidates, sets + 1);
        print_claim(&report->claim, candidates, sets + 1);
    }
    free(candidates);
    return status;
}
