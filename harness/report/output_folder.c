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
    *folder = (struct output_folder){.path = path, .made = mkdir(path, 0777) == 0};
    if (!folder->made && errno != EEXIST) {
        folder->path = NULL;
        return input_error_at(error, (struct place){.source = path}, "cannot be made: %s", strerror(errno));
    }
    return true;
}

FILE *output_folder_add(struct output_folder *folder, const char *name, const char *ending, struct input_error *error)
{
    size_t length = strlen(folder->path) + 1 + strlen(name) + strlen(ending);
    char *path = alloc_zeroed(length + 1, 1);
    snprintf(path, length + 1, "%s/%s%s", folder->path, name, ending);
    folder->files = alloc_grow(folder->files, &folder->capacity, folder->count + 1, sizeof *folder->files);
    struct folder_file *file = &folder->files[folder->count++];
    *file = (struct folder_file){.path = path};
    return output_file_open(&file->output, path, error) ? file->output.stream : NULL;
}

FILE *output_folder_first(const struct output_folder *folder)
{
    return folder->files[0].output.stream;
}

bool output_folder_flush(struct output_folder *folder, struct input_error *error)
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

bool output_folder_commit(struct output_folder *folder, struct input_error *error)
{
    for (size_t i = folder->count; i-- > 0;) {
        if (!output_file_commit(&folder->files[i].output, error)) {
            return false;
        }
    }
    folder->made = false;
    return true;
}

void output_folder_close(struct output_folder *folder)
{
    for (size_t i = 0; i < folder->count; i++) {
        output_file_abandon(&folder->files[i].output);
        free(folder->files[i].path);
    }
    free(folder->files);
    if (folder->path != NULL && folder->made) {
        rmdir(folder->path);
    }
    *folder = (struct output_folder){0};
}
