#include "harness/service/page_hosts.h"

#include "harness/service/text.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <resolv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { NAME_SIZE = 256 };

/* --- The names -------------------------------------------------------------------------------- */

static void add(struct page_hosts *hosts, const char *name)
{
    size_t size = strlen(name) + 1;
    hosts->name = text_memory(hosts->name, (hosts->count + 1) * sizeof *hosts->name);
    hosts->name[hosts->count] = text_memory(NULL, size);
    memcpy(hosts->name[hosts->count], name, size);
    hosts->count++;
}

static void add_under(struct page_hosts *hosts, const char *domain)
{
    char name[2 * NAME_SIZE];
    int n = snprintf(name, sizeof name, "%s.%s", hosts->name[0], domain);
    if (n > 0 && (size_t)n < sizeof name) {
        add(hosts, name);
    }
}

/* Adds the name if it is that of this host in a domain. */
static void add_if_own(struct page_hosts *hosts, const char *name)
{
    size_t label = strcspn(name, ".");
    if (name[label] == '.' && label == strlen(hosts->name[0]) && strncasecmp(name, hosts->name[0], label) == 0) {
        add(hosts, name);
    }
}

static void add_search_domains(struct page_hosts *hosts)
{
    struct __res_state state = {0};
    if (res_ninit(&state) != 0) {
        return;
    }
    for (int i = 0; i < MAXDNSRCH && state.dnsrch[i] != NULL; i++) {
        add_under(hosts, state.dnsrch[i]);
    }
    res_nclose(&state);
}

static void add_hosts_file(struct page_hosts *hosts)
{
    const struct hostent *entry;
    sethostent(0);
    while ((entry = gethostent()) != NULL) {
        add_if_own(hosts, entry->h_name);
        for (char *const *alias = entry->h_aliases; *alias != NULL; alias++) {
            add_if_own(hosts, *alias);
        }
    }
    endhostent();
}

void page_hosts_find(struct page_hosts *hosts, const char *const *further, int count)
{
    char full[NAME_SIZE] = "";
    char label[NAME_SIZE];
    *hosts = (struct page_hosts){0};
    bool is_named = gethostname(full, sizeof full - 1) == 0 && full[0] != '\0' && full[0] != '.';
    snprintf(label, sizeof label, "%.*s", (int)strcspn(full, "."), full);
    is_named = is_named && strcasecmp(label, "localhost") != 0;
    add(hosts, is_named ? label : "localhost");
    if (is_named) {
        add(hosts, "localhost");
        add_if_own(hosts, full);
        add_under(hosts, "local");
        add_search_domains(hosts);
        add_hosts_file(hosts);
    }
    for (int i = 0; i < count; i++) {
        add(hosts, further[i]);
    }
}

void page_hosts_free(struct page_hosts *hosts)
{
    for (size_t i = 0; i < hosts->count; i++) {
        free(hosts->name[i]);
    }
    free(hosts->name);
    *hosts = (struct page_hosts){0};
}

/* --- A Host ----------------------------------------------------------------------------------- */

/* Whether two names are the same; both may end in the dot of the root. */
static bool is_same(const char *x, const char *y)
{
    size_t a = strlen(x);
    size_t b = strlen(y);
    a -= a > 1 && x[a - 1] == '.';
    b -= b > 1 && y[b - 1] == '.';
    return a == b && strncasecmp(x, y, a) == 0;
}

bool page_hosts_have(const struct page_hosts *hosts, const char *host)
{
    char name[NAME_SIZE];
    struct in6_addr address;
    if (host[0] == '\0' || strlen(host) >= sizeof name) {
        return false;
    }
    bool brackets = host[0] == '[';
    const char *begin = brackets ? host + 1 : host;
    const char *end = strchr(begin, brackets ? ']' : ':');
    if (brackets && end == NULL) {
        return false;
    }
    size_t size = end != NULL ? (size_t)(end - begin) : strlen(begin);
    memcpy(name, begin, size);
    name[size] = '\0';
    if (inet_pton(brackets ? AF_INET6 : AF_INET, name, &address) == 1) {
        return true;
    }
    for (size_t i = 0; i < hosts->count; i++) {
        if (!brackets && is_same(name, hosts->name[i])) {
            return true;
        }
    }
    return false;
}
