/*
 * The checks that entry points begin with.
 */
#ifndef RTMR_ACCESS_H
#define RTMR_ACCESS_H

#include "rtmr.h"

#include <stddef.h>

/* RTMR_OK, RTMR_E_NULL or RTMR_E_CONTEXT. */
enum rtmr_status rtmr_check_context(const struct rtmr *k);

/* RTMR_OK, RTMR_E_NULL, RTMR_E_CONTEXT or RTMR_E_STAGE. */
enum rtmr_status rtmr_check_stage(const struct rtmr *k, enum rtmr_stage stage);

/* RTMR_OK, RTMR_E_FEEDBACK or RTMR_E_ORDER: whether this build plans by such a policy. */
enum rtmr_status rtmr_check_policy(enum rtmr_feedback feedback, enum rtmr_order order);

#endif
