#include "board.h"
#include "tests/translation/port.h"

int port_byte(void)
{
    static unsigned char buffer[4096];
    static uint32_t held;
    static uint32_t given;

    if (given == held) {
        held = board_read(buffer, sizeof buffer);
        given = 0;
    }
    return held == 0 ? -1 : buffer[given++];
}

void port_write(const char *text)
{
    board_write(text);
}

void port_forget(void *memory, size_t bytes)
{
    (void)memory;
    (void)bytes;
}

_Noreturn void port_end(int status)
{
    board_exit(status);
}
