#include "harness/workload/swf_header.h"

#include "harness/workload/alloc.h"
#include "harness/workload/field.h"
#include "harness/workload/text_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Whether a comment is "; NAME: VALUE", with blanks where it likes. */
static bool has_field(struct span comment, const char *name, struct span *value)
{
    const size_t length = strlen(name);
    while (comment.length > 0 && (comment.at[0] == ';' || comment.at[0] == ' ' || comment.at[0] == '\t')) {
        comment.at++;
        comment.length--;
    }
    bool more;
    struct span found;
    field_cut(&comment, ':', &found, &more);
    found = field_trim(found);
    *value = field_trim(comment);
    return more && found.length == length && strncasecmp(found.at, name, length) == 0;
}

/* The number in front of the value, which words may follow. False: there is none in range. */
static bool read_processors(struct span value, struct place place, struct swf_header *header)
{
    struct input_error error;
    struct span first;
    bool more;
    int64_t number;
    field_cut(&value, ' ', &first, &more);
    if (!field_integer(first, place, 1, CLUSTER_SLOTS_MAX, &number, &error)) {
        if (header->misread.text[0] == '\0' && !field_equals(first, "-1")) {
            header->misread = error;
        }
        return false;
    }
    header->processors = (int32_t)number;
    return true;
}

bool swf_header_read(struct swf_header *header, const char *path, struct input_error *error)
{
    static const char procs[] = "MaxProcs";
    static const char nodes[] = "MaxNodes";
    *header = (struct swf_header){0};
    struct text_file file;
    if (!text_file_open(&file, path, error)) {
        return false;
    }
    struct span line;
    while (header->field != procs && text_file_row(&file, &line) && field_trim(line).at[0] == ';') {
        struct span value;
        struct place place = {.source = text_file_name(path), .line = file.line, .field = procs};
        if (has_field(line, procs, &value) && read_processors(value, place, header)) {
            header->field = procs;
        }
        place.field = nodes;
        if (header->field != procs && has_field(line, nodes, &value) && read_processors(value, place, header)) {
            header->field = nodes;
        }
    }
    text_file_close(&file);
    return true;
}

void swf_header_cluster(struct cluster *cluster, const struct swf_header *header, const char *path,
                        const struct swf_options *options)
{
    const int32_t maps = options->reduce_share < 1 ? header->processors : 0;
    const double reduces = fmax(1, round(header->processors * options->reduces_per_map));
    cluster_of_slots(cluster, maps, options->reduce_share > 0 ? (int32_t)fmin(reduces, CLUSTER_SLOTS_MAX) : 0);
    free(cluster->title);
    cluster->title = alloc_print("%s of %s", header->field, text_file_name(path));
}
