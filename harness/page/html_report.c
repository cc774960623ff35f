#include "harness/page/html_report.h"

#include "harness/page/html.h"
#include "harness/page/html_summary.h"
#include "harness/report/version.h"

#include <inttypes.h>
#include <string.h>

/* Larger drawings show as pixels: a page should load at once. */
enum { SVG_MOST = 400000 };

static const char head[] =
    "<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<style>\n"
    "body{margin:0;background:#fff;color:#202124;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}\n"
    "main{max-width:60rem;margin:0 auto;padding:2rem 1.25rem 4rem}\n"
    "h1{font-size:1.7rem;line-height:1.25;margin:0 0 .3rem;overflow-wrap:anywhere}\n"
    "h2{font-size:1.2rem;margin:2.6rem 0 .4rem;padding-top:1.1rem;border-top:1px solid #dadce0}\n"
    "p{margin:.4rem 0}.facts{color:#5f6368}.words{padding-left:1.2rem}.words li{margin:.35rem 0}\n"
    "nav{margin:1rem 0 0;font-size:.92rem;line-height:1.9}nav a{margin-right:1.1rem;white-space:nowrap}\n"
    "a{color:#0b57d0}\n"
    "th:first-child,td:first-child{padding-left:0}\n"
    "figure{margin:0}figure img{width:100%;height:auto;display:block;margin-top:.6rem}\n"
    "table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}\n"
    ".wide{overflow-x:auto;width:max-content;min-width:100%;max-width:calc(100vw - 2.5rem);position:relative;left:50%;"
    "transform:translateX(-50%)}\n"
    "th,td{padding:.26rem .6rem;text-align:right;border-bottom:1px solid #eceef0;white-space:nowrap}\n"
    "thead th{border-bottom:2px solid #dadce0}tbody tr:hover{background:#f6f8fb}\n"
    "th{text-align:left;font-weight:500}th.number{text-align:right}td.name{text-align:left}.sd{color:#80868b}\n"
    "td i{display:inline-block;width:.75em;height:.75em;margin-right:.5em;border-radius:2px}\n"
    ".missed{color:#b3261e}.rejected{color:#80868b}\n"
    "details{margin:.5rem 0}summary{cursor:pointer}details table{margin:.4rem 0 1rem}\n"
    "pre{background:#f6f8fb;border:1px solid #e3e6ea;border-radius:6px;padding:.8rem 1rem;overflow-x:auto;"
    "font-size:.85rem}\n"
    "@media print{details{display:none}h2{break-after:avoid}figure{break-inside:avoid}}\n"
    "</style>\n";

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
    fputs("<a href=\"#jobs\">Jobs</a> <a href=\"#repeat\">How to repeat this</a></nav>\n", out);
}

static void write_figure(const struct drawn_figure *drawn, FILE *out)
{
    const struct figure *figure = drawn->figure;
    enum figure_kind kind = drawn->pictures[FIGURE_SVG].length <= SVG_MOST ? FIGURE_SVG : FIGURE_PNG;
    fprintf(out, "<h2 id=\"%s\">", figure->name);
    html_text(figure->heading, out);
    fputs("</h2>\n<figure><figcaption>", out);
    html_text(figure->sentence, out);
    fputs("</figcaption>\n", out);
    html_image(&drawn->pictures[kind], kind, figure->heading, out);
    fputs("</figure>\n", out);
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
        for (; *argument != '\0'; argument++) {
            html_text(*argument == '\'' ? "'\\''" : (char[]){*argument, '\0'}, out);
        }
        fputs("'", out);
    }
    fputs("</pre>\n", out);
}

void html_report_write(const struct html_report *report, FILE *out)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<title>", out);
    write_title(report, out);
    fputs("</title>\n", out);
    fputs(head, out);
    fputs("</head>\n<body><main>\n<h1>", out);
    write_title(report, out);
    fputs("</h1>\n", out);
    write_facts(report, out);
    html_summary_words(report, out);
    html_summary_table(report, out);
    write_contents(report, out);
    for (size_t i = 0; i < report->figure_count; i++) {
        write_figure(&report->figures[i], out);
    }
    fprintf(out,
            "<h2 id=\"jobs\">Jobs</h2>\n<p>What became of every job of seed %" PRIu64
            ", with its colour in the schedules.</p>\n",
            report->data->series[0].seed);
    for (size_t i = 0; i < report->data->count; i++) {
        html_summary_jobs(&report->data->series[i], out);
    }
    fputs("<h2 id=\"repeat\">How to repeat this</h2>\n", out);
    write_command(report, out);
    fputs("<details><summary>All options, defaults included</summary><pre>", out);
    html_text(report->options, out);
    fprintf(out, "</pre></details>\n<p class=\"facts\">rtmr %s</p>\n</main></body>\n</html>\n", RTMR_HARNESS_VERSION);
}
