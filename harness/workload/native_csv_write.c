/* The native format, written: the reader's counterpart. */
#include "harness/workload/native_csv.h"

#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool check_job(const struct job_spec *job, struct input_error *error)
{
    return job->deadline != NO_DEADLINE ||
           input_error_at(error, (struct place){.source = job->name},
                          "expected a deadline, which native CSV has for every job, found none; --deadline-factor "
                          "makes them");
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

/* In quotes if it needs them. */
static void write_name(const char *name, FILE *out)
{
    const size_t length = strlen(name);
    const bool blanks = length > 0 && (strchr(" \t", name[0]) != NULL || strchr(" \t", name[length - 1]) != NULL);
    if (!blanks && strpbrk(name, ",\"\r\n") == NULL) {
        fputs(name, out);
        return;
    }
    fputc('"', out);
    for (const char *c = name; *c != '\0'; c++) {
        fputs(*c == '"' ? "\"" : "", out);
        fputc(*c, out);
    }
    fputc('"', out);
}

static void write_job(const struct job_spec *job, FILE *out)
{
    write_name(job->name, out);
    write_number(true, job->arrival, out);
    write_number(true, job->deadline, out);
    write_number(job->maps > 0, job->map_estimate, out);
    write_number(job->reduces > 0, job->reduce_estimate, out);
    fputc(',', out);
    write_durations(&job->map_times, out);
    fputc(',', out);
    write_durations(&job->reduce_times, out);
    fputc(',', out);
    write_name(job->user, out);
    fputc(',', out);
    write_name(job->pool, out);
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
