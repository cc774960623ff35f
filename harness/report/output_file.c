#include "harness/report/output_file.h"

#include "harness/workload/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct place place_of(const char *path)
{
    return (struct place){.source = strcmp(path, "-") == 0 ? "standard output" : path};
}

static bool cannot_write(const char *path, int reason, struct input_error *error)
{
    return input_error_at(error, place_of(path), "cannot be written: %s", strerror(reason == 0 ? EIO : reason));
}

/* The folder that a resolved path is in; free() it. */
static char *folder_of(const char *path)
{
    return alloc_text(path, (size_t)(strrchr(path, '/') - path) + 1);
}

/* Gives it the mode and owner that open() would have given, or those of the file that it will
 * replace. */
static bool set_access(int descriptor, const struct output_target *target)
{
    if (!target->exists) {
        mode_t mask = umask(0);
        umask(mask);
        return fchmod(descriptor, 0666 & ~mask) == 0;
    }
    struct stat own;
    const struct stat *wanted = &target->status;
    return fstat(descriptor, &own) == 0 &&
           ((own.st_uid == wanted->st_uid && own.st_gid == wanted->st_gid) ||
            fchown(descriptor, wanted->st_uid, wanted->st_gid) == 0) &&
           fchmod(descriptor, wanted->st_mode & 07777) == 0;
}

static FILE *open_temporary(struct output_file *file)
{
    static const char name[] = ".rtmr-XXXXXX";
    char *folder = folder_of(file->target.path);
    size_t size = strlen(folder) + sizeof name;
    char *path = alloc_zeroed(size, 1);
    snprintf(path, size, "%s%s", folder, name);
    file->temporary = temporary_new(TEMPORARY_FILE, path);
    free(path);
    free(folder);
    sigset_t before;
    temporaries_block(&before);
    int descriptor = mkostemp(file->temporary->path, O_CLOEXEC);
    if (descriptor >= 0) {
        temporary_add(file->temporary);
    }
    temporaries_unblock(&before);
    if (descriptor < 0) {
        return NULL;
    }
    FILE *stream = set_access(descriptor, &file->target) ? alloc_checked(fdopen(descriptor, "w")) : NULL;
    if (stream == NULL) {
        int reason = errno;
        close(descriptor);
        unlink(file->temporary->path);
        errno = reason;
    }
    return stream;
}

/* Whether a file that is open already was opened for writing. */
static bool is_writable(int descriptor)
{
    int flags = fcntl(descriptor, F_GETFL);
    if (flags >= 0 && (flags & O_ACCMODE) == O_RDONLY) {
        errno = EBADF;
        return false;
    }
    return flags >= 0;
}

/* Starts to write where the target is. NULL: errno says why that is impossible. */
static FILE *open_target(struct output_file *file)
{
    const struct output_target *target = &file->target;
    if (target->descriptor >= 0) {
        return is_writable(target->descriptor) ? alloc_stream(&file->text, &file->length) : NULL;
    }
    if (target->exists && S_ISDIR(target->status.st_mode)) {
        errno = EISDIR;
        return NULL;
    }
    if (target->exists && faccessat(AT_FDCWD, target->path, W_OK, AT_EACCESS) != 0) {
        return NULL;
    }
    bool through = target->exists && !S_ISREG(target->status.st_mode);
    return through ? alloc_stream(&file->text, &file->length) : open_temporary(file);
}

static void forget(struct output_file *file)
{
    temporary_free(file->temporary);
    output_target_free(&file->target);
    free(file->text);
    *file = (struct output_file){0};
}

bool output_file_open(struct output_file *file, const char *path, struct input_error *error)
{
    *file = (struct output_file){.path = path};
    if (!output_target_find(&file->target, path)) {
        file->path = NULL;
        return cannot_write(path, errno, error);
    }
    file->stream = open_target(file);
    if (file->stream == NULL) {
        int reason = errno;
        forget(file);
        return cannot_write(path, reason, error);
    }
    return true;
}

bool output_file_prepare(struct output_file *file, struct input_error *error)
{
    errno = 0;
    bool good = fflush(file->stream) == 0 && ferror(file->stream) == 0 &&
                (file->temporary == NULL || fsync(fileno(file->stream)) == 0);
    return good || cannot_write(file->path, errno, error);
}

/* Earlier content of the target stays; the position of a file that others write to stays too. */
static bool write_through(const struct output_file *file)
{
    const struct output_target *target = &file->target;
    if (target->descriptor == STDOUT_FILENO && fflush(stdout) != 0) {
        return false;
    }
    int descriptor = target->descriptor >= 0 ? dup(target->descriptor) : open(target->path, O_WRONLY | O_NOCTTY);
    FILE *stream = descriptor < 0 ? NULL : alloc_checked(fdopen(descriptor, "w"));
    if (stream == NULL) {
        return false;
    }
    bool good = fwrite(file->text, 1, file->length, stream) == file->length;
    return fclose(stream) == 0 && good;
}

bool output_file_place(struct output_file *file, struct input_error *error)
{
    errno = 0;
    bool good = fclose(file->stream) == 0 &&
                (file->temporary == NULL ? write_through(file) : rename(file->temporary->path, file->target.path) == 0);
    int reason = errno;
    if (!good && file->temporary != NULL) {
        unlink(file->temporary->path);
    }
    const char *path = file->path;
    forget(file);
    return good || cannot_write(path, reason, error);
}

bool output_folder_sync(const char *path)
{
    int descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) {
        return true; /* it may be written to but not read */
    }
    bool good = fsync(descriptor) == 0 || errno == EINVAL;
    int reason = errno;
    close(descriptor);
    errno = reason;
    return good;
}

bool output_file_commit(struct output_file *file, struct input_error *error)
{
    const char *path = file->path;
    char *folder = file->temporary == NULL ? NULL : folder_of(file->target.path);
    bool good = output_file_prepare(file, error);
    if (good) {
        good = output_file_place(file, error) &&
               (folder == NULL || output_folder_sync(folder) || cannot_write(path, errno, error));
    } else {
        output_file_abandon(file);
    }
    free(folder);
    return good;
}

void output_file_abandon(struct output_file *file)
{
    if (file->stream == NULL) {
        return;
    }
    fclose(file->stream);
    if (file->temporary != NULL) {
        unlink(file->temporary->path);
    }
    forget(file);
}
