/*
 * Planning of whole jobs, both stages together: what admission, feedback and recovery share.
 *
 * Planning writes scratch only: the `free_at` vectors and the `draft` arrays of the pools. Nothing visible changes
 * until a plan is adopted.
 */
#ifndef RTMR_JOB_PLAN_H
#define RTMR_JOB_PLAN_H

#include "job_table.h"
#include "rtmr.h"

/* The planned ends of a job's stages: e_m and e, or RTMR_NEVER. */
struct rtmr_span {
    rtmr_ticks map_end;
    rtmr_ticks end;
};

/* What a plan of all promised jobs and a candidate says. Its order: the jobs before the candidate's place, the
 * candidate, the others. */
struct rtmr_outlook {
    int32_t late;              /* index in that order of the first job that would miss; -1: none would */
    rtmr_ticks late_end;       /* its estimated finish */
    struct rtmr_span candidate;
};

/* Plans the waiting tasks of one job onto the `free_at` vectors. The map stage is released now, the reduce stage at
 * e_m; with dispatch latency each of them later by the pool's release pad. map_end and end are at least the floors
 * given, and end is at least map_end. Source: Algorithms II and III. O(tasks * log slots). */
void rtmr_plan_job(struct rtmr *k, const struct rtmr_row *job, rtmr_ticks map_floor, rtmr_ticks end_floor,
                   struct rtmr_span *span);

/* *row becomes a job without tasks and with all the time there is: as a candidate it changes nothing. */
void rtmr_no_candidate(struct rtmr_row *row);

/* Plans the jobs from place `from` on, with the candidate put at `place`, from <= place <= promised, onto the
 * vectors as they are. Leaves the ends in `draft`. Stops early once the first miss and the candidate's end are known.
 * Source: Algorithm I lines 4-21. */
void rtmr_plan_jobs(struct rtmr *k, int32_t from, int32_t place, const struct rtmr_row *candidate,
                    struct rtmr_outlook *outlook);

/* Sets the vectors to the slot table as it is now (exact projection) and the drafts to what runs. O(jobs + slots). */
void rtmr_project(struct rtmr *k);

/* Plans all promised jobs and the candidate by the policy of the setup. */
void rtmr_plan_with(struct rtmr *k, int32_t place, const struct rtmr_row *candidate, struct rtmr_outlook *outlook);

#endif
