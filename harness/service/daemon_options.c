#include "harness/service/daemon_options.h"
#include "harness/executors/executor_kind.h"
#include "kernel/rtmr_config.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPTION_STORE = 256,
    OPTION_SOCKET,
    OPTION_MAP_SLOTS,
    OPTION_REDUCE_SLOTS,
    OPTION_LATENCY,
    OPTION_PAGE,
    OPTION_SOCKET_MODE,
    OPTION_JOBS_PER_USER,
    OPTION_TASKS_PER_USER,
    OPTION_DECISIONS_PER_USER,
    OPTION_PAGE_HOST,
    OPTION_KEEP_OUTPUT,
    OPTION_PARTITION,
    OPTION_SLOTS,
    OPTION_CHECK_STORE,
    OPTION_BACKUP,
    OPTION_VERSION,
    OPTION_HELP
};

enum { KEEP_MOST = 36500 }; /* days */

/* In a second, if the option is not given: more than a loop of `rtmr submit` makes. */
enum { DECISIONS_PER_USER = 100, DECISIONS_MOST = 1000000 };

static const struct option long_options[] = {
    {"store", required_argument, NULL, OPTION_STORE},
    {"socket", required_argument, NULL, OPTION_SOCKET},
    {"map-slots", required_argument, NULL, OPTION_MAP_SLOTS},
    {"reduce-slots", required_argument, NULL, OPTION_REDUCE_SLOTS},
    {"latency", required_argument, NULL, OPTION_LATENCY},
    {"page", required_argument, NULL, OPTION_PAGE},
    {"socket-mode", required_argument, NULL, OPTION_SOCKET_MODE},
    {"jobs-per-user", required_argument, NULL, OPTION_JOBS_PER_USER},
    {"tasks-per-user", required_argument, NULL, OPTION_TASKS_PER_USER},
    {"decisions-per-user", required_argument, NULL, OPTION_DECISIONS_PER_USER},
    {"page-host", required_argument, NULL, OPTION_PAGE_HOST},
    {"keep-output", required_argument, NULL, OPTION_KEEP_OUTPUT},
    {"partition", required_argument, NULL, OPTION_PARTITION},
    {"slots", required_argument, NULL, OPTION_SLOTS},
    {"check-store", no_argument, NULL, OPTION_CHECK_STORE},
    {"backup", required_argument, NULL, OPTION_BACKUP},
    {"version", no_argument, NULL, OPTION_VERSION},
    {"help", no_argument, NULL, OPTION_HELP},
    {NULL, 0, NULL, 0},
};

/* clang-format off */
static const char cluster_help[] =
    "\n"
    "Of rtmrd-slurm, instead of --map-slots and --reduce-slots:\n"
    "  --partition NAME        the partition whose nodes it has\n"
    "  --slots LIST            map and reduce slots of a node, as \"n[1-4]=4+1,n5=2+1\"\n";

static const char help[] =
    "Usage: rtmrd --store FOLDER [OPTION...]\n"
    "Runs two-stage jobs on this machine; each accepted job finishes by its deadline.\n"
    "\n"
    "  --store FOLDER          where everything is kept that was promised and that happened;\n"
    "                          it is made if it is not there\n"
    "  --socket PATH           the Unix socket for rtmr (FOLDER/socket)\n"
    "  --socket-mode MODE      who may use it, in octal (0600: this user only)\n"
    "  --map-slots N           map tasks at one time (the number of processors)\n"
    "  --reduce-slots N        reduce tasks at one time (half of them)\n"
    "  --latency MS            the longest time until a start or an end is noticed; it is chosen\n"
    "                          once, when the store is made (man rtmrd says how)\n"
    "  --page [ADDRESS:]PORT   also serves the live page, read only, over TCP (127.0.0.1)\n"
    "  --page-host NAME        another name by which browsers ask for the page, of a proxy for example;\n"
    "                          it may be given more than once\n"
    "  --jobs-per-user N       most unfinished jobs of a user\n"
    "  --tasks-per-user N      most unfinished tasks of a user\n"
    "  --decisions-per-user N  most decisions of a user in a second (100; 0: any number)\n"
    "  --keep-output DAYS      removes what tasks have written so long after their jobs' ends\n"
    "                          (it is kept)\n"
    "  --check-store           checks the store, prints what is wrong, and ends\n"
    "  --backup FOLDER         copies the store, in use or not, and ends\n"
    "  --version, --help\n"
    "\n"
    "SIGTERM stops it; tasks that run go on, and are found again by the next start.\n"
    "Exit status: 0; 1 if it cannot serve, or the store is damaged; 2 if the command line is\n"
    "wrong.\n";
/* clang-format on */

