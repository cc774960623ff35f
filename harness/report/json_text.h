/* A text of unknown origin as a string of JSON, in the form of safe_text(). */
#ifndef HARNESS_REPORT_JSON_TEXT_H
#define HARNESS_REPORT_JSON_TEXT_H

#include <jansson.h>

/* A new string. NULL is null. */
json_t *json_text(const char *text);

#endif
