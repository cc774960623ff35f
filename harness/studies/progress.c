#include "harness/studies/progress.h"

#include <stdio.h>
#include <unistd.h>

void progress_show(size_t done, size_t all, const char *what)
{
    if (isatty(STDERR_FILENO)) {
        fprintf(stderr, "\r\033[K%zu of %zu runs, %s", done, all, what);
    }
}

void progress_clear(void)
{
    if (isatty(STDERR_FILENO)) {
        fputs("\r\033[K", stderr);
    }
}
