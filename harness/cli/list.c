/* rtmr list: the names for the command line. */
#include "harness/cli/command.h"
#include "harness/cli/parse.h"
#include "harness/engine/scheduler.h"
#include "harness/report/table.h"
#include "harness/schedulers/schedulers.h"
#include "harness/slotted/slotted_scheduler.h"
#include "harness/workload/paper_profile.h"
#include "harness/workload/slotted_workload.h"

#include <stdio.h>

/* A pair of lines of the listing. */
struct entry {
    const char *name;
    const char *summary;
};

static const struct entry clusters[] = {
    {"paper",
     "20 nodes of 4 map slots and 1 reduce slot, 10 of 2 and 1 whose maps are slower as the workload's profile\n"
     "says (not slower for a trace, but with paper-I, paper-II, paper-II-normal); 3000 ms heartbeats"},
    {"srt", "4 nodes of 2, 2, 4 and 4 map slots and twice as many reduce slots; 3000 ms heartbeats"},
    {"lsps", "11 nodes of 2 map slots and 2 reduce slots; 3000 ms heartbeats"},
    {"FILE", "nodes,map_slots,reduce_slots,speed[,reduce_speed[,rack]]: a header line, then one kind of node per row"},
    {"TOPOLOGY", "a topology of Rumen or SLS (JSON), with slots per node by --node-map-slots and --node-reduce-slots"},
};

static const struct entry formats[] = {
    {"native", "job,arrival,deadline,eps_m,eps_r,map_durations,reduce_durations[,user,pool,map_bytes,\n"
               "reduce_bytes,map_nodes]; times in ms, see `rtmr help formats'"},
    {"swim", "tab-separated: job id, submit s, gap s, map input, shuffle and reduce output bytes"},
    {"rumen", "JSON: jobs of Hadoop with the times of every attempt (Rumen)"},
    {"sls", "JSON: jobs of Hadoop's Scheduler Load Simulator"},
    {"swf", "Standard Workload Format 2.2 of the Parallel Workloads Archive"},
    {"sacct", "accounting of Slurm as sacct -P prints it: a header, then a job or a step per line"},
    {"batsim", "JSON: a workload of Batsim, jobs and profiles"},
    {"synth", "JSON: a workload of the generator of Hadoop's Scheduler Load Simulator (syn.json)"},
    {"jhist", "job histories of Hadoop 2 and 3 (*.jhist), also several joined"},
};

static void print_heading(const char *heading)
{
    printf("%s\n", heading);
}

/* Names have a column of their own, as wide as the longest and a blank. */
enum { COLUMN = 13 };

static void print_entry(struct entry entry)
{
    printf("  %-*s", COLUMN, entry.name);
    for (const char *c = entry.summary; *c != '\0'; c++) {
        putchar(*c);
        if (*c == '\n') {
            printf("%*s", COLUMN + 2, "");
        }
    }
    putchar('\n');
}

int command_list(int argc, char **argv)
{
    const struct option_group groups[] = {{NULL, NULL, NULL}};
    const struct command_line line = {
        .usage = "",
        .summary = "Names the schedulers, workloads, clusters and trace formats.",
        .groups = groups,
    };
    struct given_options given;
    struct input_error error;
    switch (cli_parse(&line, argc, argv, &given, &error)) {
    case CLI_HELPED: return 0;
    case CLI_REFUSED: return cli_refuse(&error);
    case CLI_PARSED: break;
    }
    print_heading("schedulers");
    for (size_t i = 0; i < scheduler_count(); i++) {
        print_entry((struct entry){scheduler_at(i)->name, scheduler_at(i)->summary});
    }
    print_heading("workloads");
    for (size_t i = 0; i < paper_profile_count; i++) {
        print_entry((struct entry){paper_profiles[i].name, paper_profiles[i].summary});
    }
    print_entry(
        (struct entry){"srt", "20 small and 20 large jobs in random order, without deadlines, calibrated profile"});
    print_entry(
        (struct entry){"lsps", "285 jobs of four users (Table II of LsPS), without deadlines, calibrated profile"});
    print_heading("clusters");
    for (size_t i = 0; i < sizeof clusters / sizeof clusters[0]; i++) {
        print_entry(clusters[i]);
    }
    print_heading("formats");
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        print_entry(formats[i]);
    }
    print_heading("workloads of the time-slotted model (rtmr paper asrpt): work of maps + work of reduces of a job");
    for (size_t i = 0; i < SLOTTED_PROFILES; i++) {
        printf("  %-18s%s\n", slotted_profiles[i].name, slotted_profiles[i].title);
    }
    print_heading("schedulers of the time-slotted model");
    for (size_t i = 0; i < slotted_class_count(); i++) {
        print_entry((struct entry){slotted_class_at(i)->name, slotted_class_at(i)->summary});
    }
    return 0;
}
