/* Slots, events, times of earlier runs, and the state of the service. */
#include "harness/service/api_parts.h"
#include "harness/service/event_text.h"
#include "kernel/rtmr_config.h"

#include <string.h>

/* --- Slots ------------------------------------------------------------------------------------ */

/* Where a cluster manager has the slot. */
static void put_node(const struct api *api, enum rtmr_stage stage, int32_t number, json_t *json)
{
    struct executor *e = api->executor;
    char node[256];
    if (e->slot_name != NULL) {
        bool known = e->slot_name(e, stage, number, node, sizeof node);
        json_object_set_new(json, "node", api_string(known ? node : NULL));
    }
}

static json_t *slot_json(const struct api *api, const struct api_request *request, enum rtmr_stage stage,
                         int32_t number, const struct slot_view *slot)
{
    static const char *const states[] = {"idle", "busy", "draining", "late", "late_draining", "absent"};
    bool runs = slot->job != 0;
    bool mine = runs && service_may(&request->caller, slot->uid);
    json_t *json = json_object();
    json_object_set_new(json, "stage", json_string(api_stage_name(stage)));
    json_object_set_new(json, "slot", json_integer(number));
    json_object_set_new(json, "state", json_string(states[slot->state]));
    json_object_set_new(json, "job", api_number(slot->job, 0));
    json_object_set_new(json, "mine", runs ? json_boolean(mine) : json_null());
    json_object_set_new(json, "task", mine ? json_integer(slot->task) : json_null());
    json_object_set_new(json, "since_at", runs ? api_at(api, slot->since) : json_null());
    json_object_set_new(json, "bound_at", mine ? api_at(api, slot->bound) : json_null());
    put_node(api, stage, number, json);
    return json;
}

bool api_get_slots(struct api *api, struct api_request *request, struct api_answer *answer)
{
    struct text text = {0};
    struct slot_view slot;
    api_begin_list(api, &text, "slots");
    for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        for (int32_t number = 0; service_slot(api->service, (enum rtmr_stage)stage, number, &slot); number++) {
            api_put_entry(&text, slot_json(api, request, (enum rtmr_stage)stage, number, &slot));
        }
    }
    text_put(&text, "]}\n");
    api_answer_text(answer, 200, MIME_JSON, &text);
    return true;
}

/* --- Events ----------------------------------------------------------------------------------- */

static bool may_see(const struct api_slice *events, int64_t job)
{
    uid_t uid;
    return api_is_operator(&events->request->caller) ||
           (api_owner(events->api, job, &uid) && service_may(&events->request->caller, uid));
}

/* Whether the event may be seen as a whole: the reader's request, or of a job of the reader. */
static bool is_open(const struct api_slice *events, const struct call_record *call)
{
    const struct caller *caller = &events->request->caller;
    if (api_is_operator(caller)) {
        return true;
    }
    return call->job != RTMR_NO_JOB ? may_see(events, call->job)
                                    : call->uid >= 0 && !caller->anonymous && call->uid == (int64_t)caller->uid;
}

static bool has_stage(enum call_kind kind)
{
    return kind == CALL_DISPATCH || kind == CALL_FINISH || kind == CALL_FAIL || kind == CALL_EXTEND ||
           kind == CALL_SET_ESTIMATE || kind == CALL_SLOT_ADD || kind == CALL_SLOT_DRAIN || kind == CALL_SLOT_LOST;
}

static bool has_decision(enum call_kind kind)
{
    return kind == CALL_SUBMIT || kind == CALL_RENEW || kind == CALL_EXTEND || kind == CALL_SET_ESTIMATE ||
           kind == CALL_SLOT_DRAIN;
}

