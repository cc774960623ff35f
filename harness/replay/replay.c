/* rtmr replay: a trace as real processes under the service, beside its simulation. */
#include "harness/cli/command.h"
#include "harness/cli/parse.h"
#include "harness/cli/run_options.h"
#include "harness/cli/source_options.h"
#include "harness/replay/own_service.h"
#include "harness/replay/replay_report.h"
#include "harness/replay/scaling.h"
#include "harness/replay/simulated.h"

#include <inttypes.h>
#include <stdlib.h>

struct command {
    struct given_options given;
    struct source_options source;
    double speed;
    int64_t slots[STAGES]; /* -1: not given */
    int64_t jobs;
    int64_t seed;
    int64_t latency;       /* -1: the executor's */
    const char *socket;    /* NULL: a service of its own */
    const char *partition; /* of Slurm; NULL: the service runs tasks on its machine */
    const char *program;   /* of that; NULL: found */
    const char *store;     /* of that; NULL: temporary */
    bool json;
    struct input_error error;
};

#define AT(member) offsetof(struct command, member)

static const struct option_row rows[] = {
    {"speed", 0, "X", "Divide all times by X (default 1).", OPTION_DECIMAL, AT(speed), .decimal = {1e-6, 1e6}},
    {"limit-jobs", 0, "N", "Only the first N jobs.", OPTION_INTEGER, AT(jobs), .integer = {1, INT32_MAX}},
    {"seed", 0, "N", "The seed; deadlines and generated jobs follow from it (default 1).", OPTION_INTEGER, AT(seed),
     .integer = {1, SEED_MAX}},
    {"json", 0, NULL, "Print the report as JSON, with a record of each job.", OPTION_FLAG, AT(json), .set = NULL},
    OPTION_ROW_END,
};

static const struct option_row service_rows[] = {
    {"socket", 0, "PATH",
     "The socket of a running service, which must have no unfinished job (default: a service of its own, started for "
     "the replay).",
     OPTION_TEXT, AT(socket), .set = NULL},
    {"slurm", 0, "PARTITION",
     "That service runs tasks in this partition of Slurm: the tasks of each stage are submitted to it by sbatch.",
     OPTION_TEXT, AT(partition), .set = NULL},
    {"map-slots", 0, "N",
     "Map slots of its own service (default: those of the papers' cluster, 100, or of the trace's header).",
     OPTION_INTEGER, AT(slots[STAGE_MAP]), .integer = {1, CLUSTER_SLOTS_MAX}},
    {"reduce-slots", 0, "N", "Its reduce slots (default 30, or 1 with --map-slots).", OPTION_INTEGER,
     AT(slots[STAGE_REDUCE]), .integer = {1, CLUSTER_SLOTS_MAX}},
    {"latency", 0, "MS", "Its dispatch latency (default: the executor's).", OPTION_INTEGER, AT(latency),
     .integer = {0, 3600000}},
    {"store", 0, "DIR", "Its store, which stays (default: a temporary folder).", OPTION_FOLDER, AT(store), .set = NULL},
    {"rtmrd", 0, "FILE", "Its program (default: rtmrd beside rtmr, or on the path).", OPTION_TEXT, AT(program),
     .set = NULL},
    OPTION_ROW_END,
};

static const char summary[] =
    "Submits the jobs of a trace, or of a generated workload, to the service rtmrd at the instants of their arrival; "
    "their tasks are real processes that sleep as long as the trace says. Simulates the same jobs on the same slots, "
    "and prints simulation beside reality. Each decision that differs is named with its reason. Exit status 1 if one "
    "has none, or if a job was late with a promise.";

static const char examples[] = "  rtmr replay --workload I --speed 10\n"
                               "  rtmr replay jobs.csv --speed 60 --map-slots 8 --reduce-slots 4\n"
                               "  rtmr replay --workload I --speed 10 --store store --json >replay.json\n";

/* The slots that the deadlines of a trace without any are based on. */
static bool find_slots(struct command *c, const struct service_facts *facts, struct cluster *cluster)
{
    struct cluster_options options = cluster_options_default(&c->error);
    if (c->socket != NULL) {
        return cluster_of_slots(cluster, facts->slots[STAGE_MAP], facts->slots[STAGE_REDUCE]) ||
               input_error_at(&c->error, (struct place){.source = "the service"}, "it has no slots");
    }
    if (c->slots[STAGE_MAP] > 0 || c->slots[STAGE_REDUCE] > 0) {
        options.slots[STAGE_MAP] = c->slots[STAGE_MAP] > 0 ? c->slots[STAGE_MAP] : 1;
        options.slots[STAGE_REDUCE] = c->slots[STAGE_REDUCE] > 0 ? c->slots[STAGE_REDUCE] : 1;
    }
    return source_options_cluster(&c->source, &options, cluster);
}

static bool load(struct command *c, const struct cluster *cluster, struct workload *workload, size_t *without_tasks)
{
    if (!source_options_load(&c->source, cluster, (uint64_t)c->seed, workload)) {
        return false;
    }
    source_options_tell(&c->source, workload);
    *without_tasks = workload_shorten(workload, (size_t)c->jobs);
    workload_scale(workload, c->speed);
    return workload->count > 0 ||
           input_error_at(&c->error, (struct place){.source = workload->title}, "it has no job with tasks");
}

