/*
 * Many clients of the service at once: each has a connection of its own that stays, and asks again
 * when it has its answer.
 *
 * Usage: service_load SOCKET CLIENTS REQUESTS BODIES. The file BODIES has the body of a submission
 * in each line; they are taken in turn. Prints one JSON object: the time that all took, answers by
 * status, and times of answers.
 */
#include <curl/curl.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct client {
    CURL *curl;
    double begin;
};

struct load {
    const char *socket;
    char **bodies;
    size_t body_count;
    size_t requests;
    size_t asked;
    size_t answered;
    double *seconds; /* by answer */
    size_t accepted; /* 201 */
    size_t refused;  /* 409 */
    size_t failed;   /* anything else */
    long last_failure;
    CURLM *multi;
    struct curl_slist *headers;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static _Noreturn void give_up(const char *what, const char *why)
{
    fprintf(stderr, "service_load: %s: %s\n", what, why);
    exit(1);
}

static void *checked(void *memory)
{
    if (memory == NULL) {
        give_up("memory", "there is not enough");
    }
    return memory;
}

static void read_bodies(struct load *load, const char *path)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t size = 0;
    if (file == NULL) {
        give_up(path, strerror(errno));
    }
    while (getline(&line, &size, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        load->bodies = checked(realloc(load->bodies, (load->body_count + 1) * sizeof *load->bodies));
        load->bodies[load->body_count++] = checked(strdup(line));
    }
    free(line);
    fclose(file);
    if (load->body_count == 0) {
        give_up(path, "it is empty");
    }
}

static size_t drop(char *bytes, size_t size, size_t count, void *argument)
{
    (void)bytes;
    (void)argument;
    return size * count;
}

static void ask(struct load *load, struct client *client)
{
    const char *body = load->bodies[load->asked++ % load->body_count];
    curl_easy_setopt(client->curl, CURLOPT_POSTFIELDS, body);
    curl_easy_setopt(client->curl, CURLOPT_POSTFIELDSIZE, (long)strlen(body));
    client->begin = now();
    if (curl_multi_add_handle(load->multi, client->curl) != CURLM_OK) {
        give_up("curl", "a request cannot be made");
    }
}

static void set_up(struct load *load, struct client *client)
{
    client->curl = checked(curl_easy_init());
    curl_easy_setopt(client->curl, CURLOPT_URL, "http://localhost/v1/jobs");
    curl_easy_setopt(client->curl, CURLOPT_UNIX_SOCKET_PATH, load->socket);
    curl_easy_setopt(client->curl, CURLOPT_PROXY, "");
    curl_easy_setopt(client->curl, CURLOPT_HTTPHEADER, load->headers);
    curl_easy_setopt(client->curl, CURLOPT_POST, 1L);
    curl_easy_setopt(client->curl, CURLOPT_WRITEFUNCTION, drop);
    curl_easy_setopt(client->curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(client->curl, CURLOPT_PRIVATE, (void *)client);
}

/* Takes the answers that are there, and asks on. */
static void take_answers(struct load *load)
{
    int left;
    for (CURLMsg *m = curl_multi_info_read(load->multi, &left); m != NULL;
         m = curl_multi_info_read(load->multi, &left)) {
        char *private = NULL;
        long status = 0;
        CURL *curl = m->easy_handle;
        if (m->data.result != CURLE_OK) {
            give_up(load->socket, curl_easy_strerror(m->data.result));
        }
        curl_easy_getinfo(curl, CURLINFO_PRIVATE, &private);
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
        struct client *client = (struct client *)(void *)private;
        load->seconds[load->answered++] = now() - client->begin;
        load->accepted += status == 201;
        load->refused += status == 409;
        load->failed += status != 201 && status != 409;
        load->last_failure = status != 201 && status != 409 ? status : load->last_failure;
        curl_multi_remove_handle(load->multi, curl);
        if (load->asked < load->requests) {
            ask(load, client);
        }
    }
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print(struct load *load, double seconds)
{
    const size_t count = load->answered;
    qsort(load->seconds, count, sizeof *load->seconds, ascending);
    printf("{\"seconds\": %.6f, \"accepted\": %zu, \"refused\": %zu, \"failed\": %zu, \"failure\": %ld, "
           "\"p50_ms\": %.3f, \"p99_ms\": %.3f, \"longest_ms\": %.3f}\n",
           seconds, load->accepted, load->refused, load->failed, load->last_failure,
           1000 * load->seconds[(count - 1) / 2], 1000 * load->seconds[(count - 1) * 99 / 100],
           1000 * load->seconds[count - 1]);
}

static size_t number(const char *text)
{
    char *end;
    const unsigned long value = strtoul(text, &end, 10);
    if (*end != '\0' || value == 0) {
        give_up(text, "expected a number above 0");
    }
    return value;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        give_up("usage", "service_load SOCKET CLIENTS REQUESTS BODIES");
    }
    struct load load = {.socket = argv[1], .requests = number(argv[3])};
    const size_t clients = number(argv[2]);
    read_bodies(&load, argv[4]);
    curl_global_init(CURL_GLOBAL_NOTHING);
    load.multi = checked(curl_multi_init());
    load.headers = checked(curl_slist_append(curl_slist_append(NULL, "Content-Type: application/json"), "Expect:"));
    load.seconds = checked(calloc(load.requests, sizeof *load.seconds));
    struct client *all = checked(calloc(clients, sizeof *all));
    const double begin = now();
    for (size_t i = 0; i < clients && load.asked < load.requests; i++) {
        set_up(&load, &all[i]);
        ask(&load, &all[i]);
    }
    while (load.answered < load.requests) {
        int running;
        curl_multi_perform(load.multi, &running);
        take_answers(&load);
        if (load.answered < load.requests) {
            curl_multi_poll(load.multi, NULL, 0, 1000, NULL);
        }
    }
    print(&load, now() - begin);
    for (size_t i = 0; i < clients; i++) {
        curl_easy_cleanup(all[i].curl);
    }
    curl_multi_cleanup(load.multi);
    curl_slist_free_all(load.headers);
    for (size_t i = 0; i < load.body_count; i++) {
        free(load.bodies[i]);
    }
    free(load.bodies);
    free(load.seconds);
    free(all);
    return 0;
}
