#include "harness/service/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *text_memory(void *old, size_t size)
{
    void *memory = realloc(old, size);
    if (memory == NULL) {
        fputs("rtmrd: out of memory\n", stderr);
        abort();
    }
    return memory;
}

static void reserve(struct text *text, size_t more)
{
    size_t room = text->room < 256 ? 256 : text->room;
    if (more >= SIZE_MAX / 4 - text->size) {
        fputs("rtmrd: a text has no end\n", stderr);
        abort();
    }
    while (room < text->size + more + 1) {
        room *= 2;
    }
    if (room != text->room) {
        text->at = text_memory(text->at, room);
        text->room = room;
    }
}

void text_add(struct text *text, const char *bytes, size_t size)
{
    reserve(text, size);
    if (size > 0) {
        memcpy(text->at + text->size, bytes, size);
    }
    text->size += size;
    text->at[text->size] = '\0';
}

void text_put(struct text *text, const char *string)
{
    text_add(text, string, strlen(string));
}

void text_format(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_list again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length > 0) {
        reserve(text, (size_t)length);
        vsnprintf(text->at + text->size, (size_t)length + 1, format, again);
        text->size += (size_t)length;
    }
    va_end(again);
}

void text_free(struct text *text)
{
    free(text->at);
    *text = (struct text){0};
}
