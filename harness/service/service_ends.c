/*
 * Attempts that have ended: told to the kernel, recorded, and forgotten after the commit.
 *
 * An end is reported at the instant at which it is seen, for which the kernel's latency pads. If
 * that is behind the task's bound (the service was away, or slow), but the task ended before, it is
 * reported at its bound: the task kept the promise.
 */
#include "harness/service/service_state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A vanished attempt uses up no retry. A task that makes its own supervisor end would run again for
 * ever: when so many of its attempts have come to nothing, a vanished one ends its job. */
enum { ATTEMPTS_MOST = 50 };

void service_add_end(struct service *s, int64_t attempt, const struct attempt_end *end)
{
    s->ended = jobs_grow(s->ended, &s->ended_room, s->ended_count + 1, sizeof *s->ended);
    s->ended[s->ended_count++] = (struct ended_attempt){.attempt = attempt, .end = *end};
}

void service_attempt_ended(void *owner, int64_t attempt, const struct attempt_end *end)
{
    service_add_end(owner, attempt, end);
}

void service_forget_ends(struct service *s)
{
    size_t left = 0;
    for (size_t i = 0; i < s->ended_count; i++) {
        if (s->ended[i].reported) {
            s->executor->forget(s->executor, s->ended[i].attempt);
        } else {
            s->ended[left++] = s->ended[i];
        }
    }
    s->ended_count = left;
}

void service_unreport_ends(struct service *s)
{
    for (size_t i = 0; i < s->ended_count; i++) {
        s->ended[i].reported = false;
    }
}

bool service_find_attempt(const struct service *s, int64_t attempt, enum rtmr_stage *stage, int32_t *slot)
{
    for (int at = RTMR_MAP; at <= RTMR_REDUCE; at++) {
        for (int32_t i = 0; i < s->slots[at]; i++) {
            if (s->slot[at][i].attempt == attempt) {
                *stage = (enum rtmr_stage)at;
                *slot = i;
                return true;
            }
        }
    }
    return false;
}

/* How long the attempt ran. */
static rtmr_ticks time_taken(const struct attempt_end *end)
{
    return end->started_boottime != 0 ? end->ended_boottime - end->started_boottime : 0;
}

/* When it ended, in ticks; if that is not known, by its bound at the latest.
 *
 * The clock of this boot knows nothing of an instant of another boot, and the wall clock may have
 * been set since. But the other boot's clock has measured how long the attempt ran, and the attempt
 * began within the latency behind its dispatch. By that it has kept its bound if it has kept to its
 * estimate, as the kernel counts. */
static rtmr_ticks ended_at(const struct service *s, const struct attempt_end *end, const struct slot_row *slot,
                           rtmr_ticks bound)
{
    rtmr_ticks at = bound;
    if (end->of_other_boot) {
        at = slot->since + s->setup.latency + time_taken(end);
    } else if (end->ended_boottime != 0) {
        at = clock_ticks_of(store_clock(s->store), end->ended_boottime);
    }
    at = at < slot->since ? slot->since : at;
    return at < s->now ? at : s->now;
}

/* When it began, in ticks: between its dispatch and its end; 0: not known. */
static rtmr_ticks started_at(const struct service *s, const struct attempt_end *end, const struct slot_row *slot)
{
    if (end->started_boottime == 0) {
        return 0;
    }
    rtmr_ticks at = end->of_other_boot ? slot->ended - time_taken(end)
                                       : clock_ticks_of(store_clock(s->store), end->started_boottime);
    at = at < slot->ended ? at : slot->ended;
    return at > slot->since ? at : slot->since;
}

/* When the end is to be reported. */
static rtmr_ticks report_at(struct service *s, const struct ended_attempt *ended)
{
    enum rtmr_stage stage;
    int32_t i;
    struct rtmr_slot_info info;
    if (!service_find_attempt(s, ended->attempt, &stage, &i) || rtmr_slot_info(s->kernel, stage, i, &info) != RTMR_OK) {
        return s->now;
    }
    struct slot_row *slot = &s->slot[stage][i];
    rtmr_ticks at = ended_at(s, &ended->end, slot, info.bound);
    slot->ended = at > 0 ? at : 1;
    if (s->now <= info.bound || info.state == RTMR_SLOT_LATE || info.state == RTMR_SLOT_LATE_DRAINING) {
        return s->now;
    }
    return at > info.bound ? at : info.bound;
}

static int by_instant(const void *x, const void *y)
{
    const struct ended_attempt *a = x;
    const struct ended_attempt *b = y;
    if (a->at != b->at) {
        return a->at < b->at ? -1 : 1;
    }
    return (a->attempt > b->attempt) - (a->attempt < b->attempt);
}

