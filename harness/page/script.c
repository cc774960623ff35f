#include "harness/page/script.h"

#include <stdlib.h>

void script_open(struct script *script)
{
    script->stream = open_memstream(&script->text, &script->length);
    if (script->stream == NULL) {
        perror("rtmr");
        exit(EXIT_FAILURE);
    }
}

char *script_close(struct script *script)
{
    if (fclose(script->stream) != 0) {
        perror("rtmr");
        exit(EXIT_FAILURE);
    }
    return script->text;
}
