/* Compressed files: each input as gzip data, and as the text of a file that is compressed here. */
#include "harness/workload/text_file.h"
#include "tests/fuzz/fail.h"
#include "tests/fuzz/input_checks.h"
#include "tests/fuzz/scratch.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* What every line of a file must be. */
static void check_lines(struct text_file *file)
{
    struct span line;
    size_t lines = 0;

    while (text_file_line(file, &line)) {
        FUZZ_EXPECT(memchr(line.at, '\n', line.length) == NULL, "a line holds the end of a line");
        FUZZ_EXPECT(file->line == ++lines, "line %zu is numbered %zu", lines, file->line);
    }
}

static void read_damaged(const uint8_t *data, size_t size)
{
    const char *const path = scratch_file("damaged.csv.gz", data, size);
    struct text_file file;
    struct input_error error = {""};

    if (text_file_open(&file, path, &error)) {
        check_lines(&file);
        text_file_close(&file);
    } else {
        check_refusal(&error, path);
    }
}

/* The data as a gzip file; *length says how long. */
static uint8_t *compressed(const uint8_t *data, size_t size, size_t *length)
{
    enum { GZIP_WINDOW = 15 + 16 };
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)data, .avail_in = (uInt)size};

    FUZZ_EXPECT(deflateInit2(&stream, 1, Z_DEFLATED, GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY) == Z_OK, "no memory");
    const uLong most = deflateBound(&stream, (uLong)size);
    uint8_t *const packed = malloc(most);
    stream.next_out = packed;
    stream.avail_out = (uInt)most;
    FUZZ_EXPECT(deflate(&stream, Z_FINISH) == Z_STREAM_END, "the data cannot be compressed");
    *length = most - stream.avail_out;
    (void)deflateEnd(&stream);
    return packed;
}

static void read_whole(const uint8_t *data, size_t size)
{
    size_t length;
    uint8_t *const packed = compressed(data, size, &length);
    struct text_file file;
    struct input_error error = {""};

    const size_t mark = size >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* it is not of the text */
    FUZZ_EXPECT(text_file_open(&file, scratch_file("whole.csv.gz", packed, length), &error), "refused: %s", error.text);
    FUZZ_EXPECT(file.length == size - mark && (file.length == 0 || memcmp(file.text, data + mark, file.length) == 0),
                "%zu bytes come back from gzip as %zu others", size, file.length);
    text_file_close(&file);
    free(packed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_damaged(data, size);
    read_whole(data, size);
    return 0;
}
