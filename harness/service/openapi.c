#include "harness/service/openapi.h"

/* The assembler reads the file, from the root of the sources; service.mk knows that this object
 * depends on it. */
__asm__(".section .rodata\n"
        ".global openapi_json\n"
        "openapi_json:\n"
        ".incbin \"harness/service/openapi.json\"\n"
        ".byte 0\n"
        ".previous\n");
