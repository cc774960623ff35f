#include "harness/workload/sacct.h"

#include "harness/workload/field.h"
#include "harness/workload/row_lines.h"
#include "harness/workload/sacct_row.h"
#include "harness/workload/slurm_field.h"
#include "harness/workload/swf_job.h"
#include "harness/workload/workload_finish.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

/* A file while it is read. */
struct reader {
    struct workload *w;
    size_t capacity;
    struct row_lines lines;
    struct swf_conversion conversion;
    struct sacct_row row;
    struct place place; /* the row */
    struct input_error *error;
};

/* --- A job ------------------------------------------------------------------------------------ */

static struct place in_column(const struct reader *r, enum sacct_column column)
{
    struct place place = r->place;
    place.field = sacct_column_names[column];
    return place;
}

static bool read_instant(const struct reader *r, enum sacct_column column, double *seconds)
{
    return slurm_instant(sacct_row_field(&r->row, column), in_column(r, column), seconds, r->error);
}

/* The numbers of a line; -1 where they are unknown, processors: 0. */
struct numbers {
    double submit, eligible, start, end, elapsed, limit, deadline;
    int64_t processors;
    enum sacct_column width; /* where the processors are from */
};

static bool read_elapsed(const struct reader *r, struct numbers *n)
{
    double printed;
    if (!slurm_raw_duration(sacct_row_field(&r->row, SACCT_ELAPSED_RAW), in_column(r, SACCT_ELAPSED_RAW), 1,
                            &n->elapsed, r->error) ||
        !slurm_duration(sacct_row_field(&r->row, SACCT_ELAPSED), in_column(r, SACCT_ELAPSED), &printed, r->error)) {
        return false;
    }
    n->elapsed = n->elapsed < 0 ? printed : n->elapsed;
    if (n->elapsed < 0 && n->start >= 0 && n->end >= n->start) {
        n->elapsed = n->end - n->start;
    }
    return true;
}

static bool read_limit(const struct reader *r, struct numbers *n)
{
    double printed;
    if (!slurm_raw_duration(sacct_row_field(&r->row, SACCT_LIMIT_RAW), in_column(r, SACCT_LIMIT_RAW), 60, &n->limit,
                            r->error) ||
        !slurm_duration(sacct_row_field(&r->row, SACCT_LIMIT), in_column(r, SACCT_LIMIT), &printed, r->error)) {
        return false;
    }
    n->limit = n->limit < 0 ? printed : n->limit;
    return true;
}

static bool read_processors(const struct reader *r, struct numbers *n)
{
    n->processors = 0;
    for (enum sacct_column column = SACCT_ALLOC_CPUS; column <= SACCT_REQ_NODES && n->processors == 0; column++) {
        n->width = column;
        const bool tres = column == SACCT_ALLOC_TRES || column == SACCT_REQ_TRES;
        if (!(tres ? slurm_cpus : slurm_number)(sacct_row_field(&r->row, column), in_column(r, column), &n->processors,
                                                r->error)) {
            return false;
        }
    }
    return true;
}

static bool read_numbers(const struct reader *r, struct numbers *n)
{
    if (!read_instant(r, SACCT_SUBMIT, &n->submit) || !read_instant(r, SACCT_ELIGIBLE, &n->eligible) ||
        !read_instant(r, SACCT_START, &n->start) || !read_instant(r, SACCT_END, &n->end) ||
        !read_instant(r, SACCT_DEADLINE, &n->deadline)) {
        return false;
    }
    n->submit = n->submit >= 0 ? n->submit : n->eligible >= 0 ? n->eligible : n->start;
    return read_elapsed(r, n) && read_limit(r, n) && read_processors(r, n);
}

/* Whether a field's first word is one of these, ended by NULL. */
static bool is_one_of(struct span word, const char *const words[])
{
    bool more;
    struct span first;
    field_cut(&word, ' ', &first, &more);
    size_t i = 0;
    while (words[i] != NULL && !field_equals(first, words[i])) {
        i++;
    }
    return words[i] != NULL;
}

static ticks to_ticks(double seconds)
{
    return (ticks)round(1000 * seconds);
}

/* The time from submission to end, -1 if it is unknown. */
static ticks recorded_of(const struct numbers *n)
{
    const double end = n->end >= 0 ? n->end : n->start >= 0 ? n->start + n->elapsed : -1;
    return end >= n->submit ? to_ticks(end - n->submit) : -1;
}

/* Why the line is no job of the workload; NULL: it is one. */
static const char *why_not(const struct reader *r, const struct numbers *n)
{
    static const char *const under_way[] = {"RUNNING", "SUSPENDED", "COMPLETING", "RESIZING", "STOPPED", NULL};
    static const char *const waiting[] = {"PENDING",     "CONFIGURING",  "REQUEUED", "REQUEUE_HOLD",
                                          "REQUEUE_FED", "SPECIAL_EXIT", "REVOKED",  "CANCELLED",
                                          "DEADLINE",    "BOOT_FAIL",    NULL};
    const struct span state = sacct_row_field(&r->row, SACCT_STATE);
    const bool from_records = r->conversion.terms.options->deadline_base == DEADLINE_BASE_RECORDED;
    const bool started = sacct_row_has(&r->row, SACCT_STATE) ? !is_one_of(state, waiting) : n->start >= 0;
    return is_one_of(state, under_way)                       ? "had not ended"
           : n->elapsed < 0 || (n->elapsed == 0 && !started) ? "did not run"
           : n->processors == 0                              ? "without processors"
           : n->submit < 0                                   ? "without a submit time"
           : from_records && recorded_of(n) < 0              ? "without an end, for a deadline from it"
                                                             : NULL;
}

struct names {
    char *job, *user, *pool;
};

