/*
 * How long what tasks have written is kept. Without it the folders of attempts stay for ever.
 */
#ifndef SERVICE_RETENTION_H
#define SERVICE_RETENTION_H

#include "harness/executors/executor_kind.h"
#include "harness/service/service.h"
#include "harness/service/store.h"

struct uv_loop_s;
struct retention;

/* From now on the output of an attempt is discarded when `keep` ms have passed since it and its job
 * have ended, and that is on the disk. It looks once in a hundredth of that time, but each second
 * at most, each hour at least, and for a twentieth of the time at most. The folders are listed, and
 * files removed, by other threads; a turn of the loop asks the store about 64 of them. NULL: there
 * is no memory. */
struct retention *retention_start(struct uv_loop_s *loop, struct service *service, struct store *store,
                                  discard_output *discard, rtmr_ticks keep);

/* Before the loop is closed, which has to run once more, and before the store is. */
void retention_stop(struct retention *r);

#endif
