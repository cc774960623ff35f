#include "harness/workload/jhist_job.h"

#include "harness/workload/json_field.h"

#include <ctype.h>
#include <string.h>

/* As in Rumen: a map with more locations than this has none. */
enum { LOCATIONS_MAX = 25 };

/* --- Fields ----------------------------------------------------------------------------------- */

/* A field of a record. Avro writes a value that may be null as {"string": "..."}: the field is that
 * one then. */
struct field {
    const json_t *object;
    const char *key;
};

static struct field field_of(const json_t *record, const char *key)
{
    json_t *value = json_object_get(record, key);
    void *member = json_object_size(value) == 1 ? json_object_iter(value) : NULL;
    return member == NULL ? (struct field){record, key} : (struct field){value, json_object_iter_key(member)};
}

static const char *text_of(const json_t *record, const char *key)
{
    struct field field = field_of(record, key);
    return json_string_value(json_object_get(field.object, field.key));
}

/* The record of an event: the only member of its union. */
static const json_t *record_of(const json_t *event)
{
    json_t *record = json_object_get(event, "event");
    return json_object_iter_value(json_object_iter(record));
}

/* How a field of a record is called in Rumen. */
struct copy {
    const char *from;
    const char *to;
};

static bool copy_numbers(json_t *to, const struct copy *copies, size_t count, const json_t *record, struct place place,
                         struct input_error *error)
{
    for (size_t i = 0; i < count; i++) {
        struct field field = field_of(record, copies[i].from);
        int64_t value;
        if (json_field(field.object, field.key) == NULL) {
            continue;
        }
        value = -1;
        if (!json_field_number(field.object, field.key, place, &value, error)) {
            return false;
        }
        json_object_set_new(to, copies[i].to, json_integer(value));
    }
    return true;
}

static void copy_text(json_t *to, struct copy copy, const json_t *record)
{
    struct field field = field_of(record, copy.from);
    json_t *value = json_object_get(field.object, field.key);
    if (json_is_string(value)) {
        json_object_set(to, copy.to, value);
    }
}

/* --- Tasks ------------------------------------------------------------------------------------ */

/* The element under an id: a new one is appended to the array under the key of its owner. */
static json_t *find_or_add(json_t *index, const char *id, json_t *owner, const char *key)
{
    json_t *found = json_object_get(index, id);
    if (found == NULL) {
        found = json_object();
        json_t *array = json_object_get(owner, key);
        if (array == NULL) {
            array = json_array();
            json_object_set_new(owner, key, array);
        }
        json_array_append(array, found);
        json_object_set_new(index, id, found);
    }
    return found;
}

/* The task of a record; NULL if it names none, or neither a map nor a reduce. */
static json_t *task_of(struct jhist_job *job, const json_t *record)
{
    const char *id = text_of(record, "taskid");
    const char *type = text_of(record, "taskType");
    if (id == NULL || type == NULL || (strcmp(type, "MAP") != 0 && strcmp(type, "REDUCE") != 0)) {
        return NULL;
    }
    return find_or_add(job->tasks, id, job->job, type[0] == 'M' ? "mapTasks" : "reduceTasks");
}

/* Hosts as "host" or "/rack/host", between commas. */
static void add_locations(json_t *task, const char *hosts)
{
    json_t *locations = json_array();
    while (*hosts != '\0') {
        size_t length = strcspn(hosts, ",");
        size_t name = length;
        while (name > 0 && hosts[name - 1] != '/') {
            name--;
        }
        if (length > name) {
            json_array_append_new(locations, json_pack("{s:[s%]}", "layers", hosts + name, length - name));
        }
        hosts += length;
        hosts += *hosts == ',';
    }
    if (json_array_size(locations) > LOCATIONS_MAX) {
        json_array_clear(locations);
    }
    json_object_set_new(task, "preferredLocations", locations);
}

/* --- Attempts --------------------------------------------------------------------------------- */

