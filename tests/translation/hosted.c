#include "tests/translation/port.h"

#include <stdio.h>
#include <stdlib.h>

int port_byte(void)
{
    const int byte = getchar();

    return byte == EOF ? -1 : byte;
}

void port_write(const char *text)
{
    (void)fputs(text, stdout);
}

_Noreturn void port_end(int status)
{
    exit(status);
}
