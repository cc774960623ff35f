#include "harness/service/page.h"

#include <stdint.h>
#include <string.h>

/* The assembler reads the files, from the root of the sources; service.mk knows that this object
 * depends on them. */
#define EMBED(NAME, FILE)                                                                                              \
    ".global live_page_" NAME "\n"                                                                                     \
    "live_page_" NAME ":\n"                                                                                            \
    ".incbin \"harness/service/" FILE "\"\n"                                                                           \
    "0:\n"                                                                                                             \
    ".byte 0\n"                                                                                                        \
    ".balign 8\n"                                                                                                      \
    ".global live_page_" NAME "_size\n"                                                                                \
    "live_page_" NAME "_size:\n"                                                                                       \
    ".8byte 0b - live_page_" NAME "\n"

__asm__(".section .rodata\n" EMBED("html", "live_page.html") EMBED("css", "live_page.css") EMBED("js", "live_page.js")
            EMBED("svg", "live_page.svg") ".previous\n");

extern const char live_page_html[], live_page_css[], live_page_js[], live_page_svg[];
extern const uint64_t live_page_html_size, live_page_css_size, live_page_js_size, live_page_svg_size;

bool page_find(const char *path, struct page_file *file)
{
    static const struct {
        const char *path;
        const char *type;
        const char *text;
        const uint64_t *size;
    } files[] = {
        {"/", "text/html; charset=utf-8", live_page_html, &live_page_html_size},
        {"/live_page.css", "text/css; charset=utf-8", live_page_css, &live_page_css_size},
        {"/live_page.js", "text/javascript; charset=utf-8", live_page_js, &live_page_js_size},
        {"/live_page.svg", "image/svg+xml", live_page_svg, &live_page_svg_size},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (strcmp(path, files[i].path) == 0) {
            *file = (struct page_file){files[i].type, files[i].text, (size_t)*files[i].size};
            return true;
        }
    }
    return false;
}
