#include "harness/cli/paper_asrpt.h"

#include "harness/cli/command.h"
#include "harness/cli/deadline_report.h"
#include "harness/cli/parallel.h"
#include "harness/page/asrpt_figures.h"
#include "harness/report/asrpt_claims.h"
#include "harness/report/asrpt_json.h"
#include "harness/report/asrpt_tables.h"
#include "harness/slotted/comparison.h"
#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The paper's four workloads and the one on which Theorem 4 fails. */
enum { COUNTEREXAMPLE = SLOTTED_PROFILES, SETS, MACHINES = 100 };

/* What is beside the paper's figures gets no more seeds than this: its runs are longer, its figures clearer. */
enum { ASIDE_SEEDS = 20 };

static const char conventions[] =
    "Ratio: total flow time / SRPT bound; largest: of any seed; flow: mean flow time, slots; ±: half the 95%\n"
    "confidence interval of the mean over the seeds.\n"
    "Held in every run, or it would have been stopped: in no slot fewer jobs than under SRPT (Lemma 1);\n"
    "under work-conserving schedulers, maps ended in the interval of the job's arrival, and reduces ended\n"
    "(non-preemptive: started) by the end of the next (proof of Theorem 2).\n\n";

static const char readings[] =
    "How the paper is read\n"
    "- The figures' digits are not in its text: what is compared is their order, and the bounds.\n"
    "- Exponential workloads are rounded to whole units, up or down at random so that means stay. Reduce work\n"
    "  is split evenly into 1 to 10 tasks, every number equally likely. A job may come out without maps or\n"
    "  without reduces.\n"
    "- Flow times are those of all jobs that arrive in T slots, each run to its end. Fig. 9 shows the ratio of\n"
    "  the costs up to a slot (section III: jobs there, summed over the slots), which is what converges.\n"
    "- DSRPT is defined for preemptive reduces only. The SRPT bound holds in both modes.\n"
    "- FIFO lets later jobs use machines that earlier ones cannot; Fair gives odd machines to the earliest\n"
    "  jobs; ties go to the earlier job; a job's longer reduce tasks start first.\n"
    "- Theorems 2 and 3 need bounded reduce work. For exponential workloads, Rmax is the largest that was\n"
    "  drawn: the bounds are those of the workload cut there, and no less for the rate function of Eq. 10\n"
    "  being that of the whole distribution.\n";

struct experiment {
    struct comparison_set sets[SETS];
    struct deadline_study deadlines;
    struct piece *pieces;
    size_t piece_count;
};

/* One seed of one set. */
struct piece {
    size_t set;
    size_t run;
    struct run_error error;
};

static void run_piece(void *context, size_t index)
{
    struct experiment *e = context;
    struct piece *piece = &e->pieces[index];
    struct comparison_set *set = &e->sets[piece->set];
    comparison_run(&set->setup, set->setup.first_seed + piece->run, &set->runs[piece->run], &piece->error);
}

static struct comparison_setup setup_of(size_t set, const struct paper_asrpt_options *options)
{
    struct comparison_setup setup = {.machines = MACHINES, .first_seed = options->first_seed, .seeds = options->seeds};
    if (set == COUNTEREXAMPLE) {
        setup.profile = &slotted_counterexample;
        setup.load = slotted_counterexample_load();
        setup.seeds = options->seeds < ASIDE_SEEDS ? options->seeds : ASIDE_SEEDS;
    } else {
        setup.profile = &slotted_profiles[set];
        setup.load = slotted_load_default();
        setup.load.slots = options->slots;
    }
    return setup;
}

/* The long runs of the counterexample first, so that no thread is left with one at the end. */
static void prepare(struct experiment *e, const struct paper_asrpt_options *options)
{
    for (size_t set = SETS; set-- > 0;) {
        e->sets[set].setup = setup_of(set, options);
        size_t seeds = e->sets[set].setup.seeds;
        e->sets[set].runs = alloc_zeroed(seeds, sizeof *e->sets[set].runs);
        e->piece_count += seeds;
    }
    e->deadlines = (struct deadline_study){.load = e->sets[0].setup.load,
                                           .machines = MACHINES,
                                           .first_seed = options->first_seed,
                                           .seeds = e->sets[COUNTEREXAMPLE].setup.seeds};
    e->pieces = alloc_zeroed(e->piece_count, sizeof *e->pieces);
    size_t next = 0;
    for (size_t set = SETS; set-- > 0;) {
        for (size_t run = 0; run < e->sets[set].setup.seeds; run++) {
            e->pieces[next++] = (struct piece){.set = set, .run = run};
        }
    }
}

