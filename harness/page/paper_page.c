#include "harness/page/paper_page.h"

#include "harness/page/html.h"

static void write_contents(const struct paper_page *page, FILE *out)
{
    fputs("<nav>", out);
    for (size_t i = 0; i < page->figures->count; i++) {
        html_link(page->figures->figure[i].name, page->figures->figure[i].heading, out);
    }
    for (size_t i = 0; i < page->section_count; i++) {
        html_link(page->sections[i].name, page->sections[i].heading, out);
    }
    html_link("repeat", "How to repeat this", out);
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
    html_begin(page->title, out);
    fputs("<p class=\"facts\">", out);
    html_lines(page->introduction, out);
    fputs("</p>\n", out);
    write_contents(page, out);
    for (size_t i = 0; i < page->figures->count; i++) {
        html_figure(&page->figures->figure[i], out);
    }
    for (size_t i = 0; i < page->section_count; i++) {
        fprintf(out, "<h2 id=\"%s\">", page->sections[i].name);
        html_text(page->sections[i].heading, out);
        fputs("</h2>\n", out);
        write_text(page->sections[i].text, out);
    }
    fputs("<h2 id=\"repeat\">How to repeat this</h2>\n", out);
    write_text(page->command, out);
    fputs("<p>The figures lie beside this page as SVG and PNG.</p>\n", out);
    html_end(out);
}
