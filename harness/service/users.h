/* Names of the users of this machine. */
#ifndef SERVICE_USERS_H
#define SERVICE_USERS_H

#include <stdbool.h>
#include <sys/types.h>

/* The user's name, or its number if there is none or the name service does not say. Valid until the
 * next call. O(1), but for one question to the name service now and then. */
const char *user_name(uid_t uid);

/* The user's group; without a user of that number the group "nogroup": the group of the same
 * number may be one with privileges. False: the name service does not say. */
bool user_group(uid_t uid, gid_t *gid);

#endif
