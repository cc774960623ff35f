/* The conservation checks: schedulers that misbehave stop the run, and a ledger that is told
 * nonsense says so. */
#include "harness/engine/audit.h"
#include "harness/workload/alloc.h"
#include "tests/unit/sim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* --- Broken schedulers ------------------------------------------------------------------------ */

/* Knows the first job only. */
struct rogue {
    const struct scheduler_job *job;
    struct scheduler_job copy;
    struct run_error *error;
};

static void *rogue_create(const struct scheduler_setup *setup)
{
    struct rogue *rogue = alloc_zeroed(1, sizeof *rogue);
    rogue->error = setup->error;
    return rogue;
}

static void accept_all(void *self, const struct scheduler_job *job, struct verdict *verdict)
{
    (void)verdict;
    struct rogue *rogue = self;
    rogue->job = job;
    rogue->copy = *job;
}

static void reject_all(void *self, const struct scheduler_job *job, struct verdict *verdict)
{
    accept_all(self, job, verdict);
    verdict->accepted = false;
    verdict->reason = "no";
}

static const struct scheduler_job *pick_always(void *self, enum stage stage, int32_t slot)
{
    (void)stage;
    (void)slot;
    struct rogue *rogue = self;
    return rogue->job;
}

static const struct scheduler_job *pick_copy(void *self, enum stage stage, int32_t slot)
{
    (void)stage;
    (void)slot;
    struct rogue *rogue = self;
    return &rogue->copy;
}

static const struct scheduler_job *pick_never(void *self, enum stage stage, int32_t slot)
{
    (void)self;
    (void)stage;
    (void)slot;
    return NULL;
}

static const struct scheduler_job *pick_and_complain(void *self, enum stage stage, int32_t slot)
{
    (void)stage;
    (void)slot;
    struct rogue *rogue = self;
    run_error_raise(rogue->error, "out of ideas");
    return rogue->job;
}

static const struct scheduler_job *pick_open_maps(void *self, enum stage stage, int32_t slot)
{
    (void)slot;
    struct rogue *rogue = self;
    return stage == STAGE_MAP && rogue->job->waiting[STAGE_MAP] > 0 ? rogue->job : NULL;
}

static void *fail_to_create(const struct scheduler_setup *setup)
{
    run_error_raise(setup->error, "cannot start");
    return NULL;
}

static struct scheduler_class rogue_class(const struct scheduler_job *(*pick)(void *, enum stage, int32_t))
{
    return (struct scheduler_class){
        .name = "rogue", .create = rogue_create, .destroy = free, .job_arrives = accept_all, .pick = pick};
}

/* Runs a small workload under a rogue; the run must stop with this text. heartbeat 0: instant
 * mode. */
static void expect_stop(const struct scheduler_class *rogue, ticks heartbeat, const char *text)
{
    struct sim s;
    sim_init(&s, 2, 2);
    if (heartbeat > 0) {
        sim_nodes(&s, heartbeat, 2, 1, 1);
    }
    sim_job(&s, 1, 100, 3, "3", 2, "2");
    sim_job(&s, 2, 100, 3, "3", 2, "2");
    assert_false(sim_run(&s, rogue));
    assert_true(s.error.raised);
    if (strstr(s.error.text, text) == NULL) {
        fail_msg("expected \"%s\" in \"%s\"", text, s.error.text);
    }
    sim_free(&s);
}

static void a_rejected_job_must_not_run(void **state)
{
    (void)state;
    struct scheduler_class rogue = rogue_class(pick_always);
    rogue.job_arrives = reject_all;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_job(&s, 0, 100, 3, "3", 1, "");
    assert_true(sim_run(&s, &rogue)); /* nothing waits: it is never asked */
    sim_free(&s);

    /* The same with another job that waits. */
    rogue.job_arrives = accept_all;
    sim_init(&s, 1, 1);
    sim_job(&s, 0, 100, 3, "3 3", 1, "");
    sim_job(&s, 1, 100, 3, "3", 1, "");
    assert_non_null(sim_engine(&s, &rogue));
    assert_true(engine_run_until(s.engine, 0));
    rogue.job_arrives = reject_all;
    assert_false(engine_run(s.engine));
    assert_non_null(strstr(s.error.text, "picked job 'j1' for a map slot at 3, but it was rejected"));
    sim_free(&s);
}