static void print(const struct command *c, const struct replay_report *report)
{
    if (!c->json) {
        replay_report_print(report, stdout);
        return;
    }
    json_t *json = replay_report_json(report);
    json_dumpf(json, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(json);
}

/* Reality, then its comparison. Returns the exit status; *error is set unless it is 0. */
static int compare(struct command *c, struct connection *connection, const struct service_facts *facts,
                   const struct workload *workload, size_t without_tasks)
{
    struct replay_ends planned = {0};
    struct reality reality = {0};
    struct differences differences = {0};
    int status = EXIT_FAILED;
    if (replay_simulate(workload, facts->slots, facts->latency, &planned, &c->error) &&
        reality_run(connection, workload, facts, c->partition, &reality, &c->error) &&
        differences_find(workload, facts, &planned, &reality, &differences, &c->error)) {
        const struct replay_report report = {.title = workload->title,
                                             .speed = c->speed,
                                             .workload = workload,
                                             .without_tasks = without_tasks,
                                             .facts = facts,
                                             .planned = &planned,
                                             .reality = &reality,
                                             .differences = &differences};
        print(c, &report);
        status = replay_report_good(&report) ? 0 : EXIT_FAILED;
        if (status != 0) {
            input_error_at(&c->error, (struct place){.source = "replay"},
                           "reality differs from the simulation, and not everything is explained");
        }
    }
    free(differences.list);
    reality_free(&reality);
    replay_ends_free(&planned);
    return status;
}

static bool connect_to(struct command *c, const char *socket, struct connection *connection,
                       struct service_facts *facts)
{
    if (!connection_open(connection, socket, &c->error)) {
        return false;
    }
    if (!service_facts_read(connection, facts, &c->error)) {
        connection_close(connection);
        return false;
    }
    if (facts->active_jobs != 0) {
        connection_close(connection);
        return input_error_at(&c->error, (struct place){.source = socket},
                              "expected a service without unfinished jobs, found %" PRId64, facts->active_jobs);
    }
    return true;
}

/* On a running service. */
static int replay_there(struct command *c)
{
    struct connection connection;
    struct service_facts facts;
    struct cluster cluster = {0};
    struct workload workload = {0};
    size_t without_tasks;
    int status = EXIT_BAD_INPUT;
    if (!connect_to(c, c->socket, &connection, &facts)) {
        return EXIT_FAILED;
    }
    if (find_slots(c, &facts, &cluster) && load(c, &cluster, &workload, &without_tasks)) {
        status = compare(c, &connection, &facts, &workload, without_tasks);
    }
    connection_close(&connection);
    workload_free(&workload);
    cluster_free(&cluster);
    return status;
}

/* On a service of its own. */
static int replay_here(struct command *c)
{
    struct own_service service;
    struct connection connection;
    struct service_facts facts = {.active_jobs = 0};
    struct cluster cluster = {0};
    struct workload workload = {0};
    size_t without_tasks;
    int status = EXIT_BAD_INPUT;
    if (find_slots(c, &facts, &cluster) && load(c, &cluster, &workload, &without_tasks)) {
        const int32_t reduces = cluster_slots(&cluster, STAGE_REDUCE);
        const int32_t maps = cluster_slots(&cluster, STAGE_MAP);
        const struct own_service_options options = {.program = c->program,
                                                    .store = c->store,
                                                    .slots = {maps > 0 ? maps : 1, reduces > 0 ? reduces : 1},
                                                    .latency = c->latency};
        status = EXIT_FAILED;
        if (own_service_start(&service, &options, &c->error) && connect_to(c, service.socket, &connection, &facts)) {
            status = compare(c, &connection, &facts, &workload, without_tasks);
            connection_close(&connection);
        }
        own_service_stop(&service);
    }
    workload_free(&workload);
    cluster_free(&cluster);
    return status;
}

static int execute(void *command)
{
    struct command *c = command;
    static const char *const own[] = {"map-slots", "reduce-slots", "latency", "store", "rtmrd"};
    if (!source_options_check(&c->source)) {
        return EXIT_BAD_INPUT;
    }
    for (size_t i = 0; c->socket != NULL && i < sizeof own / sizeof own[0]; i++) {
        if (option_given(&c->given, own[i])) {
            input_error_at(&c->error, (struct place){.source = "--socket"},
                           "expected without --%s: the running service has its own", own[i]);
            return EXIT_BAD_INPUT;
        }
    }
    if (c->partition != NULL && c->socket == NULL) {
        input_error_at(&c->error, (struct place){.source = "--slurm"}, "expected only with --socket");
        return EXIT_BAD_INPUT;
    }
    return c->socket != NULL ? replay_there(c) : replay_here(c);
}

int command_replay(int argc, char **argv)
{
    struct command c = {.speed = 1, .slots = {-1, -1}, .jobs = INT32_MAX, .seed = 1, .latency = -1};
    c.source = source_options_default(&c.given, &c.error);
    const struct option_group groups[] = {
        {"Jobs", source_rows, &c.source},        {"The replay", rows, &c}, {"The service", service_rows, &c},
        CONVERSION_GROUPS(&c.source.conversion), {NULL, NULL, NULL},
    };
    const struct command_line line = {
        .usage = "FILE [OPTION...]\n   or: rtmr replay --workload NAME [OPTION...]",
        .summary = summary,
        .examples = examples,
        .groups = groups,
        .execute = execute,
        .command = &c,
    };
    return source_options_run(&c.source, line, argc, argv, &c.given, &c.error);
}
