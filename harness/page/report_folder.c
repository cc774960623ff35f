#include "harness/page/report_folder.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>

bool report_folder_open(struct output_folder *folder, const char *path, struct input_error *error)
{
    if (!output_folder_open(folder, path, error)) {
        return false;
    }
    if (!figure_check(error) || output_folder_add(folder, "index", ".html", error) == NULL) {
        output_folder_close(folder);
        return false;
    }
    return true;
}

static bool draw(struct output_folder *folder, struct drawn_figure *drawn, struct input_error *error)
{
    static const char *const endings[] = {[FIGURE_SVG] = ".svg", [FIGURE_PNG] = ".png"};
    for (enum figure_kind kind = FIGURE_SVG; kind <= FIGURE_PNG; kind++) {
        struct picture *picture = &drawn->pictures[kind];
        FILE *out = figure_draw(drawn->figure, kind, picture, error)
                        ? output_folder_add(folder, drawn->figure->name, endings[kind], error)
                        : NULL;
        if (out == NULL) {
            return false;
        }
        fwrite(picture->bytes, 1, picture->length, out);
    }
    return true;
}

struct drawn_figure *report_folder_draw(struct output_folder *folder, const struct figures *figures,
                                        struct input_error *error)
{
    struct drawn_figure *drawn = alloc_zeroed(figures->count, sizeof *drawn);
    for (size_t i = 0; i < figures->count; i++) {
        drawn[i].figure = &figures->figure[i];
        if (!draw(folder, &drawn[i], error)) {
            report_folder_free(drawn, figures->count);
            return NULL;
        }
    }
    return drawn;
}

void report_folder_free(struct drawn_figure *drawn, size_t count)
{
    for (size_t i = 0; i < count && drawn != NULL; i++) {
        picture_free(&drawn[i].pictures[FIGURE_SVG]);
        picture_free(&drawn[i].pictures[FIGURE_PNG]);
    }
    free(drawn);
}
