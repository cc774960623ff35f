/*
 * A text as a field of comma-separated values: in quotes if it has to be. Control characters and
 * bytes that are not UTF-8 are written as safe_text() shows them, so that a row is a line and can
 * be shown anywhere.
 */
#ifndef HARNESS_REPORT_CSV_TEXT_H
#define HARNESS_REPORT_CSV_TEXT_H

#include <stdio.h>

/* How a writer of files writes its fields. */
typedef void csv_text_writer(const char *text, FILE *out);

/* The text as it is. */
void csv_text_write(const char *text, FILE *out);

/* The same behind an apostrophe if it begins as a spreadsheet's formula does, with =, +, - or @. */
void csv_text_write_safe(const char *text, FILE *out);

#endif
