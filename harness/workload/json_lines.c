#include "harness/workload/json_lines.h"

#include <stdbool.h>
#include <string.h>

/* The text while it is read. */
struct scan {
    struct span text;
    size_t at;
    size_t line;
    size_t depth;  /* of brackets that are open */
    bool expected; /* an element or a key may begin */
};

/* The text between the quote at which the scan stands and the next, which the scan passes. */
static struct span pass_string(struct scan *s)
{
    const size_t begin = ++s->at;
    while (s->at < s->text.length && s->text.at[s->at] != '"') {
        s->at += s->text.at[s->at] == '\\' ? 2 : 1;
    }
    const size_t end = s->at < s->text.length ? s->at : s->text.length;
    return (struct span){s->text.at + begin, end - begin};
}

void json_lines_add(struct row_lines *lines, struct span text, const char *key, size_t line)
{
    struct scan s = {.text = text, .line = line};
    bool found = false; /* the last key of the object is the one */
    for (; s.at < text.length; s.at++) {
        const char c = text.at[s.at];
        const bool blank = memchr(" \t\r", c, 3) != NULL;
        if (c == '\n') {
            s.line++;
            continue;
        }
        if (found && s.depth == 2 && s.expected && !blank && c != ']') {
            row_lines_add(lines, s.line);
        }
        const bool key_begins = s.depth == 1 && s.expected;
        s.expected = (s.expected && blank) || memchr(",{[", c, 3) != NULL;
        if (c == '"') {
            const struct span word = pass_string(&s);
            if (key_begins) {
                found = word.length == strlen(key) && memcmp(word.at, key, word.length) == 0;
            }
        } else if (c == '{' || c == '[') {
            found = found && !(s.depth == 1 && c == '{');
            s.depth++;
        } else if ((c == '}' || c == ']') && --s.depth == 0) {
            return;
        }
    }
}
