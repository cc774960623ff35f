/*
 * How a fuzz target says that an oracle does not hold.
 */
#ifndef FUZZ_FAIL_H
#define FUZZ_FAIL_H

/* Ends the program with a line on standard error, or where fuzz_fail_to() says: the fuzzer keeps
 * the input. */
__attribute__((format(printf, 1, 2))) _Noreturn void fuzz_fail(const char *format, ...);

/* For a target that takes standard error for something else. */
void fuzz_fail_to(int descriptor);

/* Fails unless the condition holds; what follows says what is wrong then. */
#define FUZZ_EXPECT(condition, ...) ((condition) ? (void)0 : fuzz_fail(__VA_ARGS__))

/* The entry point that libFuzzer calls with each input. Returns 0. */
int LLVMFuzzerTestOneInput(const unsigned char *data, __SIZE_TYPE__ size);

/* Called once, before the first input, if a target defines it. Returns 0. */
int LLVMFuzzerInitialize(int *argc, char ***argv);

#endif
