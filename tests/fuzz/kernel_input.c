#include "tests/fuzz/kernel_input.h"

#include "harness/invariants/slot_state.h"

#include <stddef.h>

/* What the bits of a call's first byte say; the lowest four choose the call. */
enum {
    BIT_STAGE = 0x10,
    BIT_AIMED = 0x20, /* the slot is one for which the call makes sense */
    RARE = 0xc0,      /* both bits, and then the next byte says: */
    RARE_NULL = 0,    /* a pointer is NULL */
    RARE_STAGE = 1,   /* there is no such stage */
    RARE_CHANGE = 2,  /* from here on: a promise is changed, by a call of the table `changes` */
    RARITIES = 8
};

static int32_t wild32(struct kernel_input *in)
{
    static const int32_t extremes[] = {INT32_MIN, -1, 0, 1, RTMR_TASKS, RTMR_TASKS + 1, RTMR_SLOTS, INT32_MAX};

    return extremes[bytes_next(&in->bytes) % 8];
}

static rtmr_ticks wild(struct kernel_input *in)
{
    static const rtmr_ticks extremes[] = {-RTMR_NEVER - 1,   -1,        0, 1, RTMR_TIME_MAX - 1, RTMR_TIME_MAX,
                                          RTMR_TIME_MAX + 1, RTMR_NEVER};
    const uint8_t choice = bytes_next(&in->bytes);

    return choice < 0xc0 ? extremes[choice % 8] : (rtmr_ticks)bytes_next64(&in->bytes);
}

/* So many times the scale, as far as the kernel's time goes. */
static rtmr_ticks scaled(const struct kernel_input *in, int32_t times)
{
    return times > RTMR_TIME_MAX / in->scale ? RTMR_TIME_MAX : times * in->scale;
}

/* One byte of 0 .. most, or rarely any number. */
static int32_t small32(struct kernel_input *in, int32_t most)
{
    const uint8_t byte = bytes_next(&in->bytes);

    return byte < 0xf0 ? byte % (most + 1) : wild32(in);
}

/* So many times the scale, 0 .. 15; or rarely any number. */
static rtmr_ticks small(struct kernel_input *in)
{
    const uint8_t byte = bytes_next(&in->bytes);

    return byte < 0xf0 ? scaled(in, byte % 16) : wild(in);
}

/* The sum, as far as the kernel's time goes. */
static rtmr_ticks later(rtmr_ticks time, rtmr_ticks by)
{
    return time > RTMR_TIME_MAX - by ? RTMR_TIME_MAX : time + by;
}

struct kernel_input kernel_input_begin(const uint8_t *data, size_t size)
{
    return (struct kernel_input){.bytes = {data, size}};
}

struct rtmr_setup kernel_input_setup(struct kernel_input *in)
{
    static const rtmr_ticks scales[] = {1, 1, 1, 3, 7, 1000, RTMR_TIME_MAX / 64, RTMR_TIME_MAX / 9};
    const uint8_t policy = bytes_next(&in->bytes);
    const uint8_t sizes = bytes_next(&in->bytes);
    const uint8_t latency = bytes_next(&in->bytes);
    const uint8_t rest = bytes_next(&in->bytes);
    struct rtmr_setup setup = {.map_slots = 1 + sizes % RTMR_SLOTS,
                               .reduce_slots = 1 + sizes / RTMR_SLOTS % RTMR_SLOTS,
                               .feedback = (enum rtmr_feedback)(policy % 3),
                               .order = (enum rtmr_order)(policy / 3 % 4),
                               .latency = latency < 0x80 ? 0 : latency % 4,
                               .reduces_per_node = latency / 4 % 3,
                               .delta = rest / 16 % 4,
                               .counter_offer = rest % 2};

