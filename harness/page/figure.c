#include "harness/page/figure.h"

#include "harness/report/gnuplot.h"
#include "harness/workload/alloc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Quiet axes; colours that remain distinct for the colour-blind (Okabe and Ito, then Tol), as many
 * as schedulers fit a command line. */
static const char style[] = "set border 3 lc rgb '#9aa0a6'\n"
                            "set tics nomirror out scale 0.5 textcolor rgb '#3c4043'\n"
                            "set linetype 1 lc rgb '#0072b2'\n"
                            "set linetype 2 lc rgb '#d55e00'\n"
                            "set linetype 3 lc rgb '#009e73'\n"
                            "set linetype 4 lc rgb '#cc79a7'\n"
                            "set linetype 5 lc rgb '#e69f00'\n"
                            "set linetype 6 lc rgb '#56b4e9'\n"
                            "set linetype 7 lc rgb '#000000'\n"
                            "set linetype 8 lc rgb '#8c564b'\n"
                            "set linetype 9 lc rgb '#332288'\n"
                            "set linetype 10 lc rgb '#999933'\n"
                            "set linetype 11 lc rgb '#882255'\n"
                            "set linetype 12 lc rgb '#44aa99'\n"
                            "set linetype 13 lc rgb '#cc6677'\n"
                            "set linetype 14 lc rgb '#117733'\n"
                            "set linetype 15 lc rgb '#aa4499'\n"
                            "set linetype 16 lc rgb '#888888'\n"
                            "set grid noxtics ytics lc rgb '#e3e5e8' lt 1\n"
                            "set encoding utf8\n";

void figures_add(struct figures *figures, const char *name, const char *heading, const char *sentence, int height,
                 char *script, char *drawing)
{
    figures->figure = alloc_grow(figures->figure, &figures->capacity, figures->count + 1, sizeof *figures->figure);
    figures->figure[figures->count++] = (struct figure){
        .name = alloc_text(name, strlen(name)),
        .heading = alloc_text(heading, strlen(heading)),
        .sentence = alloc_text(sentence, strlen(sentence)),
        .script = script,
        .height = height,
        .drawing = drawing,
    };
}

void figures_free(struct figures *figures)
{
    for (size_t i = 0; i < figures->count; i++) {
        free(figures->figure[i].name);
        free(figures->figure[i].heading);
        free(figures->figure[i].sentence);
        free(figures->figure[i].script);
        free(figures->figure[i].drawing);
    }
    free(figures->figure);
    *figures = (struct figures){0};
}

static void write_terminal(enum figure_kind kind, int height, FILE *out)
{
    if (kind == FIGURE_SVG) {
        fprintf(out, "set terminal svg size %d,%d noenhanced font 'sans-serif,13' background rgb 'white'\n",
                FIGURE_WIDTH, height);
    } else {
        fprintf(out,
                "set terminal pngcairo size %d,%d noenhanced font 'sans,10' fontscale 2 linewidth 2 pointscale 2\n",
                2 * FIGURE_WIDTH, 2 * height);
    }
}

/* Runs a script made of these parts. */
static bool run(enum figure_kind kind, int height, const char *script, struct picture *picture,
                struct input_error *error)
{
    *picture = (struct picture){0};
    FILE *file = alloc_checked(tmpfile());
    if (file == NULL) {
        return input_error_at(error, (struct place){.source = "a temporary file"}, "cannot be written: %s",
                              strerror(errno));
    }
    FILE *out = alloc_stream(&picture->bytes, &picture->length);
    write_terminal(kind, height, file);
    fputs(style, file);
    fputs(script, file);
    bool good = gnuplot_run(file, out, GNUPLOT_SECONDS, error);
    fclose(file);
    fclose(out);
    if (!good) {
        picture_free(picture);
    }
    return good;
}

bool figure_check(struct input_error *error)
{
    struct picture nothing;
    bool good = run(FIGURE_SVG, FIGURE_WIDTH, "exit\n", &nothing, error);
    picture_free(&nothing);
    return good;
}

/* gnuplot reports no error when it could not write everything. */
static bool is_whole(enum figure_kind kind, const struct picture *picture)
{
    enum { TAIL = 16 }; /* bytes in which the end must stand */
    const char *end = kind == FIGURE_SVG ? "</svg>" : "IEND";
    size_t tail = picture->length < TAIL ? picture->length : TAIL;
    return tail > 0 && memmem(picture->bytes + picture->length - tail, tail, end, strlen(end)) != NULL;
}

/* gnuplot writes '>' as it is, which XML does not allow behind "]]". */
static void escape_section_ends(struct picture *svg)
{
    static const char end[] = "]]>";
    if (memmem(svg->bytes, svg->length, end, strlen(end)) == NULL) {
        return;
    }
    struct picture sound = {0};
    FILE *out = alloc_stream(&sound.bytes, &sound.length);
    const char *at = svg->bytes;
    const char *behind = at + svg->length;
    const char *found;
    for (; (found = memmem(at, (size_t)(behind - at), end, strlen(end))) != NULL; at = found + strlen(end)) {
        fwrite(at, 1, (size_t)(found - at), out);
        fputs("]]&gt;", out);
    }
    fwrite(at, 1, (size_t)(behind - at), out);
    fclose(out);
    picture_free(svg);
    *svg = sound;
}

bool figure_draw(const struct figure *figure, enum figure_kind kind, struct picture *picture, struct input_error *error)
{
    if (!run(kind, figure->height, figure->script, picture, error)) {
        return false;
    }
    if (!is_whole(kind, picture)) {
        picture_free(picture);
        return input_error_at(error, (struct place){.source = "gnuplot"},
                              "expected a whole picture: the temporary directory may be full");
    }
    if (kind == FIGURE_SVG) {
        escape_section_ends(picture);
    }
    return true;
}

void picture_free(struct picture *picture)
{
    free(picture->bytes);
    *picture = (struct picture){0};
}
