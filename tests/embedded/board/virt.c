/*
 * QEMU's machine `virt`, RV32.
 */
#include "board.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define TIMER_COMPARE 0x02004000u /* of the first hart; 64 bits, as the next */
#define TIMER_NOW 0x0200bff8u

/* -icount shift=6: an instruction takes 64 ns; the timer has 10 MHz, 100 ns. */
#define INSTRUCTION_NS 64u
#define TIMER_NS 100u

/* Bits of mie and mstatus, and what mcause says of an interrupt of the timer. */
#define MACHINE_TIMER 0x80u
#define MACHINE_INTERRUPTS 0x8u
#define CAUSE_TIMER 0x80000007u

/* Operations of semihosting, and the reason for an exit that carries a status. */
#define SYS_OPEN 0x01
#define SYS_WRITE0 0x04
#define SYS_READ 0x06
#define SYS_GET_CMDLINE 0x15
#define SYS_EXIT_EXTENDED 0x20
#define APPLICATION_EXIT 0x20026u

void board_reset(void);
void board_trap(void);
int main(void);

static uint32_t period; /* between ticks, in steps of the timer */

__asm__(".option arch, +zicsr\n"
        ".section .reset, \"ax\"\n"
        ".globl board_reset\n"
        "board_reset:\n"
        "    la sp, board_stack_end\n"
        "    la a0, board_bss\n"
        "    la a1, board_bss_end\n"
        "1:  bgeu a0, a1, 2f\n"
        "    sw zero, 0(a0)\n"
        "    addi a0, a0, 4\n"
        "    j 1b\n"
        "2:  la a0, board_trap\n"
        "    csrw mtvec, a0\n"
        "    call main\n"
        "    call board_exit\n"
        ".text\n");

/* The sequence must not be compressed, and must not straddle a page. */
static long semihosting(long operation, const void *argument)
{
    register long a0 __asm__("a0") = operation;
    register const void *a1 __asm__("a1") = argument;

    __asm__ volatile(".option push\n"
                     ".balign 16\n"
                     ".option norvc\n"
                     "slli x0, x0, 0x1f\n"
                     "ebreak\n"
                     "srai x0, x0, 7\n"
                     ".option pop"
                     : "+r"(a0)
                     : "r"(a1)
                     : "memory");
    return a0;
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

/* With -icount QEMU gives the time of the executed instructions, in ns, for their number. */
uint32_t board_instructions(void)
{
    uint32_t high;
    uint32_t low;
    uint32_t again;

    do {
        __asm__ volatile("csrr %0, minstreth\n"
                         "csrr %1, minstret\n"
                         "csrr %2, minstreth"
                         : "=r"(high), "=r"(low), "=r"(again)::"memory");
    } while (high != again);
    return (uint32_t)(((uint64_t)high << 32 | low) / INSTRUCTION_NS);
}

static uint64_t timer_now(void)
{
    uint32_t high;
    uint32_t low;

    do {
        high = REGISTER(TIMER_NOW + 4u);
        low = REGISTER(TIMER_NOW);
    } while (high != REGISTER(TIMER_NOW + 4u));
    return (uint64_t)high << 32 | low;
}

/* The next tick is one period from now. */
static void set_next_tick(void)
{
    const uint64_t next = timer_now() + period;

    REGISTER(TIMER_COMPARE + 4u) = UINT32_MAX;
    REGISTER(TIMER_COMPARE) = (uint32_t)next;
    REGISTER(TIMER_COMPARE + 4u) = (uint32_t)(next >> 32);
}

void board_start_ticks(uint32_t instructions)
{
    period = instructions * INSTRUCTION_NS / TIMER_NS;
    set_next_tick();
    __asm__ volatile("csrs mie, %0" ::"r"(MACHINE_TIMER) : "memory");
    board_release();
}

void board_hold(void)
{
    __asm__ volatile("csrc mstatus, %0" ::"r"(MACHINE_INTERRUPTS) : "memory");
}

void board_sleep(void)
{
    __asm__ volatile("wfi" ::: "memory");
}

void board_release(void)
{
    __asm__ volatile("csrs mstatus, %0" ::"r"(MACHINE_INTERRUPTS) : "memory");
}

/* For programs without ticks. */
__attribute__((weak)) void board_tick(void)
{
}

__attribute__((interrupt, aligned(4))) void board_trap(void)
{
    uint32_t cause;

    __asm__ volatile("csrr %0, mcause" : "=r"(cause));
    if (cause != CAUSE_TIMER) {
        board_write("hardware fault\n");
        board_exit(1);
    }
    set_next_tick();
    board_tick();
}
