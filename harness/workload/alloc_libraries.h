/* Allocation inside libraries ends the program as the harness's own does (alloc.h). */
#ifndef HARNESS_WORKLOAD_ALLOC_LIBRARIES_H
#define HARNESS_WORKLOAD_ALLOC_LIBRARIES_H

/* Call it before any function of Jansson or GSL. From then on Jansson's functions fail only where
 * their arguments are wrong, such as a text that is not UTF-8, and gsl_*_alloc() never returns
 * NULL. Any other error that GSL finds is a mistake of this program: it is named on stderr, and the
 * status is 1. */
void alloc_in_libraries(void);

#endif
