#include "harness/page/html.h"

#include "harness/workload/alloc.h"
#include "harness/workload/safe_text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Larger drawings show as pixels: a page should load at once. */
enum { SVG_MOST = 400000 };

static const char style[] =
    "<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<style>\n"
    "body{margin:0;background:#fff;color:#202124;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}\n"
    "main{max-width:60rem;margin:0 auto;padding:2rem 1.25rem 4rem}\n"
    "h1{font-size:1.7rem;line-height:1.25;margin:0 0 .3rem;overflow-wrap:anywhere}\n"
    "h2{font-size:1.2rem;margin:2.6rem 0 .4rem;padding-top:1.1rem;border-top:1px solid #dadce0}\n"
    "p{margin:.4rem 0}.facts{color:#5f6368}.words{padding-left:1.2rem}.words li{margin:.35rem 0}\n"
    "nav{margin:1rem 0 0;font-size:.92rem;line-height:1.9}nav a{margin-right:1.1rem;white-space:nowrap}\n"
    "a{color:#0b57d0}\n"
    "th:first-child,td:first-child{padding-left:0}\n"
    "figure{margin:0}figure img{width:100%;height:auto;display:block;margin-top:.6rem}\n"
    "table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}\n"
    ".wide{overflow-x:auto;width:max-content;min-width:100%;max-width:calc(100vw - 2.5rem);position:relative;left:50%;"
    "transform:translateX(-50%)}\n"
    "th,td{padding:.26rem .6rem;text-align:right;border-bottom:1px solid #eceef0;white-space:nowrap}\n"
    "thead th{border-bottom:2px solid #dadce0}tbody tr:hover{background:#f6f8fb}\n"
    "th{text-align:left;font-weight:500}th.number{text-align:right}td.name{text-align:left}.sd{color:#80868b}\n"
    "td i{display:inline-block;width:.75em;height:.75em;margin-right:.5em;border-radius:2px}\n"
    ".missed{color:#b3261e}.rejected{color:#80868b}\n"
    "details{margin:.5rem 0}summary{cursor:pointer}details table{margin:.4rem 0 1rem}\n"
    "pre{background:#f6f8fb;border:1px solid #e3e6ea;border-radius:6px;padding:.8rem 1rem;overflow-x:auto;"
    "font-size:.85rem}\n"
    "@media print{details{display:none}h2{break-after:avoid}figure{break-inside:avoid}}\n"
    "</style>\n";

static void write_piece(const struct safe_piece *piece, FILE *out)
{
    switch (piece->text[0]) {
    case '&': fputs("&amp;", out); break;
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '"': fputs("&quot;", out); break;
    default: fwrite(piece->text, 1, piece->length, out);
    }
}

static void write_span(const char *text, size_t length, FILE *out)
{
    while (length > 0) {
        struct safe_piece piece = safe_text_piece(text, length);
        write_piece(&piece, out);
        text += piece.used;
        length -= piece.used;
    }
}

void html_text(const char *text, FILE *out)
{
    write_span(text, strlen(text), out);
}

void html_lines(const char *text, FILE *out)
{
    const char *end;
    for (; (end = strchr(text, '\n')) != NULL; text = end + 1) {
        write_span(text, (size_t)(end - text), out);
        fputc('\n', out);
    }
    html_text(text, out);
}

void html_format(FILE *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = alloc_print_list(format, arguments);
    va_end(arguments);
    html_text(text, out);
    free(text);
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

void html_style(FILE *out)
{
    fputs(style, out);
}

void html_figure(const struct drawn_figure *drawn, FILE *out)
{
    const struct figure *figure = drawn->figure;
    enum figure_kind kind = drawn->pictures[FIGURE_SVG].length <= SVG_MOST ? FIGURE_SVG : FIGURE_PNG;
    fprintf(out, "<h2 id=\"%s\">", figure->name);
    html_text(figure->heading, out);
    fputs("</h2>\n<figure><figcaption>", out);
    html_text(figure->sentence, out);
    fputs("</figcaption>\n", out);
    html_image(&drawn->pictures[kind], kind, figure->heading, out);
    fputs("</figure>\n", out);
}
