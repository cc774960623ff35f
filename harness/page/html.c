#include "harness/page/html.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

void html_text(const char *text, FILE *out)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc(*text, out);
        }
    }
}

void html_format(FILE *out, const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) >= 0) {
        html_text(text, out);
        free(text);
    }
    va_end(arguments);
}

static void base64(const char *bytes, size_t length, FILE *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        uint32_t group = 0;
        for (size_t k = 0; k < 3; k++) {
            group = group << 8 | (i + k < length ? (unsigned char)bytes[i + k] : 0U);
        }
        for (size_t k = 0; k < 4; k++) {
            fputc(i + k <= length ? digits[group >> (18 - 6 * k) & 63U] : '=', out);
        }
    }
}

void html_image(const struct picture *picture, enum figure_kind kind, const char *alternative, FILE *out)
{
    fputs("<img alt=\"", out);
    html_text(alternative, out);
    fprintf(out, "\" src=\"data:image/%s;base64,", kind == FIGURE_SVG ? "svg+xml" : "png");
    base64(picture->bytes, picture->length, out);
    fputs("\">", out);
}
