/*
 * What dispatch latency adds to the times of a stage, given a pointer to its pool; nothing in a
 * build without it. (Macros, so that a build without it pays for none of it.)
 */
#ifndef RTMR_LATENCY_PADS_H
#define RTMR_LATENCY_PADS_H

#include "rtmr.h"

#if RTMR_WITH_LATENCY
#define RTMR_NOTICE_PAD(pool) ((pool)->notice_pad)   /* until the end of a task is noticed: part of every estimate */
#define RTMR_RELEASE_PAD(pool) ((pool)->release_pad) /* until a stage that is released gets its first slot */
#define RTMR_WAIT_PAD(pool) ((pool)->wait_pad)       /* until any one task gets a slot */
#else
#define RTMR_NOTICE_PAD(pool) ((void)(pool), (rtmr_ticks)0)
#define RTMR_RELEASE_PAD(pool) ((void)(pool), (rtmr_ticks)0)
#define RTMR_WAIT_PAD(pool) ((void)(pool), (rtmr_ticks)0)
#endif

#endif
