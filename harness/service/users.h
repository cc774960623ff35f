/* Names of the users of this machine. */
#ifndef SERVICE_USERS_H
#define SERVICE_USERS_H

#include <sys/types.h>

/* The user's name, or its number. Valid until the next call. O(1) amortised. */
const char *user_name(uid_t uid);

/* The user's group; without a user of that number the group "nogroup": the group of the same
 * number may be one with privileges. */
gid_t user_group(uid_t uid);

#endif
