#include "harness/slurm/slot_table.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Nodes are silent for a moment when the controller begins: for so many ms that means nothing. */
enum { SILENCE_MS = 5000 };

/* Where a description of slots is read. */
struct reader {
    struct slot_table *table;
    char *error;
    size_t size;
};

__attribute__((format(printf, 2, 3))) static bool complain(const struct reader *reader, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(reader->error, reader->size, format, arguments);
    va_end(arguments);
    return false;
}

static const struct slot_node *node_named(const struct slot_table *table, const char *name)
{
    for (int32_t i = 0; i < table->nodes; i++) {
        if (strcmp(table->node[i].name, name) == 0) {
            return &table->node[i];
        }
    }
    return NULL;
}

static bool add_node(const struct reader *reader, const char *name, int32_t maps, int32_t reduces)
{
    struct slot_table *table = reader->table;
    struct slot_node *grown = NULL;
    char *copy = NULL;

    if (maps > RTMR_SLOTS - table->slots[RTMR_MAP] || reduces > RTMR_SLOTS - table->slots[RTMR_REDUCE]) {
        return complain(reader, "more than %d slots of a stage", RTMR_SLOTS);
    }
    if (name[0] == '\0' || strpbrk(name, "[]") != NULL) {
        return complain(reader, "no name of a node: %s", name);
    }
    if (node_named(table, name) != NULL) {
        return complain(reader, "node %s is there twice", name);
    }
    grown = realloc(table->node, ((size_t)table->nodes + 1) * sizeof(*grown));
    if (grown == NULL) {
        return complain(reader, "no memory");
    }
    table->node = grown;
    copy = strdup(name);
    if (copy == NULL) {
        return complain(reader, "no memory");
    }
    table->node[table->nodes++] = (struct slot_node){
        .name = copy, .first = {table->slots[RTMR_MAP], table->slots[RTMR_REDUCE]}, .slots = {maps, reduces}};
    table->slots[RTMR_MAP] += maps;
    table->slots[RTMR_REDUCE] += reduces;
    return true;
}

static bool add_nodes(const struct reader *reader, const char *names, int32_t maps, int32_t reduces)
{
    hostlist_t list = slurm_hostlist_create(names);
    char *name = NULL;
    bool good = list != NULL && slurm_hostlist_count(list) > 0;

    if (!good) {
        (void)complain(reader, "no names of nodes: %s", names);
    }
    while (good && (name = slurm_hostlist_shift(list)) != NULL) {
        good = add_node(reader, name, maps, reduces);
        free(name);
    }
    if (list != NULL) {
        slurm_hostlist_destroy(list);
    }
    return good;
}

/* The end of an item: a comma outside brackets, or the end of the text. */
static const char *end_of_item(const char *text)
{
    int depth = 0;

    while (*text != '\0' && (*text != ',' || depth > 0)) {
        depth += *text == '[' ? 1 : *text == ']' ? -1 : 0;
        text++;
    }
    return text;
}

/* A number of slots in front of `end`; -1: it is none. */
static int32_t read_count(const char **text, char end)
{
    int32_t count = 0;
    const char *at = *text;

    while (*at >= '0' && *at <= '9' && count <= RTMR_SLOTS) {
        count = 10 * count + (*at++ - '0');
    }
    if (at == *text || *at != end || count > RTMR_SLOTS) {
        return -1;
    }
    *text = at + 1;
    return count;
}

/* "n[1-4]=4+1" */
static bool read_item(const struct reader *reader, char *item)
{
    char *equals = strrchr(item, '=');
    const char *counts = equals != NULL ? equals + 1 : "";
    int32_t maps = 0;
    int32_t reduces = 0;

    maps = read_count(&counts, '+');
    reduces = maps < 0 ? -1 : read_count(&counts, '\0');
    if (equals == NULL || equals == item || reduces < 0 || maps + reduces == 0) {
        return complain(reader, "expected nodes = map slots + reduce slots, as in n[1-4]=4+1: %s", item);
    }
    *equals = '\0';
    return add_nodes(reader, item, maps, reduces);
}

