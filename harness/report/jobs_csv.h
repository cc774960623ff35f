/*
 * The per-job report: comma-separated values, a header, one row per job in the order of the source
 * file.
 *   job, accepted (1/0), estimated_finish (e at the job's own test, for rejected jobs too),
 *   actual_finish, met (1/0), then reason, earliest_deadline, arrival, deadline, first_start,
 *   lateness, maps, reduces, map_slot_time, reduce_slot_time, failed_attempts, user, pool.
 * Instants and times in ms. A field without a value is empty: actual_finish, met, first_start and
 * lateness of rejected jobs, estimates of schedulers without a test. Texts are csv_text.h's.
 */
#ifndef HARNESS_REPORT_JOBS_CSV_H
#define HARNESS_REPORT_JOBS_CSV_H

#include "harness/engine/engine.h"
#include "harness/report/csv_text.h"

#include <stdio.h>

/* outcomes: in the order of workload->jobs; write_text: writes its texts. O(jobs). */
void jobs_csv_write(const struct workload *workload, const struct job_outcome *outcomes, csv_text_writer *write_text,
                    FILE *out);

#endif
