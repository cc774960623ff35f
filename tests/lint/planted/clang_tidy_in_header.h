/* Included by clang_tidy_in_header.c. */
#define WITHOUT_PARENTHESES(jobs) jobs * 2
