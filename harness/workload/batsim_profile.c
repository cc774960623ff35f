#include "harness/workload/batsim_profile.h"

#include "harness/workload/alloc.h"
#include "harness/workload/json_field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sequences in sequences, far deeper than any that is published. */
enum { DEPTH_MOST = 64 };

enum kind { KIND_DELAY, KIND_EACH, KIND_TOTAL, KIND_ARRAY, KIND_SEQUENCE, KIND_TRANSFER, KIND_OTHER };

static enum kind kind_of(const json_t *profile)
{
    static const struct {
        const char *name;
        enum kind kind;
    } types[] = {
        {"delay", KIND_DELAY},
        {"DelayProfile", KIND_DELAY},
        {"parallel_homogeneous", KIND_EACH},
        {"msg_par_hg", KIND_EACH},
        {"ptask_homogeneous", KIND_EACH},
        {"ParallelTaskHomogeneousProfile", KIND_EACH},
        {"parallel_homogeneous_total", KIND_TOTAL},
        {"msg_par_hg_tot", KIND_TOTAL},
        {"parallel", KIND_ARRAY},
        {"msg_par", KIND_ARRAY},
        {"ptask", KIND_ARRAY},
        {"ParallelTaskProfile", KIND_ARRAY},
        {"composed", KIND_SEQUENCE},
        {"sequential_composition", KIND_SEQUENCE},
        {"SequentialCompositionProfile", KIND_SEQUENCE},
        {"parallel_homogeneous_pfs", KIND_TRANSFER},
        {"msg_par_hg_pfs", KIND_TRANSFER},
        {"msg_par_hg_pfs_tiers", KIND_TRANSFER},
        {"ptask_on_storage_homogeneous", KIND_TRANSFER},
        {"ParallelTaskOnStorageHomogeneousProfile", KIND_TRANSFER},
        {"data_staging", KIND_TRANSFER},
        {"ptask_data_staging_between_storages", KIND_TRANSFER},
        {"ParallelTaskDataStagingBetweenStoragesProfile", KIND_TRANSFER},
    };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (json_field_is(profile, "type", types[i].name)) {
            return types[i].kind;
        }
    }
    return KIND_OTHER;
}

/* A number that is not negative, `missing` if the field is missing; -1 if it is anything else. */
static double number_of(const json_t *profile, const char *key, double missing)
{
    static const struct place nowhere = {.source = ""};
    struct input_error unread;
    double value = missing;
    return json_field_real(profile, key, nowhere, &value, &unread) && value >= 0 ? value : -1;
}

/* The largest of a number or an array of numbers, 0 if the field is missing; -1 if it is anything
 * else. */
static double largest_of(const json_t *profile, const char *key)
{
    const json_t *array = json_field(profile, key);
    if (!json_is_array(array)) {
        return number_of(profile, key, 0);
    }
    double largest = 0;
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *value = json_array_get(array, i);
        if (!json_is_number(value) || json_number_value(value) < 0) {
            return -1;
        }
        largest = fmax(largest, json_number_value(value));
    }
    return largest;
}

static bool spreads(const json_t *profile)
{
    const char *strategy = json_string_value(json_field(profile, "generation_strategy"));
    return strategy != NULL && strcasestr(strategy, "spread") != NULL;
}

static void read_computation(const struct batsim_profiles *all, struct batsim_profile *p, bool total)
{
    const double operations = largest_of(p->object, "cpu");
    const double bytes = largest_of(p->object, "com");
    *(total ? &p->shared : &p->fixed) = operations / all->speed;
    p->transfers = bytes > 0;
    p->timed = operations >= 0 && bytes >= 0;
}

static void resolve(struct batsim_profiles *all, struct batsim_profile *profile, int depth);

static struct batsim_profile *find(const struct batsim_profiles *all, const char *name)
{
    const char *bare = strchr(name, '!');
    int64_t number = name_index_find(&all->index, 0, name);
    if (number == NAME_UNKNOWN && bare != NULL) {
        number = name_index_find(&all->index, 0, bare + 1);
    }
    return number == NAME_UNKNOWN ? NULL : &all->profiles[number];
}

static void read_sequence(struct batsim_profiles *all, struct batsim_profile *p, int depth)
{
    const json_t *names = json_field(p->object, "seq");
    const double repeat = number_of(p->object, json_field(p->object, "repeat") == NULL ? "nb" : "repeat", 1);
    p->timed = json_array_size(names) > 0 && repeat >= 1;
    for (size_t i = 0; i < json_array_size(names) && p->timed; i++) {
        const char *name = json_string_value(json_array_get(names, i));
        struct batsim_profile *part = name == NULL ? NULL : find(all, name);
        if (part == NULL) {
            p->timed = false;
            return;
        }
        resolve(all, part, depth + 1);
        p->timed = part->state == PROFILE_READ && part->timed;
        p->transfers = p->transfers || part->transfers;
        p->fixed += repeat * part->fixed;
        p->shared += repeat * part->shared;
    }
}

/* Reads a profile; one that is in reading contains itself, and stays without a time. */
static void resolve(struct batsim_profiles *all, struct batsim_profile *p, int depth)
{
    if (p->state != PROFILE_UNREAD || depth > DEPTH_MOST) {
        return;
    }
    p->state = PROFILE_IN_READING;
    switch (kind_of(p->object)) {
    case KIND_DELAY:
        p->fixed = number_of(p->object, "delay", -1);
        p->timed = p->fixed >= 0;
        break;
    case KIND_EACH: read_computation(all, p, spreads(p->object)); break;
    case KIND_TOTAL: read_computation(all, p, true); break;
    case KIND_ARRAY: read_computation(all, p, false); break;
    case KIND_SEQUENCE: read_sequence(all, p, depth); break;
    case KIND_TRANSFER: p->timed = p->transfers = true; break;
    case KIND_OTHER: break;
    }
    p->state = PROFILE_READ;
}

struct batsim_profiles batsim_profiles_read(json_t *profiles, double speed)
{
    struct batsim_profiles all = {.profiles = alloc_zeroed(json_object_size(profiles), sizeof *all.profiles),
                                  .speed = speed};
    const char *name;
    json_t *profile;
    json_object_foreach(profiles, name, profile)
    {
        all.profiles[all.count].object = profile;
        name_index_enter(&all.index, 0, name, (int64_t)all.count);
        all.count++;
    }
    for (size_t i = 0; i < all.count; i++) {
        resolve(&all, &all.profiles[i], 0);
    }
    return all;
}

void batsim_profiles_free(struct batsim_profiles *all)
{
    free(all->profiles);
    name_index_free(&all->index);
    *all = (struct batsim_profiles){0};
}

const struct batsim_profile *batsim_profiles_find(const struct batsim_profiles *all, const char *name)
{
    return find(all, name);
}
