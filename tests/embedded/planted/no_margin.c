/* not so: controller_kept_all(&controller) */

/* The super-loop with estimates that leave no time for the loop. */
#define LOOP_TICKS 0
#include "tests/embedded/examples/super_loop.c"
