#include "harness/report/jobs_csv.h"

#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdlib.h>

/* A field behind a comma, empty unless `exists`. */
static void write_number(bool exists, int64_t value, FILE *out)
{
    if (exists) {
        fprintf(out, ",%" PRId64, value);
    } else {
        fputc(',', out);
    }
}

static void write_instant(ticks instant, FILE *out)
{
    write_number(instant != NO_INSTANT, instant, out);
}

static void write_job(const struct job_spec *job, const struct job_outcome *outcome, csv_text_writer *write_text,
                      FILE *out)
{
    bool finished = outcome->accepted && outcome->finished;
    bool has_deadline = job->deadline != NO_DEADLINE;
    write_text(job->name, out);
    write_number(true, outcome->accepted, out);
    write_instant(outcome->estimated_finish, out);
    write_number(finished, outcome->finish, out);
    write_number(outcome->accepted, outcome->met, out);
    fputc(',', out);
    write_text(outcome->reason, out);
    write_instant(outcome->earliest_deadline, out);
    write_number(true, job->arrival, out);
    write_number(has_deadline, job->deadline, out);
    write_number(outcome->accepted && outcome->first_start != NO_INSTANT, outcome->first_start, out);
    write_number(finished && has_deadline, finished && has_deadline ? outcome->finish - job->deadline : 0, out);
    write_number(true, job->maps, out);
    write_number(true, job->reduces, out);
    write_number(true, outcome->slot_time[STAGE_MAP], out);
    write_number(true, outcome->slot_time[STAGE_REDUCE], out);
    write_number(true, outcome->failed_attempts, out);
    fputc(',', out);
    write_text(job->user, out);
    fputc(',', out);
    write_text(job->pool, out);
    fputc('\n', out);
}

void jobs_csv_write(const struct workload *workload, const struct job_outcome *outcomes, csv_text_writer *write_text,
                    FILE *out)
{
    fputs("job,accepted,estimated_finish,actual_finish,met,reason,earliest_deadline,arrival,deadline,first_start,"
          "lateness,maps,reduces,map_slot_time,reduce_slot_time,failed_attempts,user,pool\n",
          out);
    /* the rows of a workload are 0 .. count - 1 */
    size_t *of_row = alloc_zeroed(workload->count, sizeof *of_row);
    for (size_t i = 0; i < workload->count; i++) {
        of_row[workload->jobs[i].row] = i;
    }
    for (size_t row = 0; row < workload->count; row++) {
        write_job(&workload->jobs[of_row[row]], &outcomes[of_row[row]], write_text, out);
    }
    free(of_row);
}
