/*
 * The campaign: many small random runs of a kernel under check (harness/invariants). A run is named
 * by seed and number, and does not depend on how many there are or on how many processes share
 * them.
 */
#include "tests/campaign/shrink.h"
#include "tests/campaign/tally.h"
#include "tests/campaign/world.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    PROCESSES_MOST = 1024,
    BAD_USAGE = 2,
    RUN_SECONDS = 10, /* far above what a run takes: ends a kernel that hangs */
    SHOW_SECONDS = 60 /* the same for making a run smaller */
};

struct options {
    int64_t runs;
    int64_t seed;
    int64_t processes;
    int64_t failures; /* so many failing runs end the campaign */
    bool single;      /* play one run and print it */
    int64_t run;      /* its number */
};

/* What the processes share. */
struct board {
    atomic_llong failures;
    atomic_llong current[PROCESSES_MOST]; /* the run that a process is in */
    struct tally tally[PROCESSES_MOST];
};

static struct rtmr kernel;
static struct script script;

static void take_in(struct tally *tally, struct checked *c)
{
    for (int i = 0; i < CLAUSES; i++) {
        tally->evaluated[i] += checked_judge(c)->evaluated[i];
    }
    struct tally counts = {.counts = *checked_counts(c)};
    tally_add(tally, &counts);
}

/* Plays every processes-th run from `first` on. */
static void play_share(const struct options *options, struct board *board, int64_t first)
{
    struct tally *const tally = &board->tally[first];
    struct checked *c = checked_new(&kernel, true);

    for (int64_t run = first; run < options->runs && board->failures < options->failures; run += options->processes) {
        board->current[first] = run;
        alarm(RUN_SECONDS);
        script_spoil(&kernel);
        const struct world_report report = world_run(c, &kernel, (uint64_t)options->seed, (uint64_t)run, &script);

        tally->runs++;
        tally->of_kind[report.kind]++;
        tally->of_policy[report.policy]++;
        tally->with_latency += script.setup.latency > 0;
        tally->latent_exact += script.setup.latency > 0 && script.setup.feedback == RTMR_FEEDBACK_EXACT;
        if (checked_judge(c)->broken) {
            tally_failure(&tally->broken[checked_judge(c)->clause], (uint64_t)run);
            board->failures++;
            take_in(tally, c);
            checked_free(c);
            c = checked_new(&kernel, true);
        } else if (report.broken != NULL) {
            tally_failure(&tally->unlawful, (uint64_t)run);
            board->failures++;
        }
    }
    take_in(tally, c);
    checked_free(c);
}

/* Plays a run again and prints it, made smaller. Returns whether it fails. */
static bool show_run(int64_t seed, int64_t run)
{
    struct checked *const c = checked_new(&kernel, true);
    script_spoil(&kernel);
    const struct world_report report = world_run(c, &kernel, (uint64_t)seed, (uint64_t)run, &script);
    const bool broken = checked_judge(c)->broken;
    struct judge judge;
    int64_t violations;

    printf("run %" PRId64 ":%" PRId64 " (%s, %d calls)", seed, run, world_policy_name(report.policy), script.calls);
    if (broken) {
        shrink(&script);
        printf(", %d calls are enough", script.calls);
    }
    printf(":\n");
    (void)script_replay(&script, &judge, &violations, stdout);
    if (broken) {
        printf("%s\n%s: %s\n", judge.text, clause_name(judge.clause), clause_sentence(judge.clause));
    } else {
        printf("%s\n", report.broken != NULL ? report.broken : "every clause holds");
    }
    checked_free(c);
    return broken || report.broken != NULL;
}

