#include "harness/page/report_folder.h"

#include "harness/workload/alloc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct folder_file {
    char *path; /* which the output keeps a pointer to */
    struct output_file output;
};

/* Starts a file NAME + ending; its stream. NULL: *error is set. */
static FILE *open_file(struct report_folder *folder, const char *name, const char *ending, struct input_error *error)
{
    size_t length = strlen(folder->path) + 1 + strlen(name) + strlen(ending);
    char *path = alloc_zeroed(length + 1, 1);
    snprintf(path, length + 1, "%s/%s%s", folder->path, name, ending);
    folder->files = alloc_grow(folder->files, &folder->capacity, folder->count + 1, sizeof *folder->files);
    struct folder_file *file = &folder->files[folder->count++];
    *file = (struct folder_file){.path = path};
    return output_file_open(&file->output, path, error) ? file->output.stream : NULL;
}

bool report_folder_open(struct report_folder *folder, const char *path, struct input_error *error)
{
    *folder = (struct report_folder){.path = path, .made = mkdir(path, 0777) == 0};
    if (!folder->made && errno != EEXIST) {
        input_error_at(error, (struct place){.source = path}, "cannot be made: %s", strerror(errno));
        folder->path = NULL;
        return false;
    }
    if (!figure_check(error) || open_file(folder, "index", ".html", error) == NULL) {
        report_folder_close(folder);
        return false;
    }
    return true;
}

static bool draw(struct report_folder *folder, struct drawn_figure *drawn, struct input_error *error)
{
    static const char *const endings[] = {[FIGURE_SVG] = ".svg", [FIGURE_PNG] = ".png"};
    for (enum figure_kind kind = FIGURE_SVG; kind <= FIGURE_PNG; kind++) {
        struct picture *picture = &drawn->pictures[kind];
        FILE *out = figure_draw(drawn->figure, kind, picture, error)
                        ? open_file(folder, drawn->figure->name, endings[kind], error)
                        : NULL;
        if (out == NULL) {
            return false;
        }
        fwrite(picture->bytes, 1, picture->length, out);
    }
    return true;
}

/* Says now what could otherwise go wrong in the midst of the commits: the disk is full. */
static bool flush_files(struct report_folder *folder, struct input_error *error)
{
    for (size_t i = 0; i < folder->count; i++) {
        errno = 0;
        if (fflush(folder->files[i].output.stream) != 0 || ferror(folder->files[i].output.stream) != 0) {
            return input_error_at(error, (struct place){.source = folder->files[i].path}, "cannot be written: %s",
                                  strerror(errno == 0 ? EIO : errno));
        }
    }
    return true;
}

bool report_folder_write(struct report_folder *folder, const struct figures *figures, struct html_report *report,
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
        html_report_write(report, folder->files[0].output.stream);
        good = flush_files(folder, error);
    }
    for (size_t i = 0; i < figures->count; i++) {
        picture_free(&drawn[i].pictures[FIGURE_SVG]);
        picture_free(&drawn[i].pictures[FIGURE_PNG]);
    }
    free(drawn);
    return good;
}

bool report_folder_commit(struct report_folder *folder, struct input_error *error)
{
    for (size_t i = folder->count; i-- > 0;) { /* the page last: it is there only if all is */
        if (!output_file_commit(&folder->files[i].output, error)) {
            return false;
        }
    }
    folder->made = false;
    return true;
}

void report_folder_close(struct report_folder *folder)
{
    for (size_t i = 0; i < folder->count; i++) {
        output_file_abandon(&folder->files[i].output);
        free(folder->files[i].path);
    }
    free(folder->files);
    if (folder->path != NULL && folder->made) {
        rmdir(folder->path);
    }
    *folder = (struct report_folder){0};
}
