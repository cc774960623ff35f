#include "harness/workload/input_spool.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>

/* Found by the device and inode number, which `-', /dev/stdin and /proc/self/fd/0 have in
 * common. */
struct spooled {
    dev_t device;
    ino_t inode;
    struct text text;
    struct spooled *next;
};

static struct spooled *spool;

const struct text *input_spool_find(const struct stat *status)
{
    for (const struct spooled *s = spool; s != NULL; s = s->next) {
        if (s->device == status->st_dev && s->inode == status->st_ino) {
            return &s->text;
        }
    }
    return NULL;
}

const struct text *input_spool_keep(const struct stat *status, struct text text)
{
    struct spooled *kept = alloc_zeroed(1, sizeof *kept);
    *kept = (struct spooled){.device = status->st_dev, .inode = status->st_ino, .text = text, .next = spool};
    spool = kept;
    return &kept->text;
}

void input_spool_clear(void)
{
    while (spool != NULL) {
        struct spooled *next = spool->next;
        free(spool->text.bytes);
        free(spool);
        spool = next;
    }
}
