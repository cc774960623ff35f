/* A sentence for people about a call of the kernel. */
#ifndef SERVICE_EVENT_TEXT_H
#define SERVICE_EVENT_TEXT_H

#include "harness/service/records.h"
#include "harness/service/text.h"

/* Appends it. Instants are told as the time from the call on. */
void event_text(const struct call_record *call, struct text *text);

/* Appends a duration in ms, as people write it: "250 ms", "1.5 s", "10 min", "2 h 5 min",
 * "3 d 4 h". */
void event_text_duration(struct text *text, rtmr_ticks ms);

#endif
