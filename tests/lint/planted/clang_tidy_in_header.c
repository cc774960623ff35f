/* clang_tidy: clang_tidy_in_header\.h.*bugprone-macro-parentheses */
#include "clang_tidy_in_header.h"

int planted(int jobs);

int planted(int jobs)
{
    return WITHOUT_PARENTHESES(jobs);
}
