#include "tests/campaign/tally.h"

#include <inttypes.h>
#include <stdio.h>

/* A count, and how many there must be in a thousand runs: well below what the world's chances make
 * of it. */
struct row {
    const char *what;
    int64_t count;
    int64_t least;
};

/* Passed and failed checks. */
struct verdicts {
    int64_t passed;
    int64_t failed;
};

void tally_failure(struct failures *failures, uint64_t run)
{
    if (failures->runs == 0 || run < failures->first) {
        failures->first = run;
    }
    failures->runs++;
}

static void add_failures(struct failures *sum, const struct failures *other)
{
    if (other->runs > 0) {
        const int64_t runs = sum->runs + other->runs;

        tally_failure(sum, other->first);
        sum->runs = runs;
    }
}

static void add_counts(struct checked_counts *sum, const struct checked_counts *other)
{
    sum->calls += other->calls;
    sum->refused += other->refused;
    sum->accepted += other->accepted;
    sum->accepted_stored += other->accepted_stored;
    sum->rejected += other->rejected;
    sum->full += other->full;
    sum->questions += other->questions;
    sum->reordered += other->reordered;
    sum->counter_offers += other->counter_offers;
    sum->withdrawn += other->withdrawn;
    sum->dispatched += other->dispatched;
    sum->dispatched_latent += other->dispatched_latent;
    sum->dispatched_stored += other->dispatched_stored;
    sum->dispatched_stored_latent += other->dispatched_stored_latent;
    sum->exchanged += other->exchanged;
    sum->out_of_order += other->out_of_order;
    sum->out_of_order_latent += other->out_of_order_latent;
    sum->kept += other->kept;
    sum->corrected += other->corrected;
    sum->lowered += other->lowered;
    sum->overruns += other->overruns;
    sum->waits += other->waits;
    sum->waits_latent += other->waits_latent;
    sum->losses += other->losses;
    sum->losses_idle += other->losses_idle;
    sum->losses_busy += other->losses_busy;
    sum->losses_late += other->losses_late;
    sum->losses_draining += other->losses_draining;
    sum->losses_all += other->losses_all;
    sum->losses_latent += other->losses_latent;
    sum->failures += other->failures;
    sum->failures_late += other->failures_late;
    sum->failures_draining += other->failures_draining;
    sum->tasks_lost += other->tasks_lost;
    sum->lost_harmless += other->lost_harmless;
    sum->lost_own += other->lost_own;
    sum->lost_others += other->lost_others;
    sum->drains += other->drains;
    sum->drains_idle += other->drains_idle;
    sum->drains_busy += other->drains_busy;
    sum->drains_late += other->drains_late;
    sum->drains_refused += other->drains_refused;
    sum->drained += other->drained;
    sum->drains_overrun += other->drains_overrun;
    sum->returns += other->returns;
    sum->additions += other->additions;
    sum->revivals += other->revivals;
    sum->renewed += other->renewed;
    sum->flagged += other->flagged;
    sum->dispatched_flagged += other->dispatched_flagged;
    sum->renewals += other->renewals;
    sum->moves += other->moves;
    sum->renewals_reordered += other->renewals_reordered;
    sum->renewals_refused += other->renewals_refused;
    sum->renewal_offers += other->renewal_offers;
    sum->renewals_late += other->renewals_late;
    sum->extensions += other->extensions;
    sum->extensions_late += other->extensions_late;
    sum->extensions_refused += other->extensions_refused;
    sum->estimates += other->estimates;
    sum->estimates_refused += other->estimates_refused;
    sum->suspensions += other->suspensions;
    sum->aborts += other->aborts;
    sum->aborts_running += other->aborts_running;
    sum->restored += other->restored;
    sum->restored_flagging += other->restored_flagging;
    sum->changes_stored += other->changes_stored;
}

void tally_add(struct tally *sum, const struct tally *other)
{
    sum->runs += other->runs;
    sum->with_latency += other->with_latency;
    sum->latent_exact += other->latent_exact;
    for (int i = 0; i < WORLD_KINDS; i++) {
        sum->of_kind[i] += other->of_kind[i];
    }
    for (int i = 0; i < WORLD_POLICIES; i++) {
        sum->of_policy[i] += other->of_policy[i];
    }
    for (int i = 0; i < CLAUSES; i++) {
        sum->evaluated[i] += other->evaluated[i];
        add_failures(&sum->broken[i], &other->broken[i]);
    }
    add_failures(&sum->unlawful, &other->unlawful);
    add_counts(&sum->counts, &other->counts);
}

static void count(struct verdicts *verdicts, bool good)
{
    verdicts->passed += good;
    verdicts->failed += !good;
}

static void print_row(const struct tally *t, const struct row *row, struct verdicts *verdicts)
{
    const int64_t least = row->least * t->runs / 1000;
    const bool good = row->count >= least;

    count(verdicts, good);
    printf("%-44s %12" PRId64 " %12" PRId64 "%s\n", row->what, row->count, least, good ? "" : "  TOO FEW");
}

