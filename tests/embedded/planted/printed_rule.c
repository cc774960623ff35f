/* not so: controller_kept_all(&controller) */

/* The demonstration with a kernel that reserves slots as Algorithm IV is printed (tests/campaign/mutants.py). */
#include "build/campaign/printed_rule.c"
