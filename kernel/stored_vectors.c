#include "stored_vectors.h"

#if RTMR_WITH_STORED_VECTORS

#include "job_plan.h"
#include "slot_vector.h"
#include "ticks.h"

/* The planning vectors become those of the job before `place`. */
static void load_predecessor(struct rtmr *k, int32_t place)
{
    if (place > 0) {
        rtmr_vector_copy(&k->map.free_at, &k->map_memory[place - 1].row);
        rtmr_vector_copy(&k->reduce.free_at, &k->reduce_memory[place - 1].row);
    } else {
        rtmr_vector_fill(&k->map.free_at, k->map.usable, 0);
        rtmr_vector_fill(&k->reduce.free_at, k->reduce.usable, 0);
    }
}

static void store(struct rtmr *k, int32_t place)
{
    rtmr_vector_copy(&k->map_memory[place].row, &k->map.free_at);
    rtmr_vector_copy(&k->reduce_memory[place].row, &k->reduce.free_at);
}

int32_t rtmr_stored_base(struct rtmr *k, int32_t place)
{
    if (k->projects != 0) {
        return 0;
    }
    load_predecessor(k, place);
    for (int32_t i = 0; i < k->promised; i++) {
        k->map.draft[i] = i < place ? k->map.end[i] : k->now;
        k->reduce.draft[i] = i < place ? k->reduce.end[i] : k->now;
    }
    return place;
}

/* Plans the unfinished tasks of the job at `place` onto the planning vectors (running ones a full estimate from
 * now on) and stores the vectors that result. */
static void reestimate(struct rtmr *k, int32_t place, struct rtmr_span *span) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_row job;

    rtmr_table_read(k, place, &job);
    job.map.waiting = job.map.unfinished;
    job.reduce.waiting = job.reduce.unfinished;
    rtmr_plan_job(k, &job, k->now, k->now, span) /*@ ghost (g, place) */;
    store(k, place);
}

void rtmr_stored_admitted(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    if (k->projects != 0) {
        return;
    }
    load_predecessor(k, place);
    for (int32_t i = place; i < k->promised; i++) {
        struct rtmr_span span;

        reestimate(k, i, &span) /*@ ghost (g) */;
        k->map_memory[i].ended.n = 0;
        k->reduce_memory[i].ended.n = 0;
    }
}

/* Appends an instant; of more than `limit` the oldest goes. Algorithm VI only needs the last ones: an earlier finish
 * is replaced again, as the smallest entry, before `limit` later ones have been placed. */
static void append(struct rtmr_vector *ended, int32_t limit, rtmr_ticks at)
{
    if (ended->n < limit) {
        ended->at[ended->n] = at;
        ended->n++;
        return;
    }
    for (int32_t i = 1; i < limit; i++) {
        ended->at[i - 1] = ended->at[i];
    }
    ended->at[limit - 1] = at;
}

void rtmr_stored_task_finished(struct rtmr *k, enum rtmr_stage stage, int32_t place)
{
    if (k->projects != 0) {
        return;
    }
    if (stage == RTMR_MAP) {
        append(&k->map_memory[place].ended, k->map.slots, k->now);
    } else {
        append(&k->reduce_memory[place].ended, k->reduce.slots, k->now);
    }
}

/* Algorithm VI: every finish time, in ascending order, takes the place of the smallest entry. */
static void correct(struct rtmr_vector *free_at, const struct rtmr_vector *ended)
{
    if (free_at->n < 1) {
        return;
    }
    for (int32_t i = 0; i < ended->n; i++) {
        rtmr_vector_replace_first(free_at, ended->at[i]);
    }
}

void rtmr_stored_job_finished(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    if (k->feedback != RTMR_FEEDBACK_SATU || k->projects != 0) {
        return;
    }
    const rtmr_ticks e = k->reduce.end[place];
    const rtmr_ticks off = e > k->now ? e - k->now : k->now - e;

    if (off < k->delta && k->now <= k->deadline[place]) {
        return;
    }
    load_predecessor(k, place);
    correct(&k->map.free_at, &k->map_memory[place].ended);
    correct(&k->reduce.free_at, &k->reduce_memory[place].ended);
    store(k, place);
    for (int32_t i = place + 1; i < k->promised; i++) {
        struct rtmr_span span;

        reestimate(k, i, &span) /*@ ghost (g) */;
        k->map.end[i] = rtmr_sooner(k->map.end[i], span.map_end);
        k->reduce.end[i] = rtmr_sooner(k->reduce.end[i], span.end);
    }
}

static void copy_memory(struct rtmr_memory *to, const struct rtmr_memory *from)
{
    rtmr_vector_copy(&to->row, &from->row);
    rtmr_vector_copy(&to->ended, &from->ended);
}

void rtmr_stored_job_left(struct rtmr *k, int32_t place)
{
    if (k->projects != 0) {
        return;
    }
    for (int32_t i = place; i + 1 < k->promised; i++) {
        copy_memory(&k->map_memory[i], &k->map_memory[i + 1]);
        copy_memory(&k->reduce_memory[i], &k->reduce_memory[i + 1]);
    }
}

#endif
