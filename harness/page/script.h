/* A gnuplot script in memory: open it, write to its stream, close it. */
#ifndef HARNESS_PAGE_SCRIPT_H
#define HARNESS_PAGE_SCRIPT_H

#include <stddef.h>
#include <stdio.h>

struct script {
    FILE *stream;
    char *text;
    size_t length;
};

/* The address must stay the same until it is closed. */
void script_open(struct script *script);

/* Its text; free() it. */
char *script_close(struct script *script);

#endif