/* A process that did not end as it should, while it was in this run. */
static bool ended_well(int status, const char *what, int64_t seed, int64_t run)
{
    if (WIFSIGNALED(status)) {
        printf("%srun %" PRId64 ":%" PRId64 " was ended by signal %d (%s)\n", what, seed, run, WTERMSIG(status),
               strsignal(WTERMSIG(status)));
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}

static pid_t start(void)
{
    (void)fflush(stdout);
    const pid_t process = fork();
    if (process < 0) {
        fprintf(stderr, "campaign: cannot start a process: %s\n", strerror(errno));
        exit(EXIT_FAILURE);
    }
    return process;
}

static int wait_for(pid_t process)
{
    int status = EXIT_FAILURE;
    (void)waitpid(process, &status, 0);
    return status;
}

/* In a process of its own: a broken kernel may crash or hang on the way. */
static void show_apart(int64_t seed, const struct failures *failures)
{
    if (failures->runs > 0) {
        const pid_t process = start();
        if (process == 0) {
            alarm(SHOW_SECONDS);
            (void)show_run(seed, (int64_t)failures->first);
            (void)fflush(stdout);
            _exit(EXIT_SUCCESS);
        }
        (void)ended_well(wait_for(process), "making smaller: ", seed, (int64_t)failures->first);
        printf("\n");
    }
}

static void show_failures(int64_t seed, const struct tally *tally)
{
    for (int i = 0; i < CLAUSES; i++) {
        show_apart(seed, &tally->broken[i]);
    }
    show_apart(seed, &tally->unlawful);
}

static int campaign(const struct options *options)
{
    const time_t began = time(NULL);
    struct board *const board = mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t process[PROCESSES_MOST];
    struct tally sum = {0};
    int64_t lost = 0;

    if (board == MAP_FAILED) {
        fprintf(stderr, "campaign: no shared memory: %s\n", strerror(errno));
        return EXIT_FAILURE;
    }
    for (int64_t i = 0; i < options->processes; i++) {
        process[i] = start();
        if (process[i] == 0) {
            play_share(options, board, i);
            _exit(EXIT_SUCCESS);
        }
    }
    for (int64_t i = 0; i < options->processes; i++) {
        lost += !ended_well(wait_for(process[i]), "", options->seed, board->current[i]);
        tally_add(&sum, &board->tally[i]);
    }
    printf("%" PRId64 " runs, seed %" PRId64 ", %" PRId64 " processes, %.0f s\n\n", sum.runs, options->seed,
           options->processes, difftime(time(NULL), began));
    show_failures(options->seed, &sum);
    return tally_print(&sum) > 0 || lost > 0 || sum.runs < options->runs ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int refuse(const char *option, const char *expected, const char *found)
{
    fprintf(stderr, "campaign: %s: expected %s, found \"%s\"\n", option, expected, found);
    return BAD_USAGE;
}

/* The number that a text is, all of it; false if it is none in low .. high. */
static bool number(const char *text, int64_t low, int64_t high, int64_t *result)
{
    char *end;

    errno = 0;
    *result = strtoll(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && low <= *result && *result <= high;
}

/* SEED:NUMBER. */
static bool run_name(char *text, struct options *options)
{
    char *const colon = strchr(text, ':');

    if (colon == NULL) {
        return false;
    }
    *colon = '\0';
    const bool good = number(text, 0, INT64_MAX, &options->seed) && number(colon + 1, 0, INT64_MAX, &options->run);
    *colon = ':';
    options->single = true;
    return good;
}

int main(int argc, char **argv)
{
    struct options options = {.runs = 20000, .seed = 1, .processes = 1, .failures = 1};

    for (int i = 1; i < argc; i += 2) {
        const char *const name = argv[i];
        char *const value = i + 1 < argc ? argv[i + 1] : argv[argc];

        if (value == NULL) {
            return refuse(name, "--runs N, --seed N, --processes N, --failures N or --run SEED:NUMBER", "");
        }
        if (strcmp(name, "--runs") == 0) {
            if (!number(value, 1, INT64_MAX / 2, &options.runs)) {
                return refuse(name, "how many runs, from 1 on", value);
            }
        } else if (strcmp(name, "--seed") == 0) {
            if (!number(value, 0, INT64_MAX, &options.seed)) {
                return refuse(name, "a number from 0 on", value);
            }
        } else if (strcmp(name, "--processes") == 0) {
            if (!number(value, 1, PROCESSES_MOST, &options.processes)) {
                return refuse(name, "1 .. 1024 processes", value);
            }
        } else if (strcmp(name, "--failures") == 0) {
            if (!number(value, 1, INT64_MAX, &options.failures)) {
                return refuse(name, "a number from 1 on", value);
            }
        } else if (strcmp(name, "--run") == 0) {
            if (!run_name(value, &options)) {
                return refuse(name, "SEED:NUMBER", value);
            }
        } else {
            return refuse("command", "--runs N, --seed N, --processes N, --failures N or --run SEED:NUMBER", name);
        }
    }
    if (options.single) {
        return show_run(options.seed, options.run) ? EXIT_FAILURE : EXIT_SUCCESS;
    }
    return campaign(&options);
}
