#include "harness/slurm/plugin/plugin_config.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Copies a value; false: it is empty, or has no room. */
static bool keep(char *place, size_t room, const char *value)
{
    size_t length = strlen(value);
    if (length == 0 || length >= room) {
        return false;
    }
    memcpy(place, value, length + 1);
    return true;
}

static bool read_line(struct plugin_config *config, char *line)
{
    char *end = line + strlen(line);
    while (end > line && isspace((unsigned char)end[-1])) {
        *--end = '\0';
    }
    char *value = strchr(line, '=');
    if (line[0] == '\0' || line[0] == '#') {
        return true;
    }
    if (value == NULL) {
        return false;
    }
    *value++ = '\0';
    if (strcmp(line, "Socket") == 0) {
        return value[0] == '/' && keep(config->socket, sizeof config->socket, value);
    }
    if (strcmp(line, "Partition") == 0) {
        return keep(config->partition, sizeof config->partition, value);
    }
    config->is_default = strcmp(value, "yes") == 0;
    return strcmp(line, "Default") == 0 && (config->is_default || strcmp(value, "no") == 0);
}

bool plugin_config_read(struct plugin_config *config, char *error, size_t size)
{
    char path[PATH_MAX];
    char line[1024];
    int number = 0;
    bool good = true;
    *config = (struct plugin_config){.socket = "/run/rtmr/socket", .partition = "rtmr"};
    find(path);
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        snprintf(error, size, "%s: %s", path, strerror(errno));
        return errno == ENOENT;
    }
    while (good && fgets(line, sizeof line, file) != NULL) {
        number++;
        good = read_line(config, line);
    }
    if (!good) {
        snprintf(error, size, "%s: line %d: Socket=/PATH, Partition=NAME or Default=yes is expected", path, number);
    }
    fclose(file);
    return good;
}
