/*
 * Formatted output to the board's console.
 */
#ifndef SHIM_PRINT_H
#define SHIM_PRINT_H

#include <stdarg.h>

/* Knows %s, %d (int), %jd (intmax_t), %ju (uintmax_t) and %%. */
void print(const char *format, ...) __attribute__((format(printf, 1, 2)));
void print_list(const char *format, va_list values);

#endif
