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

/* Without weights every sum is 0. */
static void add_up(struct ranking_members *m, int32_t member)
{
    if (!m->weighed) {
        return;
    }
    struct ranking_node *node = &m->node[member];
    node->sum = node->weight + sum_of(m, node->child[BEFORE]) + sum_of(m, node->child[BEHIND]);
}

/* From this member, or none, up to the root. */
static void add_up_from(struct ranking_members *m, int32_t member)
{
    for (; m->weighed && member != RANKING_NONE; member = m->node[member].parent) {
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

/* The root of a part of the ranking in which this rank has its place: a small part if the place is
 * near `from`, a member. */
static int32_t part_around(const struct ranking_members *m, int32_t from, const struct rank *rank)
{
    int side = rank_before(&m->node[from].rank, rank) ? BEHIND : BEFORE;
    int32_t root = from;
    for (int32_t at = from, parent = m->node[at].parent; parent != RANKING_NONE;
         at = parent, parent = m->node[at].parent) {
        if (m->node[parent].child[side] == at) {
            continue; /* the parent is on the other side */
        }
        if (rank_before(&m->node[parent].rank, rank) != (side == BEHIND)) {
            break;
        }
        root = parent;
    }
    return root;
}

/* `way`: BEFORE if it comes from behind. Members that go the same way one after the other often go
 * to places near each other. */
static void insert(struct ranking_members *m, struct ranking *r, int32_t member, struct rank rank, int64_t weight,
                   int way)
{
    int32_t parent = RANKING_NONE;
    int side = BEFORE;
    int32_t start = r->recent[way] == RANKING_NONE ? r->root : part_around(m, r->recent[way], &rank);
    r->recent[way] = member;
    if (r->first == RANKING_NONE || rank_before(&rank, &m->node[r->first].rank)) {
        r->first = member;
    }
    for (int32_t at = start; at != RANKING_NONE; at = m->node[at].child[side]) {
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

/* The farthest of `member` and the members below it on that side. */
static int32_t outermost(const struct ranking_members *m, int32_t member, int side)
{
    while (m->node[member].child[side] != RANKING_NONE) {
        member = m->node[member].child[side];
    }
    return member;
}

/* The member next to this one on that side, or none. */
static int32_t neighbour(const struct ranking_members *m, int32_t member, int side)
{
    if (m->node[member].child[side] != RANKING_NONE) {
        return outermost(m, m->node[member].child[side], 1 - side);
    }
    int32_t from = member;
    int32_t parent = m->node[member].parent;
    while (parent != RANKING_NONE && m->node[parent].child[side] == from) {
        from = parent;
        parent = m->node[parent].parent;
    }
    return parent;
}

void ranking_drop(struct ranking_members *m, struct ranking *r, int32_t member)
{
    struct ranking_node *node = &m->node[member];
    if (!node->inside) {
        return;
    }
    if (r->first == member) {
        r->first = neighbour(m, member, BEHIND);
    }
    while (node->child[BEFORE] != RANKING_NONE && node->child[BEHIND] != RANKING_NONE) {
        bool behind = priority(node->child[BEHIND]) < priority(node->child[BEFORE]);
        rotate_up(m, r, node->child[behind]);
    }
    int32_t child = node->child[node->child[BEFORE] == RANKING_NONE ? BEHIND : BEFORE];
    replace(m, r, node->parent, member, child);
    for (int way = BEFORE; way <= BEHIND; way++) {
        if (r->recent[way] == member) {
            r->recent[way] = child != RANKING_NONE ? child : node->parent;
        }
    }
    add_up_from(m, node->parent);
    node->inside = false;
}

/* Whether the member of a ranking may have that rank where it is. */
static bool fits(const struct ranking_members *m, int32_t member, const struct rank *rank)
{
    const struct rank *old = &m->node[member].rank;
    bool earlier = rank_before(rank, old);
    if (!earlier && !rank_before(old, rank)) {
        return true;
    }
    int32_t next = neighbour(m, member, earlier ? BEFORE : BEHIND);
    return next == RANKING_NONE || rank_before(&m->node[next].rank, rank) == earlier;
}

void ranking_put(struct ranking_members *m, struct ranking *r, int32_t member, struct rank rank)
{
    ranking_put_weight(m, r, member, rank, 0);
}

void ranking_put_weight(struct ranking_members *m, struct ranking *r, int32_t member, struct rank rank, int64_t weight)
{
    struct ranking_node *node = &m->node[member];
    m->weighed |= weight != 0;
    if (!node->inside || !fits(m, member, &rank)) {
        int way = node->inside && rank_before(&rank, &node->rank) ? BEFORE : BEHIND;
        ranking_drop(m, r, member);
        insert(m, r, member, rank, weight, way);
        return;
    }
    node->rank = rank;
    if (node->weight != weight) {
        node->weight = weight;
        add_up_from(m, member);
    }
}

int32_t ranking_next(const struct ranking_members *m, int32_t member)
{
    return neighbour(m, member, BEHIND);
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
