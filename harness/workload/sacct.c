#include "harness/workload/sacct.h"

#include "harness/workload/alloc.h"
#include "harness/workload/field.h"
#include "harness/workload/row_lines.h"
#include "harness/workload/slurm_field.h"
#include "harness/workload/swf_job.h"
#include "harness/workload/text_file.h"
#include "harness/workload/workload_finish.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The columns that are read. */
enum column {
    COLUMN_JOB,
    COLUMN_JOB_RAW,
    COLUMN_SUBMIT,
    COLUMN_ELIGIBLE,
    COLUMN_START,
    COLUMN_END,
    COLUMN_ELAPSED_RAW,
    COLUMN_ELAPSED,
    COLUMN_LIMIT_RAW,
    COLUMN_LIMIT,
    COLUMN_ALLOC_CPUS,
    COLUMN_CPUS,
    COLUMN_ALLOC_TRES,
    COLUMN_REQ_CPUS,
    COLUMN_REQ_TRES,
    COLUMN_ALLOC_NODES,
    COLUMN_NODES,
    COLUMN_REQ_NODES,
    COLUMN_STATE,
    COLUMN_USER,
    COLUMN_UID,
    COLUMN_ACCOUNT,
    COLUMN_GROUP,
    COLUMN_GID,
    COLUMN_PARTITION,
    COLUMN_QOS,
    COLUMN_DEADLINE,
    COLUMNS
};

static const char *const column_names[COLUMNS] = {
    "JobID",     "JobIDRaw",  "Submit", "Eligible",  "Start",   "End",     "ElapsedRaw", "Elapsed", "TimelimitRaw",
    "Timelimit", "AllocCPUS", "NCPUS",  "AllocTRES", "ReqCPUS", "ReqTRES", "AllocNodes", "NNodes",  "ReqNodes",
    "State",     "User",      "UID",    "Account",   "Group",   "GID",     "Partition",  "QOS",     "Deadline",
};

/* Most columns of a header: sacct has about 120. */
enum { FIELDS_MOST = 512 };

static const struct span nothing = {"", 0};

/* A file while it is read. */
struct reader {
    struct workload *w;
    size_t capacity;
    struct row_lines lines;
    struct swf_conversion conversion;
    char separator;
    size_t count;          /* of the header's columns */
    int position[COLUMNS]; /* of each in a line; -1: there is no such column */
    struct span fields[FIELDS_MOST];
    struct place place; /* the line */
    struct input_error *error;
};

/* --- The header ------------------------------------------------------------------------------- */

static size_t name_length(struct span line)
{
    size_t length = 0;
    while (length < line.length && (isalnum((unsigned char)line.at[length]) || line.at[length] == '_')) {
        length++;
    }
    return length;
}

/* The column of that name; COLUMNS: none that is read. */
static enum column column_of(struct span name)
{
    enum column column = 0;
    while (column < COLUMNS && (name.length != strlen(column_names[column]) ||
                                strncasecmp(name.at, column_names[column], name.length) != 0)) {
        column++;
    }
    return column;
}

bool sacct_begins(struct span line)
{
    const size_t first = name_length(line);
    const char separator = first < line.length ? line.at[first] : '|';
    bool more = true;
    bool job = false;
    while (more) {
        struct span name;
        field_cut(&line, separator, &name, &more);
        if (name_length(name) < name.length) {
            return false;
        }
        const enum column column = column_of(name);
        job = job || column == COLUMN_JOB || column == COLUMN_JOB_RAW;
    }
    return job;
}

static bool has(const struct reader *r, enum column column)
{
    return r->position[column] >= 0;
}

static bool has_processors(const struct reader *r)
{
    bool found = false;
    for (enum column column = COLUMN_ALLOC_CPUS; column <= COLUMN_REQ_NODES; column++) {
        found = found || has(r, column);
    }
    return found;
}

