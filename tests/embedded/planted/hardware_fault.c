/* hardware fault */
#include <stdint.h>

int main(void)
{
    return (int)*(volatile uint32_t *)(uintptr_t)0x90000000u; /* neither board has anything there */
}