    in->scale = scales[rest / 2 % 8];
    if (policy >= 0xf0) { /* one field is any number */
        switch (policy % 6) {
        case 0: setup.map_slots = wild32(in); break;
        case 1: setup.reduce_slots = wild32(in); break;
        case 2: setup.feedback = (enum rtmr_feedback)wild32(in); break;
        case 3: setup.order = (enum rtmr_order)wild32(in); break;
        case 4: setup.delta = wild(in); break;
        default: setup.latency = wild(in); break;
        }
    }
    return setup;
}

/* The calls that change a promise. */
static const enum call_kind changes[RARITIES - RARE_CHANGE] = {CALL_RENEW,   CALL_EXTEND, CALL_SET_ESTIMATE,
                                                               CALL_SUSPEND, CALL_ABORT,  CALL_RESTORE};

rtmr_ticks kernel_soonest_bound(const struct rtmr *k)
{
    struct rtmr_slot_info info;
    rtmr_ticks soonest = RTMR_NEVER;

    for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        for (int32_t slot = 0; rtmr_slot_info(k, (enum rtmr_stage)stage, slot, &info) == RTMR_OK; slot++) {
            if ((info.state == RTMR_SLOT_BUSY || info.state == RTMR_SLOT_DRAINING) && info.bound < soonest) {
                soonest = info.bound;
            }
        }
    }
    return soonest;
}

/* An instant for the clock: near, when a task is due, just after that, or any. */
static rtmr_ticks instant(struct kernel_input *in, const struct rtmr *k)
{
    const uint8_t byte = bytes_next(&in->bytes);
    const rtmr_ticks soonest = kernel_soonest_bound(k);

    if (byte < 0x60) {
        return later(rtmr_now(k), scaled(in, byte % 8));
    }
    if (byte < 0xf0) {
        return soonest > RTMR_TIME_MAX ? later(rtmr_now(k), 1) : byte < 0xd0 ? soonest : later(soonest, 1);
    }
    return wild(in);
}

/* A deadline: some time ahead, the one that was offered last or one less, a finish that was
 * told, or any. */
static rtmr_ticks deadline(struct kernel_input *in, const struct rtmr *k)
{
    const uint8_t byte = bytes_next(&in->bytes);

    if (byte < 0xa0) {
        return later(rtmr_now(k), scaled(in, byte));
    }
    if (byte < 0xd0) {
        return in->offered - (byte < 0xb8);
    }
    return byte < 0xf0 ? in->expected - (byte < 0xd8) : wild(in);
}

/* A bound for the task on a slot: some time behind the one that it has, or behind now; or any. */
static rtmr_ticks bound(struct kernel_input *in, const struct rtmr *k, const struct call *call)
{
    const uint8_t byte = bytes_next(&in->bytes);
    struct rtmr_slot_info info;

    if (byte >= 0xf0) {
        return wild(in);
    }
    if (byte < 0x80 && rtmr_slot_info(k, call->stage, call->slot, &info) == RTMR_OK && info.bound <= RTMR_TIME_MAX) {
        return later(info.bound, scaled(in, byte % 8));
    }
    return later(rtmr_now(k), scaled(in, byte % 16));
}

static struct rtmr_job job(struct kernel_input *in, const struct rtmr *k)
{
    const int32_t maps = small32(in, 4);
    const int32_t reduces = small32(in, 4);
    const rtmr_ticks map_estimate = small(in);
    const rtmr_ticks reduce_estimate = small(in);

    return (struct rtmr_job){.map_tasks = maps,
                             .reduce_tasks = reduces,
                             .map_estimate = map_estimate,
                             .reduce_estimate = reduce_estimate,
                             .deadline = deadline(in, k)};
}

static rtmr_handle handle(struct kernel_input *in, const struct rtmr *k)
{
    const uint8_t byte = bytes_next(&in->bytes);
    struct rtmr_job_info info = {.job = byte};

    if (byte >= 0xf0) {
        return wild(in);
    }
    if (byte < 0xc0) {
        (void)!rtmr_job_at(k, byte % RTMR_JOBS, &info);
    }
    return info.job;
}

