/* The style and the script of every page, from the files page.css and page.js beside this one. */
#ifndef HARNESS_PAGE_PAGE_FILES_H
#define HARNESS_PAGE_PAGE_FILES_H

extern const char page_css[];
extern const char page_js[];

#endif
