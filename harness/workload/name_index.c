#include "harness/workload/name_index.h"

#include "harness/workload/alloc.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

struct name_entry {
    const char *name;
    int64_t number;
    int32_t scope;
};

static int compare(const void *a, const void *b)
{
    const struct name_entry *x = a;
    const struct name_entry *y = b;
    return x->scope != y->scope ? (x->scope > y->scope) - (x->scope < y->scope) : strcmp(x->name, y->name);
}

int64_t name_index_enter(struct name_index *index, int32_t scope, const char *name, int64_t number)
{
    int64_t known = name_index_find(index, scope, name);
    if (known != NAME_UNKNOWN) {
        return known;
    }
    struct name_entry *entry = alloc_zeroed(1, sizeof *entry);
    *entry = (struct name_entry){.name = name, .number = number, .scope = scope};
    if (tsearch(entry, &index->tree, compare) == NULL) {
        alloc_failed();
    }
    return number;
}

int64_t name_index_find(const struct name_index *index, int32_t scope, const char *name)
{
    const struct name_entry wanted = {.name = name, .scope = scope};
    struct name_entry *const *found = tfind(&wanted, &index->tree, compare);
    return found != NULL ? (*found)->number : NAME_UNKNOWN;
}

void name_index_free(struct name_index *index)
{
    tdestroy(index->tree, free);
    *index = (struct name_index){0};
}
