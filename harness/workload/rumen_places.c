#include "harness/workload/rumen_places.h"

#include "harness/workload/json_field.h"

/* The known nodes of one map into known[], which has room for all locations. */
static bool read_map(int32_t known[RUMEN_LOCATIONS_MAX], size_t *count, const json_t *map,
                     const struct node_index *index, struct place place, struct input_error *error)
{
    const json_t *locations;
    *count = 0;
    if (!json_field_objects(map, "preferredLocations", place, &locations, error)) {
        return false;
    }
    if (json_array_size(locations) > RUMEN_LOCATIONS_MAX) {
        return input_error_at(error, place, "expected at most %d preferredLocations, found %zu", RUMEN_LOCATIONS_MAX,
                              json_array_size(locations));
    }
    for (size_t i = 0; i < json_array_size(locations); i++) {
        const json_t *layers = json_object_get(json_array_get(locations, i), "layers");
        const json_t *last = json_array_get(layers, json_array_size(layers) - 1);
        if (!json_is_string(last)) {
            struct json_path path = json_path_of(place, "preferredLocations", i);
            return input_error_at(error, (struct place){place.source, place.line, path.text},
                                  "expected layers that end with the name of a node");
        }
        int32_t node = node_index_find(index, json_string_value(last));
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
