#include "harness/page/paper_page.h"

#include "harness/page/html.h"
#include "kernel/rtmr_config.h"

static void write_link(const char *name, const char *heading, FILE *out)
{
    fprintf(out, "<a href=\"#%s\">", name);
    html_text(heading, out);
    fputs("</a> ", out);
}

static void write_contents(const struct paper_page *page, FILE *out)
{
    fputs("<nav>", out);
    for (size_t i = 0; i < page->figure_count; i++) {
        write_link(page->figures[i].figure->name, page->figures[i].figure->heading, out);
    }
    for (size_t i = 0; i < page->section_count; i++) {
        write_link(page->sections[i].name, page->sections[i].heading, out);
    }
    fputs("</nav>\n", out);
}

static void write_text(const char *text, FILE *out)
{
    fputs("<pre>", out);
    html_lines(text, out);
    fputs("</pre>\n", out);
}

void paper_page_write(const struct paper_page *page, FILE *out)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<title>", out);
    html_text(page->title, out);
    fputs("</title>\n", out);
    html_style(out);
    fputs("</head>\n<body><main>\n<h1>", out);
    html_text(page->title, out);
    fputs("</h1>\n<p class=\"facts\">", out);
    html_lines(page->introduction, out);
    fputs("</p>\n", out);
    write_contents(page, out);
    for (size_t i = 0; i < page->figure_count; i++) {
        html_figure(&page->figures[i], out);
    }
    for (size_t i = 0; i < page->section_count; i++) {
        fprintf(out, "<h2 id=\"%s\">", page->sections[i].name);
        html_text(page->sections[i].heading, out);
        fputs("</h2>\n", out);
        write_text(page->sections[i].text, out);
    }
    fputs("<h2>How to repeat this</h2>\n", out);
    write_text(page->command, out);
    fprintf(out, "<p class=\"facts\">rtmr %s</p>\n</main></body>\n</html>\n", RTMR_VERSION);
}
