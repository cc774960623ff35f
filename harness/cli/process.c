#include "harness/cli/process.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

void process_prepare(void)
{
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) < 0) {
            /* the lowest free number is this one; opened the wrong way round */
            (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
    signal(SIGXFSZ, SIG_IGN);
}