/* --- One end ---------------------------------------------------------------------------------- */

/* It was not started for a reason that is not its own: no space, processes, memory or files. The
 * same errors of a command's execution are the command's (a program that was cut short is EIO), or
 * a user's jobs could keep those of others from starting. */
static bool machine_lacks(const struct attempt_end *end)
{
    if (end->result != ATTEMPT_NOT_STARTED || !end->untried) {
        return false;
    }
    switch (end->error) {
    case EAGAIN:
    case EDQUOT:
    case EIO:
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case ENOSPC:
    case EROFS: return true;
    default: return false;
    }
}

/* The service has had it killed. What had vanished before was not killed.
 *
 * Behind a restart the end alone tells of a kill. The service kills no task for its overrun before
 * the task has run for its estimate: an earlier end is that of a supervisor of an earlier version,
 * which took the SIGTERM of a shutdown for a kill. */
static bool was_killed(const struct service *s, const struct attempt_end *end, const struct slot_row *slot)
{
    bool asked = slot->kill != KILL_NONE;
    if (asked && end->result != ATTEMPT_EXITED && end->result != ATTEMPT_VANISHED) {
        return true;
    }
    return end->killed && (asked || slot->ended >= slot->first_bound - s->setup.latency);
}

static enum attempt_state state_of(const struct service *s, const struct attempt_end *end, const struct slot_row *slot)
{
    if (end->result == ATTEMPT_EXITED && end->exit_status == 0) {
        return ATTEMPT_FINISHED;
    }
    if (was_killed(s, end, slot)) {
        return ATTEMPT_KILLED;
    }
    bool lost = end->killed || end->result == ATTEMPT_VANISHED || machine_lacks(end);
    return lost ? ATTEMPT_LOST : ATTEMPT_FAILED;
}

void service_record_end(struct service *s, const struct attempt_end *end, enum rtmr_stage stage, int32_t slot_number,
                        enum attempt_state state)
{
    const struct slot_row *slot = &s->slot[stage][slot_number];
    struct attempt_record record = {.attempt = slot->attempt,
                                    .job = slot->job,
                                    .stage = stage,
                                    .task = slot->task,
                                    .number = slot->number,
                                    .slot = slot_number,
                                    .token = slot->token,
                                    .dispatched = slot->since,
                                    .bound = slot->first_bound,
                                    .state = state,
                                    .started = started_at(s, end, slot),
                                    .ended = slot->ended,
                                    .exit_status = end->result == ATTEMPT_EXITED ? end->exit_status : -1,
                                    .signal = end->result == ATTEMPT_SIGNALLED ? end->signal : 0};
    store_end_attempt(s->store, &record);
    s->counts.attempts[state]++;
}

static const char *const stage_name[] = {[RTMR_MAP] = "map", [RTMR_REDUCE] = "reduce"};

/* Why the job of a task that failed for good is aborted. */
static void describe_failure(const struct attempt_end *end, enum attempt_state state, enum rtmr_stage stage,
                             int32_t task, int32_t attempts, char *text, size_t size)
{
    char how[128];
    if (state == ATTEMPT_KILLED) {
        (void)snprintf(how, sizeof how, "ran longer than estimated");
    } else if (end->result == ATTEMPT_VANISHED) {
        (void)snprintf(how, sizeof how, "vanished with its supervisor");
    } else if (end->reason[0] != '\0') {
        (void)snprintf(how, sizeof how, "could not be started: %s", end->reason);
    } else if (end->result == ATTEMPT_NOT_STARTED) {
        (void)snprintf(how, sizeof how, "could not be started: %s", strerror(end->error));
    } else if (end->result == ATTEMPT_SIGNALLED) {
        (void)snprintf(how, sizeof how, "was ended by signal %d (%s)", (int)end->signal, strsignal(end->signal));
    } else {
        (void)snprintf(how, sizeof how, "ended with exit status %d", (int)end->exit_status);
    }
    (void)snprintf(text, size, "%s task %d %s, in attempt %d of %d", stage_name[stage], (int)task, how, (int)attempts,
                   (int)attempts);
}

/* Why a task that has not failed by itself runs again; empty: the machine lacked nothing. */
static void describe_lack(const struct attempt_end *end, char *text, size_t size)
{
    text[0] = '\0';
    if (machine_lacks(end)) {
        (void)snprintf(text, size, "it could not be started: %s; one task is tried each second until one starts",
                       strerror(end->error));
    }
}

/* Tells the kernel that the task on a slot is over. `note`: why; NULL: its end says it. False:
 * nothing was recorded. *tick: when. */
