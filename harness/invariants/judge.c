#include "harness/invariants/judge.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void judge_call(struct judge *judge, const char *call, rtmr_ticks now)
{
    judge->call = call;
    judge->now = now;
}

void judge_clause(struct judge *judge, enum clause clause)
{
    if (!judge->broken) {
        judge->clause = clause;
        judge->evaluated[clause] += !judge->vacant;
    }
}

bool judge_breaks(struct judge *judge, const char *format, ...)
{
    if (judge->broken) {
        return false;
    }
    judge->broken = true;
    int length = snprintf(judge->text, sizeof judge->text,
                          "%s is broken at %" PRId64 " by %s: ", clause_name(judge->clause), judge->now, judge->call);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(judge->text + length, sizeof judge->text - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}
