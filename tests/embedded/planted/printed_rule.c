/* not so: controller_kept_all(&controller) */

/* The demonstration with a kernel that reserves slots as Algorithm IV is printed
 * (tests/campaign/injected_faults.py). */
#include "build/campaign/printed_rule.c"
