#include "harness/page/report_folder.h"

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

static bool draw(struct output_folder *folder, const struct figure *figure, enum figure_kind kind,
                 struct input_error *error)
{
    static const char *const endings[] = {[FIGURE_SVG] = ".svg", [FIGURE_PNG] = ".png"};
    struct picture picture;
    if (!figure_draw(figure, kind, &picture, error)) {
        return false;
    }
    FILE *out = output_folder_add(folder, figure->name, endings[kind], error);
    if (out != NULL) {
        fwrite(picture.bytes, 1, picture.length, out);
    }
    picture_free(&picture);
    return out != NULL;
}

bool report_folder_draw(struct output_folder *folder, const struct figures *figures, struct input_error *error)
{
    for (size_t i = 0; i < figures->count; i++) {
        for (enum figure_kind kind = FIGURE_SVG; kind <= FIGURE_PNG; kind++) {
            if (!draw(folder, &figures->figure[i], kind, error)) {
                return false;
            }
        }
    }
    return true;
}
