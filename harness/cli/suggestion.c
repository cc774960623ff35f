#include "harness/cli/suggestion.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

size_t suggestion_distance(const char *a, const char *b)
{
    const size_t rows = strlen(a);
    const size_t columns = strlen(b);
    if (rows > SUGGESTION_LONGEST || columns > SUGGESTION_LONGEST) {
        return rows > columns ? rows : columns;
    }
    /* rows i - 2, i - 1 and i of the table of distances between beginnings of the words */
    size_t table[3][SUGGESTION_LONGEST + 1];
    for (size_t k = 0; k <= columns; k++) {
        table[0][k] = k;
    }
    for (size_t i = 1; i <= rows; i++) {
        size_t *now = table[i % 3];
        const size_t *before = table[(i + 2) % 3];
        now[0] = i;
        for (size_t k = 1; k <= columns; k++) {
            now[k] = before[k - 1] + (same(a[i - 1], b[k - 1]) ? 0 : 1);
            now[k] = least_of(now[k], least_of(before[k], now[k - 1]) + 1);
            if (i > 1 && k > 1 && same(a[i - 1], b[k - 2]) && same(a[i - 2], b[k - 1])) {
                now[k] = least_of(now[k], table[(i + 1) % 3][k - 2] + 1);
            }
        }
    }
    return table[rows % 3][columns];
}

const char *suggestion_find(const char *typed, const char *const names[], size_t count)
{
    const char *nearest = NULL;
    size_t least = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t distance = suggestion_distance(typed, names[i]);
        const size_t third = strlen(names[i]) / 3;
        const size_t most = third > 1 ? third : 1;
        if (distance <= most && distance < strlen(names[i]) && (nearest == NULL || distance < least)) {
            nearest = names[i];
            least = distance;
        }
    }
    return nearest;
}

bool suggestion_append(struct input_error *error, const char *prefix, const char *name)
{
    if (name != NULL) {
        const size_t length = strlen(error->text);
        snprintf(error->text + length, sizeof error->text - length, "; did you mean `%s%s'?", prefix, name);
    }
    return false;
}
