/*
 * A few functions of the C library. gcc may call the first three on its own.
 */
#include <stdlib.h>
#include <string.h>

#include <stdint.h>

/* May be the representation of any object. */
typedef uint32_t __attribute__((may_alias)) word;

void *memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
    unsigned char *const t = to;
    const unsigned char *const f = from;
    size_t done = 0;

    if (((uintptr_t)to | (uintptr_t)from) % sizeof(word) == 0) { /* contexts: copied often, and large */
        for (; done + sizeof(word) <= bytes; done += sizeof(word)) {
            *(word *)(t + done) = *(const word *)(f + done);
        }
    }
    for (; done < bytes; done++) {
        t[done] = f[done];
    }
    return to;
}

void *memset(void *at, int value, size_t bytes)
{
    unsigned char *const a = at;

    for (size_t i = 0; i < bytes; i++) {
        a[i] = (unsigned char)value;
    }
    return at;
}

int memcmp(const void *a, const void *b, size_t bytes)
{
    const unsigned char *const x = a;
    const unsigned char *const y = b;

    for (size_t i = 0; i < bytes; i++) {
        if (x[i] != y[i]) {
            return x[i] < y[i] ? -1 : 1;
        }
    }
    return 0;
}

int strcmp(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

char *strstr(const char *text, const char *part)
{
    for (;; text++) {
        size_t i = 0;

        while (part[i] != '\0' && text[i] == part[i]) {
            i++;
        }
        if (part[i] == '\0') {
            return (char *)(uintptr_t)text; /* as the standard has it: without the const */
        }
        if (*text == '\0') {
            return NULL;
        }
    }
}

char *getenv(const char *name)
{
    static char runs[] = "50";

    while (*name != '\0') {
        if (strcmp(name, "_RUNS") == 0) {
            return runs;
        }
        name++;
    }
    return NULL;
}

unsigned long long strtoull(const char *text, char **end, int base)
{
    unsigned long long number = 0;

    (void)end;
    for (; *text >= '0' && *text <= '9'; text++) {
        number = number * (unsigned)base + (unsigned)(*text - '0');
    }
    return number;
}
