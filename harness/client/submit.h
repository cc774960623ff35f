/*
 * The options of `rtmr submit` and `rtmr what-if`, and the request that they make.
 */
#ifndef CLIENT_SUBMIT_H
#define CLIENT_SUBMIT_H

#include "harness/client/session.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct submission {
    struct session session;
    bool what_if;
    /* options */
    int64_t maps;
    int64_t reduces;
    const char *map_time;
    const char *reduce_time;
    const char *deadline;
    const char *name;
    const char *like;
    const char *map_command;
    const char *reduce_command;
    const char *grace;
    const char *take_earliest;
    const char *folder;
    int executor; /* which of submission_executors */
    const char *partition;
    char **slurm_options; /* of sbatch */
    size_t slurm_option_count;
    size_t slurm_option_capacity;
    int on_overrun;
    int64_t retries;
    bool env_none;
    bool wait;
    json_t *variables; /* --env: name -> value; NULL: none */
    char **words;      /* behind `--`, ended by NULL; NULL: there is no `--` */
};

/* The options; the target is a struct submission. */
extern const struct option_row submission_time_rows[];
extern const struct option_row submission_command_rows[];
extern const struct option_row submission_policy_rows[];
extern const struct option_row submission_slurm_rows[];

/* Whether the job's tasks run as arrays of Slurm. */
bool submission_uses_slurm(const struct submission *s);

/* The request for the options, free with json_decref(); NULL: session.error is set. Estimates that
 * --like has to find are not in it yet. now: ms since 1970. */
json_t *submission_request(struct submission *s, int64_t now);

/* The option that a field of the request comes from; NULL: none. */
const char *submission_option_of(const char *field);

/* Submits the tasks of the job that the service has accepted for the request to Slurm; arrays: its
 * numbers of those of the maps and the reduces, 0: there is none. If that fails, the job is aborted
 * and s->session.error says why. Returns the exit status. */
int submission_submit_arrays(struct submission *s, const json_t *request, int64_t job, int64_t arrays[2]);

#endif
