/* What the files of the interface share: reading parameters and fields, and writing JSON. */
#ifndef SERVICE_API_PARTS_H
#define SERVICE_API_PARTS_H

#include "harness/service/api.h"
#include "harness/service/text.h"

#include <jansson.h>

#define MIME_JSON "application/json"
#define MIME_TEXT "text/plain; charset=utf-8"

/* Durations are at most 31 years, instants before the year 10000, so that no sum overflows. */
#define API_MS_MAX INT64_C(1000000000000)
#define API_AT_MAX INT64_C(253402300799999)

/* --- Answers ---------------------------------------------------------------------------------- */

/* Takes the text over; it is empty then. */
void api_answer_text(struct api_answer *answer, unsigned status, const char *type, struct text *text);

/* Takes the JSON over. */
void api_answer_json(struct api_answer *answer, unsigned status, json_t *json);

/* Appends the JSON, and takes it over. */
void api_put_json(struct text *text, json_t *json);

/* JSON of an instant as ms since 1970, or null: RTMR_NEVER. */
json_t *api_at(const struct api *api, rtmr_ticks at);
/* The same of a duration; null: RTMR_NEVER. */
json_t *api_ms(rtmr_ticks ms);
/* A number; null if it is `none`. */
json_t *api_number(int64_t number, int64_t none);
/* Text of another program; what is not UTF-8 becomes "?". NULL: null. */
json_t *api_string(const char *text);
/* A stage's name. */
const char *api_stage_name(enum rtmr_stage stage);

/* Begins a list: {"now_at": N, "NAME": [ ; api_slice_end() ends it: ], "more": false}. */
void api_begin_list(const struct api *api, struct text *text, const char *name);
void api_put_entry(struct text *text, json_t *entry);

/* What a visitor of the store is given: it stops when the turn's time is over, or when there is no
 * room for further entries. */
struct api_slice {
    struct api *api;
    struct api_request *request;
    int rows;
    bool is_cut;    /* there was no more time */
    bool is_broken; /* something of a row could not be read */
};

/* Whether there is time for a further row, before it is looked at. Each turn has time for one, so
 * that each list ends. False: stop, and look at the row in the next turn. */
bool api_slice_goes_on(struct api_slice *slice);

/* Whether there is room for a further entry. False: stop, the answer says that there are more. */
bool api_slice_has_room(struct api_slice *slice);

/* Ends the turn's part of a list: true, with the answer, if it is complete. `good`: it was read. */
bool api_slice_end(struct api_slice *slice, bool good, struct api_answer *answer);

/* --- Parameters ------------------------------------------------------------------------------- */

/* False: the answer is an error with the parameter's name. A parameter that is missing leaves the
 * result alone. */
bool api_query_number(const struct api_request *request, const char *name, int64_t least, int64_t most, int64_t *result,
                      struct api_answer *answer);
/* *result: the index in `words`, which ends with NULL. */
bool api_query_word(const struct api_request *request, const char *name, const char *const *words, int *result,
                    struct api_answer *answer);
/* NULL: it is missing. */
const char *api_query(const struct api_request *request, const char *name);

/* --- Fields of a body ------------------------------------------------------------------------- */

/* The body's object, whose fields are all in `known` (which ends with NULL); NULL: the answer is an
 * error. An empty body is an empty object. json_decref() it. */
json_t *api_body(const struct api_request *request, const char *const *known, struct api_answer *answer);

/* False: the answer is an error with the field's name. A field that is missing or null leaves the
 * result alone. */
bool api_field_number(const json_t *body, const char *name, int64_t least, int64_t most, int64_t *result,
                      struct api_answer *answer);
bool api_field_truth(const json_t *body, const char *name, bool *result, struct api_answer *answer);
/* Text of at most `most` bytes without control characters. */
bool api_field_text(const json_t *body, const char *name, size_t most, const char **result, struct api_answer *answer);
bool api_field_word(const json_t *body, const char *name, const char *const *words, int *result,
                    struct api_answer *answer);
bool api_has(const json_t *body, const char *name);

/* deadline_ms or deadline_at, exactly one. */
bool api_field_deadline(const json_t *body, bool *is_wall, int64_t *deadline, struct api_answer *answer);

/* --- Decisions -------------------------------------------------------------------------------- */

/* The status and the JSON of a decision. `accepted`: the status of success; `error_only`: success
 * has no decision in it, but {"job": N}. */
void api_answer_decision(const struct api *api, const struct service_decision *decision, unsigned accepted,
                         struct api_answer *answer);
/* The error of a decision that is neither accepted nor the kernel's refusal; false: it is one of
 * these two. */
bool api_answer_failure(const struct service_decision *decision, struct api_answer *answer);

/* --- Jobs ------------------------------------------------------------------------------------- */

/* The store cannot be read: 503. */
void api_unreadable(const struct api *api, struct api_answer *answer);
struct store *api_store(const struct api *api);

/* Whose a job is or was; false: there is no such job. */
bool api_owner(struct api *api, int64_t job, uid_t *uid);
/* The reader is the service's own user, or root. */
bool api_is_operator(const struct caller *caller);

json_t *api_attempt_json(struct api *api, const struct api_request *request, const struct attempt_record *attempt);

/* --- Handlers, by file ------------------------------------------------------------------------ */

/* Each fills in the answer; false: it goes on in the next turn. */
void api_post_job(struct api *api, struct api_request *request, struct api_answer *answer);
void api_post_abort(struct api *api, struct api_request *request, struct api_answer *answer);
void api_post_suspend(struct api *api, struct api_request *request, struct api_answer *answer);
void api_post_renew(struct api *api, struct api_request *request, struct api_answer *answer);
void api_post_slot(struct api *api, struct api_request *request, struct api_answer *answer);
void api_post_drain(struct api *api, struct api_request *request, struct api_answer *answer);

bool api_get_jobs(struct api *api, struct api_request *request, struct api_answer *answer);
bool api_get_job(struct api *api, struct api_request *request, struct api_answer *answer);
bool api_get_log(struct api *api, struct api_request *request, struct api_answer *answer);
bool api_get_slots(struct api *api, struct api_request *request, struct api_answer *answer);
bool api_get_events(struct api *api, struct api_request *request, struct api_answer *answer);
bool api_get_attempts(struct api *api, struct api_request *request, struct api_answer *answer);
bool api_get_estimates(struct api *api, struct api_request *request, struct api_answer *answer);
bool api_get_status(struct api *api, struct api_request *request, struct api_answer *answer);
bool api_get_metrics(struct api *api, struct api_request *request, struct api_answer *answer);

/* The event's number from which reading goes on; an error is in the answer. */
bool api_events_after(const struct api_request *request, int64_t *after, struct api_answer *answer);

#endif