static void print_counts(const struct tally *t, struct verdicts *verdicts)
{
    const struct checked_counts *const c = &t->counts;
    const struct row rows[] = {
        {"lawful runs", t->of_kind[WORLD_LAWFUL], 500},
        {"runs with faults", t->of_kind[WORLD_FAULTY], 150},
        {"runs of arbitrary calls", t->of_kind[WORLD_WILD], 150},
        {"runs with dispatch latency", t->with_latency, 140},
        {"  and exact projection", t->latent_exact, 80},
        {"calls", c->calls, 25000},
        {"  refused as errors", c->refused, 2000},
        {"jobs accepted", c->accepted, 1500},
        {"  by stored vectors", c->accepted_stored, 700},
        {"  in front of one accepted earlier", c->reordered, 120},
        {"  done under their promise", c->kept, 1200},
        {"    early enough to correct stored vectors", c->corrected, 90},
        {"    of others e is lowered by that", c->lowered, 8},
        {"  withdrawn", c->withdrawn, 50},
        {"  flagged", c->flagged, 150},
        {"jobs rejected", c->rejected, 1000},
        {"  for want of room", c->full, 60},
        {"  accepted at the earliest deadline only", c->counter_offers, 1000},
        {"questions", c->questions, 400},
        {"tasks dispatched", c->dispatched, 5000},
        {"  with dispatch latency", c->dispatched_latent, 900},
        {"    not on the slot that was due first", c->exchanged, 40},
        {"  while there are stored vectors", c->dispatched_stored, 1600},
        {"    with dispatch latency", c->dispatched_stored_latent, 100},
        {"  reduces before those of a job in front", c->out_of_order, 40},
        {"    with dispatch latency", c->out_of_order_latent, 4},
        {"violations: overruns", c->overruns, 100},
        {"  offers left waiting", c->waits, 150},
        {"    with dispatch latency", c->waits_latent, 7},
        {"  slots lost", c->losses, 80},
        {"    that ran nothing", c->losses_idle, 60},
        {"    that ran a task in time", c->losses_busy, 8},
        {"    that ran a task over its bound", c->losses_late, 1},
        {"    that were draining", c->losses_draining, 3},
        {"    and none of the stage is left", c->losses_all, 15},
        {"    with dispatch latency", c->losses_latent, 12},
        {"  tasks failed", c->failures, 15},
        {"    over their bound", c->failures_late, 1},
        {"    on a slot that was draining", c->failures_draining, 2},
        {"promised tasks lost, and no job is flagged", c->lost_harmless, 15},
        {"  their own job only", c->lost_own, 4},
        {"  another job, too", c->lost_others, 1},
        {"slots drained that ran nothing", c->drains_idle, 150},
        {"  that ran a task in time", c->drains_busy, 70},
        {"    which has finished", c->drained, 60},
        {"    which has overrun", c->drains_overrun, 3},
        {"  that ran a task over its bound", c->drains_late, 2},
        {"drains refused", c->drains_refused, 40},
        {"slots back", c->returns, 20},
        {"slots new", c->additions, 200},
        {"slots back or new where none was usable", c->revivals, 20},
        {"jobs accepted while others are flagged", c->renewed, 80},
        {"tasks of flagged jobs dispatched", c->dispatched_flagged, 300},
        {"promises renewed", c->renewals, 25},
        {"  moved to another deadline", c->moves, 200},
        {"  either, to another place", c->renewals_reordered, 10},
        {"  refused", c->renewals_refused, 50},
        {"    with the earliest deadline that would do", c->renewal_offers, 15},
        {"  errors, as a task of the job is late", c->renewals_late, 5},
        {"bounds extended", c->extensions, 60},
        {"  of tasks that no plan counted on", c->extensions_late, 15},
        {"  refused", c->extensions_refused, 3},
        {"estimates set", c->estimates, 200},
        {"  refused", c->estimates_refused, 10},
        {"promises suspended", c->suspensions, 90},
        {"jobs aborted", c->aborts, 60},
        {"  with tasks that run on", c->aborts_running, 15},
        {"contexts restored", c->restored, 40},
        {"  and a job is flagged", c->restored_flagging, 4},
        {"changes adopted while there are stored vectors", c->changes_stored, 100},
    };

    printf("%-44s %12s %12s\n", "", "count", "at least");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        print_row(t, &rows[i], verdicts);
    }
    for (int32_t i = 0; i < WORLD_POLICIES; i++) {
        char what[64];

        snprintf(what, sizeof what, "runs with %s", world_policy_name(i));
        print_row(t, &(struct row){what, t->of_policy[i], 100}, verdicts);
    }
}

static void print_clauses(const struct tally *t, struct verdicts *verdicts)
{
    printf("\n%-44s %12s %12s\n", "clause", "evaluated", "runs broken");
    for (int i = 0; i < CLAUSES; i++) {
        const bool exercised = t->evaluated[i] > 0;
        const bool good = exercised && t->broken[i].runs == 0;

        count(verdicts, good);
        printf("%-44s %12" PRId64 " %12" PRId64 "%s\n", clause_name((enum clause)i), t->evaluated[i], t->broken[i].runs,
               good        ? ""
               : exercised ? "  BROKEN"
                           : "  NEVER EVALUATED");
    }
    count(verdicts, t->unlawful.runs == 0);
    printf("%-44s %12" PRId64 " %12" PRId64 "%s\n", "lawful runs end well", t->of_kind[WORLD_LAWFUL], t->unlawful.runs,
           t->unlawful.runs == 0 ? "" : "  BROKEN");
}

int64_t tally_print(const struct tally *tally)
{
    struct verdicts verdicts = {0};

    print_counts(tally, &verdicts);
    print_clauses(tally, &verdicts);
    printf("\n%" PRId64 " passed, %" PRId64 " failed\n", verdicts.passed, verdicts.failed);
    return verdicts.failed;
}
