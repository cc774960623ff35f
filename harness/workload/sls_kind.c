#include "harness/workload/sls_kind.h"

#include "harness/workload/json_field.h"

int sls_stage(const json_t *task, const char *key)
{
    if (json_field(task, key) == NULL || json_field_is(task, key, "map")) {
        return STAGE_MAP;
    }
    return json_field_is(task, key, "reduce") ? STAGE_REDUCE : STAGES;
}

const char *sls_type_flaw(const json_t *job, const char *key)
{
    if (json_field(job, key) == NULL || json_field_is(job, key, "mapreduce")) {
        return NULL;
    }
    return json_field_is(job, key, "dag")      ? "of type dag"
           : json_field_is(job, key, "stream") ? "of type stream"
                                               : "of another type than mapreduce";
}
