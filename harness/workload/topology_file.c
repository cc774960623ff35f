#include "harness/workload/topology_file.h"

#include "harness/workload/json_field.h"
#include "harness/workload/json_stream.h"

/* Levels of a tree below its root: data centre, row, rack, node and some to spare. */
enum { DEPTH_MAX = 8 };

/* A topology while it is read. */
struct reader {
    struct cluster *c;
    const int32_t *slots;
    int32_t racks; /* so far */
    struct input_error *error;
};

/* Whether a child of a Rumen tree is a node; every child of SLS is. */
static bool is_leaf(const json_t *object)
{
    const json_t *children = json_object_get(object, "children");
    return children == NULL || json_is_null(children) || (json_is_array(children) && json_array_size(children) == 0);
}

/* The nodes of one rack: the leaves among the elements of the array `key`, their names under
 * `name`. */
static bool add_rack(struct reader *r, const json_t *array, const char *key, const char *name, struct place place)
{
    const struct cluster_node node = {
        .slots = {r->slots[STAGE_MAP], r->slots[STAGE_REDUCE]},
        .speed = {CLUSTER_SPEED_ONE, CLUSTER_SPEED_ONE},
        .rack = r->racks,
    };
    size_t nodes = 0;
    for (size_t i = 0; i < json_array_size(array); i++) {
        nodes += is_leaf(json_array_get(array, i));
    }
    if (nodes == 0) {
        return true;
    }
    if (nodes > CLUSTER_SLOTS_MAX || !cluster_add(r->c, (int32_t)nodes, node)) {
        return input_error_at(r->error, place, "expected at most %d slots of a stage in the cluster, found more",
                              CLUSTER_SLOTS_MAX);
    }
    r->racks++;
    struct cluster_node *next = &r->c->nodes[r->c->node_count - (int32_t)nodes];
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *object = json_array_get(array, i);
        struct json_path path = json_path_of(place, key, i);
        if (is_leaf(object) && !json_field_word(object, name, (struct place){place.source, place.line, path.text}, true,
                                                &next++->name, r->error)) {
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
    return add_rack(r, children, "children", "name", place);
}

static bool read_object(struct reader *r, const json_t *object, struct place place)
{
    if (json_object_get(object, "children") != NULL) {
        return read_tree(r, object, 0, place);
    }
    const json_t *nodes;
    if (json_object_get(object, "nodes") == NULL) {
        return input_error_at(r->error, place, "expected a topology of Rumen (children) or of SLS (nodes)");
    }
    return json_field_objects(object, "nodes", place, &nodes, r->error) && add_rack(r, nodes, "nodes", "node", place);
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
    if (!good) {
        cluster_free(c);
    }
    return good;
}
