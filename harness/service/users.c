#include "harness/service/users.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Names are asked for again after a time: users come, and name services are away for a while. */
enum { USERS = 1024, KNOWN_SECONDS = 600, UNKNOWN_SECONDS = 10, NO_GROUP = 65534, MOST_SPACE = 1 << 20 };

/* A cache of the names that were asked for last. */
static struct user {
    time_t until; /* by the monotonic clock; 0: nothing is here */
    uid_t uid;
    char name[64];
} users[USERS];

/* What the name service says: 0, and *entry if *found. The caller frees *space, which has the texts
 * of the entry. */
static int look_up(uid_t uid, struct passwd *entry, struct passwd **found, char **space)
{
    int status = ERANGE;
    *space = NULL;
    for (size_t size = 4096; status == ERANGE && size <= MOST_SPACE; size *= 4) {
        char *larger = realloc(*space, size);
        if (larger == NULL) {
            return ENOMEM;
        }
        *space = larger;
        *found = NULL;
        status = getpwuid_r(uid, entry, *space, size, found);
    }
    /* That there is no such user is told in several ways. */
    return status == ENOENT || status == ESRCH ? 0 : status;
}

static void ask(struct user *user, uid_t uid, time_t now)
{
    struct passwd entry;
    struct passwd *found = NULL;
    char *space = NULL;
    const bool known = look_up(uid, &entry, &found, &space) == 0 && found != NULL;
    *user = (struct user){.uid = uid, .until = now + (known ? KNOWN_SECONDS : UNKNOWN_SECONDS)};
    if (known) {
        snprintf(user->name, sizeof user->name, "%s", found->pw_name);
    } else {
        snprintf(user->name, sizeof user->name, "%u", (unsigned)uid);
    }
    free(space);
}

const char *user_name(uid_t uid)
{
    struct user *user = &users[uid % USERS];
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (user->uid != uid || now.tv_sec >= user->until) {
        ask(user, uid, now.tv_sec);
    }
    return user->name;
}

bool user_group(uid_t uid, gid_t *gid)
{
    struct passwd entry;
    struct passwd *found = NULL;
    char *space = NULL;
    const bool answered = look_up(uid, &entry, &found, &space) == 0;
    *gid = answered && found != NULL ? found->pw_gid : NO_GROUP;
    free(space);
    return answered;
}
