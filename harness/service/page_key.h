/* The key that lets the reader of the page see what the service's own user sees. It lies in the
 * store, where only that user can read it. */
#ifndef SERVICE_PAGE_KEY_H
#define SERVICE_PAGE_KEY_H

#include <stdbool.h>
#include <stddef.h>

enum { PAGE_KEY_SIZE = 65 }; /* 64 digits and a zero */

/* Reads STORE/page-key, or makes it. False: `error` says why not. */
bool page_key_read(const char *store, char key[PAGE_KEY_SIZE], char *error, size_t size);

#endif
