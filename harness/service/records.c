#include "harness/service/records.h"
#include "harness/service/record_names.h"

#include <string.h>

const char *const names_of_stages[] = {[RTMR_MAP] = "map", [RTMR_REDUCE] = "reduce", NULL};

const char *const names_of_kinds[] = {[CALL_ADVANCE] = "advance",
                                      [CALL_SUBMIT] = "submit",
                                      [CALL_WITHDRAW] = "withdraw",
                                      [CALL_DISPATCH] = "dispatch",
                                      [CALL_FINISH] = "finish",
                                      [CALL_FAIL] = "fail",
                                      [CALL_RENEW] = "renew",
                                      [CALL_EXTEND] = "extend",
                                      [CALL_SET_ESTIMATE] = "set_estimate",
                                      [CALL_SUSPEND] = "suspend",
                                      [CALL_ABORT] = "abort",
                                      [CALL_SLOT_ADD] = "slot_add",
                                      [CALL_SLOT_DRAIN] = "slot_drain",
                                      [CALL_SLOT_LOST] = "slot_lost",
                                      [CALL_RESTORE] = "restore",
                                      [CALL_KINDS] = NULL};

/* RTMR_NOTHING is no answer of a call on record. */
const char *const names_of_statuses[] = {[RTMR_OK] = "ok",
                                         [RTMR_REJECTED] = "rejected",
                                         [RTMR_NOTHING] = "nothing",
                                         [RTMR_VIOLATION_OVERRUN] = "overrun",
                                         [RTMR_VIOLATION_WAITING] = "waiting",
                                         [RTMR_VIOLATION_LOST] = "lost",
                                         [RTMR_VIOLATION_FAILED] = "failed",
                                         NULL};

const char *const names_of_reasons[] = {[RTMR_REASON_NONE] = "none",           [RTMR_REASON_LATE] = "late",
                                        [RTMR_REASON_JOBS_FULL] = "jobs_full", [RTMR_REASON_TASKS_FULL] = "tasks_full",
                                        [RTMR_REASON_HANDLES] = "handles",     NULL};

const char *const names_of_overrun_policies[] = {
    [OVERRUN_EXTEND] = "extend", [OVERRUN_KILL] = "kill", [OVERRUN_FLAG] = "flag", NULL};

const char *const names_of_job_states[] = {
    [JOB_ACTIVE] = "active", [JOB_FINISHED] = "finished", [JOB_ABORTED] = "aborted", NULL};

const char *const names_of_attempt_states[] = {
    [ATTEMPT_RUNNING] = "running", [ATTEMPT_FINISHED] = "finished", [ATTEMPT_FAILED] = "failed",
    [ATTEMPT_KILLED] = "killed",   [ATTEMPT_LOST] = "lost",         NULL};

const char *name_of(const char *const *names, int value)
{
    int i = 0;

    while (i < value && names[i] != NULL) {
        i++;
    }
    return value < 0 ? NULL : names[i];
}

int value_named(const char *const *names, const char *name)
{
    int i = 0;

    while (names[i] != NULL && strcmp(names[i], name) != 0) {
        i++;
    }
    return names[i] != NULL ? i : -1;
}

static const char *known(const char *name)
{
    return name != NULL ? name : "unknown";
}

const char *call_kind_name(enum call_kind kind)
{
    return known(name_of(names_of_kinds, (int)kind));
}

const char *attempt_state_name(enum attempt_state state)
{
    return known(name_of(names_of_attempt_states, (int)state));
}
