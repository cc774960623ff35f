#include "tests/campaign/random.h"

static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t random_begin(uint64_t seed, uint64_t run)
{
    uint64_t state = seed;

    state = next(&state) ^ run;
    return next(&state);
}

int64_t random_draw(uint64_t *state, int64_t low, int64_t high)
{
    const uint64_t span = (uint64_t)high - (uint64_t)low + 1;

    return span == 0 ? (int64_t)next(state) : (int64_t)((uint64_t)low + next(state) % span);
}

bool random_one_in(uint64_t *state, int64_t n)
{
    return random_draw(state, 1, n) == 1;
}