static void a_reduce_must_not_start_before_its_stage(void **state)
{
    (void)state;
    struct scheduler_class rogue = rogue_class(pick_always);
    struct sim s;
    sim_init(&s, 1, 1);
    sim_job(&s, 0, 100, 3, "3", 2, "2");
    assert_false(sim_run(&s, &rogue));
    assert_non_null(strstr(s.error.text, "picked job 'j0' for a reduce slot at 0, but its stage has not begun"));
    sim_free(&s);
}

static void a_task_must_not_run_twice(void **state)
{
    (void)state;
    struct scheduler_class rogue = rogue_class(pick_always);
    /* j0's only map runs; j1's waits, and j0 is picked again */
    struct sim s;
    sim_init(&s, 2, 1);
    sim_job(&s, 0, 100, 3, "3", 1, "");
    sim_job(&s, 0, 100, 3, "3", 1, "");
    assert_false(sim_run(&s, &rogue));
    assert_non_null(strstr(s.error.text, "picked job 'j1' for a map slot at 0, but it has no task waiting"));
    sim_free(&s);
}

static void accepted_jobs_must_not_be_forgotten(void **state)
{
    (void)state;
    struct scheduler_class never = rogue_class(pick_never);
    expect_stop(&never, 0, "job 'j0': it was accepted but not run to its end");
    expect_stop(&never, 50, "job 'j0': it was accepted but not run to its end");
    struct scheduler_class maps_only = rogue_class(pick_open_maps);
    expect_stop(&maps_only, 0, "it was accepted but not run to its end");
    expect_stop(&maps_only, 50, "it was accepted but not run to its end");
}

static void an_unknown_job_must_not_be_picked(void **state)
{
    (void)state;
    struct scheduler_class rogue = rogue_class(pick_copy);
    expect_stop(&rogue, 0, "scheduler 'rogue' picked a job that has not arrived");
    expect_stop(&rogue, 50, "scheduler 'rogue' picked a job that has not arrived");
}

static void an_error_of_the_scheduler_stops_the_run(void **state)
{
    (void)state;
    struct scheduler_class rogue = rogue_class(pick_and_complain);
    expect_stop(&rogue, 0, "out of ideas");
    rogue.create = fail_to_create;
    struct sim s;
    sim_init(&s, 1, 1);
    assert_null(sim_engine(&s, &rogue));
    assert_string_equal(s.error.text, "cannot start");
    sim_free(&s);
}

/* --- The ledger ------------------------------------------------------------------------------- */

struct ledger {
    struct sim s; /* for its workload: j0 of two maps and a reduce at 1, j1 of one map at 2 */
    struct audit *audit;
};

static void ledger_open(struct ledger *l)
{
    static const int32_t slots[STAGES] = {2, 1};
    sim_init(&l->s, 2, 1);
    sim_job(&l->s, 1, 100, 3, "3 3", 2, "2");
    sim_job(&l->s, 2, 100, 3, "3", 2, "");
    l->audit = audit_new(&l->s.workload, slots, SLOWSTART_BARRIER, false, &l->s.error);
}

static void ledger_close(struct ledger *l)
{
    audit_free(l->audit);
    sim_free(&l->s);
}

/* The check was broken with this text. */
static void expect_broken(struct ledger *l, bool result, const char *text)
{
    assert_false(result);
    assert_true(l->s.error.raised);
    if (strstr(l->s.error.text, text) == NULL) {
        fail_msg("expected \"%s\" in \"%s\"", text, l->s.error.text);
    }
    ledger_close(l);
}

static struct task_run map_run(int32_t job, int32_t task, int32_t slot, ticks start, ticks end)
{
    return (struct task_run){.job = job,
                             .stage = STAGE_MAP,
                             .task = task,
                             .slot = slot,
                             .start = start,
                             .work_start = start,
                             .end = end,
                             .noticed = end};
}

static void the_ledger_knows_slots_in_use(void **state)
{
    (void)state;
    struct ledger l;
    ledger_open(&l);
    assert_true(audit_arrival(l.audit, 1, 0, true));
    assert_true(audit_start(l.audit, 1, 0, STAGE_MAP, 0, 1));
    expect_broken(&l, audit_start(l.audit, 1, 0, STAGE_MAP, 1, 1), "it starts on a slot that is in use");

    ledger_open(&l);
    assert_true(audit_arrival(l.audit, 1, 0, true));
    expect_broken(&l, audit_start(l.audit, 1, 0, STAGE_MAP, 0, 2), "it starts on a slot that does not exist");
}

