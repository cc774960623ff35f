/* rtmr: finds the subcommand and hands over to it. */
#include "harness/cli/command.h"
#include "harness/cli/parse.h"
#include "kernel/rtmr_config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct command {
    const char *name;
    const char *full_name;
    const char *summary;
    int (*run)(int argc, char **argv);
};

static const struct command commands[] = {
    {"run", "rtmr run", "run schedulers on a trace or a workload and print their figures", command_run},
    {"compare", "rtmr compare", "compare schedulers over several seeds, with confidence intervals", command_compare},
    {"paper", "rtmr paper", "repeat the experiments of a paper: published beside measured", command_paper},
    {"faults", "rtmr faults", "count who is flagged and who is late when things go wrong", command_faults},
    {"explain", "rtmr explain", "show RTMR's state at an instant and its answer to one more job", command_explain},
    {"list", "rtmr list", "name the schedulers, workloads, clusters and formats", command_list},
};

static void print_help(void)
{
    puts("Usage: rtmr COMMAND [OPTION...]\n"
         "Schedules jobs of map and reduce tasks under deadlines, in simulated clusters.\n");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        printf("  %-9s%s\n", commands[i].name, commands[i].summary);
    }
    puts("\n`rtmr COMMAND --help' says more. Exit status: 0; 1 if a run was stopped; 2 for bad input.");
}

/* What is lost on the way out (a full disk, say) must not look like success. */
static int end(int status)
{
    if (fflush(stdout) != 0 || ferror(stdout) != 0) {
        fprintf(stderr, "rtmr: standard output: cannot be written: %s\n", strerror(errno));
        return status == 0 ? CLI_FAILED : status;
    }
    return status;
}

static int refuse_command(const char *name)
{
    struct input_error error;
    cli_unexpected(name, "command", "run, compare, paper, faults, explain or list (see rtmr --help)", &error);
    return cli_refuse(&error);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        return refuse_command("");
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help();
        return end(0);
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("rtmr " RTMR_VERSION);
        return end(0);
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            static char full_name[32];
            snprintf(full_name, sizeof full_name, "%s", commands[i].full_name);
            argv[1] = full_name;
            return end(commands[i].run(argc - 1, argv + 1));
        }
    }
    return refuse_command(argv[1]);
}
