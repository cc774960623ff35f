#include "tests/unit/fault_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct fault_event *add(struct scripted *x, ticks at, enum fault_kind kind)
{
    assert_true(x->script.count < SCRIPTED_MOST);
    struct fault_event *event = &x->events[x->script.count++];
    *event = (struct fault_event){.at = at, .kind = kind};
    return event;
}

void scripted_node(struct scripted *x, ticks at, enum fault_kind kind, int32_t node)
{
    add(x, at, kind)->node = node;
}

void scripted_slow(struct scripted *x, ticks at, int32_t node, double factor)
{
    struct fault_event *event = add(x, at, FAULT_NODE_SLOW);
    event->node = node;
    event->factor = factor;
}

void scripted_slot(struct scripted *x, ticks at, enum fault_kind kind, enum stage stage, int32_t slot)
{
    struct fault_event *event = add(x, at, kind);
    event->stage = stage;
    event->number = slot;
}

void scripted_map(struct scripted *x, ticks at, enum fault_kind kind, int32_t task, double factor)
{
    struct fault_event *event = add(x, at, kind);
    event->number = task;
    event->factor = factor;
}

void scripted_use(struct scripted *x, struct sim *s)
{
    x->script.events = x->events;
    s->options.faults.script = &x->script;
}

const struct task_run *scripted_attempt(const struct sim *s, enum stage stage, int32_t task, int32_t n)
{
    for (int32_t i = 0; i < s->run_count; i++) {
        if (s->runs[i].stage == stage && s->runs[i].task == task && s->runs[i].attempt == n) {
            return &s->runs[i];
        }
    }
    fail_msg("no attempt %d of task %d", (int)n, (int)task);
    return NULL;
}

void scripted_expect(const struct sim *s, int32_t task, int32_t n, ticks start, ticks end, bool lost)
{
    const struct task_run *run = scripted_attempt(s, STAGE_MAP, task, n);
    assert_int_equal(run->start, start);
    assert_int_equal(run->end, end);
    assert_int_equal(run->lost, lost);
    assert_int_equal(run->failed, lost);
}
