/*
 * The search for the numbers that the SRT paper does not publish: those with the changes nearest to
 * the ones in its text.
 */
#ifndef HARNESS_STUDIES_SRT_CALIBRATION_H
#define HARNESS_STUDIES_SRT_CALIBRATION_H

#include "harness/studies/calibration_report.h"

extern const struct calibration_report srt_calibration;

#endif
