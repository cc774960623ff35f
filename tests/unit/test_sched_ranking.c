/* Rankings against a plain array, on random changes. */
#include "harness/schedulers/ranking.h"
#include "harness/workload/random_stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MEMBERS = 40, RANKINGS = 3, STEPS = 4000, SEEDS = 10 };

/* A member as the plain array has it. */
struct plain {
    int32_t ranking; /* RANKING_NONE: in none */
    struct rank rank;
    int64_t weight;
};

static int32_t plain_behind(const struct plain *plain, int32_t ranking, const struct rank *after)
{
    int32_t best = RANKING_NONE;
    for (int32_t i = 0; i < MEMBERS; i++) {
        bool behind = plain[i].ranking == ranking && (after == NULL || rank_before(after, &plain[i].rank));
        if (behind && (best == RANKING_NONE || rank_before(&plain[i].rank, &plain[best].rank))) {
            best = i;
        }
    }
    return best;
}

static void expect_same(const struct ranking_members *m, const struct ranking *rankings, const struct plain *plain,
                        uint64_t seed)
{
    for (int32_t r = 0; r < RANKINGS; r++) {
        int32_t expected = plain_behind(plain, r, NULL);
        int32_t found = ranking_first(&rankings[r]);
        int64_t sum = 0;
        while (found != RANKING_NONE && found == expected) {
            if (ranking_weight_before(m, &rankings[r], plain[found].rank) != sum) {
                fail_msg("seed %u: the weights before member %d", (unsigned)seed, (int)found);
            }
            sum += plain[found].weight;
            expected = plain_behind(plain, r, &plain[found].rank);
            found = ranking_next(m, found);
        }
        if (found != expected) {
            fail_msg("seed %u: member %d, not %d", (unsigned)seed, (int)found, (int)expected);
        }
        const struct rank end = {.level = INT32_MAX};
        assert_int_equal(ranking_weight_before(m, &rankings[r], end), sum);
    }
}

static void they_are_what_an_array_is(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        gsl_rng *rng = random_stream_open(seed, STREAM_SIZES);
        struct ranking_members m;
        struct ranking rankings[RANKINGS];
        struct plain plain[MEMBERS];
        ranking_members_init(&m, MEMBERS - 1);
        ranking_members_add(&m);
        for (int32_t i = 0; i < MEMBERS; i++) {
            plain[i] = (struct plain){.ranking = RANKING_NONE};
        }
        for (int32_t r = 0; r < RANKINGS; r++) {
            rankings[r] = ranking_empty();
        }
        for (int32_t step = 0; step < STEPS; step++) {
            int32_t i = (int32_t)gsl_rng_uniform_int(rng, MEMBERS);
            struct plain *p = &plain[i];
            if (p->ranking == RANKING_NONE || gsl_rng_uniform_int(rng, 3) > 0) {
                p->ranking = p->ranking == RANKING_NONE ? (int32_t)gsl_rng_uniform_int(rng, RANKINGS) : p->ranking;
                p->rank = (struct rank){.level = (int32_t)gsl_rng_uniform_int(rng, 2),
                                        .value = (double)gsl_rng_uniform_int(rng, 4),
                                        .tie = i};
                p->weight = (int64_t)gsl_rng_uniform_int(rng, 5);
                ranking_put_weight(&m, &rankings[p->ranking], i, p->rank, p->weight);
            } else {
                ranking_drop(&m, &rankings[p->ranking], i);
                p->ranking = RANKING_NONE;
            }
            expect_same(&m, rankings, plain, seed);
        }
        ranking_members_free(&m);
        gsl_rng_free(rng);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_are_what_an_array_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
