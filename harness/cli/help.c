#include "harness/cli/help.h"

#include "harness/metrics/metrics.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 79, OPTION_COLUMN = 28, FIGURE_COLUMN = 19 };

void help_wrapped(const char *text, int column, int indent, FILE *out)
{
    bool first = true; /* of its line */
    while (*text != '\0') {
        const int length = (int)strcspn(text, " ");
        if (!first && column + 1 + length > WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
            first = true;
        }
        column += fprintf(out, "%s%.*s", first ? "" : " ", length, text);
        first = false;
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

static void print_option(const struct option_row *row)
{
    int column = row->letter != 0 ? printf("  -%c, ", row->letter) : printf("  ");
    column += printf("--%s", row->name);
    if (row->value != NULL && row->value[0] == '[') {
        column += printf("[=%s", row->value + 1);
    } else if (row->value != NULL) {
        column += printf(" %s", row->value);
    }
    if (column + 2 > OPTION_COLUMN) {
        putchar('\n');
        column = 0;
    }
    printf("%*s", OPTION_COLUMN - column, "");
    help_wrapped(row->help, OPTION_COLUMN, OPTION_COLUMN, stdout);
}

void help_options(const struct option_group *groups)
{
    for (const struct option_group *group = groups; group->rows != NULL; group++) {
        if (group->heading == NULL) {
            continue;
        }
        if (group->heading[0] != '\0') {
            printf("\n%s:\n", group->heading);
        }
        for (const struct option_row *row = group->rows; row->name != NULL; row++) {
            print_option(row);
        }
    }
}

static void print_figure(const char *heading, const char *meaning)
{
    int column = printf("  %s", heading);
    printf("%*s", FIGURE_COLUMN - column, "");
    help_wrapped(meaning, FIGURE_COLUMN, FIGURE_COLUMN, stdout);
}

void help_figures(void)
{
    puts("The figures of `rtmr run', `rtmr compare' and their pages. Ratios are percent.\n"
         "Times are in the unit that a table names: one of ms, s, min, h and days that\n"
         "suits the largest of them. In --json, times of `run' are milliseconds, those of\n"
         "`compare' seconds. A dash says that a figure is undefined.\n");
    for (enum metric m = 0; m < METRIC_COUNT; m++) {
        if (metric_table[m].heading != NULL) {
            print_figure(metric_table[m].heading, metric_table[m].meaning);
        }
    }
    for (const struct figure_term *term = figure_terms; term->heading != NULL; term++) {
        print_figure(term->heading, term->meaning);
    }
    puts("\nOnly in --json:\n");
    for (enum metric m = 0; m < METRIC_COUNT; m++) {
        if (metric_table[m].heading == NULL) {
            print_figure(metric_table[m].key, metric_table[m].meaning);
        }
    }
    puts("\nNames in --json of `run' that differ:\n");
    for (enum metric m = 0; m < METRIC_COUNT; m++) {
        if (metric_table[m].heading != NULL && strcmp(metric_table[m].key, metric_table[m].heading) != 0) {
            print_figure(metric_table[m].heading, metric_table[m].key);
        }
    }
}

void help_formats(void)
{
    puts("The native format: a CSV file with a header line and a row for each job. All\n"
         "times are milliseconds; arrival and deadline count from the start of the trace,\n"
         "or from 1970.\n\n"
         "  job               name of the job; in quotes if it has a comma or a quote\n"
         "  arrival           ms: when the job is submitted\n"
         "  deadline          ms: when it must be finished\n"
         "  eps_m, eps_r      ms: estimate of the longest map task, of the longest reduce\n"
         "                    task; empty if the job has no such tasks\n"
         "  map_durations,    ms: the true time of each task, separated by ';', 12x500 for\n"
         "  reduce_durations  12 tasks of 500 ms; empty if the job has no such tasks\n\n"
         "These columns may follow, in this order, and be left out from the right:\n\n"
         "  user, pool        names for schedulers that share a cluster; may be empty\n"
         "  map_bytes,        input of the stage in bytes; empty if unknown\n"
         "  reduce_bytes\n"
         "  map_nodes         numbers of the nodes that hold the input of each map: 0|3;1 says\n"
         "                    nodes 0 and 3 for the first map, 1 for the second; a map of\n"
         "                    which nothing is known has none: 0|3;;1\n\n"
         "Three jobs:\n\n"
         "  job,arrival,deadline,eps_m,eps_r,map_durations,reduce_durations\n"
         "  index,0,60000,9000,20000,8000;8500;7900,18000\n"
         "  clicks,5000,40000,6000,8000,5200;5900,7000\n"
         "  backup,8000,90000,,30000,,25000;28000\n\n"
         "`rtmr list' names the other formats; `rtmr convert FILE' writes this one from any\n"
         "of them.\n\n"
         "Faults (--faults): a CSV file with a header line and a row for each fault, or\n"
         "change of the cluster, in order of time. The fields that an event does not have\n"
         "are empty.\n\n"
         "  time              ms, as those of the trace\n"
         "  event             node_lost, node_back: with node\n"
         "                    node_slow: with node, and factor: work that begins there from\n"
         "                    now on takes so many times as long\n"
         "                    slot_lost, slot_back: with stage and number\n"
         "                    slot_fails: with stage and number: its attempt fails\n"
         "                    slot_drain: with stage and number: the slot leaves once its\n"
         "                    attempt has ended, unless the scheduler needs it\n"
         "                    slot_add: with stage and number: the slot, absent before, joins\n"
         "                    task_overruns: with job, stage, number, and factor: attempts\n"
         "                    from now on take so many times as long\n"
         "                    task_fails: with job, stage, number, and factor: the next\n"
         "                    attempt fails after this share of its time\n"
         "  node              from 0, in the order of the cluster\n"
         "  job               name of a job of the trace\n"
         "  stage, number     map or reduce, and which slot of the cluster or task of the job,\n"
         "                    from 0\n"
         "  factor            1 to 1000000; of task_fails above 0 and at most 1\n\n"
         "A node is lost and comes back, a slot fails later, a task takes longer:\n\n"
         "  time,event,node,job,stage,number,factor\n"
         "  10000,node_lost,3,,,,\n"
         "  20000,node_back,3,,,,\n"
         "  21000,slot_fails,,,map,17,\n"
         "  22000,task_overruns,,backup,reduce,1,1.5");
}
