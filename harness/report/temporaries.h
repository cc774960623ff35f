/*
 * Things that must not outlive the program: files under temporary names, a folder created for a
 * report, the child process that draws. A signal that ends the program (INT, TERM, HUP, QUIT, PIPE,
 * XCPU) first removes all of them and then ends the program as usual. exit() removes them too, for
 * example when memory runs out.
 *
 * Used by the main thread only; other threads block these signals (temporaries_block()).
 */
#ifndef HARNESS_REPORT_TEMPORARIES_H
#define HARNESS_REPORT_TEMPORARIES_H

#include <signal.h>
#include <sys/types.h>

enum temporary_kind {
    TEMPORARY_FILE,   /* is unlinked */
    TEMPORARY_FOLDER, /* is removed if it is empty */
    TEMPORARY_CHILD   /* a process group that is killed */
};

struct temporary {
    enum temporary_kind kind;
    char *path;  /* of a file or folder */
    pid_t group; /* of a child */
    struct temporary *next;
};

/* One that is not in the list yet, with a copy of the path (NULL: none). */
struct temporary *temporary_new(enum temporary_kind kind, const char *path);

/* Blocks the signals, so that none comes between the creation of a thing and its addition to the
 * list. *before: the mask to restore. */
void temporaries_block(sigset_t *before);
void temporaries_unblock(const sigset_t *before);

/* Adds an existing thing to the list; the signals must be blocked. Removal is in reverse order of
 * addition. O(1). */
void temporary_add(struct temporary *temporary);

/* Takes it out of the list if it is there, and frees it. NULL: does nothing. O(temporaries). */
void temporary_free(struct temporary *temporary);

#endif
