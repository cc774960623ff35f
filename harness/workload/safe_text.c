#include "harness/workload/safe_text.h"

#include "harness/workload/alloc.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Code points, both ends included. */
struct interval {
    uint32_t first;
    uint32_t last;
};

/* Characters that are not shown although they are UTF-8. The joiners U+200C and U+200D are not
 * here: some scripts need them. */
static const struct interval unsafe[] = {
    {0x00, 0x1f},       /* C0 */
    {0x7f, 0x9f},       /* delete, C1 */
    {0xad, 0xad},       /* soft hyphen */
    {0x61c, 0x61c},     /* Arabic letter mark */
    {0x180e, 0x180e},   /* Mongolian vowel separator */
    {0x200b, 0x200b},   /* zero width space */
    {0x200e, 0x200f},   /* marks of direction */
    {0x2028, 0x202e},   /* separators, embeddings and overrides of direction */
    {0x2060, 0x206f},   /* word joiner, invisible operators, isolates of direction */
    {0xfdd0, 0xfdef},   /* noncharacters */
    {0xfeff, 0xfeff},   /* byte order mark */
    {0xfff0, 0xfffb},   /* unassigned, interlinear annotation */
    {0xe0000, 0xe0fff}, /* tags */
};

static bool shown(uint32_t point)
{
    if ((point & 0xfffe) == 0xfffe) {
        return false; /* the last two of each plane are noncharacters */
    }
    for (size_t i = 0; i < sizeof unsafe / sizeof unsafe[0]; i++) {
        if (point >= unsafe[i].first && point <= unsafe[i].last) {
            return false;
        }
    }
    return true;
}

/* The length in bytes of a character with this first byte; 0: no character starts with it. */
static size_t width_of(unsigned char first)
{
    return first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
}

/* The character at the beginning of `length` >= 1 bytes, and its width; width 0: it is not
 * UTF-8. */
static uint32_t decode(const char *text, size_t length, size_t *width)
{
    /* bits of the first byte, by width */
    static const unsigned char payload[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    /* a shorter form exists below it */
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *byte = (const unsigned char *)text;
    size_t wanted = width_of(byte[0]);
    uint32_t point = byte[0] & payload[wanted];
    *width = 0;
    if (wanted == 0 || wanted > length) {
        return 0;
    }
    for (size_t i = 1; i < wanted; i++) {
        if ((byte[i] & 0xc0) != 0x80) {
            return 0;
        }
        point = point << 6 | (byte[i] & 0x3f);
    }
    bool surrogate = point >= 0xd800 && point <= 0xdfff;
    if (point >= least[wanted] && point <= 0x10ffff && !surrogate) {
        *width = wanted;
    }
    return point;
}

struct safe_piece safe_text_piece(const char *text, size_t length)
{
    struct safe_piece piece = {.used = 1};
    size_t width;
    uint32_t point = decode(text, length, &width);
    int written;
    if (width > 0 && shown(point)) {
        memcpy(piece.text, text, width);
        written = (int)width;
    } else if (width <= 1) {
        written = snprintf(piece.text, sizeof piece.text, "\\x%02x", (unsigned)(unsigned char)text[0]);
    } else {
        const char *format = point > 0xffff ? "\\U%08x" : "\\u%04x";
        written = snprintf(piece.text, sizeof piece.text, format, (unsigned)point);
    }
    piece.length = (size_t)written;
    piece.used = width > 0 ? width : 1;
    return piece;
}

void safe_text_write(const char *text, FILE *out)
{
    size_t length = strlen(text);
    while (length > 0) {
        struct safe_piece piece = safe_text_piece(text, length);
        fwrite(piece.text, 1, piece.length, out);
        text += piece.used;
        length -= piece.used;
    }
}

size_t safe_text_copy(char *buffer, size_t size, const char *text, size_t length)
{
    size_t used = 0;
    size_t filled = 0;
    while (used < length) {
        struct safe_piece piece = safe_text_piece(text + used, length - used);
        if (piece.length >= size - filled) {
            break;
        }
        memcpy(buffer + filled, piece.text, piece.length);
        filled += piece.length;
        used += piece.used;
    }
    buffer[filled] = '\0';
    return used;
}

/* How long the safe form is, up to the first piece that ends behind `most`. */
static size_t safe_length(const char *text, size_t length, size_t most)
{
    size_t sum = 0;
    while (length > 0 && sum <= most) {
        struct safe_piece piece = safe_text_piece(text, length);
        sum += piece.length;
        text += piece.used;
        length -= piece.used;
    }
    return sum;
}

char *safe_text(const char *text)
{
    size_t length = strlen(text);
    size_t size = safe_length(text, length, SIZE_MAX) + 1;
    char *safe = alloc_zeroed(size, 1);
    safe_text_copy(safe, size, text, length);
    return safe;
}

char *safe_text_short(const char *text, size_t most)
{
    static const char cut[] = "...";
    size_t length = strlen(text);
    bool fits = safe_length(text, length, most) <= most;
    char *safe = alloc_zeroed(most + 1, 1);
    safe_text_copy(safe, fits ? most + 1 : most + 2 - sizeof cut, text, length);
    if (!fits) {
        strcat(safe, cut);
    }
    return safe;
}