/* Whether a call makes sense for a slot in this state. */
static bool sensible(enum call_kind kind, enum rtmr_slot_state state)
{
    switch (kind) {
    case CALL_DISPATCH: return state == RTMR_SLOT_IDLE;
    case CALL_FINISH:
    case CALL_EXTEND:
    case CALL_FAIL: return slot_runs(state);
    case CALL_SLOT_ADD: return state == RTMR_SLOT_ABSENT;
    default: return state != RTMR_SLOT_ABSENT;
    }
}

/* The first slot for which the call makes sense, from the given one on, round about; the given
 * one if there is none. */
static int32_t aimed(const struct rtmr *k, const struct call *call, int32_t slot)
{
    struct rtmr_slot_info info;

    for (int32_t i = 0; i < RTMR_SLOTS; i++) {
        const int32_t next = (slot + i) % RTMR_SLOTS;
        const enum rtmr_status status = rtmr_slot_info(k, call->stage, next, &info);

        if (status == RTMR_OK ? sensible(call->kind, info.state) : call->kind == CALL_SLOT_ADD) {
            return next;
        }
    }
    return slot;
}

bool kernel_input_call(struct kernel_input *in, const struct rtmr *k, struct call *call)
{
    static const enum call_kind kinds[16] = {CALL_SUBMIT,    CALL_DISPATCH,   CALL_FINISH, CALL_ADVANCE,
                                             CALL_SUBMIT,    CALL_DISPATCH,   CALL_FINISH, CALL_ADVANCE,
                                             CALL_DISPATCH,  CALL_WITHDRAW,   CALL_OFFER,  CALL_WHAT_IF,
                                             CALL_SLOT_LOST, CALL_SLOT_DRAIN, CALL_FAIL,   CALL_SLOT_ADD};

    if (in->bytes.left == 0) {
        return false;
    }
    const uint8_t byte = bytes_next(&in->bytes);
    const int rarity = (byte & RARE) == RARE ? bytes_next(&in->bytes) % RARITIES : RARITIES;

    const bool change = rarity >= RARE_CHANGE && rarity < RARITIES;

    *call =
        (struct call){.kind = change ? changes[rarity - RARE_CHANGE] : kinds[byte % 16], .null = rarity == RARE_NULL};
    call->stage = rarity == RARE_STAGE ? (enum rtmr_stage)2 : (byte & BIT_STAGE) != 0 ? RTMR_REDUCE : RTMR_MAP;
    switch (call->kind) {
    case CALL_SUBMIT:
    case CALL_WHAT_IF: call->job = job(in, k); break;
    case CALL_WITHDRAW:
    case CALL_SUSPEND:
    case CALL_ABORT: call->handle = handle(in, k); break;
    case CALL_RENEW:
        call->handle = handle(in, k);
        call->to = deadline(in, k);
        break;
    case CALL_SET_ESTIMATE:
        call->handle = handle(in, k);
        call->to = small(in);
        break;
    case CALL_OFFER: break;
    case CALL_ADVANCE:
    case CALL_RESTORE: call->to = instant(in, k); break;
    default:
        call->slot =
            (byte & BIT_AIMED) != 0 ? aimed(k, call, bytes_next(&in->bytes) % RTMR_SLOTS) : small32(in, RTMR_SLOTS);
        if (call->kind == CALL_EXTEND) {
            call->to = bound(in, k, call);
        }
        break;
    }
    return true;
}

void kernel_input_note(struct kernel_input *in, const struct call *call, const struct answer *answer)
{
    if ((call->kind == CALL_SUBMIT || call->kind == CALL_WHAT_IF || call->kind == CALL_RENEW) && answer->status >= 0) {
        in->offered = answer->decision.earliest_deadline;
        in->expected = answer->decision.estimated_finish;
    }
}
