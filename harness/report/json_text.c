#include "harness/report/json_text.h"

#include "harness/workload/safe_text.h"

#include <stdlib.h>

json_t *json_text(const char *text)
{
    if (text == NULL) {
        return json_null();
    }
    char *safe = safe_text(text);
    json_t *string = json_string(safe);
    free(safe);
    return string;
}