static bool tell_kernel(struct service *s, enum call_kind kind, enum rtmr_stage stage, int32_t i, rtmr_ticks at,
                        const char *note, rtmr_ticks *tick)
{
    const struct slot_row *slot = &s->slot[stage][i];
    struct call_record call = service_new_call(kind, at);
    call.stage = stage;
    call.slot = i;
    call.job = slot->job;
    call.task = slot->task;
    call.token = slot->token;
    call.note = note;
    bool good = service_call(s, &call) >= 0;
    *tick = call.tick;
    return good;
}

/* The task has ended; nothing of it is to run again. */
static void finish(struct service *s, enum rtmr_stage stage, int32_t i, rtmr_ticks at)
{
    struct slot_row slot = s->slot[stage][i];
    struct rtmr_job_info info;
    rtmr_ticks tick;
    if (!tell_kernel(s, CALL_FINISH, stage, i, at, NULL, &tick)) {
        return;
    }
    struct job_row *row = jobs_find(&s->jobs, slot.job);
    if (row == NULL) {
        service_free_slot(s, stage, i, tick);
        return;
    }
    row->running[stage]--;
    row->ended = row->aborted || row->ended > slot.ended ? row->ended : slot.ended;
    jobs_task_finished(&s->jobs, row, stage, slot.task);
    if (rtmr_job_info(s->kernel, slot.job, &info) != RTMR_OK) {
        service_retire(s, row, row->ended);
    } else {
        s->may_renew |= row->finished[stage] == row->tasks[stage];
    }
    service_free_slot(s, stage, i, tick);
}

/* The task has come to nothing, and runs again. */
static void fail(struct service *s, struct job_row *row, enum rtmr_stage stage, int32_t i,
                 const struct ended_attempt *ended, bool uses_retry)
{
    struct slot_row slot = s->slot[stage][i];
    rtmr_ticks tick;
    char note[192];
    describe_lack(&ended->end, note, sizeof note);
    if (!tell_kernel(s, CALL_FAIL, stage, i, ended->at, note[0] != '\0' ? note : NULL, &tick)) {
        return;
    }
    row->running[stage]--;
    jobs_task_failed(row, stage, slot.task, slot.number, uses_retry, true);
    service_free_slot(s, stage, i, tick);
}

/* The task failed by itself, was killed, or has vanished. */
static void come_to_nothing(struct service *s, struct job_row *row, enum rtmr_stage stage, int32_t i,
                            const struct ended_attempt *ended, enum attempt_state state)
{
    const struct slot_row *slot = &s->slot[stage][i];
    const struct task_again *again = jobs_again(row, stage, slot->task);
    int32_t failures = again != NULL ? again->failures : 0;
    bool protects = slot->kill == KILL_PROTECT || (slot->kill == KILL_NONE && row->on_overrun != OVERRUN_KILL);
    bool uses_retry = state == ATTEMPT_FAILED || (state == ATTEMPT_KILLED && !protects);
    bool hopeless = state == ATTEMPT_LOST && ended->end.result == ATTEMPT_VANISHED && slot->number + 1 >= ATTEMPTS_MOST;
    if (hopeless || (uses_retry && failures >= row->retries)) {
        char reason[256];
        describe_failure(&ended->end, state, stage, slot->task, slot->number + 1, reason, sizeof reason);
        service_abort_job(s, row, ended->at, -1, reason);
        finish(s, stage, i, ended->at);
    } else {
        fail(s, row, stage, i, ended, uses_retry);
    }
}

static void report(struct service *s, struct ended_attempt *ended)
{
    enum rtmr_stage stage;
    int32_t i;
    ended->reported = true;
    if (!service_find_attempt(s, ended->attempt, &stage, &i)) {
        return;
    }
    const struct slot_row *slot = &s->slot[stage][i];
    struct job_row *row = jobs_find(&s->jobs, slot->job);
    enum attempt_state state = state_of(s, &ended->end, slot);
    service_record_end(s, &ended->end, stage, i, state);
    if (machine_lacks(&ended->end)) {
        service_lacks(s, ended->end.error);
    }
    if (state == ATTEMPT_FINISHED || row == NULL || row->aborted) {
        finish(s, stage, i, ended->at);
    } else {
        come_to_nothing(s, row, stage, i, ended, state);
    }
}

void service_report_ends(struct service *s)
{
    bool any = false;
    for (size_t i = 0; i < s->ended_count; i++) {
        if (!s->ended[i].reported) {
            s->ended[i].at = report_at(s, &s->ended[i]);
            any = true;
        }
    }
    if (!any) {
        return;
    }
    qsort(s->ended, s->ended_count, sizeof *s->ended, by_instant);
    for (size_t i = 0; i < s->ended_count; i++) {
        if (!s->ended[i].reported) {
            report(s, &s->ended[i]);
        }
    }
}
