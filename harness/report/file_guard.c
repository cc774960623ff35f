#include "harness/report/file_guard.h"

#include "harness/report/output_target.h"
#include "harness/workload/alloc.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* The identity of a file: its inode, or a name in a folder's inode if it does not exist. */
struct identity {
    dev_t device;
    ino_t inode;
    char *name; /* NULL: it exists */
};

struct guarded_file {
    const char *what;
    const char *path; /* NULL: a standard stream */
    bool written;
    bool regular;
    struct identity identity;
    struct identity place; /* in its folder, whether or not it exists; no name: it is in none */
};

static void set_inode(struct identity *identity, const struct stat *status)
{
    identity->device = status->st_dev;
    identity->inode = status->st_ino;
}

/* The name in its folder of a resolved path. */
static struct identity place_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = alloc_text(path, (size_t)(slash - path) + 1);
    struct stat status;
    struct identity place = {0};
    if (stat(folder, &status) == 0) {
        set_inode(&place, &status);
        place.name = alloc_text(slash + 1, strlen(slash + 1));
    }
    free(folder);
    return place;
}

static bool same(const struct identity *a, const struct identity *b)
{
    bool both_exist = a->name == NULL && b->name == NULL;
    bool both_new = a->name != NULL && b->name != NULL && strcmp(a->name, b->name) == 0;
    return (both_exist || both_new) && a->device == b->device && a->inode == b->inode;
}

/* Whatever is written to it is gone, so that several outputs may be. */
static bool is_null_device(const struct stat *status)
{
    return S_ISCHR(status->st_mode) && status->st_rdev == makedev(1, 3);
}

/* False: nothing can be destroyed there. */
static bool identify_inode(struct guarded_file *file, const struct stat *status)
{
    if (is_null_device(status)) {
        return false;
    }
    set_inode(&file->identity, status);
    file->regular = S_ISREG(status->st_mode);
    return true;
}

/* The identity of a file that is open already. False: none is, or as above. */
static bool identify_open(struct guarded_file *file, int descriptor)
{
    struct stat status;
    return fstat(descriptor, &status) == 0 && identify_inode(file, &status);
}

/* The identity of the file at a path. False: it cannot be read or written (the function that opens
 * it reports why), or as above. */
static bool identify(struct guarded_file *file, const char *path)
{
    struct output_target target;
    if (!output_target_find(&target, path) || (target.exists && !identify_inode(file, &target.status))) {
        output_target_free(&target);
        return false;
    }
    if (target.path != NULL) {
        file->place = place_of(target.path);
    }
    if (!target.exists && file->place.name != NULL) {
        file->identity = file->place;
        file->identity.name = alloc_text(file->place.name, strlen(file->place.name));
        file->regular = true;
    }
    output_target_free(&target);
    return true;
}

static void drop(struct guarded_file *file)
{
    free(file->identity.name);
    free(file->place.name);
}

static void keep(struct file_guard *guard, struct guarded_file file)
{
    guard->files = alloc_grow(guard->files, &guard->capacity, guard->count + 1, sizeof *guard->files);
    guard->files[guard->count++] = file;
}

void file_guard_input(struct file_guard *guard, const char *what, const char *path)
{
    struct guarded_file file = {.what = what, .path = path};
    if (path != NULL && (strcmp(path, "-") == 0 ? identify_open(&file, STDIN_FILENO) : identify(&file, path))) {
        keep(guard, file);
    }
}

static bool refuse(const char *option, const struct guarded_file *other, struct input_error *error)
{
    const struct place place = {.source = option};
    if (other->written) {
        return input_error_at(error, place, "expected another file than %s", other->what);
    }
    return input_error_at(error, place, "expected another file than %s \"%s\"", other->what, other->path);
}

/* A terminal or a pipe may be read and written: nothing in it is destroyed. */
static bool clash(const struct guarded_file *output, const struct guarded_file *other)
{
    return same(&output->identity, &other->identity) && (other->written || output->regular);
}

/* A file that standard output or error goes to must not be replaced behind their backs. False: it
 * would be. */
