/* The kernel under check: every clause of harness/invariants after every call. */
#include "harness/invariants/checked.h"
#include "tests/campaign/script.h"
#include "tests/fuzz/fail.h"
#include "tests/fuzz/kernel_input.h"

#include <stdlib.h>
#include <string.h>

static struct rtmr kernel;
static struct script script;

/* Prints the calls up to the one that breaks a clause. */
static void show(const struct judge *broken)
{
    struct judge judge;
    int64_t violations;

    (void)script_replay(&script, &judge, &violations, stderr);
    fuzz_fail("%s\n%s: %s", broken->text, clause_name(broken->clause), clause_sentence(broken->clause));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kernel_input in = kernel_input_begin(data, size);
    struct checked *const c = checked_new(&kernel, true);

    script.calls = 0;
    script.setup = kernel_input_setup(&in);
    script_spoil(&kernel);
    if (checked_init(c, &script.setup) == RTMR_OK) {
        while (!checked_judge(c)->broken && script.calls < SCRIPT_CALLS &&
               kernel_input_call(&in, &kernel, &script.call[script.calls])) {
            const struct call *const call = &script.call[script.calls++];
            const struct answer answer = script_play(c, call);

            kernel_input_note(&in, call, &answer);
        }
    }
    if (checked_judge(c)->broken) {
        show(checked_judge(c));
    }
    checked_free(c);
    return 0;
}
