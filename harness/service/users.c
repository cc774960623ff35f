#include "harness/service/users.h"

#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>

enum { USERS = 64, NO_GROUP = 65534 };

/* A cache of the names that were asked for last. */
static struct user {
    bool known;
    uid_t uid;
    char name[64];
} users[USERS];

const char *user_name(uid_t uid)
{
    struct user *user = &users[uid % USERS];
    if (!user->known || user->uid != uid) {
        char space[4096];
        struct passwd entry;
        struct passwd *found = NULL;
        *user = (struct user){.known = true, .uid = uid};
        if (getpwuid_r(uid, &entry, space, sizeof space, &found) == 0 && found != NULL) {
            snprintf(user->name, sizeof user->name, "%s", found->pw_name);
        } else {
            snprintf(user->name, sizeof user->name, "%u", (unsigned)uid);
        }
    }
    return user->name;
}

gid_t user_group(uid_t uid)
{
    char space[4096];
    struct passwd entry;
    struct passwd *found = NULL;
    bool known = getpwuid_r(uid, &entry, space, sizeof space, &found) == 0 && found != NULL;
    return known ? found->pw_gid : NO_GROUP;
}
