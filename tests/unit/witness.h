/*
 * A scheduler around another one that compares each of its answers with a naive rule: a walk
 * through all unfinished jobs that restates what the scheduler's header says. In heartbeat mode,
 * where a node's share of the load may leave a slot idle, only the answers that name a job are
 * compared.
 */
#ifndef TESTS_WITNESS_H
#define TESTS_WITNESS_H

#include "tests/unit/sim.h"

struct witness {
    const struct scheduler_setup *setup;
    void *inner;
    const struct scheduler_job **jobs; /* unfinished, in order of arrival */
    int32_t count;
    ticks now;
    bool reporting;
    void *books;      /* what the rule remembers */
    int64_t compared; /* answers that named a job */
};

/* Functions other than pick may be NULL. All see the jobs as the scheduler does in the same call,
 * `jobs` included; a job leaves `jobs` after left(). */
struct naive_rule {
    const struct scheduler_class *scheduler; /* the one that is watched */
    size_t book_size;                        /* bytes of *books, zeroed at first */
    void (*arrives)(struct witness *w, const struct scheduler_job *job);
    void (*advance)(struct witness *w, ticks now); /* before w->now is `now` */
    void (*started)(struct witness *w, const struct scheduler_job *job, enum stage stage, int32_t slot);
    void (*finished)(struct witness *w, const struct scheduler_job *job, enum stage stage, ticks took);
    void (*left)(struct witness *w, const struct scheduler_job *job);
    const struct scheduler_job *(*pick)(struct witness *w, enum stage stage, int32_t slot);
};

/* The rule that witness_class works with from now on; it must stay. */
void witness_use(const struct naive_rule *rule);

extern const struct scheduler_class witness_class;

enum { WITNESS_JOBS = 14 };

/* Watches a scheduler in a small run that the seed draws: WITNESS_JOBS jobs of some users ("u0",
 * "u1", ..) and pools ("p", "q", "r", ""), failures, lost nodes, duplicates and locality in some of
 * the runs. The options are the caller's, but for the locality delay. Fails the test, naming the
 * seed, when an answer differs. Returns how many answers named a job. */
int64_t witness_run(const struct naive_rule *rule, uint64_t seed, struct scheduler_options options);

#endif
