/*
 * The options of the command line as rows of typed tables: the name of an option, the type and
 * place of its value, and its sentence in the help.
 */
#ifndef HARNESS_CLI_OPTION_TABLE_H
#define HARNESS_CLI_OPTION_TABLE_H

#include "harness/workload/input_error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The type of the field at the offset of a row. */
enum option_kind {
    OPTION_FLAG,    /* bool: becomes true; the option has no value */
    OPTION_INTEGER, /* int64_t, or uint64_t */
    OPTION_DECIMAL, /* double */
    OPTION_CHOICE,  /* an enumeration: the number of the name */
    OPTION_TEXT,    /* const char *: as it is */
    OPTION_FOLDER,  /* const char *: a folder that is written */
    OPTION_INPUT,   /* const char *: a file that is read; "-" is standard input */
    OPTION_OUTPUT,  /* const char *: a file that is written; "-" is standard output */
    OPTION_OWN      /* `set` does it */
};

/* Handles the value of an OPTION_OWN, NULL if there is none. False: *error is set. */
typedef bool option_setter(void *target, const char *value, struct input_error *error);

struct option_row {
    const char *name; /* without dashes; NULL ends a table */
    char letter;      /* of the short form; 0: there is none */
    /* its name in the help; in brackets: it is optional; NULL: there is none */
    const char *value;
    const char *help; /* a sentence, or several */
    enum option_kind kind;
    size_t offset;
    union {
        struct {
            int64_t least;
            int64_t most;
        } integer;
        struct {
            double least;
            double most;
        } decimal;
        /* in the order of their numbers, ended by NULL; "" cannot be chosen */
        const char *const *choices;
        option_setter *set;
    };
};

#define OPTION_ROW_END                                                                                                 \
    {                                                                                                                  \
        .name = NULL                                                                                                   \
    }

/* A table and the struct that its offsets are in. */
struct option_group {
    /* of the help, without its colon; "": the group continues; NULL: the help does not show it */
    const char *heading;
    const struct option_row *rows; /* NULL ends a list of groups */
    void *target;
};

/* Which options a command line names. */
enum { OPTIONS_MOST = 128 };

struct given_options {
    const struct option_row *rows[OPTIONS_MOST];
    size_t count;
};

bool option_given(const struct given_options *given, const char *name);

/* The first of a table's options that was given; NULL: none. */
const struct option_row *option_given_of(const struct given_options *given, const struct option_row *table);

/* The next row of a list of groups behind `row`, NULL for the first. *group is advanced with it.
 * NULL: there is no other. */
const struct option_row *option_next(const struct option_group **group, const struct option_row *row);

/* Stores a value, NULL if there is none. False: *error names the option and the expected value. */
bool option_set(const struct option_row *row, void *target, const char *value, struct input_error *error);

/* The number of a name, or -1: *error lists the names and the most similar one. `name`: the
 * option's, with its dashes. */
int option_choice(const char *value, const char *name, const char *const *choices, struct input_error *error);

/* Whether at most one of the inputs is standard input. False: *error is set. */
bool option_check_stdin(const struct option_group *groups, struct input_error *error);

/* Whether a file name stands for standard output. */
bool option_is_stdout(const char *path);

#endif
