/*
 * The colour of a job in pictures and tables: the same in all of a report, unlike those of its
 * neighbours, and seen on a white and on a black ground. Jobs far from each other share colours.
 */
#ifndef HARNESS_PAGE_JOB_COLOUR_H
#define HARNESS_PAGE_JOB_COLOUR_H

#include <stdint.h>

enum { JOB_COLOURS = 48 };

/* 0xRRGGBB of the job of this row of the source, which is that of row % JOB_COLOURS. */
uint32_t job_colour(int32_t row);

#endif
