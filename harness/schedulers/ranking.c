#include "harness/schedulers/ranking.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>

enum { BEFORE = 0, BEHIND = 1 };

void ranking_members_init(struct ranking_members *m, size_t count)
{
    *m = (struct ranking_members){.node = alloc_zeroed(count, sizeof *m->node), .count = count, .capacity = count};
}

void ranking_members_free(struct ranking_members *m)
{
    free(m->node);
    *m = (struct ranking_members){0};
}

void ranking_members_add(struct ranking_members *m)
{
    m->node = alloc_grow(m->node, &m->capacity, m->count + 1, sizeof *m->node);
    m->node[m->count++] = (struct ranking_node){.inside = false};
}

bool rank_before(const struct rank *a, const struct rank *b)
{
    if (a->level != b->level) {
        return a->level < b->level;
    }
    return a->value != b->value ? a->value < b->value : a->tie < b->tie;
}

/* Which of two is nearer to the root: drawn from the numbers (the finalizer of MurmurHash3),
 * without ties. */
static uint32_t priority(int32_t member)
{
    uint32_t x = (uint32_t)member + 1;
    x = (x ^ (x >> 16)) * UINT32_C(0x85ebca6b);
    x = (x ^ (x >> 13)) * UINT32_C(0xc2b2ae35);
    return x ^ (x >> 16);
}

/* `new_child`, or nothing, takes the place of `old_child` under `parent`. */
static void replace(struct ranking_members *m, struct ranking *r, int32_t parent, int32_t old_child, int32_t new_child)
{
    if (parent == RANKING_NONE) {
        r->root = new_child;
    } else {
        m->node[parent].child[m->node[parent].child[BEHIND] == old_child] = new_child;
    }
    if (new_child != RANKING_NONE) {
        m->node[new_child].parent = parent;
    }
}

static int64_t sum_of(const struct ranking_members *m, int32_t member)
{
    return member == RANKING_NONE ? 0 : m->node[member].sum;
}

static void add_up(struct ranking_members *m, int32_t member)
{
    struct ranking_node *node = &m->node[member];
    node->sum = node->weight + sum_of(m, node->child[BEFORE]) + sum_of(m, node->child[BEHIND]);
}

/* From this member, or none, up to the root. */
static void add_up_from(struct ranking_members *m, int32_t member)
{
    for (; member != RANKING_NONE; member = m->node[member].parent) {
        add_up(m, member);
    }
}

/* The member takes the place of its parent, which goes below it; the order stays. */
static void rotate_up(struct ranking_members *m, struct ranking *r, int32_t member)
{
    struct ranking_node *node = &m->node[member];
    int32_t parent = node->parent;
    int side = m->node[parent].child[BEHIND] == member ? BEHIND : BEFORE;
    int32_t moving = node->child[1 - side];
    replace(m, r, m->node[parent].parent, parent, member);
    m->node[parent].child[side] = moving;
    if (moving != RANKING_NONE) {
        m->node[moving].parent = parent;
    }
    node->child[1 - side] = parent;
    m->node[parent].parent = member;
    add_up(m, parent);
    add_up(m, member);
}

static void insert(struct ranking_members *m, struct ranking *r, int32_t member, struct rank rank, int64_t weight)
{
    int32_t parent = RANKING_NONE;
    int side = BEFORE;
    for (int32_t at = r->root; at != RANKING_NONE; at = m->node[at].child[side]) {
        parent = at;
        side = rank_before(&m->node[at].rank, &rank) ? BEHIND : BEFORE;
    }
    m->node[member] = (struct ranking_node){
        .rank = rank, .parent = parent, .child = {RANKING_NONE, RANKING_NONE}, .inside = true, .weight = weight};
    if (parent == RANKING_NONE) {
        r->root = member;
    } else {
        m->node[parent].child[side] = member;
    }
    add_up_from(m, member);
    while (m->node[member].parent != RANKING_NONE && priority(member) < priority(m->node[member].parent)) {
        rotate_up(m, r, member);
    }
}

void ranking_put(struct ranking_members *m, struct ranking *r, int32_t member, struct rank rank)
{
    ranking_put_weight(m, r, member, rank, 0);
}

void ranking_put_weight(struct ranking_members *m, struct ranking *r, int32_t member, struct rank rank, int64_t weight)
{
    const struct ranking_node *node = &m->node[member];
    bool same =
        node->inside && node->weight == weight && !rank_before(&node->rank, &rank) && !rank_before(&rank, &node->rank);
    if (!same) {
        ranking_drop(m, r, member);
        insert(m, r, member, rank, weight);
    }
}

void ranking_drop(struct ranking_members *m, struct ranking *r, int32_t member)
{
    struct ranking_node *node = &m->node[member];
    if (!node->inside) {
        return;
    }
    while (node->child[BEFORE] != RANKING_NONE && node->child[BEHIND] != RANKING_NONE) {
        bool behind = priority(node->child[BEHIND]) < priority(node->child[BEFORE]);
        rotate_up(m, r, node->child[behind]);
    }
    int32_t child = node->child[node->child[BEFORE] == RANKING_NONE ? BEHIND : BEFORE];
    replace(m, r, node->parent, member, child);
    add_up_from(m, node->parent);
    node->inside = false;
}

static int32_t leftmost(const struct ranking_members *m, int32_t member)
{
    while (m->node[member].child[BEFORE] != RANKING_NONE) {
        member = m->node[member].child[BEFORE];
    }
    return member;
}

int32_t ranking_first(const struct ranking_members *m, const struct ranking *r)
{
    return r->root == RANKING_NONE ? RANKING_NONE : leftmost(m, r->root);
}

int32_t ranking_next(const struct ranking_members *m, int32_t member)
{
    if (m->node[member].child[BEHIND] != RANKING_NONE) {
        return leftmost(m, m->node[member].child[BEHIND]);
    }
    int32_t from = member;
    int32_t parent = m->node[member].parent;
    while (parent != RANKING_NONE && m->node[parent].child[BEHIND] == from) {
        from = parent;
        parent = m->node[parent].parent;
    }
    return parent;
}

int64_t ranking_weight_before(const struct ranking_members *m, const struct ranking *r, struct rank end)
{
    int64_t sum = 0;
    for (int32_t at = r->root; at != RANKING_NONE;) {
        const struct ranking_node *node = &m->node[at];
        bool before = rank_before(&node->rank, &end);
        sum += before ? node->weight + sum_of(m, node->child[BEFORE]) : 0;
        at = node->child[before ? BEHIND : BEFORE];
    }
    return sum;
}
