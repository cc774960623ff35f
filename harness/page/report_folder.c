#include "harness/page/report_folder.h"

#include "harness/page/html.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>
#include <sys/stat.h>

static const char *const endings[] = {[FIGURE_SVG] = ".svg", [FIGURE_PNG] = ".png"};

/* The text of a file; free() it. NULL: it is no regular file, or cannot be read. */
static char *text_of(const char *path)
{
    struct stat status;
    FILE *in = stat(path, &status) == 0 && S_ISREG(status.st_mode) ? fopen(path, "r") : NULL;
    if (in == NULL) {
        return NULL;
    }
    char *text = alloc_zeroed((size_t)status.st_size + 1, 1);
    text[fread(text, 1, (size_t)status.st_size, in)] = '\0';
    fclose(in);
    return text;
}

/* Names the figures of a report that is there. False: *error says that there is another page. */
static bool find_earlier(struct output_folder *folder, struct input_error *error)
{
    char *path = alloc_print("%s/index.html", folder->path);
    char *page = text_of(path);
    struct stat status;
    bool good = (page != NULL ? html_is_own(page) : stat(path, &status) != 0) ||
                input_error_at(error, (struct place){.source = path},
                               "cannot be written: it exists, and is not a report of rtmr");
    const char *at = page;
    char *name;
    while (good && page != NULL && (name = html_next_figure(&at)) != NULL) {
        output_folder_add_earlier(folder, name, endings[FIGURE_SVG]);
        output_folder_add_earlier(folder, name, endings[FIGURE_PNG]);
        free(name);
    }
    free(page);
    free(path);
    return good;
}

bool report_folder_open(struct output_folder *folder, const char *path, struct input_error *error)
{
    if (!output_folder_open(folder, path, error)) {
        return false;
    }
    if (!find_earlier(folder, error) || !figure_check(error) ||
        output_folder_add(folder, "index", ".html", error) == NULL) {
        output_folder_close(folder);
        return false;
    }
    return true;
}

static bool draw(struct output_folder *folder, const struct figure *figure, enum figure_kind kind,
                 struct input_error *error)
{
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
