/*
 * What the environment decides: nothing is known of the results. These functions have no body.
 */
#ifndef PROOFS_CHOICES_H
#define PROOFS_CHOICES_H

#include "kernel/rtmr.h"

/*@ terminates \true; exits \false; assigns \nothing; */
int32_t rtmr_any_number(void);
/*@ terminates \true; exits \false; assigns \nothing; */
rtmr_ticks rtmr_any_instant(void);
/*@ terminates \true; exits \false; assigns \nothing; */
rtmr_handle rtmr_any_handle(void);
/*@ terminates \true; exits \false; assigns \nothing; */
enum rtmr_stage rtmr_any_stage(void);
/*@ terminates \true; exits \false; assigns \nothing; */
enum rtmr_feedback rtmr_any_feedback(void);
/*@ terminates \true; exits \false; assigns \nothing; */
enum rtmr_order rtmr_any_order(void);

#endif
