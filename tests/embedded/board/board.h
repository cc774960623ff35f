/*
 * What a bare-metal program of these tests gets from its board: a console, an input and an exit
 * status, all through semihosting, a timer that counts executed instructions, and a periodic
 * interrupt. One file for each board implements it.
 */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

/* Writes a text to the console of the host. */
void board_write(const char *text);

/* Reads from the standard input of the simulator. Returns how many bytes; 0: there are no more. */
uint32_t board_read(unsigned char *buffer, uint32_t bytes);

/* The words that the program was started with, a space between two; they fit into `size` bytes. */
void board_arguments(char *text, uint32_t size);

/* Ends the simulation with this status. */
_Noreturn void board_exit(int status);

/* Executed instructions, if the simulator runs with -icount shift=6; only differences mean
 * something. */
uint32_t board_instructions(void);

/* Where the caller's stack ends. */
static inline __attribute__((always_inline)) uintptr_t board_stack_pointer(void)
{
    uintptr_t sp;

#ifdef __riscv
    __asm__ volatile("mv %0, sp" : "=r"(sp));
#else
    __asm__ volatile("mov %0, sp" : "=r"(sp));
#endif
    return sp;
}

/* From now on board_tick() is called by an interrupt, about every so many instructions. */
void board_start_ticks(uint32_t instructions);

/* The interrupt; the program defines it if it starts ticks. */
void board_tick(void);

/* Waits for an interrupt, unless one has come since interrupts were last held; board_hold() and
 * board_release() enclose the check whether there is anything to wait for. */
void board_hold(void);
void board_sleep(void);
void board_release(void);

#endif
