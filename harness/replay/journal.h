/*
 * The kernel itself, given the calls that a service has made, in their order and at their instants:
 * its answers to the replay's jobs.
 */
#ifndef REPLAY_JOURNAL_H
#define REPLAY_JOURNAL_H

#include "harness/replay/reality.h"

enum journal_answer { JOURNAL_UNKNOWN = 0, JOURNAL_ACCEPTED, JOURNAL_REFUSED };

/* By place in the workload; free() them. From the first call on that its event does not describe in
 * full (a job of somebody else, say), or that the kernel answers otherwise, they are unknown. */
enum journal_answer *journal_answers(const struct workload *workload, const struct service_facts *facts,
                                     const struct reality *reality);

#endif
