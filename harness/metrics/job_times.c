#include "harness/metrics/job_times.h"

#include "harness/metrics/metrics.h"
#include "harness/workload/alloc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A mean in the making. */
struct mean {
    double sum;
    double n;
};

static void add(struct mean *m, double x)
{
    m->sum += x;
    m->n += 1.0;
}

static double value_of(const struct mean *m)
{
    return m->n > 0.0 ? m->sum / m->n : NAN;
}

static int by_name(const void *a, const void *b)
{
    const struct numbered_name *x = a;
    const struct numbered_name *y = b;
    int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->number > y->number) - (x->number < y->number);
}

static int by_number(const void *a, const void *b)
{
    size_t x = ((const struct numbered_name *)a)->number;
    size_t y = ((const struct numbered_name *)b)->number;
    return (x > y) - (x < y);
}

static int compare_name(const void *name, const void *user)
{
    return strcmp(name, ((const struct numbered_name *)user)->name);
}

/* Of a user who is in the list. */
static size_t place_of(const struct user_list *users, const char *name)
{
    const struct numbered_name *user =
        bsearch(name, users->by_name, users->count, sizeof *users->by_name, compare_name);
    return user->number;
}

struct user_list user_list_of(const struct workload *workload)
{
    size_t jobs = workload->count;
    struct user_list users = {.names = alloc_zeroed(jobs, sizeof *users.names),
                              .by_name = alloc_zeroed(jobs, sizeof *users.by_name)};
    for (size_t i = 0; i < jobs; i++) {
        users.by_name[i] = (struct numbered_name){.name = workload->jobs[i].user, .number = i};
    }
    qsort(users.by_name, jobs, sizeof *users.by_name, by_name);
    for (size_t i = 0; i < jobs; i++) { /* the first job of each name */
        if (i == 0 || strcmp(users.by_name[i].name, users.by_name[users.count - 1].name) != 0) {
            users.by_name[users.count++] = users.by_name[i];
        }
    }
    qsort(users.by_name, users.count, sizeof *users.by_name, by_number);
    for (size_t i = 0; i < users.count; i++) {
        users.names[i] = users.by_name[i].name;
        users.by_name[i].number = i;
    }
    qsort(users.by_name, users.count, sizeof *users.by_name, by_name);
    return users;
}

void user_list_free(struct user_list *users)
{
    free(users->names);
    free(users->by_name);
    *users = (struct user_list){0};
}

enum size_class size_class_of(const struct job_spec *job, int32_t map_slots)
{
    return (int64_t)job->maps * 4 <= map_slots ? SIZE_SMALL : job->maps <= map_slots ? SIZE_MEDIUM : SIZE_LARGE;
}

/* The value for Jain's index. */
struct squares {
    double sum;
    double sum_of_squares;
    double n;
};

static void add_square(struct squares *s, double x)
{
    if (!isnan(x)) {
        s->sum += x;
        s->sum_of_squares += x * x;
        s->n += 1.0;
    }
}

static double index_of(const struct squares *s)
{
    return s->sum_of_squares > 0.0 ? s->sum * s->sum / (s->n * s->sum_of_squares) : NAN;
}

struct job_times job_times_of(const struct workload *workload, const struct cluster *cluster,
                              const struct job_outcome *outcomes, const struct user_list *users)
{
    struct mean sizes[SIZE_CLASSES] = {{0, 0}};
    struct mean *responses = alloc_zeroed(users->count, sizeof *responses);
    struct mean *speeds = alloc_zeroed(users->count, sizeof *speeds);
    struct squares jobs = {0};
    int32_t map_slots = cluster_slots(cluster, STAGE_MAP);
    struct cluster_power power = cluster_power_of(cluster);
    for (size_t i = 0; i < workload->count; i++) {
        const struct job_spec *job = &workload->jobs[i];
        if (!outcomes[i].finished) {
            continue;
        }
        size_t user = place_of(users, job->user);
        double response = (double)(outcomes[i].finish - job->arrival);
        add(&sizes[size_class_of(job, map_slots)], response);
        add(&responses[user], response);
        if (response > 0.0) { /* jobs without tasks have no slowdown */
            double speed = (double)metrics_least_response(job, &power) / response;
            add(&speeds[user], speed);
            add_square(&jobs, speed);
        }
    }
    struct job_times times = {.user_response = alloc_zeroed(users->count, sizeof *times.user_response)};
    struct squares by_user = {0};
    for (size_t i = 0; i < users->count; i++) {
        times.user_response[i] = value_of(&responses[i]);
        add_square(&by_user, value_of(&speeds[i]));
    }
    for (int i = 0; i < SIZE_CLASSES; i++) {
        times.response[i] = value_of(&sizes[i]);
    }
    times.fairness = index_of(users->count > 1 ? &by_user : &jobs);
    free(responses);
    free(speeds);
    return times;
}
