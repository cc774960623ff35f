/* not so: atomic_load(&lost) == 0 */

/* The task with an interrupt, and a ring with too little room. */
#define COMPLETIONS 1u
#include "tests/embedded/examples/interrupt.c"
