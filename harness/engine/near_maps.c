#include "harness/engine/near_maps.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>

/* The maps of one node, or of one rack. */
struct near_place {
    int32_t number;
    size_t next; /* in the index's maps: all before it were started */
    size_t end;
};

/* Maps by place. */
struct near_index {
    struct near_place *places; /* ascending by number */
    size_t place_count;
    /* those of a place ascending; a map with two copies in a rack is listed twice */
    int32_t *maps;
};

struct near_maps {
    const struct cluster *cluster;
    struct near_index nodes;
    struct near_index racks;
};

/* A place and a map in one number, in the order of the index. */
static int64_t key_of(int32_t place, int32_t map)
{
    return ((int64_t)place << 32) | map;
}

static int by_key(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a;
    int64_t y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Sorts the keys. */
static struct near_index index_of(int64_t *keys, size_t count)
{
    struct near_index index = {.maps = alloc_zeroed(count, sizeof *index.maps)};
    size_t capacity = 0;
    qsort(keys, count, sizeof *keys, by_key);
    for (size_t i = 0; i < count; i++) {
        int32_t number = (int32_t)(keys[i] >> 32);
        index.maps[i] = (int32_t)(keys[i] & INT32_MAX);
        if (index.place_count == 0 || index.places[index.place_count - 1].number != number) {
            index.places = alloc_grow(index.places, &capacity, index.place_count + 1, sizeof *index.places);
            index.places[index.place_count++] = (struct near_place){.number = number, .next = i};
        }
        index.places[index.place_count - 1].end = i + 1;
    }
    return index;
}

struct near_maps *near_maps_new(const struct data_places *places, int32_t job, int32_t maps)
{
    struct near_maps *near = alloc_zeroed(1, sizeof *near);
    near->cluster = data_places_cluster(places);
    const int32_t *nodes;
    size_t copies = 0;
    for (int32_t map = 0; map < maps; map++) {
        copies += data_places_of(places, job, map, &nodes);
    }
    int64_t *keys = alloc_zeroed(copies, sizeof *keys);
    for (int of_racks = 0; of_racks < 2; of_racks++) {
        size_t key = 0;
        for (int32_t map = 0; map < maps; map++) {
            size_t count = data_places_of(places, job, map, &nodes);
            for (size_t i = 0; i < count; i++) {
                keys[key++] = key_of(of_racks ? near->cluster->nodes[nodes[i]].rack : nodes[i], map);
            }
        }
        *(of_racks ? &near->racks : &near->nodes) = index_of(keys, copies);
    }
    free(keys);
    return near;
}

void near_maps_free(struct near_maps *near)
{
    if (near != NULL) {
        free(near->nodes.places);
        free(near->nodes.maps);
        free(near->racks.places);
        free(near->racks.maps);
        free(near);
    }
}

static int compare_number(const void *number, const void *place)
{
    int32_t x = *(const int32_t *)number;
    int32_t y = ((const struct near_place *)place)->number;
    return (x > y) - (x < y);
}

/* The first map of a place that was never started; -1: there is none. */
static int32_t first_of(struct near_index *index, int32_t number, const uint16_t *attempts)
{
    struct near_place *place = index->place_count == 0 ? NULL
                                                       : bsearch(&number, index->places, index->place_count,
                                                                 sizeof *index->places, compare_number);
    if (place == NULL) {
        return -1;
    }
    while (place->next < place->end && attempts[index->maps[place->next]] > 0) {
        place->next++;
    }
    return place->next < place->end ? index->maps[place->next] : -1;
}

int32_t near_maps_first(struct near_maps *near, int32_t node, const uint16_t *attempts, int32_t other,
                        enum locality *distance)
{
    *distance = LOCALITY_NODE;
    int32_t map = first_of(&near->nodes, node, attempts);
    if (map < 0) {
        *distance = LOCALITY_RACK;
        map = first_of(&near->racks, near->cluster->nodes[node].rack, attempts);
    }
    if (map < 0) {
        *distance = LOCALITY_REMOTE;
        map = other;
    }
    return map;
}
