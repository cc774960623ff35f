#include "harness/report/temporaries.h"

#include "harness/workload/alloc.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU};

enum { ENDING_SIGNALS = sizeof ending_signals / sizeof ending_signals[0] };

static struct temporary *first; /* changed only while the signals are blocked */

/* Calls only functions that are safe in a signal handler. */
static void remove_all(void)
{
    for (struct temporary *t = first; t != NULL; t = t->next) {
        switch (t->kind) {
        case TEMPORARY_FILE: unlink(t->path); break;
        case TEMPORARY_FOLDER: rmdir(t->path); break;
        case TEMPORARY_CHILD: kill(-t->group, SIGKILL); break;
        }
    }
    first = NULL;
}

static void end_program(int number)
{
    remove_all();
    signal(number, SIG_DFL);
    raise(number); /* comes when the handler returns */
}

static sigset_t ending_set(void)
{
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < ENDING_SIGNALS; i++) {
        sigaddset(&set, ending_signals[i]);
    }
    return set;
}

/* Signals that are ignored stay so: nohup relies on it. */
static void install(void)
{
    static bool installed;
    if (installed) {
        return;
    }
    installed = true;
    atexit(remove_all);
    const struct sigaction action = {.sa_handler = end_program, .sa_mask = ending_set()};
    for (int i = 0; i < ENDING_SIGNALS; i++) {
        struct sigaction before;
        if (sigaction(ending_signals[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL) {
            sigaction(ending_signals[i], &action, NULL);
        }
    }
}

void temporaries_block(sigset_t *before)
{
    const sigset_t set = ending_set();
    pthread_sigmask(SIG_BLOCK, &set, before);
}

void temporaries_unblock(const sigset_t *before)
{
    int reason = errno; /* callers unblock between a failure and its message */
    pthread_sigmask(SIG_SETMASK, before, NULL);
    errno = reason;
}

struct temporary *temporary_new(enum temporary_kind kind, const char *path)
{
    struct temporary *temporary = alloc_zeroed(1, sizeof *temporary);
    temporary->kind = kind;
    temporary->path = path == NULL ? NULL : alloc_text(path, strlen(path));
    return temporary;
}

void temporary_add(struct temporary *temporary)
{
    install();
    temporary->next = first;
    first = temporary;
}

void temporary_free(struct temporary *temporary)
{
    if (temporary == NULL) {
        return;
    }
    sigset_t before;
    temporaries_block(&before);
    for (struct temporary **link = &first; *link != NULL; link = &(*link)->next) {
        if (*link == temporary) {
            *link = temporary->next;
            break;
        }
    }
    temporaries_unblock(&before);
    free(temporary->path);
    free(temporary);
}