static void the_ledger_knows_slots_that_are_not_there(void **state)
{
    (void)state;
    struct ledger l;
    ledger_open(&l);
    assert_true(audit_arrival(l.audit, 1, 0, true));
    audit_slot_lost(l.audit, STAGE_MAP, 1);
    audit_slot_back(l.audit, STAGE_MAP, 1);
    assert_true(audit_start(l.audit, 1, 0, STAGE_MAP, 0, 1));
    audit_slot_lost(l.audit, STAGE_MAP, 0);
    expect_broken(&l, audit_start(l.audit, 1, 0, STAGE_MAP, 1, 0), "it starts on a slot that is not there");

    /* A slot that drains leaves when its task has ended, whether anybody says so or not. */
    ledger_open(&l);
    assert_true(audit_arrival(l.audit, 1, 0, true));
    assert_true(audit_start(l.audit, 1, 0, STAGE_MAP, 0, 1));
    audit_slot_drains(l.audit, STAGE_MAP, 1);
    struct task_run last = map_run(0, 0, 1, 1, 4);
    assert_true(audit_task_end(l.audit, 4, &last));
    expect_broken(&l, audit_start(l.audit, 4, 0, STAGE_MAP, 1, 1), "it starts on a slot that is not there");
}

static void the_ledger_knows_tasks(void **state)
{
    (void)state;
    struct ledger l;
    ledger_open(&l);
    assert_true(audit_arrival(l.audit, 1, 0, true));
    assert_true(audit_start(l.audit, 1, 0, STAGE_MAP, 0, 0));
    expect_broken(&l, audit_start(l.audit, 1, 0, STAGE_MAP, 0, 1), "it was started already");

    ledger_open(&l);
    assert_true(audit_arrival(l.audit, 1, 0, true));
    expect_broken(&l, audit_start(l.audit, 1, 0, STAGE_MAP, 2, 1), "the job has no such task");

    ledger_open(&l);
    assert_true(audit_arrival(l.audit, 1, 0, true));
    expect_broken(&l, audit_start(l.audit, 1, 0, STAGE_REDUCE, 0, 0), "it starts before its stage");

    ledger_open(&l);
    assert_true(audit_arrival(l.audit, 1, 0, false));
    expect_broken(&l, audit_start(l.audit, 1, 0, STAGE_MAP, 0, 0), "it starts although its job was rejected");

    ledger_open(&l);
    expect_broken(&l, audit_start(l.audit, 1, 0, STAGE_MAP, 0, 0), "it starts before its job has arrived");

    ledger_open(&l);
    expect_broken(&l, audit_start(l.audit, 1, 2, STAGE_MAP, 0, 0), "no job has number 2");
}

static void the_ledger_knows_where_a_task_runs(void **state)
{
    (void)state;
    struct ledger l;
    ledger_open(&l);
    assert_true(audit_arrival(l.audit, 1, 0, true));
    assert_true(audit_start(l.audit, 1, 0, STAGE_MAP, 0, 0));
    struct task_run elsewhere = map_run(0, 0, 1, 1, 4);
    expect_broken(&l, audit_task_end(l.audit, 4, &elsewhere), "it ends on a slot on which it was not started");

    ledger_open(&l);
    assert_true(audit_arrival(l.audit, 1, 0, true));
    assert_true(audit_start(l.audit, 1, 0, STAGE_MAP, 0, 0));
    struct task_run unnoticed = map_run(0, 0, 0, 1, 4);
    expect_broken(&l, audit_task_end(l.audit, 5, &unnoticed), "out of order");

    ledger_open(&l);
    assert_true(audit_arrival(l.audit, 1, 0, true));
    assert_true(audit_start(l.audit, 1, 0, STAGE_MAP, 0, 0));
    struct task_run nowhere = map_run(0, 0, 7, 1, 4);
    expect_broken(&l, audit_task_end(l.audit, 4, &nowhere), "it ends on a slot that does not exist");
}

