#include "harness/slurm/job_comment.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A positive number at *at, which moves behind it. */
static bool read_number(const char **at, int64_t *number)
{
    char *end;
    if (!isdigit((unsigned char)**at)) {
        return false;
    }
    errno = 0;
    *number = strtoll(*at, &end, 10);
    *at = end;
    return errno == 0 && *number > 0;
}

static bool read_word(const char **at, const char *word)
{
    size_t length = strlen(word);
    bool found = strncmp(*at, word, length) == 0;
    *at += found ? length : 0;
    return found;
}

/* "rtmr:JOB:map" or "rtmr:JOB:reduce" */
static bool read_stage(const char **at, int64_t *job, bool *reduce)
{
    if (!read_word(at, "rtmr:") || !read_number(at, job)) {
        return false;
    }
    *reduce = read_word(at, ":reduce");
    return *reduce || read_word(at, ":map");
}

bool job_comment_read(const char *comment, int64_t *job, bool *reduce, int64_t *attempt)
{
    const char *at = comment != NULL ? comment : "";
    *attempt = 0;
    return read_stage(&at, job, reduce) &&
           (*at == '\0' || (read_word(&at, ":") && read_number(&at, attempt) && *at == '\0'));
}

bool job_mark_read(const char *comment, struct job_mark *mark)
{
    const char *at = comment != NULL ? comment : "";
    mark->attempt = 0;
    return read_stage(&at, &mark->job, &mark->reduce) && read_word(&at, ":") && read_number(&at, &mark->stamp) &&
           (*at == '\0' || (read_word(&at, ":") && read_number(&at, &mark->attempt) && *at == '\0'));
}

void job_mark_write(const struct job_mark *mark, char *comment, size_t size)
{
    int length = snprintf(comment, size, "rtmr:%lld:%s:%lld", (long long)mark->job, mark->reduce ? "reduce" : "map",
                          (long long)mark->stamp);
    if (mark->attempt != 0 && length > 0 && (size_t)length < size) {
        snprintf(comment + length, size - (size_t)length, ":%lld", (long long)mark->attempt);
    }
}