/* What a decision was about, for those who may know. */
static void put_decision(const struct api_slice *events, const struct call_record *call, json_t *json)
{
    static const char *const reasons[] = {"none", "late", "jobs_full", "tasks_full", "handles"};
    const struct api *api = events->api;
    bool accepted = call->status == RTMR_OK;
    bool asks = call->kind == CALL_SUBMIT || call->kind == CALL_RENEW;
    json_object_set_new(json, "reason", accepted ? json_null() : json_string(reasons[call->reason]));
    json_object_set_new(json, "late_job", accepted ? json_null() : json_integer(call->late_job));
    json_object_set_new(json, "late_by_ms", accepted ? json_null() : api_ms(call->late_by));
    json_object_set_new(json, "value", call->kind == CALL_SLOT_DRAIN ? json_null() : json_integer(call->value));
    json_object_set_new(json, "deadline_at", asks ? api_at(api, call->value) : json_null());
    json_object_set_new(json, "finish_at", asks ? api_at(api, call->estimated_finish) : json_null());
    json_object_set_new(json, "earliest_deadline_at", asks ? api_at(api, call->earliest_deadline) : json_null());
    if (call->kind == CALL_SUBMIT) {
        json_object_set_new(json, "maps", json_integer(call->maps));
        json_object_set_new(json, "reduces", json_integer(call->reduces));
        json_object_set_new(json, "map_ms", json_integer(call->map_estimate));
        json_object_set_new(json, "reduce_ms", json_integer(call->reduce_estimate));
    }
}

static json_t *flagged_json(const struct api_slice *events, const struct call_record *call)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < call->flagged_count; i++) {
        if (may_see(events, call->flagged[i])) {
            json_array_append_new(list, json_integer(call->flagged[i]));
        }
    }
    return list;
}

static json_t *event_json(const struct api_slice *events, const struct call_record *call)
{
    bool open = is_open(events, call);
    json_t *json = json_object();
    struct text text = {0};
    json_object_set_new(json, "event", json_integer(call->call));
    json_object_set_new(json, "at", api_at(events->api, call->tick));
    json_object_set_new(json, "tick", json_integer(call->tick));
    json_object_set_new(json, "kind", json_string(call_kind_name(call->kind)));
    json_object_set_new(json, "job", api_number(call->job, RTMR_NO_JOB));
    json_object_set_new(json, "stage", has_stage(call->kind) ? json_string(api_stage_name(call->stage)) : json_null());
    json_object_set_new(json, "slot", api_number(call->slot, -1));
    json_object_set_new(json, "task", open ? api_number(call->task, -1) : json_null());
    json_object_set_new(json, "accepted",
                        has_decision(call->kind) ? json_boolean(call->status == RTMR_OK) : json_null());
    json_object_set_new(json, "flagged", flagged_json(events, call));
    if (open && has_decision(call->kind)) {
        put_decision(events, call, json);
    }
    if (open) {
        event_text(call, &text);
    }
    json_object_set_new(json, "text", api_string(text.at != NULL ? text.at : "another user's"));
    text_free(&text);
    return json;
}

static bool list_event(void *arg, const struct call_record *call)
{
    struct api_slice *events = arg;
    struct api_reading *reading = &events->request->reading;
    if (!api_slice_goes_on(events) || !api_slice_has_room(events)) {
        return false;
    }
    api_put_entry(&reading->text, event_json(events, call));
    reading->cursor = call->call;
    reading->left--;
    return true;
}

bool api_events_after(const struct api_request *request, int64_t *after, struct api_answer *answer)
{
    *after = 0;
    return api_query_number(request, "after", 0, INT64_MAX, after, answer);
}

bool api_get_events(struct api *api, struct api_request *request, struct api_answer *answer)
{
    struct api_slice slice = {.api = api, .request = request};
    struct api_reading *reading = &request->reading;
    if (!reading->has_begun) {
        reading->left = 1000;
        if (!api_events_after(request, &reading->cursor, answer) ||
            !api_query_number(request, "limit", 1, API_LIST_MAX, &reading->left, answer)) {
            return true;
        }
        api_begin_list(api, &reading->text, "events");
        reading->has_begun = true;
    }
    bool good = store_each_call(api_store(api), reading->cursor, list_event, &slice);
    return api_slice_end(&slice, good, answer);
}

