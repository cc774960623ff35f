#include "harness/client/demo_parts.h"

#include "harness/cli/help.h"
#include "harness/workload/alloc.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_MOST = 63, SHOWN_WORDS = 10 };

struct word {
    char text[WORD_MOST + 1];
    int64_t count;
};

struct words {
    struct word *words;
    size_t count;
    size_t capacity;
};

static void add(struct words *list, const char *text, size_t length, int64_t count)
{
    list->words = alloc_grow(list->words, &list->capacity, list->count + 1, sizeof *list->words);
    struct word *word = &list->words[list->count++];
    memset(word, 0, sizeof *word);
    for (size_t i = 0; i < length && i < WORD_MOST; i++) {
        word->text[i] = (char)tolower((unsigned char)text[i]);
    }
    word->count = count;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct word *)a)->text, ((const struct word *)b)->text);
}

/* The most frequent first. */
static int by_count(const void *a, const void *b)
{
    const int64_t difference = ((const struct word *)b)->count - ((const struct word *)a)->count;
    return difference != 0 ? (difference > 0) - (difference < 0) : by_text(a, b);
}

/* Sorts by text; equal words become one. */
static void join(struct words *list)
{
    size_t kept = 0;
    if (list->count == 0) {
        return;
    }
    qsort(list->words, list->count, sizeof *list->words, by_text);
    for (size_t i = 1; i < list->count; i++) {
        if (by_text(&list->words[kept], &list->words[i]) == 0) {
            list->words[kept].count += list->words[i].count;
        } else {
            list->words[++kept] = list->words[i];
        }
    }
    list->count = kept + 1;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static struct words count_words(const char *text, size_t length)
{
    struct words list = {0};
    for (size_t i = 0; i < length;) {
        size_t end = i;
        while (end < length && is_letter(text[end])) {
            end++;
        }
        if (end > i) {
            add(&list, text + i, end - i, 1);
        }
        i = end + 1;
    }
    join(&list);
    return list;
}

static bool read_result(struct words *list, const char *name, struct input_error *error)
{
    FILE *file = alloc_checked(fopen(name, "r"));
    char line[WORD_MOST + 32];
    if (file == NULL) {
        return input_error_at(error, (struct place){.source = name}, "%s", strerror(errno));
    }
    while (fgets(line, sizeof line, file) != NULL) {
        char *blank = strchr(line, ' ');
        if (blank == NULL) {
            fclose(file);
            return input_error_at(error, (struct place){.source = name}, "expected lines of a word and its count");
        }
        add(list, line, (size_t)(blank - line), strtoll(blank, NULL, 10));
    }
    fclose(file);
    return true;
}

static bool same(const struct words *a, const struct words *b)
{
    for (size_t i = 0; i < a->count && i < b->count; i++) {
        if (by_text(&a->words[i], &b->words[i]) != 0 || a->words[i].count != b->words[i].count) {
            return false;
        }
    }
    return a->count == b->count;
}

/* "the 82245, is 36992, ... and plan 11563." in lines. */
static void print_most_frequent(struct words *list, FILE *out)
{
    char *text;
    size_t length;
    FILE *stream = alloc_stream(&text, &length);
    const size_t shown = list->count < SHOWN_WORDS ? list->count : SHOWN_WORDS;
    qsort(list->words, list->count, sizeof *list->words, by_count);
    fputs("The ten most frequent words:", stream);
    for (size_t i = 0; i < shown; i++) {
        fprintf(stream, " %s%s %" PRId64 "%s", i > 0 && i + 1 == shown ? "and " : "", list->words[i].text,
                list->words[i].count, i + 2 < shown ? "," : "");
    }
    fputc('.', stream);
    fclose(stream);
    help_wrapped(text, 0, 0, out);
    free(text);
}

bool demo_check(const char *text, size_t length, int results, FILE *out, struct input_error *error)
{
    struct words found = {0};
    bool good = true;
    for (int i = 0; good && i < results; i++) {
        char name[32];
        snprintf(name, sizeof name, "result.%d", i);
        good = read_result(&found, name, error);
    }
    if (good) {
        struct words counted = count_words(text, length);
        const size_t different = counted.count;
        join(&found);
        good = same(&found, &counted) || input_error_at(error, (struct place){.source = "result.0"},
                                                        "the job has counted otherwise than one "
                                                        "process");
        free(counted.words);
        print_most_frequent(&found, out);
        if (good) {
            fprintf(out, "One process counts all %zu words the same.\n", different);
        }
    }
    free(found.words);
    return good;
}