static bool read_header(struct reader *r, struct span line)
{
    if (!sacct_begins(line)) {
        return input_error_found(r->error, r->place, "a header line with the names of columns, such as JobID|Submit",
                                 line);
    }
    const size_t first = name_length(line);
    r->separator = first < line.length ? line.at[first] : '|';
    r->count = field_split(line, r->separator, r->fields, FIELDS_MOST);
    if (r->count > FIELDS_MOST) {
        return input_error_at(r->error, r->place, "expected at most %d columns, found %zu", FIELDS_MOST, r->count);
    }
    for (enum column column = 0; column < COLUMNS; column++) {
        r->position[column] = -1;
    }
    for (size_t i = r->count; i-- > 0;) {
        const enum column column = column_of(r->fields[i]);
        if (column < COLUMNS) {
            r->position[column] = (int)i;
        }
    }
    if (!has(r, COLUMN_SUBMIT) && !has(r, COLUMN_ELIGIBLE) && !has(r, COLUMN_START)) {
        return input_error_at(r->error, r->place, "expected a column Submit, Eligible or Start, found none");
    }
    if (!has(r, COLUMN_ELAPSED_RAW) && !has(r, COLUMN_ELAPSED) && (!has(r, COLUMN_START) || !has(r, COLUMN_END))) {
        return input_error_at(r->error, r->place,
                              "expected a column ElapsedRaw or Elapsed, or both Start and End, found none");
    }
    return has_processors(r) || input_error_at(r->error, r->place,
                                               "expected a column AllocCPUS, NCPUS, AllocTRES, ReqCPUS, ReqTRES, "
                                               "AllocNodes, NNodes or ReqNodes, found none");
}

/* --- A job ------------------------------------------------------------------------------------ */

/* Of the line that is read; empty if there is no such column. */
static struct span field(const struct reader *r, enum column column)
{
    return has(r, column) ? r->fields[r->position[column]] : nothing;
}

static struct place in_column(const struct reader *r, enum column column)
{
    struct place place = r->place;
    place.field = column_names[column];
    return place;
}

static bool read_instant(const struct reader *r, enum column column, double *seconds)
{
    return slurm_instant(field(r, column), in_column(r, column), seconds, r->error);
}

/* The numbers of a line; -1 where they are unknown, processors: 0. */
struct numbers {
    double submit, eligible, start, end, elapsed, limit, deadline;
    int64_t processors;
};

