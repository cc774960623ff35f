/*
 * Outputs of Batsim, a simulator of batch schedulers, for tools that read those: evalys draws its
 * jobs.csv, and tools of Batsim convert it to SWF.
 *
 * A job of Batsim is a rectangle: resources, a start, an end. So every attempt of a task is a row
 * of jobs.csv on one resource, and every rejected job is a row without times. Resources are slots:
 * map slots 0 .. m - 1, then reduce slots. Times are seconds. Columns as in Batsim 4
 * (JobsTracer::write_job), every one of numbers with a number, as its readers demand:
 *   job_id            the number of the row, 0 first
 *   workload_name     the job's name
 *   profile           map, reduce or job
 *   submission_time   the job's arrival
 *   requested_number_of_resources, requested_time
 *                     1 and the task's estimate; of a rejected job its tasks, and the time from its
 *                     arrival to its deadline, -1 if it has none
 *   success, final_state
 *                     1 COMPLETED_SUCCESSFULLY, 0 COMPLETED_FAILED, 0 COMPLETED_KILLED (another
 *                     attempt of the task was first), or 0 REJECTED
 *   starting_time, execution_time, finish_time, waiting_time, turnaround_time, stretch
 *                     a task ends at its true end, its slot may be held until that is noticed; -1
 *                     for rejected jobs (Batsim leaves them empty, and its own converter fails;
 *                     evalys takes -1 for a job that was not started)
 *   allocated_resources
 *                     an interval set: the slot, or nothing for rejected jobs
 *   consumed_energy   -1: unknown
 *   metadata          which job, stage, task and attempt the row is. job/m3: map 3 of the job;
 *                     job/r0#2: the third attempt of reduce 0; a rejected job: its name
 */
#ifndef HARNESS_REPORT_BATSIM_H
#define HARNESS_REPORT_BATSIM_H

#include "harness/report/csv_text.h"
#include "harness/report/run_view.h"

#include <stdio.h>

/* Rows in the order of the slots and starts, then rejected jobs by arrival; write_text writes
 * texts. O(attempts + jobs). */
void batsim_write_jobs(const struct run_view *view, csv_text_writer *write_text, FILE *out);

/* One JSON object with the fields of Batsim's schedule output, over the rows of jobs.csv as its
 * documentation defines them: nb_jobs, nb_jobs_finished, _success, _killed, _rejected,
 * success_rate, makespan, mean_ and max_waiting_time, _turnaround_time and _slowdown (of finished
 * rows; 0 if there are none), nb_computing_machines, time_computing, time_idle. Wall clock,
 * energy and power states are left out. O(attempts + jobs). */
void batsim_write_schedule(const struct run_view *view, FILE *out);

#endif
