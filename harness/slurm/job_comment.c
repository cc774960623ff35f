#include "harness/slurm/job_comment.h"

#include <ctype.h>
#include <errno.h>
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

bool job_comment_read(const char *comment, int64_t *job, bool *reduce, int64_t *attempt)
{
    const char *at = comment != NULL ? comment : "";
    *attempt = 0;
    if (!read_word(&at, "rtmr:") || !read_number(&at, job)) {
        return false;
    }
    *reduce = read_word(&at, ":reduce");
    if (!*reduce && !read_word(&at, ":map")) {
        return false;
    }
    return *at == '\0' || (read_word(&at, ":") && read_number(&at, attempt) && *at == '\0');
}
