#include "harness/studies/paper_report.h"

#include "harness/page/paper_page.h"
#include "harness/page/plot_figure.h"
#include "harness/page/report_folder.h"
#include "harness/report/plot.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { HEIGHT = 440 };

bool paper_report_open(struct paper_report *report, const char *path, struct input_error *error)
{
    *report = (struct paper_report){.out = stdout, .wanted = path != NULL};
    if (path == NULL) {
        return true;
    }
    if (!report_folder_open(&report->folder, path, error)) {
        report->wanted = false;
        return false;
    }
    script_open(&report->text);
    report->out = report->text.stream;
    return true;
}

void paper_report_add(struct paper_report *report, const struct paper_bars *bars)
{
    if (!report->wanted) {
        return;
    }
    char name[24];
    char heading[24];
    char sentence[160];
    snprintf(name, sizeof name, "fig%d", bars->number);
    snprintf(heading, sizeof heading, "Figure %d", bars->number);
    snprintf(sentence, sizeof sentence, "%s; means over the seeds with their 95%% confidence intervals.", bars->title);
    struct plot plot = {.kind = PLOT_BARS,
                        .title = bars->title,
                        .x_label = "",
                        .y_label = bars->y_label != NULL ? bars->y_label : "mean time, s",
                        .categories = bars->group_labels,
                        .category_count = bars->groups,
                        .y_most = NAN};
    for (size_t series = 0; series < bars->series; series++) {
        double number[PAPER_BARS_GROUPS];
        double mean[PAPER_BARS_GROUPS];
        double half[PAPER_BARS_GROUPS];
        for (size_t group = 0; group < bars->groups; group++) {
            number[group] = (double)group;
            mean[group] = bars->seconds[series][group].mean;
            half[group] = bars->seconds[series][group].half;
        }
        plot_add(&plot, bars->series_labels[series], bars->groups, number, mean, half);
    }
    plot_figure_add(&report->figures, &plot, bars->name != NULL ? bars->name : name,
                    bars->heading != NULL ? bars->heading : heading, sentence, "", HEIGHT);
}

bool paper_report_write(struct paper_report *report, const char *title, const char *paper, uint64_t first_seed,
                        uint64_t seeds, struct input_error *error)
{
    if (!report->wanted) {
        return true;
    }
    report->wanted = false;
    char command[80];
    snprintf(command, sizeof command, "rtmr paper %s --seed %" PRIu64 " --seeds %" PRIu64, paper, first_seed, seeds);
    char *text = script_close(&report->text);
    bool drawn = report_folder_draw(&report->folder, &report->figures, error);
    if (drawn) {
        const struct paper_section section = {"tables", "Tables", text};
        const struct paper_page page = {.title = title,
                                        .introduction = "What is measured here, drawn as in the paper's figures or "
                                                        "tables. The values that the paper prints stand beside.",
                                        .figures = &report->figures,
                                        .sections = &section,
                                        .section_count = 1,
                                        .command = command};
        paper_page_write(&page, output_folder_first(&report->folder));
    }
    fputs(text, stdout);
    free(text);
    return drawn && output_folder_prepare(&report->folder, error) && output_folder_commit(&report->folder, error);
}

void paper_report_close(struct paper_report *report)
{
    if (report->wanted) {
        free(script_close(&report->text));
    }
    figures_free(&report->figures);
    output_folder_close(&report->folder);
}
