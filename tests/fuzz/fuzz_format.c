/* Which format a trace has: a line with a choice (its name), then the file. The content decides; a
 * name that decides nothing must not matter to it. */
#include "harness/workload/trace_format.h"
#include "tests/fuzz/bytes.h"
#include "tests/fuzz/fail.h"
#include "tests/fuzz/input_checks.h"
#include "tests/fuzz/scratch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"t.json", "t.json.gz", "t.tsv", "t.tsv.gz", "t.swf", "t.csv", "t"};
    struct bytes input = {data, size};
    struct bytes choices = bytes_line(&input);
    const uint32_t name = bytes_choice(&choices, 7);
    const char *const path = scratch_file(names[name], input.at, input.left);
    enum trace_format format = FORMATS;
    struct input_error error = {""};

    if (trace_format_find(path, &format, &error)) {
        FUZZ_EXPECT((int)format >= 0 && format < FORMATS, "%s has format %d", names[name], (int)format);
    } else {
        check_refusal(&error, path);
    }
    return 0;
}
