/* rtmr: finds the subcommand and hands over to it. */
#include "harness/cli/command.h"
#include "harness/cli/help.h"
#include "harness/cli/parse.h"
#include "harness/cli/process.h"
#include "harness/cli/suggestion.h"
#include "harness/cli/value.h"
#include "harness/client/client.h"
#include "harness/workload/alloc_libraries.h"
#include "kernel/rtmr_config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct command {
    const char *name; /* NULL: a heading of the help, in `summary` */
    const char *full_name;
    const char *summary;
    int (*run)(int argc, char **argv);
};

/* In the order of use. */
static const struct command commands[] = {
    {NULL, NULL, "Simulated clusters:", NULL},
    {"run", "rtmr run", "run schedulers on a trace or a workload and print their figures", command_run},
    {"explain", "rtmr explain", "show RTMR's state at an instant and its answer to one more job", command_explain},
    {"compare", "rtmr compare", "compare schedulers over several seeds, with confidence intervals", command_compare},
    {"faults", "rtmr faults", "count jobs that are flagged or late when things go wrong", command_faults},
    {"convert", "rtmr convert", "write a trace of any format, or a workload, as native CSV", command_convert},
    {"paper", "rtmr paper", "repeat the experiments of a paper: published beside measured", command_paper},
    {"list", "rtmr list", "name the schedulers, workloads, clusters and formats", command_list},
    {NULL, NULL, "Real jobs, run by the service rtmrd:", NULL},
    {"submit", "rtmr submit", "submit a job: accepted with a promise, or refused with another offer", command_submit},
    {"what-if", "rtmr what-if", "ask what submit would answer, and submit nothing", command_what_if},
    {"jobs", "rtmr jobs", "list the jobs", command_jobs},
    {"status", "rtmr status", "show a job and the attempts of its tasks", command_status},
    {"wait", "rtmr wait", "wait until jobs have ended", command_wait},
    {"log", "rtmr log", "print what the tasks of a job have written", command_log},
    {"abort", "rtmr abort", "end jobs before they are done", command_abort},
    {"suspend", "rtmr suspend", "give up the promise for a job, which goes on behind all others", command_suspend},
    {"renew", "rtmr renew", "give a job a new deadline, or its promise back", command_renew},
    {"slots", "rtmr slots", "list the slots and what they run", command_slots},
    {"drain", "rtmr drain", "take a slot away once its task has ended, if every promise allows it", command_drain},
    {"add", "rtmr add", "add a slot, or bring one back", command_add},
    {"events", "rtmr events", "print what has happened, or what happens", command_events},
    {"audit", "rtmr audit", "re-check every decision of a service's store, without the kernel", command_audit},
    {"replay", "rtmr replay", "run a trace as real processes under the service, and simulated", command_replay},
    {"demo", "rtmr demo", "count words by real jobs of a service of its own", command_demo},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static int print_help(void)
{
    puts("Usage: rtmr COMMAND [OPTION...]\n"
         "Schedules jobs of map and reduce tasks under deadlines: in simulated clusters,\n"
         "and real ones on this machine.");
    for (size_t i = 0; i < COMMANDS; i++) {
        if (commands[i].name == NULL) {
            printf("\n%s\n", commands[i].summary);
        } else {
            printf("  %-9s%s\n", commands[i].name, commands[i].summary);
        }
    }
    puts("\n"
         "  rtmr help COMMAND   the purpose and the options of a command\n"
         "  rtmr help formats   the formats of traces and of faults, with examples\n"
         "  rtmr help figures   what each figure of run and compare is\n"
         "  rtmr --version      the version\n\n"
         "Examples:\n"
         "  rtmr run jobs.csv\n"
         "  rtmr run jobs.csv --map-slots 4 --reduce-slots 2 --scheduler rtmr --gantt\n"
         "  rtmr explain jobs.csv --at 30000\n"
         "  rtmr submit --maps 8 --map-time 20s --deadline 10min -- ./job\n\n"
         "Exit status: 0; 1 if the command failed (a run was stopped, an output cannot be\n"
         "written, the service is away); 2 if the command line or an input is wrong; 3 if\n"
         "the service refuses; 4 and 5: see `rtmr help wait'.");
    return 0;
}

static int print_version(void)
{
    puts("rtmr " RTMR_VERSION);
    return 0;
}

/* Output that is lost at the end (a full disk, say) must not look like success; a run that failed
 * has reported its error. */
static int end(int status)
{
    bool good = fflush(stdout) == 0 && ferror(stdout) == 0;
    if (good || status != 0) {
        return status;
    }
    fprintf(stderr, "rtmr: standard output: cannot be written: %s\n", strerror(errno));
    return EXIT_FAILED;
}

/* Knows more names than those of the commands. */
static const char *nearest(const char *name)
{
    const char *names[COMMANDS + 4] = {"help", "version", "--help", "--version"};
    size_t count = 4;
    for (size_t i = 0; i < COMMANDS; i++) {
        if (commands[i].name != NULL) {
            names[count++] = commands[i].name;
        }
    }
    return suggestion_find(name, names, count);
}

static int refuse_command(const char *name)
{
    struct input_error error;
    cli_unexpected(name, "command", "the name of a command (see rtmr --help)", &error);
    if (name[0] != '\0' && access(name, F_OK) == 0) {
        suggestion_append(&error, "rtmr run ", name);
    } else {
        suggestion_append(&error, "", nearest(name));
    }
    return cli_refuse(&error);
}

static const struct command *find(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++) {
        if (commands[i].name != NULL && strcmp(name, commands[i].name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

/* argv[0]: the command's name as it was typed. */
static int run(const struct command *command, int argc, char **argv)
{
    static char full_name[32];
    snprintf(full_name, sizeof full_name, "%s", command->full_name);
    argv[0] = full_name;
    return command->run(argc, argv);
}

/* rtmr help [COMMAND|formats|figures] */
static int help(const char *topic)
{
    static char option[] = "--help";
    char *argv[] = {option, option, NULL};
    const struct command *command;
    if (topic == NULL || strcmp(topic, "help") == 0) {
        return print_help();
    }
    if (strcmp(topic, "formats") == 0) {
        help_formats();
        return 0;
    }
    if (strcmp(topic, "figures") == 0) {
        help_figures();
        return 0;
    }
    command = find(topic);
    return command != NULL ? run(command, 2, argv) : refuse_command(topic);
}

static bool is_one_of(const char *word, const char *first, const char *second, const char *third)
{
    return strcmp(word, first) == 0 || strcmp(word, second) == 0 || strcmp(word, third) == 0;
}

int main(int argc, char **argv)
{
    alloc_in_libraries();
    process_prepare();
    if (argc < 2 || is_one_of(argv[1], "--help", "-h", "-?")) {
        return end(print_help());
    }
    if (strcmp(argv[1], "help") == 0) {
        return end(help(argc > 2 ? argv[2] : NULL));
    }
    if (is_one_of(argv[1], "--version", "-V", "-v") || strcmp(argv[1], "version") == 0) {
        return end(print_version());
    }
    const struct command *command = find(argv[1]);
    return command != NULL ? end(run(command, argc - 1, argv + 1)) : refuse_command(argv[1]);
}
