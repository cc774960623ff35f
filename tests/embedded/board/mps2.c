/*
 * ARM MPS2+ under QEMU, Cortex-M3 or M4 (and code for the M0+, whose instructions they have, too).
 */
#include "board.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define SYSTICK_CONTROL REGISTER(0xE000E010u)
#define SYSTICK_RELOAD REGISTER(0xE000E014u)
#define SYSTICK_VALUE REGISTER(0xE000E018u)
#define ENABLE 1u
#define INTERRUPT 2u
#define PROCESSOR_CLOCK 4u

#define TIMER_RELOAD REGISTER(0x40000008u) /* CMSDK timer 0, also at the processor's clock */
#define TIMER_VALUE REGISTER(0x40000004u)
#define TIMER_CONTROL REGISTER(0x40000000u)

/* -icount shift=6: an instruction takes 64 ns; the clock has 25 MHz, 40 ns. */
#define INSTRUCTION_NS 64u
#define CLOCK_NS 40u

/* Operations of semihosting, and the reason for an exit that carries a status. */
#define SYS_OPEN 0x01
#define SYS_WRITE0 0x04
#define SYS_READ 0x06
#define SYS_GET_CMDLINE 0x15
#define SYS_EXIT_EXTENDED 0x20
#define APPLICATION_EXIT 0x20026u

extern uint32_t board_data[], board_data_end[], board_data_image[], board_bss[], board_bss_end[], board_stack_end[];

void board_reset(void);
int main(void);

static int semihosting(int operation, const void *argument)
{
    register int r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;

    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

void board_write(const char *text)
{
    (void)semihosting(SYS_WRITE0, text);
}

uint32_t board_read(unsigned char *buffer, uint32_t bytes)
{
    static const char console[] = ":tt";
    static uint32_t input; /* 0: not yet open */

    if (input == 0) {
        const uint32_t open[3] = {(uint32_t)(uintptr_t)console, 0, sizeof console - 1};
        input = (uint32_t)semihosting(SYS_OPEN, open);
    }
    const uint32_t read[3] = {input, (uint32_t)(uintptr_t)buffer, bytes};
    return bytes - (uint32_t)semihosting(SYS_READ, read);
}

void board_arguments(char *text, uint32_t size)
{
    uint32_t block[2] = {(uint32_t)(uintptr_t)text, size};

    (void)semihosting(SYS_GET_CMDLINE, block);
}

void board_exit(int status)
{
    const uint32_t block[2] = {APPLICATION_EXIT, (uint32_t)status};

    (void)semihosting(SYS_EXIT_EXTENDED, block);
    for (;;) {
    }
}

uint32_t board_instructions(void)
{
    return (uint32_t)((uint64_t)(UINT32_MAX - TIMER_VALUE) * CLOCK_NS / INSTRUCTION_NS);
}

void board_start_ticks(uint32_t instructions)
{
    SYSTICK_RELOAD = instructions * INSTRUCTION_NS / CLOCK_NS - 1u;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = ENABLE | INTERRUPT | PROCESSOR_CLOCK;
}

void board_hold(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
}

void board_sleep(void)
{
    __asm__ volatile("wfi" ::: "memory");
}

void board_release(void)
{
    __asm__ volatile("cpsie i" ::: "memory");
}

void board_reset(void)
{
    const uint32_t *image = board_data_image;

    for (uint32_t *data = board_data; data < board_data_end; data++) {
        *data = *image++;
    }
    for (uint32_t *bss = board_bss; bss < board_bss_end; bss++) {
        *bss = 0;
    }
    TIMER_RELOAD = UINT32_MAX;
    TIMER_VALUE = UINT32_MAX;
    TIMER_CONTROL = ENABLE;
    board_exit(main());
}

static void fault(void)
{
    board_write("hardware fault\n");
    board_exit(1);
}

/* For programs without ticks. */
__attribute__((weak)) void board_tick(void)
{
    fault();
}

typedef void (*vector)(void);

__attribute__((section(".vectors"), used)) static const vector vectors[16] = {(vector)(uintptr_t)board_stack_end,
                                                                              board_reset,
                                                                              fault,
                                                                              fault,
                                                                              fault,
                                                                              fault,
                                                                              fault,
                                                                              fault,
                                                                              fault,
                                                                              fault,
                                                                              fault,
                                                                              fault,
                                                                              fault,
                                                                              fault,
                                                                              fault,
                                                                              board_tick};