static bool read_items(const struct reader *reader, const char *text)
{
    bool good = true;

    do {
        const char *end = end_of_item(text);
        char *item = strndup(text, (size_t)(end - text));

        good = item != NULL ? read_item(reader, item) : complain(reader, "no memory");
        free(item);
        text = end + (*end == ',' ? 1 : 0);
        if (*end == ',' && *text == '\0') {
            good = good && complain(reader, "a comma at the end");
        }
    } while (good && *text != '\0');
    return good;
}

/* The CPUs of a node of Slurm; 0: it does not know the node. */
static int32_t cpus_of(const node_info_msg_t *nodes, const char *name)
{
    for (uint32_t i = 0; i < nodes->record_count; i++) {
        const node_info_t *node = &nodes->node_array[i];

        if (node->name != NULL && strcmp(node->name, name) == 0) {
            return node->cpus_efctv;
        }
    }
    return 0;
}

static bool take_nodes(const struct reader *reader, const char *names, const node_info_msg_t *nodes)
{
    hostlist_t list = slurm_hostlist_create(names != NULL ? names : "");
    char *name = NULL;
    bool good = true;

    while (good && list != NULL && (name = slurm_hostlist_shift(list)) != NULL) {
        const int32_t cpus = cpus_of(nodes, name);

        if (cpus > 0) {
            good = add_node(reader, name, cpus > 1 ? cpus - 1 : 1, cpus > 1 ? 1 : 0);
        }
        free(name);
    }
    if (list != NULL) {
        slurm_hostlist_destroy(list);
    }
    return good;
}

static bool take_partition(const struct reader *reader, const char *name, const node_info_msg_t *nodes)
{
    partition_info_msg_t *partitions = NULL;
    const partition_info_t *found = NULL;
    bool good = false;

    if (slurm_load_partitions(0, &partitions, SHOW_ALL) != SLURM_SUCCESS) {
        return complain(reader, "the partitions cannot be asked for: %s", slurm_strerror(slurm_get_errno()));
    }
    for (uint32_t i = 0; i < partitions->record_count && found == NULL; i++) {
        if (partitions->partition_array[i].name != NULL && strcmp(partitions->partition_array[i].name, name) == 0) {
            found = &partitions->partition_array[i];
        }
    }
    good = found != NULL ? take_nodes(reader, found->nodes, nodes) : complain(reader, "no partition %s", name);
    slurm_free_partition_info_msg(partitions);
    return good;
}

static bool ask_for_partition(const struct reader *reader, const char *partition)
{
    node_info_msg_t *nodes = NULL;
    bool good = false;

    if (slurm_load_node(0, &nodes, SHOW_ALL) != SLURM_SUCCESS) {
        return complain(reader, "the nodes cannot be asked for: %s", slurm_strerror(slurm_get_errno()));
    }
    good = take_partition(reader, partition, nodes);
    slurm_free_node_info_msg(nodes);
    return good;
}

bool slot_table_make(struct slot_table *table, const char *partition, const char *slots, char *error, size_t size)
{
    const struct reader reader = {.table = table, .error = error, .size = size};
    bool good = false;

    memset(table, 0, sizeof(*table));
    good = slots != NULL ? read_items(&reader, slots) : ask_for_partition(&reader, partition);
    if (good && (table->slots[RTMR_MAP] == 0 || table->slots[RTMR_REDUCE] == 0)) {
        good = complain(&reader, "no slots of the stage %s: say which with --slots",
                        table->slots[RTMR_MAP] == 0 ? "map" : "reduce");
    }
    if (!good) {
        slot_table_free(table);
    }
    return good;
}

void slot_table_free(struct slot_table *table)
{
    for (int32_t i = 0; i < table->nodes; i++) {
        free(table->node[i].name);
    }
    free(table->node);
    memset(table, 0, sizeof(*table));
}

/* --- The store's file ------------------------------------------------------------------------- */

/* The text of the file: as --slots, a node an item. NULL: no memory. */
static char *describe(const struct slot_table *table)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    if (out == NULL) {
        return NULL;
    }
    for (int32_t i = 0; i < table->nodes; i++) {
        const struct slot_node *node = &table->node[i];
        (void)fprintf(out, "%s%s=%d+%d", i > 0 ? "," : "", node->name, (int)node->slots[RTMR_MAP],
                      (int)node->slots[RTMR_REDUCE]);
    }
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

