/*
 * The benchmark of `make bench`. No test depends on it.
 */
#include "harness/bench/bench.h"

#include <stdio.h>

int main(void)
{
    bench_admissions();
    putchar('\n');
    bench_events();
    return 0;
}
