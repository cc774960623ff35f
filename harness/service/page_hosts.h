/*
 * By which names browsers may ask for the page. Other names may lead here, too: a web page of
 * elsewhere could have made one to read what its visitor sees (DNS rebinding). Its owner chose the
 * first label, so that alone proves nothing. A name passes if it is this machine's own: its host
 * name, alone, under `local` (mDNS), under a search domain of resolv.conf, or as /etc/hosts has it;
 * or if the operator has said so (--page-host).
 */
#ifndef SERVICE_PAGE_HOSTS_H
#define SERVICE_PAGE_HOSTS_H

#include <stdbool.h>
#include <stddef.h>

struct page_hosts {
    char **name; /* the first is the host name, without a domain */
    size_t count;
};

/* Finds the names of this machine, without the network, and adds further ones. */
void page_hosts_find(struct page_hosts *hosts, const char *const *further, int count);
void page_hosts_free(struct page_hosts *hosts);

/* Whether a Host, with or without a port, is an address or one of the names. */
bool page_hosts_have(const struct page_hosts *hosts, const char *host);

#endif
