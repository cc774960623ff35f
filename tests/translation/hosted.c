#include "tests/translation/port.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef __has_feature
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define FORGET __msan_poison
#endif
#endif

int port_byte(void)
{
    const int byte = getchar();

    return byte == EOF ? -1 : byte;
}

void port_write(const char *text)
{
    (void)fputs(text, stdout);
}

void port_forget(void *memory, size_t bytes)
{
#ifdef FORGET
    FORGET(memory, bytes);
#else
    (void)memory;
    (void)bytes;
#endif
}

_Noreturn void port_end(int status)
{
    exit(status);
}