static void free_names(struct names *names)
{
    free(names->job);
    free(names->user);
    free(names->pool);
}

/* False: what was read is to be freed. */
static bool read_names(const struct reader *r, struct names *names)
{
    static const enum sacct_column jobs[] = {SACCT_JOB, SACCT_JOB_RAW, SACCT_COLUMNS};
    static const enum sacct_column users[] = {SACCT_USER, SACCT_UID, SACCT_COLUMNS};
    static const enum sacct_column partitions[] = {SACCT_PARTITION, SACCT_QOS, SACCT_COLUMNS};
    static const enum sacct_column groups[] = {SACCT_ACCOUNT, SACCT_GROUP, SACCT_GID, SACCT_COLUMNS};
    const bool by_group = r->conversion.options->pool == SWF_POOL_GROUP;
    const enum sacct_column id = sacct_row_first(&r->row, jobs);
    const enum sacct_column user = sacct_row_first(&r->row, users);
    const enum sacct_column pool = sacct_row_first(&r->row, by_group ? groups : partitions);
    return field_word(sacct_row_field(&r->row, id), in_column(r, id), false, &names->job, r->error) &&
           field_word(sacct_row_field(&r->row, user), in_column(r, user), true, &names->user, r->error) &&
           field_word(sacct_row_field(&r->row, pool), in_column(r, pool), true, &names->pool, r->error);
}

/* Adds a job; the names are its own from now on. */
static bool add_job(struct reader *r, const struct numbers *n, const struct names *names)
{
    const struct swf_job_fields fields = {sacct_column_names[n->width], "Elapsed", "Timelimit", "End"};
    struct job_spec *job = workload_append(r->w, &r->capacity);
    row_lines_add(&r->lines, r->place.line);
    job->name = names->job;
    job->user = names->user;
    job->pool = names->pool;
    job->arrival = to_ticks(n->submit);
    const struct swf_job record = {n->processors, n->elapsed, n->limit, recorded_of(n)};
    if (!swf_job_set(&r->conversion, job, &record, &fields, r->place, r->error)) {
        return false;
    }
    if (n->deadline >= n->submit) {
        job->deadline = to_ticks(n->deadline);
    }
    return true;
}

/* --- Rows ------------------------------------------------------------------------------------- */

static bool is_wanted(const struct reader *r)
{
    static const char *const completed[] = {"COMPLETED", NULL};
    return r->conversion.options->jobs == SWF_JOBS_RUN || !sacct_row_has(&r->row, SACCT_STATE) ||
           is_one_of(sacct_row_field(&r->row, SACCT_STATE), completed);
}

/* Whether the row is of a job whose numbers can be read. */
static bool makes_sense(struct reader *r)
{
    struct numbers numbers;
    const struct span id = sacct_row_field(&r->row, sacct_row_has(&r->row, SACCT_JOB) ? SACCT_JOB : SACCT_JOB_RAW);
    const bool good = id.length > 0 && isdigit((unsigned char)id.at[0]) && read_numbers(r, &numbers);
    r->error->text[0] = '\0';
    return good;
}

/* Whether the row has the header's columns, one of its texts perhaps with separators. */
static bool has_columns(struct reader *r)
{
    bool good = r->row.found == r->row.count;
    for (size_t i = 0; !good && r->row.found > r->row.count && sacct_row_shift(&r->row, i); i++) {
        good = makes_sense(r);
    }
    r->row.surplus = good ? r->row.surplus : 0;
    return good;
}

static void note(struct reader *r, const char *left_out)
{
    if (left_out != NULL) {
        reading_notes_left_out(&r->w->notes, r->place, left_out);
    } else if (r->row.surplus > 0) {
        reading_notes_repaired(&r->w->notes, r->place, "with separators in a text");
    }
}

static bool read_row(struct reader *r)
{
    const bool columns = has_columns(r);
    if (sacct_row_is_no_job(&r->row)) {
        return true;
    }
    if (!columns) {
        note(r, "with other columns than the header has");
        return true;
    }
    struct numbers numbers;
    struct names names = {0};
    if (!read_numbers(r, &numbers) || !read_names(r, &names)) {
        free_names(&names);
        reading_notes_malformed(&r->w->notes, r->place.line, r->error);
        return true;
    }
    const char *reason = why_not(r, &numbers);
    if (reason == NULL && is_wanted(r)) {
        note(r, NULL);
        return add_job(r, &numbers, &names);
    }
    free_names(&names);
    note(r, reason);
    return true;
}

static bool read_rows(struct reader *r, struct text_file *file)
{
    struct span header;
    if (!text_file_row(file, &header)) {
        return workload_finish(r->w, &r->lines, r->place, r->error);
    }
    r->place.line = file->line;
    if (!sacct_row_open(&r->row, header, r->place, r->error)) {
        return false;
    }
    while (sacct_row_next(&r->row, file, &r->place.line)) {
        if (!read_row(r)) {
            return false;
        }
    }
    return workload_finish(r->w, &r->lines, in_column(r, SACCT_JOB), r->error);
}

bool sacct_read(struct workload *w, const char *path, const struct swf_options *options,
                const struct job_terms_options *terms, struct input_error *error)
{
    *w = (struct workload){0};
    struct text_file file;
    if (!text_file_open(&file, path, error)) {
        return false;
    }
    path = text_file_name(path);
    struct reader reader = {.w = w,
                            .conversion = {.options = options, .terms = job_terms_open(terms)},
                            .place = {.source = path, .line = 1},
                            .error = error};
    bool good = read_rows(&reader, &file);
    job_terms_close(&reader.conversion.terms);
    row_lines_free(&reader.lines);
    text_file_close(&file);
    return workload_close(w, path, good);
}
