#include "harness/cli/effects.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- The facts of a run ----------------------------------------------------------------------- */

static bool runs_nothing(const struct run_facts *f)
{
    return f->scheduler_count == 0;
}

static bool runs(const struct run_facts *f, const char *name, size_t length)
{
    for (size_t i = 0; i < f->scheduler_count; i++) {
        if (strncmp(f->schedulers[i]->name, name, length) == 0 && f->schedulers[i]->name[length] == '\0') {
            return true;
        }
    }
    return false;
}

bool effects_run_one_of(const struct run_facts *f, const char *list)
{
    while (*list != '\0') {
        const size_t length = strcspn(list, ",");
        if (runs(f, list, length)) {
            return true;
        }
        list += length;
        list += strspn(list, ", ");
    }
    return false;
}

static bool opens_reduces_early(const struct run_facts *f)
{
    for (size_t i = 0; i < f->scheduler_count; i++) {
        if (!f->schedulers[i]->needs_barrier) {
            return true;
        }
    }
    return false;
}

static bool corrects_by_delta(const struct run_facts *f)
{
    return f->compares || f->policy->feedback == RTMR_FEEDBACK_SATU;
}

static bool learns(const struct run_facts *f)
{
    return f->policy->estimator != ESTIMATOR_GIVEN;
}

static bool has_faults(const struct run_facts *f)
{
    return f->faults == NULL || f->faults->overrun_rate > 0 || f->faults->failure_rate > 0 ||
           f->faults->node_mtbf > 0 || f->faults->slow_rate > 0 || f->faults->script != NULL ||
           f->policy->estimator != ESTIMATOR_GIVEN;
}

static bool renews(const struct run_facts *f)
{
    return f->policy->renew == OPTION_ON;
}

static bool runs_one_feedback(const struct run_facts *f)
{
    return !f->compares;
}

static bool has_locality(const struct run_facts *f)
{
    return f->locality != NULL && locality_options_on(f->locality);
}

static bool has_delays(const struct run_facts *f)
{
    return f->policy->hadoop != HADOOP_0_20;
}

static bool has_racks(const struct run_facts *f)
{
    for (int32_t i = 1; i < f->cluster->node_count; i++) {
        if (f->cluster->nodes[i].rack != f->cluster->nodes[0].rack) {
            return true;
        }
    }
    return false;
}

static bool has_overrun_rate(const struct run_facts *f)
{
    return f->faults != NULL && f->faults->overrun_rate > 0;
}

static bool has_overrun_factor(const struct run_facts *f)
{
    return f->faults != NULL && f->faults->overrun_factor > 1;
}

static bool loses_nodes(const struct run_facts *f)
{
    return f->faults != NULL && f->faults->node_mtbf > 0;
}

static bool has_slow_nodes(const struct run_facts *f)
{
    return f->faults != NULL && f->faults->slow_rate > 0;
}

static bool has_slow_factor(const struct run_facts *f)
{
    return f->faults != NULL && f->faults->slow_factor > 1;
}

static bool has_swf_reduces(const struct run_facts *f)
{
    return f->source->conversion.swf.reduce_share > 0;
}

static bool has_pools(const struct run_facts *f)
{
    return f->source->format != FORMAT_BATSIM;
}

/* Whether anything is drawn from the seed. */
static bool is_random(const struct run_facts *f)
{
    const bool jobs = source_options_random(f->source);
    if (jobs || runs_nothing(f)) {
        return jobs;
    }
    const bool faulty = f->faults == NULL || f->faults->overrun_rate > 0 || f->faults->failure_rate > 0 ||
                        f->faults->node_mtbf > 0 || f->faults->slow_rate > 0;
    return faulty || f->cluster->heartbeat > 0 || has_locality(f);
}

static bool repeats(const struct run_facts *f)
{
    return f->seeds == 1 || is_random(f);
}

/* Whether the jobs themselves depend on the cluster: their deadlines, or the nodes of their
 * data. */
static bool uses_cluster(const struct run_facts *f)
{
    return !runs_nothing(f) || source_options_need_cluster(f->source);
}

static bool uses_heartbeat(const struct run_facts *f)
{
    return !runs_nothing(f);
}

/* --- The table -------------------------------------------------------------------------------- */

/* An option has an effect if one of the schedulers runs and the condition holds; NULL: whatever
 * runs, always. */
struct effect {
    const char *option;
    const char *schedulers;
    bool (*condition)(const struct run_facts *facts);
    const char *why_not; /* if the condition does not hold */
};

