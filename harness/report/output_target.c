#include "harness/report/output_target.h"

#include "harness/workload/alloc.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The kernel follows as many links. */
enum { LINKS_MOST = 40 };

/* A path of a folder and a name in it; the folder may be "". */
static char *join(const char *folder, const char *name)
{
    bool slash = folder[0] != '\0' && folder[strlen(folder) - 1] != '/';
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = alloc_zeroed(size, 1);
    snprintf(path, size, "%s%s%s", folder, slash ? "/" : "", name);
    return path;
}

/* The path with its folder resolved. NULL: that is impossible, errno says why. */
static char *resolve_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    char *before = slash == NULL ? alloc_text(".", 1) : alloc_text(path, (size_t)(slash - path) + 1);
    char *folder = alloc_checked(realpath(before, NULL));
    free(before);
    if (folder == NULL) {
        return NULL;
    }
    char *resolved = join(folder, name);
    free(folder);
    return resolved;
}

/* Whether a path, its folder resolved, is one of this process's descriptors. */
static bool is_descriptor(const char *path, int *descriptor)
{
    int process;
    int task;
    int end = 0;
    if ((sscanf(path, "/proc/%d/fd/%d%n", &process, descriptor, &end) == 2 && path[end] == '\0') ||
        (sscanf(path, "/proc/%d/task/%d/fd/%d%n", &process, &task, descriptor, &end) == 3 && path[end] == '\0')) {
        return process == getpid();
    }
    return false;
}

/* The target of a link, as a path from here. NULL: it cannot be read. */
static char *follow(const char *link)
{
    char text[PATH_MAX];
    ssize_t length = readlink(link, text, sizeof text - 1);
    if (length < 0) {
        return NULL;
    }
    text[length] = '\0';
    if (text[0] == '/') {
        return alloc_text(text, (size_t)length);
    }
    char *folder = alloc_text(link, (size_t)(strrchr(link, '/') - link) + 1);
    char *path = join(folder, text);
    free(folder);
    return path;
}

static bool is_link(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

static bool find_descriptor(struct output_target *target, int descriptor)
{
    target->descriptor = descriptor;
    target->exists = true;
    return fstat(descriptor, &target->status) == 0;
}

static bool find_path(struct output_target *target, const char *path)
{
    char *at = resolve_folder(path);
    for (int links = 0; at != NULL; links++) {
        int descriptor;
        if (is_descriptor(at, &descriptor)) {
            free(at);
            return find_descriptor(target, descriptor);
        }
        if (!is_link(at)) {
            break;
        }
        char *next = links < LINKS_MOST ? follow(at) : NULL;
        int reason = links < LINKS_MOST ? errno : ELOOP;
        free(at);
        at = next == NULL ? NULL : resolve_folder(next);
        errno = next == NULL ? reason : errno;
        free(next);
    }
    target->path = at;
    target->exists = at != NULL && stat(at, &target->status) == 0;
    return at != NULL && (target->exists || errno == ENOENT);
}

bool output_target_find(struct output_target *target, const char *path)
{
    *target = (struct output_target){.descriptor = -1};
    if (path[0] == '\0') {
        errno = ENOENT;
        return false;
    }
    bool found = strcmp(path, "-") == 0 ? find_descriptor(target, STDOUT_FILENO) : find_path(target, path);
    if (!found) {
        output_target_free(target);
    }
    return found;
}

void output_target_free(struct output_target *target)
{
    int reason = errno;
    free(target->path);
    errno = reason;
    *target = (struct output_target){.descriptor = -1};
}
