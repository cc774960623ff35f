#include "harness/studies/paper_asrpt.h"

#include "harness/page/asrpt_figures.h"
#include "harness/page/paper_page.h"
#include "harness/page/report_folder.h"
#include "harness/page/script.h"
#include "harness/report/asrpt_claims.h"
#include "harness/report/asrpt_json.h"
#include "harness/report/asrpt_tables.h"
#include "harness/studies/deadline_report.h"
#include "harness/studies/exit_status.h"

#include <inttypes.h>
#include <stdlib.h>

static const char conventions[] =
    "Ratio: total flow time / SRPT bound; largest: of any seed; flow: mean flow time, slots; ±: half the 95%\n"
    "confidence interval of the mean over the seeds.\n"
    "Held in every run, or it would have been stopped: in no slot fewer jobs than under SRPT (Lemma 1);\n"
    "under work-conserving schedulers, maps ended in the interval of the job's arrival, and reduces ended\n"
    "(non-preemptive: started) by the end of the next (proof of Theorem 2).\n\n";

static const char readings[] =
    "How the paper is read\n"
    "- The figures' digits are not in its text: what is compared is their order, and the bounds.\n"
    "- Exponential workloads are rounded to whole units, up or down at random so that means stay. Reduce work\n"
    "  is split evenly into 1 to 10 tasks, every number equally likely. A job may come out without maps or\n"
    "  without reduces.\n"
    "- Flow times are those of all jobs that arrive in T slots, each run to its end. Fig. 9 shows the ratio of\n"
    "  the costs up to a slot (section III: jobs there, summed over the slots), which is what converges.\n"
    "- DSRPT is defined for preemptive reduces only. The SRPT bound holds in both modes.\n"
    "- FIFO lets later jobs use machines that earlier ones cannot; Fair gives odd machines to the earliest\n"
    "  jobs; ties go to the earlier job; a job's longer reduce tasks start first.\n"
    "- Theorems 2 and 3 need bounded reduce work. For exponential workloads, Rmax is the largest that was\n"
    "  drawn: the bounds are those of the workload cut there, and no less for the rate function of Eq. 10\n"
    "  being that of the whole distribution. Remark 1 says that light tails have such bounds as well; their\n"
    "  expressions stand in the authors' technical report, and are not here.\n";

static void print_introduction(const struct asrpt_experiment *e, FILE *out)
{
    const struct comparison_setup *setup = &e->sets[0].setup;
    fprintf(out, "%" PRId32 " machines, Poisson arrivals of %g jobs a slot in %" PRId32 " slots; seeds %" PRIu64,
            setup->machines, setup->load.rate, setup->load.slots, setup->first_seed);
    fprintf(out, " to %" PRIu64 ".\n%s", setup->first_seed + setup->seeds - 1, conventions);
}

static void print_ratios(const struct asrpt_experiment *e, FILE *out)
{
    for (size_t i = 0; i < SLOTTED_PROFILES; i++) {
        asrpt_print_efficiency(&e->sets[i], out);
    }
    asrpt_print_convergence(&e->sets[SLOTTED_PROFILES - 1], out);
}

static void print_flows(const struct asrpt_experiment *e, FILE *out)
{
    for (size_t i = 0; i < SLOTTED_PROFILES; i++) {
        asrpt_print_distribution(&e->sets[i], out);
    }
}

static void print_claims(const struct asrpt_experiment *e, FILE *out)
{
    asrpt_print_claims(e->sets, SLOTTED_PROFILES, out);
    asrpt_print_tails(e->sets, SLOTTED_PROFILES, out);
}

static void print_constants(const struct asrpt_experiment *e, FILE *out)
{
    asrpt_print_constants(e->sets, SLOTTED_PROFILES, out);
}

static void print_counterexample(const struct asrpt_experiment *e, FILE *out)
{
    asrpt_print_counterexample(&e->sets[ASRPT_COUNTEREXAMPLE], out);
}

static void print_deadlines(const struct asrpt_experiment *e, FILE *out)
{
    deadline_report_print(&e->deadlines, out);
}

static void print_readings(const struct asrpt_experiment *e, FILE *out)
{
    (void)e;
    fputs(readings, out);
}

