#include "harness/report/output_folder.h"

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

bool output_folder_open(struct output_folder *folder, const char *path, struct input_error *error)
{
    struct output_target target; /* a link may lead to a folder that is still to be made */
    bool resolved = output_target_find(&target, path) && target.path != NULL;
    const char *made_path = resolved ? target.path : path;
    *folder = (struct output_folder){.path = path, .made = temporary_new(TEMPORARY_FOLDER, made_path)};
    output_target_free(&target);
    sigset_t before;
    temporaries_block(&before);
    bool made = mkdir(folder->made->path, 0777) == 0;
    if (made) {
        temporary_add(folder->made);
    }
    temporaries_unblock(&before);
    if (made) {
        return true;
    }
    temporary_free(folder->made);
    folder->made = NULL;
    if (errno != EEXIST) {
        folder->path = NULL;
        return input_error_at(error, (struct place){.source = path}, "cannot be made: %s", strerror(errno));
    }
    return true;
}

static char *path_of(const struct output_folder *folder, const char *name, const char *ending)
{
    return alloc_print("%s/%s%s", folder->path, name, ending);
}

FILE *output_folder_add(struct output_folder *folder, const char *name, const char *ending, struct input_error *error)
{
    char *path = path_of(folder, name, ending);
    folder->files = alloc_grow(folder->files, &folder->capacity, folder->count + 1, sizeof *folder->files);
    struct folder_file *file = &folder->files[folder->count++];
    *file = (struct folder_file){.path = path};
    return output_file_open(&file->output, path, error) ? file->output.stream : NULL;
}

void output_folder_add_earlier(struct output_folder *folder, const char *name, const char *ending)
{
    folder->earlier =
        alloc_grow(folder->earlier, &folder->earlier_capacity, folder->earlier_count + 1, sizeof *folder->earlier);
    folder->earlier[folder->earlier_count++] = path_of(folder, name, ending);
}

FILE *output_folder_first(const struct output_folder *folder)
{
    return folder->files[0].output.stream;
}

bool output_folder_prepare(struct output_folder *folder, struct input_error *error)
{
    for (size_t i = 0; i < folder->count; i++) {
        if (!output_file_prepare(&folder->files[i].output, error)) {
            return false;
        }
    }
    return true;
}

static bool place_files(struct output_folder *folder, struct input_error *error)
{
    for (size_t i = folder->count; i-- > 0;) {
        if (!output_file_place(&folder->files[i].output, error)) {
            return false;
        }
    }
    return true;
}

static bool is_started(const struct output_folder *folder, const char *path)
{
    for (size_t i = 0; i < folder->count; i++) {
        if (strcmp(folder->files[i].path, path) == 0) {
            return true;
        }
    }
    return false;
}

static bool remove_earlier(const struct output_folder *folder, struct input_error *error)
{
    for (size_t i = 0; i < folder->earlier_count; i++) {
        const char *path = folder->earlier[i];
        if (!is_started(folder, path) && unlink(path) != 0 && errno != ENOENT) {
            return input_error_at(error, (struct place){.source = path}, "cannot be removed: %s", strerror(errno));
        }
    }
    return true;
}

bool output_folder_commit(struct output_folder *folder, struct input_error *error)
{
    sigset_t before;
    temporaries_block(&before); /* all or none */
    bool good = place_files(folder, error) && remove_earlier(folder, error);
    if (good) {
        temporary_free(folder->made);
        folder->made = NULL;
    }
    temporaries_unblock(&before);
    return good && (output_folder_sync(folder->path) || input_error_at(error, (struct place){.source = folder->path},
                                                                       "cannot be written: %s", strerror(errno)));
}

void output_folder_close(struct output_folder *folder)
{
    for (size_t i = 0; i < folder->count; i++) {
        output_file_abandon(&folder->files[i].output);
        free(folder->files[i].path);
    }
    for (size_t i = 0; i < folder->earlier_count; i++) {
        free(folder->earlier[i]);
    }
    free(folder->earlier);
    free(folder->files);
    if (folder->made != NULL) {
        rmdir(folder->made->path);
        temporary_free(folder->made);
    }
    *folder = (struct output_folder){0};
}
