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

bool report_folder_write(struct output_folder *folder, const struct figures *figures, struct html_report *report,
                         struct input_error *error)
{
    struct drawn_figure *drawn = alloc_zeroed(figures->count, sizeof *drawn);
    bool good = true;
    for (size_t i = 0; i < figures->count && good; i++) {
        drawn[i].figure = &figures->figure[i];
        good = draw(folder, &drawn[i], error);
    }
    if (good) {
        report->figures = drawn;
        report->figure_count = figures->count;
        html_report_write(report, output_folder_first(folder));
        good = output_folder_flush(folder, error);
    }
    for (size_t i = 0; i < figures->count; i++) {
        picture_free(&drawn[i].pictures[FIGURE_SVG]);
        picture_free(&drawn[i].pictures[FIGURE_PNG]);
    }
    free(drawn);
    return good;
}
