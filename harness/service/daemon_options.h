/* The command line of rtmrd. */
#ifndef SERVICE_DAEMON_OPTIONS_H
#define SERVICE_DAEMON_OPTIONS_H

#include "kernel/rtmr.h"

#include <sys/types.h>

enum { PAGE_HOSTS_MOST = 16 };

enum daemon_action { DAEMON_SERVE, DAEMON_CHECK, DAEMON_BACKUP, DAEMON_END };

struct daemon_options {
    enum daemon_action action;
    int exit_status; /* DAEMON_END */
    const char *store;
    const char *socket;                      /* NULL: in the store */
    const char *page;                        /* NULL: no page over TCP */
    const char *page_hosts[PAGE_HOSTS_MOST]; /* other names of the page */
    int page_host_count;
    const char *partition; /* of a cluster manager; NULL: not said */
    const char *slots;
    const char *backup_to; /* DAEMON_BACKUP */
    mode_t socket_mode;
    int32_t map_slots; /* 0: not said */
    int32_t reduce_slots;
    rtmr_ticks latency;  /* -1: not said */
    int32_t keep_output; /* days; -1: for ever */
    int32_t jobs_per_user;
    int32_t tasks_per_user;
    int32_t decisions_per_user; /* 0: any number */
};

/* Reads the command line. What is wrong is said in one line on standard error, and the action is
 * DAEMON_END with status 2. */
struct daemon_options daemon_options_read(int argc, char **argv);

#endif
