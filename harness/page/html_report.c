#include "harness/page/html_report.h"

#include "harness/page/html.h"
#include "harness/page/html_jobs.h"
#include "harness/page/html_metrics.h"
#include "harness/page/html_words.h"
#include "harness/page/script.h"
#include "harness/report/room_note.h"
#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Without the folders in front. */
static const char *short_title(const char *title)
{
    const char *slash = strrchr(title, '/');
    return slash == NULL || slash[1] == '\0' ? title : slash + 1;
}

/* "Trace day.tsv: rtmr, dc and fifo"; free() it. */
static char *heading_of(const struct html_report *report)
{
    struct script heading;
    script_open(&heading);
    fprintf(heading.stream, "%s %s: ", report->kind, short_title(report->title));
    for (size_t i = 0; i < report->data->count; i++) {
        const char *before = i == 0 ? "" : i + 1 == report->data->count ? " and " : ", ";
        fprintf(heading.stream, "%s%s", before, report->series[i].label);
    }
    return script_close(&heading);
}

static void write_cluster(const struct cluster *cluster, FILE *out)
{
    html_format(out, "cluster %s: %" PRId32 " node%s", short_title(cluster->title), cluster->node_count,
                cluster->node_count == 1 ? "" : "s");
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        if (cluster_slots(cluster, stage) > 0) {
            fprintf(out, ", %" PRId32 " %s slot%s", cluster_slots(cluster, stage),
                    stage == STAGE_MAP ? "map" : "reduce", cluster_slots(cluster, stage) == 1 ? "" : "s");
        }
    }
    if (cluster->heartbeat == 0) {
        fputs(", no heartbeats", out);
    } else {
        struct time_unit unit = time_unit_for((double)cluster->heartbeat);
        fprintf(out, ", a heartbeat every %.4g %s", (double)cluster->heartbeat / unit.ms, unit.name);
    }
}

static void write_facts(const struct html_report *report, FILE *out)
{
    const struct series *first = &report->series[0];
    double jobs = series_spread(first, METRIC_JOBS).mean;
    fputs("<p class=\"facts\">", out);
    fprintf(out, "%.*f job%s on ", jobs == floor(jobs) ? 0 : 1, jobs, jobs == 1.0 ? "" : "s");
    write_cluster(report->cluster, out);
    if (first->count == 1) {
        fprintf(out, "; seed %" PRIu64 ".", first->runs[0].seed);
    } else {
        fprintf(out,
                "; %zu seeds from %" PRIu64
                " on: the sentences count the jobs of all seeds, tables and charts have means "
                "over the seeds, &plusmn; half of their 95%% confidence interval.",
                first->count, first->runs[0].seed);
    }
    fputs("</p>\n", out);
}

/* Writes lines of this program as a paragraph, if there are any; frees them. */
static void write_paragraph(char *lines, const char *kind, FILE *out)
{
    if (lines[0] != '\0') {
        fprintf(out, "<p class=\"%s\">", kind);
        html_lines(lines, out);
        fputs("</p>\n", out);
    }
    free(lines);
}

/* The jobs that the trace's reader left out or repaired, and those refused for want of room. */
static void write_reservations(const struct html_report *report, FILE *out)
{
    struct script text;
    script_open(&text);
    if (reading_notes_any(report->notes)) {
        fputs("The trace as it was read: ", text.stream);
        reading_notes_print(report->notes, report->jobs, text.stream);
        fputc('.', text.stream);
    }
    write_paragraph(script_close(&text), "facts", out);
    script_open(&text);
    room_note_print(report->series, report->data->count, text.stream);
    write_paragraph(script_close(&text), "note", out);
}

static void write_contents(const struct html_report *report, FILE *out)
{
    fputs("<nav>", out);
    for (size_t i = 0; i < report->figures->count; i++) {
        html_link(report->figures->figure[i].name, report->figures->figure[i].heading, out);
    }
    if (report->comparison != NULL) {
        html_link("comparison", "Differences", out);
    }
    html_link("jobs", "Jobs", out);
    html_link("repeat", "How to repeat this", out);
    fputs("</nav>\n", out);
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
    char *heading = heading_of(report);
    html_begin(heading, out);
    free(heading);
    write_facts(report, out);
    write_reservations(report, out);
    html_words_write(report, out);
    html_metrics_write(report, out);
    write_contents(report, out);
    for (size_t i = 0; i < report->figures->count; i++) {
        html_figure(&report->figures->figure[i], out);
    }
    if (report->comparison != NULL) {
        fprintf(out, "<h2 id=\"comparison\">Differences</h2>\n<p>Of each scheduler from ");
        html_text(report->series[0].label, out);
        fputs(", seed by seed: points or percent, with half of the 95% confidence interval of their mean.</p>\n", out);
        html_table(report->comparison, out);
    }
    html_jobs_write(report, out);
    fputs("<h2 id=\"repeat\">How to repeat this</h2>\n", out);
    write_command(report, out);
    fputs("<details><summary>The options of the runs, defaults included</summary><pre>", out);
    html_lines(report->options, out);
    fputs("</pre></details>\n<p>The figures lie beside this page as SVG and PNG.</p>\n", out);
    html_end(out);
}