static bool check_streams(const struct guarded_file *output, const char *option, struct input_error *error)
{
    static const char *const names[] = {[STDOUT_FILENO] = "standard output", [STDERR_FILENO] = "standard error"};
    for (int descriptor = STDOUT_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        struct guarded_file stream = {.what = names[descriptor], .written = true};
        if (identify_open(&stream, descriptor) && output->regular && output->place.name != NULL &&
            same(&output->identity, &stream.identity)) {
            return refuse(option, &stream, error);
        }
    }
    return true;
}

bool file_guard_output(struct file_guard *guard, const char *option, const char *path, struct input_error *error)
{
    struct guarded_file file = {.what = option, .path = path, .written = true};
    if (path == NULL || !identify(&file, path)) {
        return true;
    }
    bool good = check_streams(&file, option, error);
    for (size_t i = 0; i < guard->count && good; i++) {
        good = !clash(&file, &guard->files[i]) || refuse(option, &guard->files[i], error);
    }
    if (good) {
        keep(guard, file);
    } else {
        drop(&file);
    }
    return good;
}

/* Whether a report may write a file of this name. */
static bool is_of_report(const char *name)
{
    const char *ending = strrchr(name, '.');
    return strcmp(name, "index.html") == 0 ||
           (ending != NULL && (strcmp(ending, ".svg") == 0 || strcmp(ending, ".png") == 0));
}

/* Whether the file is, or would be, one that a report in the folder may write. */
static bool in_folder(const struct guarded_file *file, const struct stat *folder)
{
    return file->place.name != NULL && file->place.device == folder->st_dev && file->place.inode == folder->st_ino &&
           is_of_report(file->place.name);
}

/* The file with this inode; NULL if it was not added. */
static const struct guarded_file *find(const struct file_guard *guard, const struct stat *status)
{
    struct identity identity = {0};
    set_inode(&identity, status);
    for (size_t i = 0; i < guard->count; i++) {
        if (same(&guard->files[i].identity, &identity)) {
            return &guard->files[i];
        }
    }
    return NULL;
}

/* The file that an entry of the folder is, under whatever name it was added; NULL: none. */
static const struct guarded_file *find_entry(const struct file_guard *guard, DIR *folder)
{
    const struct guarded_file *found = NULL;
    const struct dirent *entry;
    while (found == NULL && (entry = readdir(folder)) != NULL) {
        struct stat status;
        if (is_of_report(entry->d_name) && fstatat(dirfd(folder), entry->d_name, &status, 0) == 0) {
            found = find(guard, &status);
        }
    }
    return found;
}

static bool check_entries(const struct file_guard *guard, const char *option, const char *path,
                          struct input_error *error)
{
    DIR *folder = alloc_checked(opendir(path));
    if (folder == NULL) {
        return true;
    }
    struct stat status;
    const struct guarded_file *found = find_entry(guard, folder);
    for (size_t i = 0; i < guard->count && found == NULL && fstat(dirfd(folder), &status) == 0; i++) {
        found = in_folder(&guard->files[i], &status) ? &guard->files[i] : NULL;
    }
    closedir(folder);
    return found == NULL || refuse(option, found, error);
}

bool file_guard_folder(struct file_guard *guard, const char *option, const char *path, struct input_error *error)
{
    if (path == NULL) {
        return true;
    }
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') {
        length--;
    }
    /* a folder that does not exist has no name behind a slash */
    char *name = alloc_text(path, length);
    bool good = check_entries(guard, option, path, error);
    struct guarded_file file = {.what = option, .path = path, .written = true};
    if (good && identify(&file, name)) {
        for (size_t i = 0; i < guard->count && good; i++) {
            good = !same(&file.identity, &guard->files[i].identity) || refuse(option, &guard->files[i], error);
        }
        drop(&file);
    }
    free(name);
    return good;
}

void file_guard_free(struct file_guard *guard)
{
    for (size_t i = 0; i < guard->count; i++) {
        drop(&guard->files[i]);
    }
    free(guard->files);
    *guard = (struct file_guard){0};
}