static const struct effect effects[] = {
    {"feedback", "rtmr", runs_one_feedback, "rtmr compare runs rtmr with each of them"},
    {"order", "rtmr", NULL, NULL},
    {"delta", "rtmr", corrects_by_delta, "it belongs to --feedback satu"},
    {"estimator", "rtmr, dc, asrpt", NULL, NULL},
    {"estimate-padding", "rtmr, dc, asrpt", learns, "it belongs to --estimator learned"},
    {"check", "rtmr", NULL, NULL},
    {"on-overrun", "rtmr", has_faults, "nothing goes wrong in this run"},
    {"renew", "rtmr", has_faults, "nothing goes wrong in this run"},
    {"at-risk", "rtmr", has_faults, "nothing goes wrong in this run"},
    {"at-risk", "rtmr", renews, "it needs --renew on"},
    {"slowstart", NULL, opens_reduces_early, "under every scheduler that runs, reduces wait for all maps"},
    {"seed", NULL, is_random, "nothing in this run is random"},
    {"seeds", NULL, repeats, "nothing in this run is random, all runs are the same"},
    {"pools", HADOOP_FAIR, NULL, NULL},
    {"queues", HADOOP_CAPACITY, NULL, NULL},
    {"hadoop", HADOOP_FAIR ", " HADOOP_CAPACITY ", lsps", NULL, NULL},
    {"assign-multiple", HADOOP_FAIR ", lsps", NULL, NULL},
    {"speculation", "fifo, " HADOOP_FAIR ", " HADOOP_CAPACITY ", lsps", NULL, NULL},
    {"locality-delay", HADOOP_FAIR, has_delays, "--hadoop 0.20 has no such delay"},
    {"locality-delay", NULL, has_locality, "with a --remote-factor of 1 it does not matter where maps run"},
    {"replication", NULL, has_locality, "with a --remote-factor of 1 it does not matter where maps run"},
    {"rack-factor", NULL, has_racks, "all nodes of the cluster are in one rack"},
    {"fifo-padding", "fifo", NULL, NULL},
    {"lsps-alpha", "lsps", NULL, NULL},
    {"lsps-prior", "lsps", NULL, NULL},
    {"overrun-rate", NULL, has_overrun_factor, "the --overrun-factor is 1"},
    {"overrun-factor", NULL, has_overrun_rate, "the --overrun-rate is 0"},
    {"node-mttr", NULL, loses_nodes, "the --node-mtbf is 0, no node is lost"},
    {"slow-rate", NULL, has_slow_factor, "the --slow-factor is 1"},
    {"slow-factor", NULL, has_slow_nodes, "the --slow-rate is 0"},
    {"swf-pool", NULL, has_pools, "a workload of Batsim has no pools"},
    {"swf-jobs", NULL, has_pools, "a workload of Batsim does not say which jobs completed"},
    {"swf-reduces-per-map", NULL, has_swf_reduces, "the --swf-reduce-share is 0, no job has reduces"},
    {"cluster", NULL, uses_cluster, "these jobs do not depend on the cluster"},
    {"map-slots", NULL, uses_cluster, "these jobs do not depend on the cluster"},
    {"reduce-slots", NULL, uses_cluster, "these jobs do not depend on the cluster"},
    {"heartbeat", NULL, uses_heartbeat, "jobs do not depend on it"},
};

void effects_warn_at(struct place place, const char *format, ...)
{
    char text[300];
    struct input_error warning;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    input_error_at(&warning, place, "%s", text);
    fprintf(stderr, "rtmr: warning: %s\n", warning.text);
}

void effects_warn(const struct run_facts *facts)
{
    const char *warned = "";
    for (size_t i = 0; i < sizeof effects / sizeof effects[0]; i++) {
        const struct effect *effect = &effects[i];
        if (!option_given(facts->source->given, effect->option) || strcmp(effect->option, warned) == 0) {
            continue;
        }
        if (effect->schedulers != NULL && !effects_run_one_of(facts, effect->schedulers)) {
            fprintf(stderr, "rtmr: warning: --%s has no effect: it is for %s\n", effect->option, effect->schedulers);
            warned = effect->option;
        } else if (effect->condition != NULL && !effect->condition(facts)) {
            fprintf(stderr, "rtmr: warning: --%s has no effect: %s\n", effect->option, effect->why_not);
            warned = effect->option;
        }
    }
}
