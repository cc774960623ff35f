/*
 * The part of <string.h> that the kernel's unit tests use.
 */
#ifndef SHIM_STRING_H
#define SHIM_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memset(void *at, int value, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
int strcmp(const char *a, const char *b);
char *strstr(const char *text, const char *part);

#endif
