/*
 * How many decisions a user has in a second. Each leaves a row in the store, also a refusal: a
 * program that asks again and again would fill the disk.
 */
#include "harness/service/service_state.h"

enum { SECOND_MS = 1000 };

/* The row of a user; a new one if it has none, in the place of one whose second is over. */
static struct user_rate *rate_of(struct service *s, uid_t uid)
{
    struct user_rate *unused = NULL;
    for (size_t i = 0; i < s->rate_count; i++) {
        struct user_rate *rate = &s->rates[i];
        if (rate->uid == uid) {
            return rate;
        }
        unused = s->now - rate->since >= SECOND_MS ? rate : unused;
    }
    if (unused == NULL) {
        s->rates = jobs_grow(s->rates, &s->rate_room, s->rate_count + 1, sizeof *s->rates);
        unused = &s->rates[s->rate_count++];
    }
    *unused = (struct user_rate){.uid = uid, .since = s->now};
    return unused;
}

bool service_check_rate(struct service *s, const struct caller *caller, struct service_decision *decision)
{
    if (s->limits.decisions_per_user == 0) {
        return true;
    }
    struct user_rate *rate = rate_of(s, caller->uid);
    if (s->now - rate->since >= SECOND_MS) {
        *rate = (struct user_rate){.uid = caller->uid, .since = s->now};
    }
    if (rate->decisions >= s->limits.decisions_per_user) {
        service_answer(decision, SERVICE_LIMIT, "a user may have %d decisions in a second: the next one in %d ms",
                       (int)s->limits.decisions_per_user, (int)(rate->since + SECOND_MS - s->now));
        return false;
    }
    rate->decisions++;
    return true;
}