static int run_all(struct experiment *e, size_t threads, struct input_error *error)
{
    parallel_for(e->piece_count, threads, run_piece, e);
    for (size_t i = 0; i < e->piece_count; i++) {
        const struct piece *piece = &e->pieces[i];
        if (piece->error.raised) {
            const struct comparison_setup *setup = &e->sets[piece->set].setup;
            input_error_at(error, (struct place){.source = setup->profile->name},
                           "the run of seed %" PRIu64 " was stopped: %s", setup->first_seed + piece->run,
                           piece->error.text);
            return CLI_FAILED;
        }
    }
    return deadline_study_run(&e->deadlines, threads, error);
}

static void print(const struct experiment *e)
{
    const struct comparison_setup *setup = &e->sets[0].setup;
    printf("Zheng, Shroff, Sinha: A New Analytical Technique for Designing Provably Efficient MapReduce Schedulers\n"
           "(2013), section VII\n\n");
    printf("%" PRId32 " machines, Poisson arrivals of %g jobs a slot in %" PRId32 " slots; seeds %" PRIu64,
           setup->machines, setup->load.rate, setup->load.slots, setup->first_seed);
    printf(" to %" PRIu64 ".\n", setup->first_seed + setup->seeds - 1);
    fputs(conventions, stdout);
    for (size_t i = 0; i < SLOTTED_PROFILES; i++) {
        asrpt_print_efficiency(&e->sets[i], stdout);
    }
    asrpt_print_convergence(&e->sets[SLOTTED_PROFILES - 1], stdout);
    for (size_t i = 0; i < SLOTTED_PROFILES; i++) {
        asrpt_print_distribution(&e->sets[i], stdout);
    }
    asrpt_print_claims(e->sets, SLOTTED_PROFILES, stdout);
    asrpt_print_tails(e->sets, SLOTTED_PROFILES, stdout);
    asrpt_print_constants(e->sets, SLOTTED_PROFILES, stdout);
    asrpt_print_counterexample(&e->sets[COUNTEREXAMPLE], stdout);
    deadline_report_print(&e->deadlines, stdout);
    fputs(readings, stdout);
}

static json_t *report_of(const struct experiment *e)
{
    json_t *workloads = json_array();
    for (size_t i = 0; i < SLOTTED_PROFILES; i++) {
        json_array_append_new(workloads, asrpt_json(&e->sets[i]));
    }
    return json_pack("{s:o, s:o, s:o}", "workloads", workloads, "counterexample", asrpt_json(&e->sets[COUNTEREXAMPLE]),
                     "deadlines", deadline_report_json(&e->deadlines));
}

/* Before the experiment: what cannot be drawn should be known at once. */
static bool open_plots(struct output_folder *plots, const char *path, struct input_error *error)
{
    return path == NULL || (output_folder_open(plots, path, error) && figure_check(error));
}

static bool write_plots(const struct experiment *e, struct output_folder *plots, struct input_error *error)
{
    return plots->path == NULL ||
           (asrpt_figures_write(e->sets, SLOTTED_PROFILES, plots, error) && output_folder_commit(plots, error));
}

int paper_asrpt(const struct paper_asrpt_options *options, json_t **report, struct input_error *error)
{
    struct experiment e = {0};
    struct output_folder plots = {0};
    prepare(&e, options);
    int status = CLI_BAD_INPUT;
    if (open_plots(&plots, options->plots, error)) {
        status = run_all(&e, options->threads, error);
    }
    if (status == 0 && !write_plots(&e, &plots, error)) {
        status = CLI_BAD_INPUT;
    }
    if (status == 0) {
        print(&e);
        if (report != NULL) {
            *report = report_of(&e);
        }
    }
    for (size_t set = 0; set < SETS; set++) {
        free(e.sets[set].runs);
    }
    output_folder_close(&plots);
    deadline_study_free(&e.deadlines);
    free(e.pieces);
    return status;
}
