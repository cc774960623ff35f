#include "harness/workload/rumen_places.h"

#include "harness/workload/json_field.h"

/* The number of the node that the layers of a location end with; -1: the cluster has none of this
 * name. */
static int32_t node_of(const json_t *location, const struct node_index *index)
{
    const json_t *layers = json_object_get(location, "layers");
    const json_t *last = json_array_get(layers, json_array_size(layers) - 1);
    return json_is_string(last) ? node_index_find(index, json_string_value(last)) : -1;
}

/* The known nodes of one map into known[], which has room for all locations. */
static bool read_map(int32_t known[RUMEN_LOCATIONS_MAX], size_t *count, const json_t *map,
                     const struct node_index *index, struct place place, struct input_error *error)
{
    const json_t *locations;
    *count = 0;
    if (!json_field_objects(map, "preferredLocations", place, &locations, error)) {
        return false;
    }
    size_t listed = json_array_size(locations) <= RUMEN_LOCATIONS_MAX ? json_array_size(locations) : 0;
    for (size_t i = 0; i < listed; i++) {
        int32_t node = node_of(json_array_get(locations, i), index);
        if (node >= 0) {
            known[(*count)++] = node;
        }
    }
    return true;
}

bool rumen_places_read(struct map_places *places, const json_t *job, const struct node_index *index, struct place place,
                       struct input_error *error)
{
    const json_t *maps;
    if (!json_field_objects(job, "mapTasks", place, &maps, error)) {
        return false;
    }
    for (size_t i = 0; i < json_array_size(maps); i++) {
        struct json_path path = json_path_of(place, "mapTasks", i);
        int32_t known[RUMEN_LOCATIONS_MAX];
        size_t count;
        if (!read_map(known, &count, json_array_get(maps, i), index,
                      (struct place){place.source, place.line, path.text}, error)) {
            return false;
        }
        map_places_add(places, known, count);
    }
    if (map_places_total(places) == 0) {
        map_places_free(places);
    }
    return true;
}
