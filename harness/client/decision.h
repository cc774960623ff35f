/*
 * A decision of the service in words.
 */
#ifndef CLIENT_DECISION_H
#define CLIENT_DECISION_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* "job 12 accepted: done by 14:03:20 (in 1 min 40 s), deadline 14:10:00 (in 10 min)"; a question
 * has no number and "would be accepted". `now` stands in where the decision does not say when it
 * was made; ms since 1970. */
void decision_print_accepted(const json_t *decision, int64_t now, FILE *out);

/* "refused: job 7 would end 3 s after its deadline", and the earliest deadline that would be
 * accepted if `counter_offer`; lines. */
void decision_print_refused(const json_t *decision, const char *refused, bool counter_offer, int64_t now, FILE *out);

#endif
