#include "harness/page/page_files.h"

/* The assembler reads the files, from the root of the sources; the Makefile knows that this object
 * depends on them. */
__asm__(".section .rodata\n"
        ".global page_css\n"
        "page_css:\n"
        ".incbin \"harness/page/page.css\"\n"
        ".byte 0\n"
        ".global page_js\n"
        "page_js:\n"
        ".incbin \"harness/page/page.js\"\n"
        ".byte 0\n"
        ".previous\n");
