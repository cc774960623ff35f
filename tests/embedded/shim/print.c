#include "print.h"

#include "board.h"

#include <stddef.h>
#include <stdint.h>

#define DIGITS 20

static void print_number(uintmax_t number)
{
    char text[DIGITS + 1];
    size_t first = DIGITS;

    text[DIGITS] = '\0';
    do {
        text[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    board_write(text + first);
}

static void print_signed(intmax_t number)
{
    if (number < 0) {
        board_write("-");
    }
    print_number(number < 0 ? 0 - (uintmax_t)number : (uintmax_t)number);
}

void print_list(const char *format, va_list values)
{
    for (; *format != '\0'; format++) {
        const char letter[2] = {*format, '\0'};

        if (*format != '%') {
            board_write(letter);
            continue;
        }
        format++;
        if (*format == 'd') {
            print_signed(va_arg(values, int));
        } else if (*format == 's') {
            board_write(va_arg(values, const char *));
        } else if (*format == 'j' && format[1] == 'd') {
            print_signed(va_arg(values, intmax_t));
            format++;
        } else if (*format == 'j' && format[1] == 'u') {
            print_number(va_arg(values, uintmax_t));
            format++;
        } else if (*format == '%') {
            board_write("%");
        } else {
            board_write("print: unknown conversion\n");
            board_exit(1);
        }
    }
}

void print(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    print_list(format, values);
    va_end(values);
}
