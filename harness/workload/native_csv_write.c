/* The native format, written: the reader's counterpart. */
#include "harness/workload/native_csv.h"

#include "harness/workload/alloc.h"
#include "harness/workload/field.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- Jobs that the reader would refuse -------------------------------------------------------- */

/* A name is a word for the reader, and no comma splits it. */
static bool check_name(const char *name, const char *what, bool may_be_empty, const struct job_spec *job,
                       struct input_error *error)
{
    const struct span span = {name, strlen(name)};
    struct input_error ignored;
    char *word = NULL;
    const bool good =
        strchr(name, ',') == NULL && field_word(span, (struct place){.source = what}, may_be_empty, &word, &ignored);
    free(word);
    if (!good) {
        char place[64];
        snprintf(place, sizeof place, "job %zu", job->row + 1);
        input_error_found(error, (struct place){.source = place, .field = what},
                          "a name that native CSV can hold: printable characters, no comma, no quote, no blank at its "
                          "ends",
                          span);
    }
    return good;
}

static bool check_job(const struct job_spec *job, struct input_error *error)
{
    if (job->deadline == NO_DEADLINE) {
        return input_error_at(error, (struct place){.source = job->name},
                              "expected a deadline, which native CSV has for every job, found none; --deadline-factor "
                              "makes them");
    }
    return check_name(job->name, "job", false, job, error) && check_name(job->user, "user", true, job, error) &&
           check_name(job->pool, "pool", true, job, error);
}

/* --- Fields ----------------------------------------------------------------------------------- */

/* Equal tasks in a row as "12x500". */
static void write_durations(const struct task_times *times, FILE *out)
{
    for (size_t run = 0; run < times->count; run++) {
        const int32_t tasks = task_times_of_run(times, run);
        fputs(run == 0 ? "" : ";", out);
        if (tasks > 1) {
            fprintf(out, "%" PRId32 "x", tasks);
        }
        fprintf(out, "%" PRId64, times->runs[run].duration);
    }
}

/* A field behind a comma, empty unless `known`. */
static void write_number(bool known, int64_t value, FILE *out)
{
    if (known) {
        fprintf(out, ",%" PRId64, value);
    } else {
        fputc(',', out);
    }
}

static void write_map_nodes(const struct map_places *places, FILE *out)
{
    for (size_t map = 0; map < places->maps; map++) {
        const int32_t *nodes;
        const size_t count = map_places_of(places, (int32_t)map, &nodes);
        fputs(map == 0 ? "" : ";", out);
        for (size_t i = 0; i < count; i++) {
            fprintf(out, "%s%" PRId32, i == 0 ? "" : "|", nodes[i]);
        }
    }
}

static void write_job(const struct job_spec *job, FILE *out)
{
    fputs(job->name, out);
    write_number(true, job->arrival, out);
    write_number(true, job->deadline, out);
    write_number(job->maps > 0, job->map_estimate, out);
    write_number(job->reduces > 0, job->reduce_estimate, out);
    fputc(',', out);
    write_durations(&job->map_times, out);
    fputc(',', out);
    write_durations(&job->reduce_times, out);
    fprintf(out, ",%s,%s", job->user, job->pool);
    write_number(job->map_bytes >= 0, job->map_bytes, out);
    write_number(job->reduce_bytes >= 0, job->reduce_bytes, out);
    fputc(',', out);
    write_map_nodes(&job->map_nodes, out);
    fputc('\n', out);
}

bool native_csv_write(const struct workload *w, FILE *out, struct input_error *error)
{
    /* the rows of a workload are 0 .. count - 1 */
    size_t *of_row = alloc_zeroed(w->count, sizeof *of_row);
    bool good = true;
    for (size_t i = 0; i < w->count; i++) {
        of_row[w->jobs[i].row] = i;
    }
    for (size_t row = 0; row < w->count && good; row++) {
        good = check_job(&w->jobs[of_row[row]], error);
    }
    if (good) {
        fputs("job,arrival,deadline,eps_m,eps_r,map_durations,reduce_durations,user,pool,map_bytes,reduce_bytes,"
              "map_nodes\n",
              out);
        for (size_t row = 0; row < w->count; row++) {
            write_job(&w->jobs[of_row[row]], out);
        }
    }
    free(of_row);
    return good;
}
