/*
 * Profiles of a workload of Batsim: how long a job of each of them takes. Their types have had
 * several names in the versions of Batsim; all are known.
 *   delay, DelayProfile
 *                 `delay` seconds
 *   parallel_homogeneous, msg_par_hg, ptask_homogeneous, ParallelTaskHomogeneousProfile
 *                 `cpu` operations on each resource; if a generation_strategy spreads them,
 *                 altogether
 *   parallel_homogeneous_total, msg_par_hg_tot
 *                 `cpu` operations altogether
 *   parallel, msg_par, ptask, ParallelTaskProfile
 *                 `cpu`: an array, the operations of each resource; all resources are held as long
 *                 as the largest takes
 *   composed, sequential_composition, SequentialCompositionProfile
 *                 the profiles of the array `seq` one after another, `repeat` (or `nb`) times
 *   profiles whose type names a storage, a staging or PFS
 *                 transfers only
 * What moves data (`com`, transfers) takes no time here: there is no network. Other types (replays
 * of traces, messages) and malformed profiles have no time.
 */
#ifndef HARNESS_WORKLOAD_BATSIM_PROFILE_H
#define HARNESS_WORKLOAD_BATSIM_PROFILE_H

#include "harness/workload/name_index.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum profile_state { PROFILE_UNREAD = 0, PROFILE_IN_READING, PROFILE_READ };

struct batsim_profile {
    const json_t *object;
    enum profile_state state;
    bool timed;     /* otherwise nothing below holds */
    bool transfers; /* some data, which takes no time here */
    double fixed;   /* s */
    double shared;  /* s, divided by the number of resources */
};

struct batsim_profiles {
    struct batsim_profile *profiles;
    size_t count;
    struct name_index index;
    double speed;
};

/* The profiles of a workload's object `profiles`, which must outlive them; free them with
 * batsim_profiles_free(). speed: operations of a resource in a second, > 0. O(size). */
struct batsim_profiles batsim_profiles_read(json_t *profiles, double speed);

void batsim_profiles_free(struct batsim_profiles *profiles);

/* The profile of that name, the workload in front of it ("w0!name") left aside; NULL: there is
 * none. O(log profiles) comparisons. */
const struct batsim_profile *batsim_profiles_find(const struct batsim_profiles *profiles, const char *name);

#endif