/* Names of counters are equal if they differ in case and separators only. */
static bool is_counter(const char *name, const char *wanted)
{
    if (name == NULL || strlen(name) != strlen(wanted)) {
        return false;
    }
    for (size_t i = 0; wanted[i] != '\0'; i++) {
        bool separator = strchr(" -_.", name[i]) != NULL;
        if (wanted[i] == '_' ? !separator : toupper((unsigned char)name[i]) != wanted[i]) {
            return false;
        }
    }
    return true;
}

/* The value of a counter; NULL if there is none. */
static json_t *counter_of(const json_t *record, const char *wanted)
{
    struct field counters = field_of(record, "counters");
    const json_t *found = json_object_get(counters.object, counters.key);
    const json_t *groups = json_object_get(found, "groups");
    for (size_t i = 0; i < json_array_size(groups); i++) {
        const json_t *counts = json_object_get(json_array_get(groups, i), "counts");
        for (size_t j = 0; j < json_array_size(counts); j++) {
            const json_t *counter = json_array_get(counts, j);
            json_t *value = json_object_get(counter, "value");
            if (json_is_integer(value) && is_counter(json_string_value(json_object_get(counter, "name")), wanted)) {
                return value;
            }
        }
    }
    return NULL;
}

static void copy_counter(json_t *attempt, const char *key, const json_t *record, const char *counter)
{
    json_t *value = counter_of(record, counter);
    if (value != NULL) {
        json_object_set(attempt, key, value);
    }
}

static bool add_attempt(struct jhist_job *job, json_t *task, const json_t *record, struct place place,
                        struct input_error *error)
{
    static const struct copy times[] = {
        {"startTime", "startTime"}, {"finishTime", "finishTime"}, {"shuffleFinishTime", "shuffleFinished"}};
    const char *id = text_of(record, "attemptId");
    if (id == NULL) {
        return true;
    }
    json_t *attempt = find_or_add(job->attempts, id, task, "attempts");
    copy_text(attempt, (struct copy){"status", "result"}, record);
    copy_text(attempt, (struct copy){"taskStatus", "result"}, record);
    copy_counter(attempt, "hdfsBytesRead", record, "HDFS_BYTES_READ");
    copy_counter(attempt, "reduceShuffleBytes", record, "REDUCE_SHUFFLE_BYTES");
    return copy_numbers(attempt, times, sizeof times / sizeof times[0], record, place, error);
}

/* --- Events ----------------------------------------------------------------------------------- */

static bool add_job_event(struct jhist_job *job, const char *type, const json_t *record, struct place place,
                          struct input_error *error)
{
    static const struct copy texts[] = {{"jobid", "jobID"}, {"userName", "user"}, {"jobQueueName", "queue"}};
    static const struct copy times[] = {{"submitTime", "submitTime"}, {"finishTime", "finishTime"}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        copy_text(job->job, texts[i], record);
    }
    if (strcmp(type, "JOB_FINISHED") == 0) {
        json_object_set_new(job->job, "outcome", json_string("SUCCESS"));
    }
    return copy_numbers(job->job, times, sizeof times / sizeof times[0], record, place, error);
}

void jhist_job_begin(struct jhist_job *job)
{
    *job = (struct jhist_job){json_object(), json_object(), json_object()};
}

bool jhist_job_add(struct jhist_job *job, const json_t *event, struct place place, struct input_error *error)
{
    const char *type = json_string_value(json_object_get(event, "type"));
    const json_t *record = record_of(event);
    place.field = "event";
    if (type == NULL || record == NULL) {
        return true;
    }
    if (strncmp(type, "JOB_", strlen("JOB_")) == 0) {
        return add_job_event(job, type, record, place, error);
    }
    json_t *task = task_of(job, record);
    if (task == NULL) {
        return true;
    }
    const char *hosts = text_of(record, "splitLocations");
    if (hosts != NULL) {
        add_locations(task, hosts);
    }
    return add_attempt(job, task, record, place, error);
}

const char *jhist_event_job(const json_t *event)
{
    return text_of(record_of(event), "jobid");
}

json_t *jhist_job_end(struct jhist_job *job)
{
    json_t *ended = job->job;
    json_decref(job->tasks);
    json_decref(job->attempts);
    *job = (struct jhist_job){NULL, NULL, NULL};
    return ended;
}
