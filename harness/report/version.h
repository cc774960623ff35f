/* The version of the command, as `rtmr --version` and every report give it. */
#ifndef HARNESS_REPORT_VERSION_H
#define HARNESS_REPORT_VERSION_H

#define RTMR_HARNESS_VERSION "0.1.0"

#endif
