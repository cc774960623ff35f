/*
 * The search for the numbers that the LsPS paper does not publish: those with the factors nearest
 * to the ones in its text.
 */
#ifndef HARNESS_STUDIES_LSPS_CALIBRATION_H
#define HARNESS_STUDIES_LSPS_CALIBRATION_H

#include "harness/studies/calibration_report.h"

extern const struct calibration_report lsps_calibration;

#endif