static void the_ledger_knows_when_a_reduce_may_work(void **state)
{
    (void)state;
    static const int32_t slots[STAGES] = {2, 1};
    struct ledger l;
    ledger_open(&l);
    audit_free(l.audit);
    l.audit = audit_new(&l.s.workload, slots, 500, false, &l.s.error); /* reduces may start after half of the maps */
    assert_true(audit_arrival(l.audit, 1, 0, true));
    assert_true(audit_start(l.audit, 1, 0, STAGE_MAP, 0, 0));
    struct task_run first = map_run(0, 0, 0, 1, 4);
    assert_true(audit_task_end(l.audit, 4, &first));
    assert_true(audit_start(l.audit, 4, 0, STAGE_REDUCE, 0, 0));
    struct task_run early = {.job = 0, .stage = STAGE_REDUCE, .start = 4, .work_start = 4, .end = 6, .noticed = 6};
    expect_broken(&l, audit_task_end(l.audit, 6, &early), "it worked before its stage");
}

static void the_ledger_knows_arrivals_and_time(void **state)
{
    (void)state;
    struct ledger l;
    ledger_open(&l);
    expect_broken(&l, audit_arrival(l.audit, 2, 1, true), "out of order or twice");

    ledger_open(&l);
    expect_broken(&l, audit_arrival(l.audit, 3, 0, true), "another instant than its arrival");

    ledger_open(&l);
    assert_true(audit_arrival(l.audit, 1, 0, true));
    expect_broken(&l, audit_arrival(l.audit, 1, 0, true), "out of order or twice");

    ledger_open(&l);
    assert_true(audit_arrival(l.audit, 1, 0, true));
    expect_broken(&l, audit_start(l.audit, 0, 0, STAGE_MAP, 0, 0), "time went back from 1 to 0");
}

static void the_ledger_knows_what_is_left(void **state)
{
    (void)state;
    struct ledger l;
    ledger_open(&l);
    expect_broken(&l, audit_end(l.audit), "job 'j0': it was lost: it never arrived");

    ledger_open(&l);
    assert_true(audit_arrival(l.audit, 1, 0, true));
    expect_broken(&l, audit_job_finished(l.audit, 1, 0, false), "it finished before all its tasks");

    ledger_open(&l);
    assert_true(audit_arrival(l.audit, 1, 0, false));
    expect_broken(&l, audit_job_finished(l.audit, 1, 0, false), "without being accepted and unfinished");

    ledger_open(&l);
    assert_true(audit_arrival(l.audit, 1, 0, false));
    assert_true(audit_arrival(l.audit, 2, 1, true));
    assert_true(audit_start(l.audit, 2, 1, STAGE_MAP, 0, 0));
    struct task_run run = map_run(1, 0, 0, 2, 5);
    assert_true(audit_task_end(l.audit, 5, &run));
    assert_true(audit_job_finished(l.audit, 5, 1, false));
    assert_true(audit_end(l.audit));
    assert_false(l.s.error.raised);
    expect_broken(&l, audit_start(l.audit, 5, 1, STAGE_MAP, 0, 0), "it starts although its job has finished");
}

static void the_first_error_stays(void **state)
{
    (void)state;
    struct run_error error = {0};
    run_error_raise(&error, "first %d", 1);
    run_error_raise(&error, "second");
    assert_string_equal(error.text, "first 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rejected_job_must_not_run),
        cmocka_unit_test(a_reduce_must_not_start_before_its_stage),
        cmocka_unit_test(a_task_must_not_run_twice),
        cmocka_unit_test(accepted_jobs_must_not_be_forgotten),
        cmocka_unit_test(an_unknown_job_must_not_be_picked),
        cmocka_unit_test(an_error_of_the_scheduler_stops_the_run),
        cmocka_unit_test(the_ledger_knows_slots_in_use),
        cmocka_unit_test(the_ledger_knows_slots_that_are_not_there),
        cmocka_unit_test(the_ledger_knows_tasks),
        cmocka_unit_test(the_ledger_knows_where_a_task_runs),
        cmocka_unit_test(the_ledger_knows_when_a_reduce_may_work),
        cmocka_unit_test(the_ledger_knows_arrivals_and_time),
        cmocka_unit_test(the_ledger_knows_what_is_left),
        cmocka_unit_test(the_first_error_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
