#include "tests/fuzz/terms.h"

/* The command line takes factors of up to 1e9. */
struct job_terms_options terms_chosen(struct bytes *choices)
{
    static const double factors[] = {1.5, 1, 3, 1e9};
    static const double spreads[] = {1, 0, 1e-6, 1e9};
    static const ticks leasts[] = {60000, 0, 1, WORKLOAD_TIME_MAX};
    struct job_terms_options terms = job_terms_options_default();

    terms.estimate_factor = factors[bytes_choice(choices, 4)];
    terms.deadline_base = (enum deadline_base)bytes_choice(choices, 2);
    terms.deadline_mean = factors[bytes_choice(choices, 4)];
    terms.deadline_sd = spreads[bytes_choice(choices, 4)];
    terms.deadline_least = leasts[bytes_choice(choices, 4)];
    terms.map_slots = 3;
    terms.reduce_slots = 2;
    terms.seed = 1;
    return terms;
}
