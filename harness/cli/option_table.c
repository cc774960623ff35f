#include "harness/cli/option_table.h"

#include "harness/cli/suggestion.h"
#include "harness/cli/value.h"

#include <stdio.h>
#include <string.h>

enum { NAME_SPACE = 48, CHOICES_MOST = 32 };

bool option_given(const struct given_options *given, const char *name)
{
    for (size_t i = 0; i < given->count; i++) {
        if (strcmp(given->rows[i]->name, name) == 0) {
            return true;
        }
    }
    return false;
}

const struct option_row *option_given_of(const struct given_options *given, const struct option_row *table)
{
    for (const struct option_row *row = table; row->name != NULL; row++) {
        if (option_given(given, row->name)) {
            return row;
        }
    }
    return NULL;
}

const struct option_row *option_next(const struct option_group **group, const struct option_row *row)
{
    row = row == NULL ? (*group)->rows : row + 1;
    while (row != NULL && row->name == NULL) {
        ++*group;
        row = (*group)->rows;
    }
    return row;
}

int option_choice(const char *value, const char *name, const char *const *choices, struct input_error *error)
{
    const char *names[CHOICES_MOST];
    size_t count = 0;
    for (int i = 0; choices[i] != NULL; i++) {
        if (choices[i][0] != '\0' && strcmp(value, choices[i]) == 0) {
            return i;
        }
        if (choices[i][0] != '\0' && count < CHOICES_MOST) {
            names[count++] = choices[i];
        }
    }
    char expected[256] = "";
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(expected);
        const char *before = i == 0 ? "" : i + 1 == count ? " or " : ", ";
        snprintf(expected + length, sizeof expected - length, "%s%s", before, names[i]);
    }
    cli_unexpected(value, name, expected, error);
    suggestion_append(error, "", suggestion_find(value, names, count));
    return -1;
}

static bool set_choice(const struct option_row *row, void *place, const char *value, const char *name,
                       struct input_error *error)
{
    const int number = option_choice(value, name, row->choices, error);
    if (number >= 0) {
        memcpy(place, &number, sizeof number);
    }
    return number >= 0;
}

bool option_set(const struct option_row *row, void *target, const char *value, struct input_error *error)
{
    void *place = (char *)target + row->offset;
    char name[NAME_SPACE];
    snprintf(name, sizeof name, "--%s", row->name);
    switch (row->kind) {
    case OPTION_FLAG: *(bool *)place = true; return true;
    case OPTION_INTEGER:
        return cli_integer(value, name, row->integer.least, row->integer.most, (int64_t *)place, error);
    case OPTION_DECIMAL: return cli_decimal(value, name, row->decimal.least, row->decimal.most, (double *)place, error);
    case OPTION_CHOICE: return set_choice(row, place, value, name, error);
    case OPTION_OWN: return row->set(target, value, error);
    case OPTION_FOLDER:
        *(const char **)place = value;
        return (strcmp(value, "-") != 0 && value[0] != '\0') || cli_unexpected(value, name, "a folder", error);
    case OPTION_INPUT:
    case OPTION_OUTPUT:
        *(const char **)place = value;
        return value[0] != '\0' || cli_unexpected(value, name, "the name of a file", error);
    default: *(const char **)place = value; return true;
    }
}

static bool is_one_of(const char *path, const char *const names[], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(path, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool option_is_stdout(const char *path)
{
    static const char *const names[] = {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
    return is_one_of(path, names, sizeof names / sizeof names[0]);
}

static bool is_stdin(const char *path)
{
    static const char *const names[] = {"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"};
    return is_one_of(path, names, sizeof names / sizeof names[0]);
}

bool option_check_stdin(const struct option_group *groups, struct input_error *error)
{
    const char *taken_by = NULL;
    const struct option_group *group = groups;
    for (const struct option_row *row = option_next(&group, NULL); row != NULL; row = option_next(&group, row)) {
        const char *path = row->kind == OPTION_INPUT ? *(const char **)((char *)group->target + row->offset) : NULL;
        if (path == NULL || !is_stdin(path)) {
            continue;
        }
        if (taken_by != NULL) {
            char name[NAME_SPACE];
            snprintf(name, sizeof name, "--%s", row->name);
            return input_error_at(error, (struct place){.source = name}, "expected a file: --%s takes standard input",
                                  taken_by);
        }
        taken_by = row->name;
    }
    return true;
}
