#include "harness/report/output_file.h"

#include "harness/workload/alloc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool cannot_write(const char *path, int reason, struct input_error *error)
{
    return input_error_at(error, (struct place){.source = path}, "cannot be written: %s", strerror(reason));
}

static FILE *open_temporary(struct output_file *file)
{
    static const char suffix[] = ".XXXXXX";
    size_t length = strlen(file->path);
    file->temporary = alloc_zeroed(length + sizeof suffix, 1);
    memcpy(file->temporary, file->path, length);
    memcpy(file->temporary + length, suffix, sizeof suffix);
    int descriptor = mkstemp(file->temporary);
    if (descriptor < 0) {
        return NULL;
    }
    /* mkstemp makes it private; give it what open() would have given. */
    mode_t mask = umask(0);
    umask(mask);
    FILE *stream = fchmod(descriptor, 0666 & ~mask) == 0 ? fdopen(descriptor, "w") : NULL;
    if (stream == NULL) {
        int reason = errno;
        close(descriptor);
        unlink(file->temporary);
        errno = reason;
    }
    return stream;
}

static FILE *open_through(struct output_file *file)
{
    return access(file->path, W_OK) == 0 ? open_memstream(&file->text, &file->length) : NULL;
}

static void forget(struct output_file *file)
{
    free(file->temporary);
    free(file->text);
    *file = (struct output_file){0};
}

bool output_file_open(struct output_file *file, const char *path, struct input_error *error)
{
    *file = (struct output_file){.path = path};
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        return cannot_write(path, EISDIR, error);
    }
    bool through = lstat(path, &status) == 0 && !S_ISREG(status.st_mode);
    file->stream = through ? open_through(file) : open_temporary(file);
    if (file->stream == NULL) {
        int reason = errno;
        forget(file);
        return cannot_write(path, reason, error);
    }
    return true;
}

static bool write_through(const struct output_file *file)
{
    FILE *stream = fopen(file->path, "w");
    if (stream == NULL) {
        return false;
    }
    bool good = fwrite(file->text, 1, file->length, stream) == file->length;
    return fclose(stream) == 0 && good;
}

bool output_file_commit(struct output_file *file, struct input_error *error)
{
    errno = 0;
    bool good = ferror(file->stream) == 0;
    good = fclose(file->stream) == 0 && good;
    if (good) {
        good = file->temporary == NULL ? write_through(file) : rename(file->temporary, file->path) == 0;
    }
    int reason = errno == 0 ? EIO : errno;
    if (!good && file->temporary != NULL) {
        unlink(file->temporary);
    }
    const char *path = file->path;
    forget(file);
    return good || cannot_write(path, reason, error);
}

void output_file_abandon(struct output_file *file)
{
    if (file->stream == NULL) {
        return;
    }
    fclose(file->stream);
    if (file->temporary != NULL) {
        unlink(file->temporary);
    }
    forget(file);
}
