/*
 * The sizes in which bounds.toml writes its formulas.
 */
#ifndef FORMULA_SIZES_H
#define FORMULA_SIZES_H

#include "rtmr.h"

/* S, J, W, U and H of bounds.toml. */
struct formula_sizes {
    int s, j, w, u, h;
};

/* Those of a context before a call that asks about `job`; NULL: it asks about none. */
struct formula_sizes formula_sizes_of(const struct rtmr *k, const struct rtmr_job *job);

#endif
