#include "tests/unit/same_names.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>
#include <string.h>

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *same_name(const struct workload *w)
{
    const char **names = alloc_zeroed(w->count, sizeof *names);
    for (size_t i = 0; i < w->count; i++) {
        names[i] = w->jobs[i].name;
    }
    qsort(names, w->count, sizeof *names, by_text);
    const char *same = NULL;
    for (size_t i = 1; i < w->count && same == NULL; i++) {
        same = strcmp(names[i - 1], names[i]) == 0 ? names[i] : NULL;
    }
    free(names);
    return same;
}