/* The text of a file, without a newline at its end; NULL and errno: it cannot be read. */
static char *read_file(const char *path)
{
    FILE *in = fopen(path, "re");
    char *text = NULL;
    size_t size = 0;
    ssize_t length = 0;

    if (in == NULL) {
        return NULL;
    }
    errno = 0;
    length = getline(&text, &size, in);
    const int error = errno != 0 ? errno : EINVAL;
    (void)fclose(in);
    if (length <= 0) {
        free(text);
        errno = error;
        return NULL;
    }
    text[length - 1] = text[length - 1] == '\n' ? '\0' : text[length - 1];
    return text;
}

static bool write_durably(int file, const char *text)
{
    const size_t length = strlen(text);

    return write(file, text, length) == (ssize_t)length && write(file, "\n", 1) == 1 && fsync(file) == 0;
}

/* The folder is made durable by the store's next start at the latest; a lost file is made again. */
static bool write_file(const struct reader *reader, const char *path, const char *text)
{
    char part[PATH_MAX + 8];
    (void)snprintf(part, sizeof part, "%s.part", path);
    const int file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    const bool written = file >= 0 && write_durably(file, text);

    if (file >= 0) {
        (void)close(file);
    }
    return (written && rename(part, path) == 0) || complain(reader, "%s cannot be written: %s", path, strerror(errno));
}

/* The nodes of the store in its order, then those that are new. */
static bool merge(const struct reader *kept, const struct slot_table *asked)
{
    const int32_t before = kept->table->nodes;
    bool good = true;

    for (int32_t i = 0; i < before; i++) {
        const struct slot_node *was = &kept->table->node[i];
        const struct slot_node *is = node_named(asked, was->name);
        if (is == NULL || is->slots[RTMR_MAP] != was->slots[RTMR_MAP] ||
            is->slots[RTMR_REDUCE] != was->slots[RTMR_REDUCE]) {
            return complain(kept,
                            "this store has %s=%d+%d (map + reduce slots), found %s%s=%d+%d: nodes may be added, "
                            "other slots need a new store",
                            was->name, (int)was->slots[RTMR_MAP], (int)was->slots[RTMR_REDUCE],
                            is == NULL ? "no such node, as if " : "", was->name,
                            is == NULL ? 0 : (int)is->slots[RTMR_MAP], is == NULL ? 0 : (int)is->slots[RTMR_REDUCE]);
        }
    }
    for (int32_t i = 0; good && i < asked->nodes; i++) {
        const struct slot_node *node = &asked->node[i];
        good = node_named(kept->table, node->name) != NULL ||
               add_node(kept, node->name, node->slots[RTMR_MAP], node->slots[RTMR_REDUCE]);
    }
    return good;
}

/* What the file says, and the nodes that are asked for and new. */
static bool take_up(const struct reader *kept, const struct slot_table *asked, const char *path, const char *text)
{
    char *items = strdup(text);
    bool good = items != NULL ? read_items(kept, items) : complain(kept, "no memory");

    free(items);
    if (!good) {
        char why[256];
        (void)snprintf(why, sizeof why, "%s", kept->error);
        return complain(kept, "%s is damaged: %s", path, why);
    }
    return merge(kept, asked);
}

/* Writes the file unless it says the same. */
static bool record(const struct reader *kept, const char *path, const char *before)
{
    char *text = describe(kept->table);
    bool good = text != NULL ? true : complain(kept, "no memory");

    if (good && (before == NULL || strcmp(text, before) != 0)) {
        good = write_file(kept, path, text);
    }
    free(text);
    return good;
}

bool slot_table_keep(struct slot_table *table, const char *store, char *error, size_t size)
{
    struct slot_table kept = {.nodes = 0};
    const struct reader old = {.table = &kept, .error = error, .size = size};
    const struct reader own = {.table = table, .error = error, .size = size};
    char path[PATH_MAX];
    (void)snprintf(path, sizeof path, "%.4000s/slots", store);
    char *text = read_file(path);
    bool good = false;

    if (text == NULL) {
        return errno == ENOENT ? record(&own, path, NULL)
                               : complain(&own, "%s cannot be read: %s", path, strerror(errno));
    }
    good = take_up(&old, table, path, text) && record(&old, path, text);
    if (good) {
        slot_table_free(table);
        *table = kept;
    } else {
        slot_table_free(&kept);
    }
    free(text);
    return good;
}

