/*
 * Numbers by name: of the pools of a table, the jobs of a workload, the users of a queue. A
 * balanced tree, so that no choice of names makes it slow.
 */
#ifndef HARNESS_WORKLOAD_NAME_INDEX_H
#define HARNESS_WORKLOAD_NAME_INDEX_H

#include <stdint.h>

#define NAME_UNKNOWN (-1)

/* Zero-initialised it is empty. */
struct name_index {
    void *tree;
};

/* Gives the name that number, unless it has one; the answer is the number that it has now. The same
 * name in another scope is another name. number >= 0; the text at `name` must outlive the index.
 * O(log names) comparisons. */
int64_t name_index_enter(struct name_index *index, int32_t scope, const char *name, int64_t number);

/* The number of the name in the scope; NAME_UNKNOWN if it has none. O(log names) comparisons. */
int64_t name_index_find(const struct name_index *index, int32_t scope, const char *name);

void name_index_free(struct name_index *index);

#endif
