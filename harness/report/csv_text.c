#include "harness/report/csv_text.h"

#include "harness/workload/safe_text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Readers may cut blanks at the ends of a field that has no quotes. */
static bool needs_quotes(const char *text)
{
    size_t length = strlen(text);
    return strpbrk(text, ",\"") != NULL || (length > 0 && (text[0] == ' ' || text[length - 1] == ' '));
}

static void write_field(const char *before, const char *text, FILE *out)
{
    char *safe = safe_text(text);
    bool quotes = needs_quotes(safe);
    fputs(quotes ? "\"" : "", out);
    fputs(before, out);
    for (const char *at = safe; *at != '\0'; at++) {
        fputs(*at == '"' ? "\"" : "", out);
        fputc(*at, out);
    }
    fputs(quotes ? "\"" : "", out);
    free(safe);
}

void csv_text_write(const char *text, FILE *out)
{
    write_field("", text, out);
}

void csv_text_write_safe(const char *text, FILE *out)
{
    bool formula = text[0] != '\0' && strchr("=+-@", text[0]) != NULL;
    write_field(formula ? "'" : "", text, out);
}
