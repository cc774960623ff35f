#include "side.h"

static enum rtmr_status init(struct rtmr *k, const struct rtmr_setup *setup)
{
    return rtmr_init(k, setup);
}

/* A context whose memory says that all jobs are promised is taken up as one after a reset. */
static enum rtmr_status promise_all(struct rtmr *k)
{
    struct rtmr_alarm alarm;

    k->promised = k->jobs;
    return rtmr_restore(k, k->now, &alarm);
}

const struct side SIDE = {
    .size = sizeof(struct rtmr),
    .init = init,
    .submit = rtmr_submit,
    .what_if = rtmr_what_if,
    .withdraw = rtmr_withdraw,
    .suspend = rtmr_suspend,
    .dispatch = rtmr_dispatch,
    .finish = rtmr_finish,
    .advance = rtmr_advance,
    .extend = rtmr_extend,
    .job_at = rtmr_job_at,
    .promise_all = promise_all,
};
