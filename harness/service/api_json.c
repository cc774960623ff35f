#include "harness/service/api_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *api_stage_name(enum rtmr_stage stage)
{
    return stage == RTMR_MAP ? "map" : "reduce";
}

json_t *api_number(int64_t number, int64_t none)
{
    return number == none ? json_null() : json_integer(number);
}

json_t *api_ms(rtmr_ticks ms)
{
    return api_number(ms, RTMR_NEVER);
}

json_t *api_at(const struct api *api, rtmr_ticks at)
{
    if (at == RTMR_NEVER) {
        return json_null();
    }
    return json_integer(clock_wall_of(store_clock(service_store(api->service)), at));
}

json_t *api_string(const char *text)
{
    if (text == NULL) {
        return json_null();
    }
    json_t *string = json_string(text);
    if (string != NULL) {
        return string;
    }
    char *safe = text_memory(NULL, strlen(text) + 1);
    for (size_t i = 0; i <= strlen(text); i++) {
        safe[i] = text[i];
        if ((unsigned char)text[i] >= 0x80) {
            safe[i] = '?';
        }
    }
    string = json_string(safe);
    free(safe);
    return string;
}

void api_answer_text(struct api_answer *answer, unsigned status, const char *type, struct text *text)
{
    *answer = (struct api_answer){
        .status = status, .type = type, .text = text->at, .size = text->size, .owned = text->at, .file = -1};
    if (text->at == NULL) {
        answer->text = "";
    }
    *text = (struct text){0};
}

void api_put_json(struct text *text, json_t *json)
{
    char *dumped = json_dumps(json, JSON_COMPACT);
    text_put(text, dumped != NULL ? dumped : "null");
    free(dumped);
    json_decref(json);
}

void api_answer_json(struct api_answer *answer, unsigned status, json_t *json)
{
    struct text text = {0};
    api_put_json(&text, json);
    text_put(&text, "\n");
    api_answer_text(answer, status, MIME_JSON, &text);
}

void api_answer_free(struct api_answer *answer)
{
    free(answer->owned);
    if (answer->file >= 0) {
        close(answer->file);
    }
    *answer = (struct api_answer){.file = -1};
}

void api_error(struct api_answer *answer, unsigned status, const char *field, const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    json_t *error = json_object();
    json_object_set_new(error, "error", api_string(message));
    if (field != NULL) {
        json_object_set_new(error, "field", api_string(field));
    }
    api_answer_json(answer, status, error);
}

struct store *api_store(const struct api *api)
{
    return service_store_for_reading(api->service);
}

void api_unreadable(const struct api *api, struct api_answer *answer)
{
    api_error(answer, 503, NULL, "the store cannot be read: %s", store_problem(service_store(api->service)));
}

void api_begin_list(const struct api *api, struct text *text, const char *name)
{
    text_format(text, "{\"now_at\":%lld,\"%s\":[",
                (long long)clock_wall_of(store_clock(service_store(api->service)), service_now(api->service)), name);
}

void api_put_entry(struct text *text, json_t *entry)
{
    if (text->at[text->size - 1] != '[') {
        text_put(text, ",\n");
    }
    api_put_json(text, entry);
}

bool api_slice_goes_on(struct api_slice *slice)
{
    slice->is_cut = slice->rows > 0 && !api_has_time(slice->api);
    slice->rows++;
    return !slice->is_cut;
}

bool api_slice_has_room(struct api_slice *slice)
{
    struct api_reading *reading = &slice->request->reading;
    bool is_empty = reading->text.at[reading->text.size - 1] == '[';
    reading->more = reading->left <= 0 || (reading->text.size >= API_LIST_BYTES && !is_empty);
    return !reading->more;
}

bool api_slice_end(struct api_slice *slice, bool good, struct api_answer *answer)
{
    struct text *text = &slice->request->reading.text;
    if (!good || slice->is_broken) {
        api_unreadable(slice->api, answer);
        return true;
    }
    if (slice->is_cut) {
        return false;
    }
    text_format(text, "],\"more\":%s}\n", slice->request->reading.more ? "true" : "false");
    api_answer_text(answer, 200, MIME_JSON, text);
    return true;
}

static const char *reason_name(enum rtmr_reason reason)
{
    switch (reason) {
    case RTMR_REASON_LATE: return "late";
    case RTMR_REASON_JOBS_FULL: return "jobs_full";
    case RTMR_REASON_TASKS_FULL: return "tasks_full";
    case RTMR_REASON_HANDLES: return "handles";
    case RTMR_REASON_NONE: break;
    }
    return "none";
}

bool api_answer_failure(const struct service_decision *decision, struct api_answer *answer)
{
    static const unsigned statuses[] = {
        [SERVICE_BAD] = 400,  [SERVICE_NOT_FOUND] = 404, [SERVICE_FORBIDDEN] = 403, [SERVICE_LIMIT] = 429,
        [SERVICE_FULL] = 503, [SERVICE_NO_SPACE] = 507,  [SERVICE_ENDED] = 409,
    };
    if (decision->answer == SERVICE_ACCEPTED || decision->answer == SERVICE_REFUSED) {
        return false;
    }
    const char *field = decision->answer == SERVICE_BAD && decision->field[0] != '\0' ? decision->field : NULL;
    api_error(answer, statuses[decision->answer], field, "%s",
              decision->message[0] != '\0' ? decision->message : "it cannot be done");
    return true;
}

void api_answer_decision(const struct api *api, const struct service_decision *decision, unsigned accepted,
                         struct api_answer *answer)
{
    if (api_answer_failure(decision, answer)) {
        return;
    }
    json_t *json = json_object();
    json_object_set_new(json, "now_at", api_at(api, service_now(api->service)));
    if (decision->answer == SERVICE_ACCEPTED) {
        json_object_set_new(json, "accepted", json_true());
        json_object_set_new(json, "job", api_number(decision->job, 0));
        if (api->executor->array != NULL && decision->job != 0) {
            json_object_set_new(json, "stamp", api_number(service_job_stamp(api->service, decision->job), 0));
        }
        json_object_set_new(json, "finish_at", api_at(api, decision->finish));
        json_object_set_new(json, "deadline_at", api_at(api, decision->deadline));
        api_answer_json(answer, accepted, json);
        return;
    }
    json_object_set_new(json, "accepted", json_false());
    json_object_set_new(json, "reason", json_string(reason_name(decision->reason)));
    json_object_set_new(json, "late_job", json_integer(decision->late_job));
    json_object_set_new(json, "late_by_ms", api_ms(decision->late_by));
    json_object_set_new(json, "earliest_deadline_at", api_at(api, decision->earliest_deadline));
    json_object_set_new(json, "message", api_string(decision->message));
    api_answer_json(answer, accepted == 200 ? 200 : 409, json);
}
