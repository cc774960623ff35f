/* "Did you mean": distances by hand, and against a definition by recursion on random words. */
#include "harness/cli/suggestion.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static void test_distances(void **state)
{
    (void)state;
    static const struct {
        const char *a;
        const char *b;
        size_t distance;
    } cases[] = {
        {"", "", 0},
        {"run", "run", 0},
        {"run", "RUN", 0},
        {"run", "rnu", 1},
        {"run", "ru", 1},
        {"run", "runs", 1},
        {"run", "ran", 1},
        {"run", "", 3},
        {"", "list", 4},
        {"edf", "fifo", 3},
        {"abcd", "badc", 2},
        {"ca", "abc", 3},
        {"sitting", "kitten", 3},
        {"schedular", "scheduler", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(suggestion_distance(cases[i].a, cases[i].b), cases[i].distance);
        assert_int_equal(suggestion_distance(cases[i].b, cases[i].a), cases[i].distance);
    }
}

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The same by its definition; exponential. */
static size_t naive(const char *a, size_t n, const char *b, size_t m)
{
    if (n == 0 || m == 0) {
        return n + m;
    }
    size_t least = naive(a, n - 1, b, m - 1) + (a[n - 1] != b[m - 1]);
    least = least_of(least, naive(a, n - 1, b, m) + 1);
    least = least_of(least, naive(a, n, b, m - 1) + 1);
    if (n > 1 && m > 1 && a[n - 1] == b[m - 2] && a[n - 2] == b[m - 1]) {
        least = least_of(least, naive(a, n - 2, b, m - 2) + 1);
    }
    return least;
}

static void draw(char *word)
{
    const size_t length = (size_t)(rand() % 6);
    for (size_t i = 0; i < length; i++) {
        word[i] = (char)('a' + rand() % 3);
    }
    word[length] = '\0';
}

static void test_random_words(void **state)
{
    (void)state;
    const unsigned seed = (unsigned)time(NULL);
    print_message("seed %u\n", seed);
    srand(seed);
    for (int i = 0; i < 500; i++) {
        char a[8];
        char b[8];
        draw(a);
        draw(b);
        assert_int_equal(suggestion_distance(a, b), naive(a, strlen(a), b, strlen(b)));
    }
}

static void test_long_words(void **state)
{
    (void)state;
    char word[SUGGESTION_LONGEST + 2];
    memset(word, 'x', sizeof word - 1);
    word[SUGGESTION_LONGEST] = '\0';
    assert_int_equal(suggestion_distance(word, word), 0);
    assert_int_equal(suggestion_distance(word, ""), SUGGESTION_LONGEST);
    word[SUGGESTION_LONGEST] = 'x';
    word[SUGGESTION_LONGEST + 1] = '\0';
    assert_int_equal(suggestion_distance(word, "x"), SUGGESTION_LONGEST + 1);
}

static void test_nearest(void **state)
{
    (void)state;
    static const char *const names[] = {"rtmr", "dc", "edf", "fifo", "fair", "capacity", "srt-capacity"};
    const size_t count = sizeof names / sizeof names[0];
    assert_string_equal(suggestion_find("fiffo", names, count), "fifo");
    assert_string_equal(suggestion_find("FAIR", names, count), "fair");
    assert_string_equal(suggestion_find("capactiy", names, count), "capacity");
    assert_string_equal(suggestion_find("srt-capcity", names, count), "srt-capacity");
    assert_string_equal(suggestion_find("cd", names, count), "dc");
    assert_null(suggestion_find("", names, count));
    assert_null(suggestion_find("x", names, count));
    assert_null(suggestion_find("no one", names, count));
    assert_null(suggestion_find("fifo", names, 0));
    static const char *const equally[] = {"tap", "tan"};
    assert_string_equal(suggestion_find("tab", equally, 2), "tap");
}

static void test_appended(void **state)
{
    (void)state;
    struct input_error error = {"what is wrong"};
    assert_false(suggestion_append(&error, "--", NULL));
    assert_string_equal(error.text, "what is wrong");
    assert_false(suggestion_append(&error, "--", "seed"));
    assert_string_equal(error.text, "what is wrong; did you mean `--seed'?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distances), cmocka_unit_test(test_random_words), cmocka_unit_test(test_long_words),
        cmocka_unit_test(test_nearest),   cmocka_unit_test(test_appended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
