#include "harness/page/html_report.h"

#include "harness/page/html.h"
#include "harness/page/html_summary.h"
#include "harness/workload/alloc.h"
#include "kernel/rtmr_config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Without the folders in front. */
static const char *short_title(const char *title)
{
    const char *slash = strrchr(title, '/');
    return slash == NULL || slash[1] == '\0' ? title : slash + 1;
}

/* "Trace day.tsv: rtmr, dc and fifo" */
static void write_title(const struct html_report *report, FILE *out)
{
    html_format(out, "%s %s: ", report->kind, short_title(report->title));
    for (size_t i = 0; i < report->data->count; i++) {
        const char *before = i == 0 ? "" : i + 1 == report->data->count ? " and " : ", ";
        html_format(out, "%s%s", before, report->series[i].label);
    }
}

static void write_facts(const struct html_report *report, FILE *out)
{
    const struct series *first = &report->series[0];
    const struct cluster *cluster = report->cluster;
    fputs("<p class=\"facts\">", out);
    double jobs = series_spread(first, METRIC_JOBS).mean;
    html_format(out, "%.0f job%s on cluster %s: %" PRId32 " nodes, %" PRId32 " map slots, %" PRId32 " reduce slots, ",
                jobs, jobs == 1.0 ? "" : "s", short_title(cluster->title), cluster->node_count,
                cluster_slots(cluster, STAGE_MAP), cluster_slots(cluster, STAGE_REDUCE));
    if (cluster->heartbeat == 0) {
        fputs("no heartbeats", out);
    } else {
        fprintf(out, "a heartbeat every %" PRId64 " ms", cluster->heartbeat);
    }
    if (first->count == 1) {
        fprintf(out, "; seed %" PRIu64 ".", first->runs[0].seed);
    } else {
        fprintf(out, "; %zu seeds from %" PRIu64 " on: means &plusmn; standard deviations.", first->count,
                first->runs[0].seed);
    }
    fputs("</p>\n", out);
}

static void write_contents(const struct html_report *report, FILE *out)
{
    fputs("<nav>", out);
    for (size_t i = 0; i < report->figure_count; i++) {
        const struct figure *figure = report->figures[i].figure;
        fprintf(out, "<a href=\"#%s\">", figure->name);
        html_text(figure->heading, out);
        fputs("</a> ", out);
    }
    fputs(report->comparison != NULL ? "<a href=\"#comparison\">Comparison</a> " : "", out);
    fputs("<a href=\"#jobs\">Jobs</a> <a href=\"#repeat\">How to repeat this</a></nav>\n", out);
}

/* A text between single quotes of a shell. */
static void write_quoted(const char *text, FILE *out)
{
    char *rest = alloc_text(text, strlen(text));
    char *part = rest;
    char *quote;
    for (; (quote = strchr(part, '\'')) != NULL; part = quote + 1) {
        *quote = '\0';
        html_format(out, "%s'\\''", part);
    }
    html_text(part, out);
    free(rest);
}

/* The command line, each argument as a shell would need it. */
static void write_command(const struct html_report *report, FILE *out)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,-./:=@_";
    fputs("<pre>", out);
    html_text(report->arguments[0], out);
    for (int i = 1; i < report->argument_count; i++) {
        const char *argument = report->arguments[i];
        if (argument[0] != '\0' && strspn(argument, plain) == strlen(argument)) {
            html_format(out, " %s", argument);
            continue;
        }
        fputs(" '", out);
        write_quoted(argument, out);
        fputs("'", out);
    }
    fputs("</pre>\n", out);
}

void html_report_write(const struct html_report *report, FILE *out)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<title>", out);
    write_title(report, out);
    fputs("</title>\n", out);
    html_style(out);
    fputs("</head>\n<body><main>\n<h1>", out);
    write_title(report, out);
    fputs("</h1>\n", out);
    write_facts(report, out);
    html_summary_words(report, out);
    html_summary_table(report, out);
    write_contents(report, out);
    for (size_t i = 0; i < report->figure_count; i++) {
        html_figure(&report->figures[i], out);
    }
    if (report->comparison != NULL) {
        fputs(
            "<h2 id=\"comparison\">Comparison</h2>\n<p>Means over the seeds and 95% confidence intervals of the means; "
            "differences seed by seed.</p>\n<pre>",
            out);
        html_lines(report->comparison, out);
        fputs("</pre>\n", out);
    }
    fprintf(out,
            "<h2 id=\"jobs\">Jobs</h2>\n"
            "<p>The outcome of every job of seed %" PRIu64 ", with its colour in the schedules.</p>\n",
            report->data->series[0].seed);
    for (size_t i = 0; i < report->data->count; i++) {
        html_summary_jobs(&report->data->series[i], out);
    }
    fputs("<h2 id=\"repeat\">How to repeat this</h2>\n", out);
    write_command(report, out);
    fputs("<details><summary>All options, defaults included</summary><pre>", out);
    html_lines(report->options, out);
    fprintf(out, "</pre></details>\n<p class=\"facts\">rtmr %s</p>\n</main></body>\n</html>\n", RTMR_VERSION);
}
