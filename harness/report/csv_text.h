/* A text as a field of comma-separated values: in quotes if it has to be. */
#ifndef HARNESS_REPORT_CSV_TEXT_H
#define HARNESS_REPORT_CSV_TEXT_H

#include <stdio.h>

void csv_text_write(const char *text, FILE *out);

#endif