/* The output after the introduction. */
static const struct part {
    const char *name;
    const char *heading; /* of the report's section */
    void (*print)(const struct asrpt_experiment *e, FILE *out);
} parts[] = {
    {"ratios", "Figs. 5 to 9 as tables", print_ratios},
    {"flows", "Figs. 10 to 13 as tables", print_flows},
    {"claims", "What the paper says", print_claims},
    {"constants", "Theorems 2 and 3", print_constants},
    {"counterexample", "Where Theorem 4 fails", print_counterexample},
    {"deadlines", "With deadlines", print_deadlines},
    {"readings", "How the paper is read", print_readings},
};
enum { PARTS = sizeof parts / sizeof parts[0] };

/* The printed text; free() it. */
static char *text_of(const struct asrpt_experiment *e, void (*print)(const struct asrpt_experiment *e, FILE *out))
{
    struct script text;
    script_open(&text);
    print(e, text.stream);
    return script_close(&text);
}

static const char title[] = "Flow time in slots: the figures and theorems of Zheng, Shroff and Sinha (2013)";

static void write_page(const struct asrpt_experiment *e, const struct figures *figures, FILE *out)
{
    const struct comparison_setup *setup = &e->sets[0].setup;
    char command[120];
    snprintf(command, sizeof command, "rtmr paper asrpt --seed %" PRIu64 " --seeds %zu --slots %" PRId32,
             setup->first_seed, setup->seeds, setup->load.slots);
    char *introduction = text_of(e, print_introduction);
    char *texts[PARTS];
    struct paper_section sections[PARTS];
    for (size_t i = 0; i < PARTS; i++) {
        texts[i] = text_of(e, parts[i].print);
        sections[i] = (struct paper_section){parts[i].name, parts[i].heading, texts[i]};
    }
    const struct paper_page page = {title, introduction, figures, sections, PARTS, command};
    paper_page_write(&page, out);
    for (size_t i = 0; i < PARTS; i++) {
        free(texts[i]);
    }
    free(introduction);
}

static bool write_report(const struct asrpt_experiment *e, struct output_folder *folder, struct input_error *error)
{
    struct figures figures = {0};
    asrpt_figures_make(&figures, e->sets, SLOTTED_PROFILES);
    bool drawn = report_folder_draw(folder, &figures, error);
    if (drawn) {
        write_page(e, &figures, output_folder_first(folder));
    }
    figures_free(&figures);
    return drawn && output_folder_prepare(folder, error) && output_folder_commit(folder, error);
}

static void print(const struct asrpt_experiment *e, FILE *out)
{
    fputs("Zheng, Shroff, Sinha: A New Analytical Technique for Designing Provably Efficient MapReduce Schedulers\n"
          "(2013), section VII\n\n",
          out);
    print_introduction(e, out);
    for (size_t i = 0; i < PARTS; i++) {
        parts[i].print(e, out);
    }
}

static json_t *json_of(const struct asrpt_experiment *e)
{
    json_t *workloads = json_array();
    for (size_t i = 0; i < SLOTTED_PROFILES; i++) {
        json_array_append_new(workloads, asrpt_json(&e->sets[i]));
    }
    return json_pack("{s:o, s:o, s:o}", "workloads", workloads, "counterexample",
                     asrpt_json(&e->sets[ASRPT_COUNTEREXAMPLE]), "deadlines", deadline_report_json(&e->deadlines));
}

int paper_asrpt(const struct asrpt_options *options, const char *report, json_t **json, struct input_error *error)
{
    struct output_folder folder = {0};
    if (report != NULL && !report_folder_open(&folder, report, error)) {
        return EXIT_FAILED;
    }
    struct asrpt_experiment e = {0};
    int status = asrpt_experiment_run(&e, options, error);
    if (status == 0) {
        if (report != NULL && !write_report(&e, &folder, error)) {
            status = EXIT_FAILED;
        }
        print(&e, stdout);
        if (json != NULL) {
            *json = json_of(&e);
        }
    }
    asrpt_experiment_free(&e);
    output_folder_close(&folder);
    return status;
}
