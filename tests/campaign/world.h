/*
 * A random environment of a kernel: it draws a setup, makes calls, and writes them down.
 */
#ifndef CAMPAIGN_WORLD_H
#define CAMPAIGN_WORLD_H

#include "tests/campaign/script.h"

enum world_kind {
    WORLD_LAWFUL, /* calls in the documented order, every rule is kept; slots drain and are added */
    WORLD_FAULTY, /* besides, tasks overrun and fail, offers are left waiting, slots are lost */
    WORLD_WILD,   /* any calls in any order with any arguments */
    WORLD_KINDS
};

enum { WORLD_POLICIES = 7 }; /* pairs of feedback and order that are legal */

/* What kind of run it was. */
struct world_report {
    enum world_kind kind;
    int32_t policy;     /* 0 .. WORLD_POLICIES - 1 */
    const char *broken; /* what a lawful run must not show, besides clauses; NULL: nothing */
};

/* Names a policy: "exact, edf". */
const char *world_policy_name(int32_t policy);

/* Plays one run on the kernel under check, until it ends or a clause breaks; *script has its
 * calls. */
struct world_report world_run(struct checked *c, const struct rtmr *kernel, uint64_t seed, uint64_t run,
                              struct script *script);

#endif
