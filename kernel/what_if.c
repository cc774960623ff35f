#include "what_if.h"

#ifdef __FRAMAC__
#include "spec/search.acsl"
#endif

#if RTMR_WITH_WHAT_IF

#include "admission.h"
#include "availability.h"
#include "ticks.h"

/* Plans job i of the order, the candidate or a promised job, behind those before it. *end becomes
 * its end. Returns its deadline. */
/*@ requires valid:   \valid(k) && \valid_read(candidate) && \valid(end) && \valid(g);
    requires order:   0 <= from <= i <= k->promised && 0 <= place <= k->promised;
    PLANNING(requires, *k, from, *candidate)
    requires planned: g->planned == i;
    IN_DRAFT(requires, *k, *g, from, place, *candidate)
    MAY_GO_ON(requires, \true, *k, *g, from, place, *candidate, i)
    assigns k->map.free_at, k->reduce.free_at, *end, GHOST_DRAFTED(*g);
    ensures deadline: \result == IN_ORDER(i, place, candidate->deadline, k->deadline);
    ensures planned:  g->planned == (SERVED(*k, place, *candidate, i) ? i + 1 : i);
    IN_DRAFT(ensures, *k, *g, from, place, *candidate)
    MAY_GO_ON(ensures, SERVED(*k, place, *candidate, i), *k, *g, from, place, *candidate, i + 1)
    ensures end:      *end == (i < g->planned ? g->reduce.draft.end[i] : RTMR_NEVER);
    ensures ends:     \forall integer j; 0 <= j < i ==> g->reduce.draft.end[j] == \old(g->reduce.draft.end)[j];
*/
static rtmr_ticks plan_in_order(struct rtmr *k, int32_t i, int32_t place, const struct rtmr_row *candidate,
                                rtmr_ticks *end) /*@ ghost (struct rtmr_ghost \ghost *g, int32_t from) */
{
    struct rtmr_row job;
    struct rtmr_span span;

    //@ ghost rtmr_waiting_grows(&k->map, k->promised);
    //@ ghost rtmr_waiting_grows(&k->reduce, k->promised);
    rtmr_read_next(k, i, place, candidate, &job);
    rtmr_plan_job(k, &job, job.map.end, job.reduce.end, &span) /*@ ghost (g, i) */;
    *end = span.end;
    return job.deadline;
}

/* The same unless planning is over: a job is late, and a stage has no slots. `late` is the first late
 * job before job i, -1: there is none; returns the first late one up to it. *end becomes RTMR_NEVER if
 * it is not planned. */
/*@ requires valid:   \valid(k) && \valid_read(candidate) && \valid(end) && \valid(g);
    requires order:   0 <= from <= i <= k->promised && 0 <= place <= k->promised;
    PLANNING(requires, *k, from, *candidate)
    FIRST_PLANNED(requires, *k, *g, from, place, *candidate, late, i)
    assigns k->map.free_at, k->reduce.free_at, *end, GHOST_DRAFTED(*g);
    FIRST_PLANNED(ensures, *k, *g, from, place, *candidate, \result, i + 1)
    ensures end:      *end == (i < g->planned ? g->reduce.draft.end[i] : RTMR_NEVER);
    ensures late:     \result == late || (late < 0 && \result == i);
*/
static int32_t plan_in_turn(struct rtmr *k, int32_t i, int32_t place, const struct rtmr_row *candidate, int32_t late,
                            rtmr_ticks *end) /*@ ghost (struct rtmr_ghost \ghost *g, int32_t from) */
{
    if (late >= 0 && (k->map.usable == 0 || k->reduce.usable == 0)) {
        *end = RTMR_NEVER;
        return late;
    }
    const rtmr_ticks deadline = plan_in_order(k, i, place, candidate, end) /*@ ghost (g, from) */;
    return late < 0 && *end > deadline ? i : late;
}

static int32_t begin_at(struct rtmr *k, int32_t place, const struct rtmr_row *candidate)
{
    int32_t late = -1;

    for (int32_t i = rtmr_begin_plan(k, place); i < place; i++) {
        rtmr_ticks end;
        late = plan_in_turn(k, i, place, candidate, late, &end);
    }
    return late;
}

static int32_t next_place(struct rtmr *k, int32_t place, const struct rtmr_row *candidate, int32_t late)
{
    if (k->plans_from_slots != 0) {
        rtmr_ticks end;
        return plan_in_turn(k, place, place + 1, candidate, late, &end);
    }
    return begin_at(k, place + 1, candidate);
}

static rtmr_ticks end_at(struct rtmr *k, int32_t place, const struct rtmr_row *candidate, int32_t late)
{
    rtmr_ticks end;
    rtmr_ticks other;

    late = plan_in_turn(k, place, place, candidate, late, &end);
    for (int32_t i = place + 1; late < 0 && i <= k->promised; i++) {
        late = plan_in_turn(k, i, place, candidate, late, &other);
    }
    return late < 0 ? end : RTMR_NEVER;
}

static rtmr_ticks earliest_at(struct rtmr *k, struct rtmr_row *candidate, int32_t place, rtmr_ticks low,
                              rtmr_ticks high, int32_t late)
{
    if (low > high) {
        return RTMR_NEVER;
    }
    candidate->deadline = high;
    rtmr_availability_keep(&k->map.free_at, &k->map.kept);
    rtmr_availability_keep(&k->reduce.free_at, &k->reduce.kept);
    const rtmr_ticks end = end_at(k, place, candidate, late);
    rtmr_availability_return(&k->map.free_at, &k->map.kept);
    rtmr_availability_return(&k->reduce.free_at, &k->reduce.kept);
    return end == RTMR_NEVER ? RTMR_NEVER : rtmr_later(low, end);
}

rtmr_ticks rtmr_earliest_deadline(struct rtmr *k, const struct rtmr_job *job) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_row candidate;
    rtmr_ticks low = job->deadline; /* deadlines low .. high put the job at `place` */
    int32_t place = rtmr_table_place(k, low);

    rtmr_candidate(k, job, &candidate);
    if (rtmr_room(k, &candidate) != RTMR_REASON_NONE) {
        return RTMR_NEVER;
    }
    int32_t late = begin_at(k, place, &candidate);
    for (; place <= k->promised; place++) {
        const rtmr_ticks high = place < k->promised ? k->deadline[place] - 1 : RTMR_TIME_MAX;
        const rtmr_ticks earliest = earliest_at(k, &candidate, place, low, high, late);
        if (earliest != RTMR_NEVER) {
            return earliest;
        }
        low = rtmr_later(low, high + 1);
        if (place < k->promised) {
            late = next_place(k, place, &candidate, late);
        }
    }
    return RTMR_NEVER;
}

#endif
