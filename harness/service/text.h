/* Text that grows. A process without memory ends: nothing that was promised is lost by that. */
#ifndef SERVICE_TEXT_H
#define SERVICE_TEXT_H

#include <stddef.h>

struct text {
    char *at; /* NULL while empty; otherwise with a zero behind it */
    size_t size;
    size_t room;
};

/* Like malloc() and realloc(), but never NULL. */
void *text_memory(void *old, size_t size);

void text_add(struct text *text, const char *bytes, size_t size);
void text_put(struct text *text, const char *string);
void text_format(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_free(struct text *text);

#endif
