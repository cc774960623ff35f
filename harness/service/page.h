/*
 * The live page: a document, its style, its script and its icon, which are served as they are and
 * need nothing else. The script asks the service's read-only JSON for what it shows.
 */
#ifndef SERVICE_PAGE_H
#define SERVICE_PAGE_H

#include <stdbool.h>
#include <stddef.h>

/* The Content-Security-Policy that each of the files is served with: nothing from elsewhere, and no
 * script or style inside the document. */
#define PAGE_POLICY                                                                                                    \
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "                    \
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

struct page_file {
    const char *type; /* Content-Type */
    const char *text;
    size_t size;
};

/* The file of a request's path; false: there is none. O(1). */
bool page_find(const char *path, struct page_file *file);

#endif
