#include "harness/page/html.h"

#include "harness/page/job_colour.h"
#include "harness/page/page_files.h"
#include "harness/workload/alloc.h"
#include "harness/workload/safe_text.h"
#include "kernel/rtmr_config.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

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

/* The colours of jobs, in which swatches of tables and boxes of schedules are filled. */
static void write_job_colours(FILE *out)
{
    for (int32_t i = 0; i < JOB_COLOURS; i++) {
        fprintf(out, ".c%" PRId32 "{--c:#%06" PRIx32 "}", i, job_colour(i));
    }
}

void html_begin(const char *heading, FILE *out)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>", out);
    html_text(heading, out);
    fputs("</title>\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
          "script-src 'unsafe-inline'; img-src data:\">\n"
          "<link rel=\"icon\" href=\"data:,\">\n<style>\n",
          out);
    fputs(page_css, out);
    write_job_colours(out);
    fputs("\n</style>\n</head>\n<body><main>\n<h1>", out);
    html_text(heading, out);
    fputs("</h1>\n", out);
}

/* Pages are recognised by it. */
static const char own_mark[] = "<p class=\"facts\">rtmr ";

void html_end(FILE *out)
{
    fprintf(out, "%s%s</p>\n</main>\n<script>\n", own_mark, RTMR_VERSION);
    fputs(page_js, out);
    fputs("</script>\n</body>\n</html>\n", out);
}

bool html_is_own(const char *page)
{
    return strstr(page, own_mark) != NULL;
}

static const char before_name[] = "<h2 id=\"";
static const char after_heading[] = "</h2>\n<figure>";

void html_figure(const struct figure *figure, FILE *out)
{
    fprintf(out, "%s%s\">", before_name, figure->name);
    html_text(figure->heading, out);
    fprintf(out, "%s<figcaption>", after_heading);
    html_text(figure->sentence, out);
    fputs("</figcaption>\n", out);
    fputs(figure->drawing, out);
    fputs("</figure>\n", out);
}

char *html_next_figure(const char **at)
{
    while ((*at = strstr(*at, before_name)) != NULL) {
        *at += strlen(before_name);
        size_t length = strspn(*at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.");
        const char *end = strstr(*at, "</h2>\n");
        if (length > 0 && (*at)[length] == '"' && end != NULL &&
            strncmp(end, after_heading, strlen(after_heading)) == 0) {
            return alloc_text(*at, length);
        }
    }
    return NULL;
}

void html_link(const char *name, const char *heading, FILE *out)
{
    fprintf(out, "<a href=\"#%s\">", name);
    html_text(heading, out);
    fputs("</a> ", out);
}

static void write_row(const struct table *table, size_t first, const char *element, FILE *out)
{
    fputs("<tr>", out);
    for (size_t c = 0; c < table->columns; c++) {
        bool names = c < table->left;
        const char *tag = names ? "th" : element;
        const char *attribute = !names && tag[1] == 'h' ? " class=\"number\""
                                : names && first > 0    ? " scope=\"row\""
                                                        : "";
        fprintf(out, "<%s%s>", tag, attribute);
        html_text(table->cells[first + c], out);
        fprintf(out, "</%s>", tag);
    }
    fputs("</tr>\n", out);
}

void html_table(const struct table *table, FILE *out)
{
    fputs("<div class=\"wide\"><table class=\"sortable\">\n<thead>", out);
    write_row(table, 0, "th", out);
    fputs("</thead>\n<tbody>\n", out);
    for (size_t first = table->columns; first + table->columns <= table->count; first += table->columns) {
        write_row(table, first, "td", out);
    }
    fputs("</tbody></table></div>\n", out);
}
