#include "tests/fuzz/bytes.h"

#include <string.h>

uint8_t bytes_next(struct bytes *b)
{
    if (b->left == 0) {
        return 0;
    }
    b->left--;
    return *b->at++;
}

uint64_t bytes_next64(struct bytes *b)
{
    uint64_t number = 0;

    for (int i = 0; i < 8; i++) {
        number |= (uint64_t)bytes_next(b) << (8 * i);
    }
    return number;
}

uint32_t bytes_choice(struct bytes *b, uint32_t count)
{
    return (uint32_t)(bytes_next(b) & 0x0f) % count;
}

struct bytes bytes_line(struct bytes *b)
{
    const uint8_t *const end = b->left == 0 ? NULL : memchr(b->at, '\n', b->left);
    const size_t length = end == NULL ? b->left : (size_t)(end - b->at);
    const size_t taken = length + (end != NULL);
    const struct bytes line = {b->at, length};

    if (taken > 0) {
        b->at += taken;
    }
    b->left -= taken;
    return line;
}
