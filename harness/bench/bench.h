/*
 * The parts of the benchmark. Each prints its own table, with the method above it, and ends the
 * program if the measured code gives a wrong result.
 */
#ifndef HARNESS_BENCH_BENCH_H
#define HARNESS_BENCH_BENCH_H

/* Admission tests of the kernel against the papers' literal algorithm. */
void bench_admissions(void);

/* Events of the simulator. */
void bench_events(void);

/* Seconds that qsort() takes for 1,000 tick counts in random order: the yardstick that makes
 * figures of machines comparable. Measured again in every call. */
double bench_yardstick(void);

#endif
