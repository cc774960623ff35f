#include "tests/fuzz/printable.h"

#include <stddef.h>
#include <stdint.h>

/* Decodes the character at *text and moves on; 0 if it is not UTF-8 in its shortest form. */
static uint32_t next_character(const unsigned char **text)
{
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    const unsigned char first = *(*text)++;
    const int more = first < 0x80 ? 0 : first >> 5 == 6 ? 1 : first >> 4 == 14 ? 2 : first >> 3 == 30 ? 3 : -1;
    uint32_t character = more <= 0 ? first : first & (0x3fU >> more);

    if (more < 0) {
        return 0;
    }
    for (int i = 0; i < more; i++) {
        if (**text >> 6 != 2) {
            return 0;
        }
        character = character << 6 | (*(*text)++ & 0x3fU);
    }
    return character < least[more] || character > 0x10ffff || character >> 11 == 0x1b ? 0 : character;
}

/* The controls, ASCII's, C1's and those of Unicode that a terminal or a reader obeys. */
static bool obeyed(uint32_t c)
{
    return c < ' ' || (0x7f <= c && c <= 0x9f) || c == 0x61c || c == 0x200b || c == 0x200e || c == 0x200f ||
           (0x2028 <= c && c <= 0x202e) || (0x2066 <= c && c <= 0x2069) || c == 0xfeff;
}

bool printable(const char *text)
{
    const unsigned char *next = (const unsigned char *)text;

    while (*next != '\0') {
        if (obeyed(next_character(&next))) {
            return false;
        }
    }
    return true;
}
