#include "harness/client/demo_parts.h"

#include "harness/workload/alloc.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const sentences[] = {
    "A batch of work is handed to a cluster in the evening, and somebody needs the answer in the morning.",
    "The question that matters to them is not how busy the machines are, but whether the answer will be there.",
    "Most schedulers do not answer it: they take the job, put it in a queue, and let it find its way.",
    "An estimate of the start is shown, and an hour later it is another one.",
    "A promise is something else, because the one who gives it can be held to it.",
    "To give a promise a scheduler has to know what it has promised before, and to whom.",
    "It also has to know how long the tasks take, or at least how long they take at most.",
    "With these two it can make a plan, and look whether every job in the plan is done by its deadline.",
    "If it is, the job is accepted; if not, it is refused at once, while there is still time to ask elsewhere.",
    "A refusal is worth more with an offer beside it: the earliest deadline that would have been accepted.",
    "The people who sent the job can then decide, and the scheduler does not have to guess what they would like.",
    "Work often comes in two stages.",
    "In the first stage many tasks read the parts of the input, and none of them needs to know of the others.",
    "In the second stage fewer tasks put together what the first have found.",
    "No task of the second stage can begin before the last one of the first has ended.",
    "That makes plans harder, because a slow task at the end of the first stage holds back all of the second.",
    "It also leaves slots idle that could do something for somebody else.",
    "A good plan uses them, and still has them back when the second stage begins.",
    "Words are counted like this: each task of the first stage takes a part of the text and counts the words in it.",
    "Each task of the second stage takes some of the words and adds up what all the parts have said of them.",
    "No cluster is needed to count the words of a page, but the shape of the work is the same for a library.",
    "What happens when a task takes longer than it was said to take?",
    "The plan was made for the time that was said, so the plan may be wrong now.",
    "Often there is room: other tasks were faster, and the job still ends in time.",
    "Then the scheduler gives the task more time, and no promise is broken.",
    "When there is no room it says so at once, and names the jobs that may be late, and all others keep their promise.",
    "A task that fails is another matter, for its work is lost and has to be done again.",
    "A machine that fails takes its slots with it, and the tasks on them.",
    "None of this can be prevented by a plan, but all of it can be told to the people who wait.",
    "A clock that is set back by an hour must not make a job late, nor early.",
    "So the plan counts the time since it began, and the clock on the wall is only for the people.",
    "Before the answer goes out it is on the disk, because a promise that is forgotten in the next power cut was none.",
    "After the power cut the scheduler reads what it has promised, looks at what still runs, and goes on.",
    "A task that has ended meanwhile is not run again, and one that has vanished is.",
    "The order of the jobs in the plan is that of their deadlines, and the first is the first to get a slot.",
    "A job with a late deadline waits behind the others, and runs in the gaps that they leave.",
    "It is not forgotten there, because its own deadline is in the plan as well.",
    "Some people say that deadlines are for trains and not for computers.",
    "They have not had to wait for a report that was needed in a meeting, and came when it was over.",
    "The machine does not know that the meeting is at nine, unless somebody says so.",
    "To say so is all that is asked of them, and to be told the truth is what they get for it.",
};

enum { SENTENCES = sizeof sentences / sizeof sentences[0] };

/* The next number of a sequence that is always the same. */
static uint32_t next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

char *demo_text(size_t bytes, size_t *length)
{
    char *text;
    uint32_t state = 1;
    size_t written = 0;
    FILE *out = alloc_stream(&text, length);
    while (written < bytes) {
        const char *sentence = sentences[next(&state) % SENTENCES];
        written += (size_t)fprintf(out, "%s\n", sentence);
    }
    fclose(out);
    return text;
}

/* --- Files ------------------------------------------------------------------------------------ */

/* Results get their names when they are whole: a task may be killed, and run again. */
static const char count_program[] =
    "#!/bin/sh\n"
    "# Counts the words of a part, and leaves the counts of words from a to l to the first reduce,\n"
    "# the others to the second.\n"
    "set -e\n"
    "awk -v name=\"counts/$RTMR_TASK\" -v new=\".new.$RTMR_ATTEMPT\" '\n"
    "    { gsub(/[^A-Za-z]+/, \" \"); $0 = tolower($0); for (i = 1; i <= NF; i++) count[$i]++; words += NF }\n"
    "    END { for (word in count) print word, count[word] > (name (word < \"m\" ? \".0\" : \".1\") new)\n"
    "          print words \" words\" }\n"
    "' \"parts/$RTMR_TASK\"\n"
    "for half in 0 1; do mv \"counts/$RTMR_TASK.$half.new.$RTMR_ATTEMPT\" \"counts/$RTMR_TASK.$half\"; done\n";

static const char sum_program[] = "#!/bin/sh\n"
                                  "# Adds up the counts of its half of the words.\n"
                                  "set -e\n"
                                  "awk '{ count[$1] += $2 } END { for (word in count) print word, count[word] }' \\\n"
                                  "    counts/*.\"$RTMR_TASK\" >\"result.$RTMR_TASK.new.$RTMR_ATTEMPT\"\n"
                                  "mv \"result.$RTMR_TASK.new.$RTMR_ATTEMPT\" \"result.$RTMR_TASK\"\n";

static bool write_file(const char *name, const char *text, size_t length, mode_t mode, struct input_error *error)
{
    FILE *file = alloc_checked(fopen(name, "w"));
    bool good = file != NULL && fwrite(text, 1, length, file) == length && fchmod(fileno(file), mode) == 0;
    if (file != NULL && fclose(file) != 0) {
        good = false;
    }
    return good || input_error_at(error, (struct place){.source = name}, "cannot be written: %s", strerror(errno));
}

/* The end of the part that starts here and has about `bytes` bytes: behind a line. */
static size_t end_of_part(const char *text, size_t length, size_t start, size_t bytes)
{
    const size_t from = start + bytes < length ? start + bytes : length;
    const char *line = memchr(text + from, '\n', length - from);
    return line != NULL ? (size_t)(line - text) + 1 : length;
}

bool demo_write_files(const char *text, size_t length, int parts, struct input_error *error)
{
    size_t start = 0;
    bool good = mkdir("parts", 0700) == 0 && mkdir("counts", 0700) == 0;
    if (!good) {
        return input_error_at(error, (struct place){.source = "parts"}, "%s", strerror(errno));
    }
    for (int part = 0; good && part < parts; part++) {
        char name[32];
        const size_t end = part + 1 < parts ? end_of_part(text, length, start, length / (size_t)parts) : length;
        snprintf(name, sizeof name, "parts/%d", part);
        good = write_file(name, text + start, end - start, 0600, error);
        start = end;
    }
    return good && write_file("count", count_program, strlen(count_program), 0700, error) &&
           write_file("sum", sum_program, strlen(sum_program), 0700, error);
}
