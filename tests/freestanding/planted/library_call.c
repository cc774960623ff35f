/* undefined: strlen */
/* A call of a library function. */
#include <stddef.h>

size_t strlen(const char *text);
size_t rtmr_planted(const char *text);

size_t rtmr_planted(const char *text)
{
    return strlen(text) + 1;
}
