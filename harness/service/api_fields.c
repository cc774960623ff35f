#include "harness/service/api_parts.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- Parameters ------------------------------------------------------------------------------- */

const char *api_query(const struct api_request *request, const char *name)
{
    for (int i = 0; i < request->query_count; i++) {
        if (strcmp(request->queries[i].name, name) == 0) {
            return request->queries[i].value;
        }
    }
    return NULL;
}

bool api_query_number(const struct api_request *request, const char *name, int64_t least, int64_t most, int64_t *result,
                      struct api_answer *answer)
{
    const char *value = api_query(request, name);
    if (value == NULL) {
        return true;
    }
    char *end;
    errno = 0;
    long long number = strtoll(value, &end, 10);
    if (!isdigit((unsigned char)value[0]) || *end != '\0' || errno != 0 || number < least || number > most) {
        api_error(answer, 400, name, "%s: a whole number from %lld to %lld is expected", name, (long long)least,
                  (long long)most);
        return false;
    }
    *result = number;
    return true;
}

static bool find_word(const char *value, const char *name, const char *const *words, int *result,
                      struct api_answer *answer)
{
    struct text list = {0};
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], value) == 0) {
            *result = i;
            text_free(&list);
            return true;
        }
        text_format(&list, "%s%s", i == 0 ? "" : words[i + 1] == NULL ? " or " : ", ", words[i]);
    }
    api_error(answer, 400, name, "%s: %s is expected", name, list.at);
    text_free(&list);
    return false;
}

bool api_query_word(const struct api_request *request, const char *name, const char *const *words, int *result,
                    struct api_answer *answer)
{
    const char *value = api_query(request, name);
    return value == NULL || find_word(value, name, words, result, answer);
}

/* --- Fields of a body ------------------------------------------------------------------------- */

static const json_t *field(const json_t *body, const char *name)
{
    const json_t *value = json_object_get(body, name);
    return json_is_null(value) ? NULL : value;
}

bool api_has(const json_t *body, const char *name)
{
    return field(body, name) != NULL;
}

static bool knows_fields(json_t *body, const char *const *known, struct api_answer *answer)
{
    const char *name;
    json_t *value;
    json_object_foreach(body, name, value)
    {
        int i = 0;
        while (known[i] != NULL && strcmp(known[i], name) != 0) {
            i++;
        }
        if (known[i] == NULL) {
            char shown[64];
            snprintf(shown, sizeof shown, "%s", name);
            api_error(answer, 400, shown, "%s: there is no such field", shown);
            return false;
        }
    }
    return true;
}

json_t *api_body(const struct api_request *request, const char *const *known, struct api_answer *answer)
{
    if (request->body_size == 0) {
        return json_object();
    }
    json_error_t error;
    json_t *body = json_loadb(request->body, request->body_size, JSON_REJECT_DUPLICATES, &error);
    if (body == NULL) {
        api_error(answer, 400, NULL, "the body is not JSON: line %d, column %d: %s", error.line, error.column,
                  error.text);
        return NULL;
    }
    if (!json_is_object(body)) {
        api_error(answer, 400, NULL, "the body is not a JSON object");
        json_decref(body);
        return NULL;
    }
    if (!knows_fields(body, known, answer)) {
        json_decref(body);
        return NULL;
    }
    return body;
}

bool api_field_number(const json_t *body, const char *name, int64_t least, int64_t most, int64_t *result,
                      struct api_answer *answer)
{
    const json_t *value = field(body, name);
    if (value == NULL) {
        return true;
    }
    if (!json_is_integer(value) || json_integer_value(value) < least || json_integer_value(value) > most) {
        api_error(answer, 400, name, "%s: a whole number from %lld to %lld is expected", name, (long long)least,
                  (long long)most);
        return false;
    }
    *result = json_integer_value(value);
    return true;
}

bool api_field_truth(const json_t *body, const char *name, bool *result, struct api_answer *answer)
{
    const json_t *value = field(body, name);
    if (value != NULL && !json_is_boolean(value)) {
        api_error(answer, 400, name, "%s: true or false is expected", name);
        return false;
    }
    if (value != NULL) {
        *result = json_is_true(value);
    }
    return true;
}

bool api_field_text(const json_t *body, const char *name, size_t most, const char **result, struct api_answer *answer)
{
    const json_t *value = field(body, name);
    if (value == NULL) {
        return true;
    }
    const char *text = json_string_value(value);
    bool good = text != NULL && text[0] != '\0' && strlen(text) <= most;
    for (size_t i = 0; good && text[i] != '\0'; i++) {
        good = (unsigned char)text[i] >= ' ' && text[i] != 0x7f;
    }
    if (!good) {
        api_error(answer, 400, name, "%s: text of 1 to %zu bytes without control characters is expected", name, most);
        return false;
    }
    *result = text;
    return true;
}

bool api_field_word(const json_t *body, const char *name, const char *const *words, int *result,
                    struct api_answer *answer)
{
    const json_t *value = field(body, name);
    if (value == NULL) {
        return true;
    }
    return find_word(json_is_string(value) ? json_string_value(value) : "", name, words, result, answer);
}

bool api_field_deadline(const json_t *body, bool *is_wall, int64_t *deadline, struct api_answer *answer)
{
    *is_wall = api_has(body, "deadline_at");
    if (*is_wall && api_has(body, "deadline_ms")) {
        api_error(answer, 400, "deadline_ms", "deadline_ms and deadline_at exclude each other");
        return false;
    }
    if (!*is_wall && !api_has(body, "deadline_ms")) {
        api_error(answer, 400, "deadline_ms", "deadline_ms or deadline_at is missing");
        return false;
    }
    return *is_wall ? api_field_number(body, "deadline_at", 0, API_AT_MAX, deadline, answer)
                    : api_field_number(body, "deadline_ms", 0, API_MS_MAX, deadline, answer);
}
