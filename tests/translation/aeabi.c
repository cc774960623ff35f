/*
 * What clang calls on ARM to copy and fill memory, and libgcc does not have: "Run-time ABI for the
 * Arm Architecture", 4.3.4.
 */
#include <string.h>

#define EVERY_ALIGNMENT(DEFINE) DEFINE() DEFINE(4) DEFINE(8)

#define COPY(alignment)                                                                                                \
    void __aeabi_memcpy##alignment(void *to, const void *from, size_t bytes);                                          \
    void __aeabi_memcpy##alignment(void *to, const void *from, size_t bytes)                                           \
    {                                                                                                                  \
        memcpy(to, from, bytes);                                                                                       \
    }

#define FILL(alignment)                                                                                                \
    void __aeabi_memset##alignment(void *at, size_t bytes, int value);                                                 \
    void __aeabi_memset##alignment(void *at, size_t bytes, int value)                                                  \
    {                                                                                                                  \
        memset(at, value, bytes);                                                                                      \
    }

#define CLEAR(alignment)                                                                                               \
    void __aeabi_memclr##alignment(void *at, size_t bytes);                                                            \
    void __aeabi_memclr##alignment(void *at, size_t bytes)                                                             \
    {                                                                                                                  \
        memset(at, 0, bytes);                                                                                          \
    }

EVERY_ALIGNMENT(COPY)
EVERY_ALIGNMENT(FILL)
EVERY_ALIGNMENT(CLEAR)
