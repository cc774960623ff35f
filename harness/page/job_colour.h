/* The colour of a job in pictures and tables: the same in all of a report, unlike those of its
 * neighbours. */
#ifndef HARNESS_PAGE_JOB_COLOUR_H
#define HARNESS_PAGE_JOB_COLOUR_H

#include <stdint.h>

/* 0xRRGGBB of the job of this row of the source. */
uint32_t job_colour(int32_t row);

#endif