static void __attribute__((format(printf, 2, 3))) refuse(struct daemon_options *options, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("rtmrd: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    options->action = DAEMON_END;
    options->exit_status = 2;
}

static int64_t number(struct daemon_options *options, const char *name, int base, int64_t least, int64_t most)
{
    char *end;
    errno = 0;
    long long value = strtoll(optarg, &end, base);
    if (end == optarg || *end != '\0' || errno != 0 || value < least || value > most) {
        if (base == 8) {
            refuse(options, "--%s: a mode like 0660 is expected, found \"%s\"", name, optarg);
        } else {
            refuse(options, "--%s: a number from %lld to %lld is expected, found \"%s\"", name, (long long)least,
                   (long long)most, optarg);
        }
        return least;
    }
    return value;
}

/* A name as a Host has it, without a port. */
static void add_page_host(struct daemon_options *options)
{
    if (optarg[0] == '\0' || strpbrk(optarg, ":/[]@ ") != NULL) {
        refuse(options, "--page-host: a name without a port is expected, found \"%s\"", optarg);
    } else if (options->page_host_count == PAGE_HOSTS_MOST) {
        refuse(options, "--page-host: at most %d names are expected, found \"%s\" behind them", PAGE_HOSTS_MOST,
               optarg);
    } else {
        options->page_hosts[options->page_host_count++] = optarg;
    }
}

static void read_option(struct daemon_options *options, int option, const char *name)
{
    switch (option) {
    case OPTION_STORE: options->store = optarg; break;
    case OPTION_SOCKET: options->socket = optarg; break;
    case OPTION_PAGE: options->page = optarg; break;
    case OPTION_MAP_SLOTS: options->map_slots = (int32_t)number(options, name, 10, 1, RTMR_SLOTS); break;
    case OPTION_REDUCE_SLOTS: options->reduce_slots = (int32_t)number(options, name, 10, 1, RTMR_SLOTS); break;
    case OPTION_LATENCY: options->latency = number(options, name, 10, 0, 60000); break;
    case OPTION_SOCKET_MODE: options->socket_mode = (mode_t)number(options, name, 8, 0, 0777); break;
    case OPTION_JOBS_PER_USER: options->jobs_per_user = (int32_t)number(options, name, 10, 1, RTMR_JOBS); break;
    case OPTION_TASKS_PER_USER: options->tasks_per_user = (int32_t)number(options, name, 10, 1, INT32_MAX); break;
    case OPTION_DECISIONS_PER_USER:
        options->decisions_per_user = (int32_t)number(options, name, 10, 0, DECISIONS_MOST);
        break;
    case OPTION_PAGE_HOST: add_page_host(options); break;
    case OPTION_KEEP_OUTPUT: options->keep_output = (int32_t)number(options, name, 10, 0, KEEP_MOST); break;
    case OPTION_PARTITION: options->partition = optarg; break;
    case OPTION_SLOTS: options->slots = optarg; break;
    case OPTION_CHECK_STORE: options->action = DAEMON_CHECK; break;
    case OPTION_BACKUP:
        options->action = DAEMON_BACKUP;
        options->backup_to = optarg;
        break;
    case OPTION_VERSION:
        puts("rtmrd " RTMR_VERSION);
        options->action = DAEMON_END;
        break;
    case OPTION_HELP:
        fputs(help, stdout);
        fputs(executor_kind.has_partition ? cluster_help : "", stdout);
        options->action = DAEMON_END;
        break;
    default: break;
    }
}

/* Says which word getopt_long() did not understand. */
static void refuse_word(struct daemon_options *options, char **argv, int option)
{
    if (option == ':') {
        refuse(options, "%s: a value is missing (see rtmrd --help)", argv[optind - 1]);
    } else {
        refuse(options, "%s: there is no such option (see rtmrd --help)", argv[optind - 1]);
    }
}

struct daemon_options daemon_options_read(int argc, char **argv)
{
    struct daemon_options options = {
        .latency = -1,
        .keep_output = -1,
        .socket_mode = 0600,
        .jobs_per_user = RTMR_JOBS / 4 * 3,
        .tasks_per_user = RTMR_TASKS / 4 * 3,
        .decisions_per_user = DECISIONS_PER_USER,
    };
    int which = 0;
    opterr = 0;
    while (options.action != DAEMON_END) {
        int option = getopt_long(argc, argv, ":", long_options, &which);
        if (option == -1) {
            break;
        }
        if (option == ':' || option == '?') {
            refuse_word(&options, argv, option);
        } else {
            read_option(&options, option, long_options[which].name);
        }
    }
    if (options.action != DAEMON_END && optind < argc) {
        refuse(&options, "%s: only options are expected (see rtmrd --help)", argv[optind]);
    } else if (options.action != DAEMON_END && !executor_kind.has_partition &&
               (options.partition != NULL || options.slots != NULL)) {
        refuse(&options, "--%s: only rtmrd-slurm has partitions", options.slots != NULL ? "slots" : "partition");
    } else if (options.action != DAEMON_END && executor_kind.discard == NULL && options.keep_output >= 0) {
        refuse(&options, "--keep-output: Slurm writes output where its user wants it");
    } else if (options.action != DAEMON_END && options.store == NULL) {
        refuse(&options, "--store is missing (see rtmrd --help)");
    }
    return options;
}
