/*
 * Members in order of a rank that may change: gives a scheduler its first job, and the next one
 * when that job cannot use a slot. Several rankings share the memory of their members, each of
 * which is in at most one of them at a time: the jobs of each pool, for example. A treap: a search
 * tree of random shape, which is the same in all runs.
 */
#ifndef HARNESS_SCHEDULERS_RANKING_H
#define HARNESS_SCHEDULERS_RANKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RANKING_NONE (-1)

/* The smaller level first, then the smaller value (never NaN), then the smaller tie. */
struct rank {
    double value;
    int32_t level;
    int32_t tie;
};

struct ranking_node {
    struct rank rank;
    int32_t parent;   /* RANKING_NONE: the root, or outside */
    int32_t child[2]; /* those before and those behind */
    bool inside;
    int64_t weight;
    int64_t sum; /* of the weights of all below it and of its own */
};

struct ranking_members {
    struct ranking_node *node; /* by member */
    size_t count;
    size_t capacity;
    bool weighed; /* a member has had a weight */
};

/* One order of some of the members. */
struct ranking {
    int32_t root;  /* RANKING_NONE: empty */
    int32_t first; /* likewise */
    /* a member near the last place to which one came from behind, from before */
    int32_t recent[2];
};

static inline struct ranking ranking_empty(void)
{
    return (struct ranking){.root = RANKING_NONE, .first = RANKING_NONE, .recent = {RANKING_NONE, RANKING_NONE}};
}

bool rank_before(const struct rank *a, const struct rank *b);

/* Members 0 .. count - 1, none of them in a ranking. O(count). */
void ranking_members_init(struct ranking_members *m, size_t count);
void ranking_members_free(struct ranking_members *m);

/* One member more, the last one, in no ranking. Amortised O(1). */
void ranking_members_add(struct ranking_members *m);

/* Puts the member into the ranking, or moves it there if it is in this one. O(log members); a
 * member that stays between its neighbours is not moved. */
void ranking_put(struct ranking_members *m, struct ranking *r, int32_t member, struct rank rank);

/* The same with a weight, which is otherwise 0. */
void ranking_put_weight(struct ranking_members *m, struct ranking *r, int32_t member, struct rank rank, int64_t weight);

/* Takes the member out of this ranking; nothing happens if it is in none. O(log members). */
void ranking_drop(struct ranking_members *m, struct ranking *r, int32_t member);

/* The first member; RANKING_NONE: there is none. O(1). */
static inline int32_t ranking_first(const struct ranking *r)
{
    return r->first;
}

/* The one behind a member of a ranking; RANKING_NONE: there is none. O(log members); a walk through
 * k of them O(k + log members). */
int32_t ranking_next(const struct ranking_members *m, int32_t member);

/* The weights of the members that rank before `end`, together. O(log members). */
int64_t ranking_weight_before(const struct ranking_members *m, const struct ranking *r, struct rank end);

#endif
