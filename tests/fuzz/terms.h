/*
 * The terms of a trace's jobs (job_terms.h), by choices of an input.
 */
#ifndef FUZZ_TERMS_H
#define FUZZ_TERMS_H

#include "harness/workload/job_terms.h"
#include "tests/fuzz/bytes.h"

struct job_terms_options terms_chosen(struct bytes *choices);

#endif
