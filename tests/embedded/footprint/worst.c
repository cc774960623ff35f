/*
 * What calls cost on this board in the states that its arguments name: CALL:STATE, as search.c
 * writes them. One line for each: worst,INSTRUCTIONS.
 */
#include "board.h"
#include "print.h"

#include "tests/embedded/footprint/states.h"

#define ARGUMENTS 16384

static struct rtmr k;
static char arguments[ARGUMENTS];
static uint32_t before, instructions, reading;

void state_call_begins(void)
{
    before = board_instructions();
}

void state_call_ends(void)
{
    instructions = board_instructions() - before;
}

static uint8_t hexadecimal(char digit)
{
    return (uint8_t)(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

int main(void)
{
    const char *text = arguments;

    state_call_begins();
    state_call_ends();
    reading = instructions;
    board_arguments(arguments, sizeof arguments);
    while (*text != '\0') {
        struct formula_sizes sizes;
        struct state state;
        int call = 0;

        for (; *text != ':'; text++) {
            call = 10 * call + (*text - '0');
        }
        text++;
        for (int i = 0; i < STATE_NUMBERS; i++) {
            state.number[i] = (uint8_t)(16 * hexadecimal(text[2 * i]) + hexadecimal(text[2 * i + 1]));
        }
        text += 2 * STATE_NUMBERS;
        text += *text == ' ';
        state_build(&k, &state);
        (void)state_call(&k, &state, call, &sizes);
        print("worst,%d\n", (int)(instructions - reading));
    }
    return 0;
}
