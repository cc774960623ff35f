/* hosted_analyzer: analyzer-use-after-free */
#include <stdlib.h>

int planted(void);

int planted(void)
{
    int *const slots = malloc(sizeof *slots);
    int first = 0;

    if (slots != NULL) {
        *slots = 1;
        free(slots);
        first = *slots;
    }
    return first;
}