/* --- Where slots are, and how their nodes are ------------------------------------------------- */

const char *slot_table_node(const struct slot_table *table, enum rtmr_stage stage, int32_t slot)
{
    int32_t low = 0;
    int32_t high = table->nodes;

    if (slot < 0 || slot >= table->slots[stage]) {
        return NULL;
    }
    /* the last node whose first slot is not behind it, and that has slots of the stage */
    while (high - low > 1) {
        const int32_t middle = low + (high - low) / 2;

        if (table->node[middle].first[stage] <= slot) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return table->node[low].name;
}

enum node_condition slot_table_condition(uint32_t node_state)
{
    const uint32_t leaving = NODE_STATE_DRAIN | NODE_STATE_FAIL | NODE_STATE_REBOOT_REQUESTED |
                             NODE_STATE_REBOOT_ISSUED | NODE_STATE_POWER_DOWN | NODE_STATE_POWER_DRAIN |
                             NODE_STATE_POWERING_DOWN | NODE_STATE_POWERED_DOWN | NODE_STATE_INVALID_REG;

    switch (node_state & NODE_STATE_BASE) {
    case NODE_STATE_IDLE:
    case NODE_STATE_ALLOCATED:
    case NODE_STATE_MIXED:
        return (node_state & leaving) != 0                 ? NODE_DRAINS
               : (node_state & NODE_STATE_NO_RESPOND) != 0 ? NODE_SILENT
                                                           : NODE_HERE;
    default: return NODE_LOST;
    }
}

static void tell(struct slot_node *node, enum node_condition condition, const struct executor_events *events)
{
    void (*const event)(void *owner, enum rtmr_stage stage, int32_t slot) = condition == NODE_HERE ? events->slot_back
                                                                            : condition == NODE_DRAINS
                                                                                ? events->slot_drains
                                                                                : events->slot_lost;

    node->told = condition;
    for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        for (int32_t slot = 0; slot < node->slots[stage]; slot++) {
            event(events->owner, (enum rtmr_stage)stage, node->first[stage] + slot);
        }
    }
}

/* What the service is to be told of a node. */
static enum node_condition settled(struct slot_node *node, enum node_condition condition, int64_t now)
{
    if (condition != NODE_SILENT) {
        node->silent_since = 0;
        return condition;
    }
    node->silent_since = node->silent_since != 0 ? node->silent_since : now;
    return now - node->silent_since >= SILENCE_MS ? NODE_DRAINS : node->told;
}

/* Nodes come in the order of the configuration, which is mostly that of the table. */
static enum node_condition condition_of(const node_info_msg_t *nodes, const char *name, uint32_t *from)
{
    for (uint32_t i = 0; i < nodes->record_count; i++) {
        const uint32_t at = (*from + i) % nodes->record_count;

        if (nodes->node_array[at].name != NULL && strcmp(nodes->node_array[at].name, name) == 0) {
            *from = at + 1;
            return slot_table_condition(nodes->node_array[at].node_state);
        }
    }
    return NODE_LOST;
}

bool slot_table_ask(const struct slot_table *table, time_t *looked, enum node_condition *condition, char *error,
                    size_t size)
{
    node_info_msg_t *nodes = NULL;
    uint32_t from = 0;

    error[0] = '\0';
    if (slurm_load_node(*looked, &nodes, SHOW_ALL) != SLURM_SUCCESS) {
        if (slurm_get_errno() != SLURM_NO_CHANGE_IN_DATA) {
            (void)snprintf(error, size, "the nodes cannot be asked for: %s", slurm_strerror(slurm_get_errno()));
        }
        return false;
    }
    *looked = nodes->last_update;
    for (int32_t i = 0; i < table->nodes; i++) {
        condition[i] = condition_of(nodes, table->node[i].name, &from);
    }
    slurm_free_node_info_msg(nodes);
    return true;
}

void slot_table_tell(struct slot_table *table, const enum node_condition *condition, int64_t now,
                     const struct executor_events *events)
{
    for (int32_t i = 0; i < table->nodes; i++) {
        const enum node_condition is = settled(&table->node[i], condition[i], now);
        if (is != table->node[i].told) {
            tell(&table->node[i], is, events);
        }
    }
}
