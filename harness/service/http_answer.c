/* What an answer looks like on the wire, and whether who asks over TCP has the key. */
#include "harness/service/http_parts.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

void http_send_last(const struct peer *peer, enum http_last which)
{
    static const struct {
        const char *status;
        const char *message;
    } answers[] = {
        [HTTP_SLOW] = {"408 Request Timeout", "the request took too long"},
        [HTTP_TOO_LARGE] = {"413 Content Too Large", "the body is too large"},
        [HTTP_BUSY] = {"503 Service Unavailable", "too many connections"},
    };
    char text[256];
    int size = snprintf(text, sizeof text,
                        "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n"
                        "Connection: close\r\n\r\n{\"error\":\"%s\"}\n",
                        answers[which].status, strlen(answers[which].message) + strlen("{\"error\":\"\"}\n"),
                        answers[which].message);
    /* What does not fit into the socket at once is lost: the client is not worth a wait. */
    ssize_t sent = send(peer->file, text, (size_t)size, MSG_DONTWAIT | MSG_NOSIGNAL);
    (void)sent;
}

static struct MHD_Response *body_of(struct api_answer *answer)
{
    struct MHD_Response *response;
    if (answer->file >= 0) {
        response = MHD_create_response_from_fd_at_offset64(answer->size, answer->file, (uint64_t)answer->offset);
        answer->file = response != NULL ? -1 : answer->file;
        return response;
    }
    /* libmicrohttpd has no const for memory that it only reads. */
    union {
        const char *text;
        void *memory;
    } body = {.text = answer->text};
    response = MHD_create_response_from_buffer(answer->size, body.memory,
                                               answer->owned != NULL ? MHD_RESPMEM_MUST_FREE : MHD_RESPMEM_PERSISTENT);
    answer->owned = response != NULL ? NULL : answer->owned;
    return response;
}

struct MHD_Response *http_response(struct api_answer *answer, bool is_tcp)
{
    struct MHD_Response *response = body_of(answer);
    if (response == NULL) {
        return NULL;
    }
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, answer->type);
    MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, answer->policy != NULL ? "no-cache" : "no-store");
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    if (answer->allow != NULL) {
        MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, answer->allow);
    }
    if (is_tcp) {
        MHD_add_response_header(response, "Content-Security-Policy",
                                answer->policy != NULL ? answer->policy : "default-src 'none'; frame-ancestors 'none'");
        MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
        MHD_add_response_header(response, "X-Frame-Options", "DENY");
        MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
        MHD_add_response_header(response, "Cross-Origin-Opener-Policy", "same-origin");
    }
    return response;
}

bool http_key_is_right(const struct http *http, const char *authorization)
{
    static const char scheme[] = "Bearer ";
    size_t length = strlen(http->key);
    unsigned differ = 0;
    if (length == 0 || authorization == NULL || strncasecmp(authorization, scheme, strlen(scheme)) != 0) {
        return false;
    }
    const char *key = authorization + strlen(scheme);
    if (strlen(key) != length) {
        return false;
    }
    /* In the same time wherever they differ. */
    for (size_t i = 0; i < length; i++) {
        differ |= (unsigned char)(key[i] ^ http->key[i]);
    }
    return differ == 0;
}
