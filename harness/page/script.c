#include "harness/page/script.h"

#include "harness/workload/alloc.h"

void script_open(struct script *script)
{
    script->stream = alloc_stream(&script->text, &script->length);
}

char *script_close(struct script *script)
{
    fclose(script->stream);
    return script->text;
}
