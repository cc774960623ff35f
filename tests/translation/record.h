/*
 * The record of the campaign's calls, as the recorder writes it and the replay reads it: whole
 * numbers, in order,
 *
 *   RTMR_SLOTS, RTMR_JOBS, RTMR_TASKS
 *   1 if every answer is to be printed, else 0
 *   of each run: 1, its number, the 8 fields of its setup, how many calls, the fields of each call
 *   0 in place of a further run
 *
 * A number is written in groups of seven bits, the lowest first, each in a byte; a byte from 128 on
 * has another one behind it. The lowest bit of all is the sign. So no machine's order of bytes,
 * padding or size of an enum is in it.
 */
#ifndef TRANSLATION_RECORD_H
#define TRANSLATION_RECORD_H

#include "tests/campaign/call.h"

enum { RECORD_GROUP = 7, RECORD_BYTES_MOST = 10 };

#define RECORD_MORE 0x80u

#endif
