#include "harness/slurm/plugin/plugin_config.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void find(char path[PATH_MAX])
{
    const char *slurm = getenv("SLURM_CONF");
    const char *slash = slurm == NULL ? NULL : strrchr(slurm, '/');
    if (slash != NULL) {
        snprintf(path, PATH_MAX, "%.*s/rtmr.conf", (int)(slash - slurm), slurm);
    } else {
        snprintf(path, PATH_MAX, "/etc/slurm/rtmr.conf");
    }
}

/* Cuts blanks off both ends of a text. */
static char *trim(char *text)
{
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1])) {
        *--end = '\0';
    }
    while (isspace((unsigned char)*text)) {
        text++;
    }
    return text;
}

/* Copies a value; false: it is empty, has a blank in it, or no room. */
static bool keep(char *place, size_t room, const char *value)
{
    size_t length = strlen(value);
    if (length == 0 || length >= room || value[strcspn(value, " \t")] != '\0') {
        return false;
    }
    memcpy(place, value, length + 1);
    return true;
}

/* The words are those of slurm.conf. */
static bool keep_answer(bool *place, const char *value)
{
    static const char *const words[][2] = {{"no", "yes"}, {"false", "true"}, {"down", "up"}, {"0", "1"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        for (int answer = 0; answer <= 1; answer++) {
            if (strcasecmp(value, words[i][answer]) == 0) {
                *place = answer == 1;
                return true;
            }
        }
    }
    return false;
}

/* A line without its comment and without blanks at its ends. */
static bool read_line(struct plugin_config *config, char *line)
{
    char *equals = strchr(line, '=');
    if (line[0] == '\0') {
        return true;
    }
    if (equals == NULL) {
        return false;
    }
    *equals = '\0';
    const char *name = trim(line);
    const char *value = trim(equals + 1);
    if (strcasecmp(name, "Socket") == 0) {
        return value[0] == '/' && keep(config->socket, sizeof config->socket, value);
    }
    if (strcasecmp(name, "Partition") == 0) {
        return keep(config->partition, sizeof config->partition, value);
    }
    return strcasecmp(name, "Default") == 0 && keep_answer(&config->is_default, value);
}

/* Reads all lines; the number of the first that is wrong, which is in `found` then, or 0. */
static int read_lines(struct plugin_config *config, FILE *file, char *found, size_t size)
{
    char line[1024];
    int wrong = 0;
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        char copy[128];
        line[strcspn(line, "#")] = '\0';
        char *text = trim(line);
        snprintf(copy, sizeof copy, "%s", text);
        if (!read_line(config, text) && wrong == 0) {
            wrong = number;
            snprintf(found, size, "%s", copy);
        }
    }
    return wrong;
}

bool plugin_config_read(struct plugin_config *config, char *error, size_t size)
{
    char path[PATH_MAX];
    char found[128] = "";
    *config = (struct plugin_config){.socket = "/run/rtmr/socket", .partition = "rtmr"};
    find(path);
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        snprintf(error, size, "%s: %s", path, strerror(errno));
        return errno == ENOENT;
    }
    int wrong = read_lines(config, file, found, sizeof found);
    fclose(file);
    if (wrong != 0) {
        snprintf(error, size, "%.200s: line %d: found \"%s\", expected Socket=/PATH, Partition=NAME or Default=yes|no",
                 path, wrong, found);
    }
    return wrong == 0;
}