/* --- Estimates -------------------------------------------------------------------------------- */

bool api_get_estimates(struct api *api, struct api_request *request, struct api_answer *answer)
{
    const char *name = api_query(request, "name");
    if (name == NULL || name[0] == '\0') {
        api_error(answer, 400, "name", "name is missing");
        return true;
    }
    json_t *json = json_object();
    json_object_set_new(json, "name", api_string(name));
    for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        struct store_times times = {0};
        if (!request->caller.anonymous &&
            !store_times(api_store(api), request->caller.uid, name, (enum rtmr_stage)stage, &times)) {
            api_unreadable(api, answer);
            json_decref(json);
            return true;
        }
        bool none = times.runs == 0;
        json_t *entry = json_object();
        json_object_set_new(entry, "runs", json_integer(times.runs));
        json_object_set_new(entry, "longest_ms", none ? json_null() : api_ms(times.longest));
        json_object_set_new(entry, "half_ms", none ? json_null() : api_ms(times.half));
        json_object_set_new(entry, "ninety_ms", none ? json_null() : api_ms(times.ninety));
        json_object_set_new(json, api_stage_name((enum rtmr_stage)stage), entry);
    }
    api_answer_json(answer, 200, json);
    return true;
}

/* --- The service ------------------------------------------------------------------------------ */

static json_t *counts_json(const struct service_counts *counts)
{
    json_t *json = json_object();
    json_object_set_new(json, "accepted", json_integer(counts->accepted));
    json_object_set_new(json, "refused", json_integer(counts->refused));
    json_object_set_new(json, "finished", json_integer(counts->finished));
    json_object_set_new(json, "aborted", json_integer(counts->aborted));
    json_object_set_new(json, "late", json_integer(counts->late));
    json_object_set_new(json, "late_unflagged", json_integer(counts->late_unflagged));
    json_object_set_new(json, "flagged", json_integer(counts->flagged));
    json_object_set_new(json, "renewed", json_integer(counts->renewed));
    return json;
}

static int32_t present_slots(const struct service *service, enum rtmr_stage stage)
{
    struct slot_view slot;
    int32_t present = 0;
    for (int32_t i = 0; service_slot(service, stage, i, &slot); i++) {
        present += slot.state != RTMR_SLOT_ABSENT;
    }
    return present;
}

bool api_get_status(struct api *api, struct api_request *request, struct api_answer *answer)
{
    const struct service *s = api->service;
    json_t *json = json_object();
    json_object_set_new(json, "version", json_string(RTMR_VERSION));
    json_object_set_new(json, "store", request->caller.anonymous ? json_null() : api_string(api->store));
    json_object_set_new(json, "executor", api_string(api->executor->name));
    json_object_set_new(json, "now_at", api_at(api, service_now(s)));
    json_object_set_new(json, "tick", json_integer(service_now(s)));
    json_object_set_new(json, "started_at", api_at(api, api->started));
    json_object_set_new(json, "map_slots", json_integer(present_slots(s, RTMR_MAP)));
    json_object_set_new(json, "reduce_slots", json_integer(present_slots(s, RTMR_REDUCE)));
    json_object_set_new(json, "latency_ms", json_integer(service_latency(s)));
    json_object_set_new(json, "active_jobs", json_integer(service_jobs(s)));
    json_object_set_new(json, "last_event", json_integer(service_last_call(s)));
    json_object_set_new(json, "accepts", json_boolean(service_accepts(s)));
    json_object_set_new(json, "counts", counts_json(service_counts(s)));
    api_answer_json(answer, 200, json);
    return true;
}

bool api_get_metrics(struct api *api, struct api_request *request, struct api_answer *answer)
{
    struct text text = {0};
    metrics_print(api->metrics, api->service, request->open_metrics, &text);
    api_answer_text(answer, 200,
                    request->open_metrics ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
                                          : "text/plain; version=0.0.4; charset=utf-8",
                    &text);
    return true;
}
