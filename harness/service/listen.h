/* Sockets that the service listens on. */
#ifndef SERVICE_LISTEN_H
#define SERVICE_LISTEN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* A Unix socket with this mode. A socket at the path that nothing listens on is replaced. -1:
 * `error` says why not. */
int listen_unix(const char *path, mode_t mode, char *error, size_t size);

/* A TCP socket. where: PORT, ADDRESS:PORT or [ADDRESS]:PORT; without an address the loopback.
 * A name may have several addresses: the first that works is taken.
 * url, of url_size bytes: "http://ADDRESS:PORT/", with the port that it got if 0 was asked for. -1:
 * `error` says why not. */
int listen_tcp(const char *where, char *url, size_t url_size, char *error, size_t size);

/* Whether only this machine reaches the TCP socket. */
bool listen_is_loopback(int file);

#endif
