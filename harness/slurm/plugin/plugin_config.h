/* What an administrator sets for the plugin: lines `Name=value` of rtmr.conf, beside slurm.conf. */
#ifndef SLURM_PLUGIN_CONFIG_H
#define SLURM_PLUGIN_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

struct plugin_config {
    char socket[108];    /* Socket=: the service's; /run/rtmr/socket */
    char partition[128]; /* Partition=: whose jobs are the service's; rtmr */
    bool is_default;     /* Default=yes: it is the cluster's default partition */
};

/* Reads rtmr.conf in the folder of $SLURM_CONF, or in /etc/slurm; without one all is as said above.
 * As in slurm.conf the case of names and blanks do not count, and # begins a comment. False:
 * `error` says what the first wrong line has and what is expected; the others are read. */
bool plugin_config_read(struct plugin_config *config, char *error, size_t size);

#endif