static bool read_elapsed(const struct reader *r, struct numbers *n)
{
    double printed;
    if (!slurm_raw_duration(field(r, COLUMN_ELAPSED_RAW), in_column(r, COLUMN_ELAPSED_RAW), 1, &n->elapsed, r->error) ||
        !slurm_duration(field(r, COLUMN_ELAPSED), in_column(r, COLUMN_ELAPSED), &printed, r->error)) {
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
    if (!slurm_raw_duration(field(r, COLUMN_LIMIT_RAW), in_column(r, COLUMN_LIMIT_RAW), 60, &n->limit, r->error) ||
        !slurm_duration(field(r, COLUMN_LIMIT), in_column(r, COLUMN_LIMIT), &printed, r->error)) {
        return false;
    }
    n->limit = n->limit < 0 ? printed : n->limit;
    return true;
}

static bool read_processors(const struct reader *r, struct numbers *n)
{
    n->processors = 0;
    for (enum column column = COLUMN_ALLOC_CPUS; column <= COLUMN_REQ_NODES && n->processors == 0; column++) {
        const bool tres = column == COLUMN_ALLOC_TRES || column == COLUMN_REQ_TRES;
        if (!(tres ? slurm_cpus : slurm_number)(field(r, column), in_column(r, column), &n->processors, r->error)) {
            return false;
        }
    }
    return true;
}

static bool read_numbers(const struct reader *r, struct numbers *n)
{
    if (!read_instant(r, COLUMN_SUBMIT, &n->submit) || !read_instant(r, COLUMN_ELIGIBLE, &n->eligible) ||
        !read_instant(r, COLUMN_START, &n->start) || !read_instant(r, COLUMN_END, &n->end) ||
        !read_instant(r, COLUMN_DEADLINE, &n->deadline)) {
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

/* Why the line is no job of the workload; NULL: it is one. */
static const char *why_not(const struct reader *r, const struct numbers *n)
{
    static const char *const under_way[] = {"RUNNING", "SUSPENDED", "COMPLETING", "RESIZING", "STOPPED", NULL};
    static const char *const waiting[] = {"PENDING",     "CONFIGURING",  "REQUEUED", "REQUEUE_HOLD",
                                          "REQUEUE_FED", "SPECIAL_EXIT", "REVOKED",  "CANCELLED",
                                          "DEADLINE",    "BOOT_FAIL",    NULL};
    const struct span state = field(r, COLUMN_STATE);
    const bool started = has(r, COLUMN_STATE) ? !is_one_of(state, waiting) : n->start >= 0;
    return is_one_of(state, under_way)                       ? "that had not ended"
           : n->elapsed < 0 || (n->elapsed == 0 && !started) ? "that did not run"
           : n->processors == 0                              ? "without processors"
           : n->submit < 0                                   ? "without a time of submission"
                                                             : NULL;
}

/* The first of these columns, ended by COLUMNS, that says something. */
static enum column first_known(const struct reader *r, const enum column *columns)
{
    size_t i = 0;
    while (columns[i + 1] != COLUMNS && field(r, columns[i]).length == 0) {
        i++;
    }
    return columns[i];
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
    static const enum column jobs[] = {COLUMN_JOB, COLUMN_JOB_RAW, COLUMNS};
    static const enum column users[] = {COLUMN_USER, COLUMN_UID, COLUMNS};
    static const enum column partitions[] = {COLUMN_PARTITION, COLUMN_QOS, COLUMNS};
    static const enum column groups[] = {COLUMN_ACCOUNT, COLUMN_GROUP, COLUMN_GID, COLUMNS};
    const bool by_group = r->conversion.options->pool == SWF_POOL_GROUP;
    const enum column id = first_known(r, jobs);
    const enum column user = first_known(r, users);
    const enum column pool = first_known(r, by_group ? groups : partitions);
    return field_word(field(r, id), in_column(r, id), false, &names->job, r->error) &&
           field_word(field(r, user), in_column(r, user), true, &names->user, r->error) &&
           field_word(field(r, pool), in_column(r, pool), true, &names->pool, r->error);
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

/* Adds a job; the names are its own from now on. */
static bool add_job(struct reader *r, const struct numbers *n, const struct names *names)
{
    static const struct swf_job_fields fields = {"AllocCPUS", "Elapsed", "Timelimit", "End"};
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

/* --- Lines ------------------------------------------------------------------------------------ */

static bool is_wanted(const struct reader *r)
{
    static const char *const completed[] = {"COMPLETED", NULL};
    return r->conversion.options->jobs == SWF_JOBS_RUN || !has(r, COLUMN_STATE) ||
           is_one_of(field(r, COLUMN_STATE), completed);
}

/* Whether the line is that of a step, or the header of another dump behind the first. */
static bool is_no_job(const struct reader *r, size_t found)
{
    const enum column id = has(r, COLUMN_JOB) ? COLUMN_JOB : COLUMN_JOB_RAW;
    return (size_t)r->position[id] < found &&
           (memchr(field(r, id).at, '.', field(r, id).length) != NULL || column_of(field(r, id)) == id);
}

static bool read_line(struct reader *r, struct span line)
{
    struct reading_notes *notes = &r->w->notes;
    const size_t found = field_split(line, r->separator, r->fields, FIELDS_MOST);
    if (is_no_job(r, found)) {
        return true;
    }
    if (found != r->count) {
        reading_notes_left_out(notes, r->place, "with other fields than the header has");
        return true;
    }
    struct numbers numbers;
    struct names names = {0};
    if (!read_numbers(r, &numbers) || !read_names(r, &names)) {
        free_names(&names);
        reading_notes_malformed(notes, r->place.line, r->error);
        return true;
    }
    const char *reason = why_not(r, &numbers);
    if (reason == NULL && is_wanted(r)) {
        return add_job(r, &numbers, &names);
    }
    free_names(&names);
    if (reason != NULL) {
        reading_notes_left_out(notes, r->place, reason);
    }
    return true;
}

static bool read_lines(struct reader *r, struct text_file *file)
{
    bool header = false;
    struct span line;
    while (text_file_line(file, &line)) {
        r->place.line = file->line;
        if (line.length == 0) {
            continue;
        }
        if (!(header ? read_line : read_header)(r, line)) {
            return false;
        }
        header = true;
    }
    return workload_finish(r->w, &r->lines, in_column(r, COLUMN_JOB), r->error);
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
    bool good = read_lines(&reader, &file);
    job_terms_close(&reader.conversion.terms);
    row_lines_free(&reader.lines);
    text_file_close(&file);
    if (good) {
        w->title = alloc_text(path, strlen(path));
    } else {
        workload_free(w);
    }
    return good;
}
