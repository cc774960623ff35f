#include "harness/workload/topology_file.h"

#include "harness/workload/alloc.h"
#include "harness/workload/json_field.h"
#include "harness/workload/json_stream.h"
#include "harness/workload/name_index.h"

#include <stdlib.h>

/* Levels of a tree below its root: data centre, row, rack, node and some to spare. */
enum { DEPTH_MAX = 8 };

/* A topology while it is read. */
struct reader {
    struct cluster *c;
    const int32_t *slots;
    int32_t racks;            /* so far */
    struct name_index listed; /* of SLS: racks in scope 0, the nodes of rack i in scope i + 1 */
    char **rack_names;        /* which the index needs */
    size_t rack_names_count;
    size_t rack_names_capacity;
    struct input_error *error;
};

/* Whether a child of a Rumen tree is a node; every child of SLS is. */
static bool is_leaf(const json_t *object)
{
    const json_t *children = json_object_get(object, "children");
    return children == NULL || json_is_null(children) || (json_is_array(children) && json_array_size(children) == 0);
}

/* A node whose name stands under the key. `once`: not if its rack has one of this name. */
static bool add_node(struct reader *r, const json_t *object, const char *key, int32_t rack, bool once,
                     struct place place)
{
    const struct cluster_node node = {
        .slots = {r->slots[STAGE_MAP], r->slots[STAGE_REDUCE]},
        .speed = {CLUSTER_SPEED_ONE, CLUSTER_SPEED_ONE},
        .rack = rack,
    };
    char *name;
    bool repaired;
    if (!json_field_name(object, key, place, &name, &repaired, r->error)) {
        return false;
    }
    if (once && name[0] != '\0' && name_index_enter(&r->listed, rack + 1, name, r->c->node_count) < r->c->node_count) {
        free(name);
        return true;
    }
    if (!cluster_add(r->c, 1, node)) {
        free(name);
        place.field = NULL;
        return input_error_at(r->error, place, "expected at most %d slots of a stage in the cluster, found more",
                              CLUSTER_SLOTS_MAX);
    }
    r->c->nodes[r->c->node_count - 1].name = name;
    return true;
}

/* The leaves among the elements of the array `key` are nodes of one rack. */
static bool add_nodes(struct reader *r, const json_t *array, const char *key, const char *name, int32_t rack, bool once,
                      struct place place)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *object = json_array_get(array, i);
        struct json_path path = json_path_of(place, key, i);
        if (is_leaf(object) &&
            !add_node(r, object, name, rack, once, (struct place){place.source, place.line, path.text})) {
            return false;
        }
    }
    return true;
}

/* An inner vertex of a Rumen tree; its leaves share a rack. */
static bool read_tree(struct reader *r, const json_t *object, int depth, struct place place)
{
    const json_t *children;
    if (depth > DEPTH_MAX) {
        return input_error_at(r->error, place, "expected at most %d levels", DEPTH_MAX);
    }
    if (!json_field_objects(object, "children", place, &children, r->error)) {
        return false;
    }
    for (size_t i = 0; i < json_array_size(children); i++) {
        const json_t *child = json_array_get(children, i);
        struct json_path path = json_path_of(place, "children", i);
        if (!is_leaf(child) && !read_tree(r, child, depth + 1, (struct place){place.source, place.line, path.text})) {
            return false;
        }
    }
    int32_t before = r->c->node_count;
    bool good = add_nodes(r, children, "children", "name", r->racks, false, place);
    r->racks += r->c->node_count > before;
    return good;
}

/* The number of the rack that an object of SLS names, a new one if it is not yet known. */
static bool find_rack(struct reader *r, const json_t *object, struct place place, int32_t *rack)
{
    char *name;
    bool repaired;
    if (!json_field_name(object, "rack", place, &name, &repaired, r->error)) {
        return false;
    }
    r->rack_names = alloc_grow(r->rack_names, &r->rack_names_capacity, r->rack_names_count + 1, sizeof *r->rack_names);
    r->rack_names[r->rack_names_count++] = name;
    *rack = (int32_t)name_index_enter(&r->listed, 0, name, r->racks);
    r->racks += *rack == r->racks;
    return true;
}

static bool read_rack(struct reader *r, const json_t *object, struct place place)
{
    const json_t *nodes;
    int32_t rack;
    return find_rack(r, object, place, &rack) && json_field_objects(object, "nodes", place, &nodes, r->error) &&
           add_nodes(r, nodes, "nodes", "node", rack, true, place);
}

static bool read_object(struct reader *r, const json_t *object, struct place place)
{
    if (json_object_get(object, "children") != NULL) {
        return read_tree(r, object, 0, place);
    }
    if (json_object_get(object, "nodes") != NULL || json_object_get(object, "rack") != NULL) {
        return read_rack(r, object, place);
    }
    return input_error_at(r->error, place, "expected a topology of Rumen (children) or of SLS (nodes)");
}

static bool read_objects(struct reader *r, struct json_stream *stream)
{
    json_t *object;
    struct place place;
    while (json_stream_next(stream, &object, &place, r->error)) {
        if (object == NULL) {
            place.line = 0;
            const char *problem = cluster_problem(r->c);
            return problem == NULL || input_error_at(r->error, place, "%s", problem);
        }
        bool good = read_object(r, object, place);
        json_decref(object);
        if (!good) {
            return false;
        }
    }
    return false;
}

bool topology_file_read(struct cluster *c, const char *path, const int32_t slots[STAGES], struct input_error *error)
{
    struct json_stream stream;
    if (!json_stream_open(&stream, path, error)) {
        return false;
    }
    path = text_file_name(path);
    cluster_init(c, path);
    struct reader reader = {.c = c, .slots = slots, .error = error};
    bool good = read_objects(&reader, &stream);
    json_stream_close(&stream);
    name_index_free(&reader.listed);
    for (size_t i = 0; i < reader.rack_names_count; i++) {
        free(reader.rack_names[i]);
    }
    free(reader.rack_names);
    if (!good) {
        cluster_free(c);
    }
    return good;
}
