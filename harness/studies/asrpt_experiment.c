#include "harness/studies/asrpt_experiment.h"

#include "harness/studies/exit_status.h"
#include "harness/studies/parallel.h"
#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MACHINES = 100 };

/* Experiments beside the paper's figures get no more seeds than this: their runs are longer and
 * their figures clearer. */
enum { ASIDE_SEEDS = 20 };

/* One seed of one set. */
struct asrpt_piece {
    size_t set;
    size_t run;
    struct run_error error;
};

static void run_piece(void *context, size_t index)
{
    struct asrpt_experiment *e = context;
    struct asrpt_piece *piece = &e->pieces[index];
    struct comparison_set *set = &e->sets[piece->set];
    comparison_run(&set->setup, set->setup.first_seed + piece->run, &set->runs[piece->run], &piece->error);
}

static struct comparison_setup setup_of(size_t set, const struct asrpt_options *options)
{
    struct comparison_setup setup = {.machines = MACHINES, .first_seed = options->first_seed, .seeds = options->seeds};
    if (set == ASRPT_COUNTEREXAMPLE) {
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
static void prepare(struct asrpt_experiment *e, const struct asrpt_options *options)
{
    for (size_t set = ASRPT_SETS; set-- > 0;) {
        e->sets[set].setup = setup_of(set, options);
        size_t seeds = e->sets[set].setup.seeds;
        e->sets[set].runs = alloc_zeroed(seeds, sizeof *e->sets[set].runs);
        e->piece_count += seeds;
    }
    e->deadlines = (struct deadline_study){.load = e->sets[0].setup.load,
                                           .machines = MACHINES,
                                           .first_seed = options->first_seed,
                                           .seeds = e->sets[ASRPT_COUNTEREXAMPLE].setup.seeds};
    e->pieces = alloc_zeroed(e->piece_count, sizeof *e->pieces);
    size_t next = 0;
    for (size_t set = ASRPT_SETS; set-- > 0;) {
        for (size_t run = 0; run < e->sets[set].setup.seeds; run++) {
            e->pieces[next++] = (struct asrpt_piece){.set = set, .run = run};
        }
    }
}

int asrpt_experiment_run(struct asrpt_experiment *e, const struct asrpt_options *options, struct input_error *error)
{
    prepare(e, options);
    parallel_for(e->piece_count, options->threads, run_piece, e);
    for (size_t i = 0; i < e->piece_count; i++) {
        const struct asrpt_piece *piece = &e->pieces[i];
        if (piece->error.raised) {
            const struct comparison_setup *setup = &e->sets[piece->set].setup;
            input_error_at(error, (struct place){.source = setup->profile->name},
                           "the run of seed %" PRIu64 " was stopped: %s", setup->first_seed + piece->run,
                           piece->error.text);
            return EXIT_FAILED;
        }
    }
    return deadline_study_run(&e->deadlines, options->threads, error);
}

void asrpt_experiment_free(struct asrpt_experiment *e)
{
    for (size_t set = 0; set < ASRPT_SETS; set++) {
        free(e->sets[set].runs);
    }
    deadline_study_free(&e->deadlines);
    free(e->pieces);
    *e = (struct asrpt_experiment){0};
}
