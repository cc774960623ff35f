/*
 * The words that a store has for the kernel's and the records' enumerations.
 */
#ifndef SERVICE_RECORD_NAMES_H
#define SERVICE_RECORD_NAMES_H

/* Words by value; NULL behind the last one. */
extern const char *const names_of_stages[];
extern const char *const names_of_kinds[];
extern const char *const names_of_statuses[];
extern const char *const names_of_reasons[];
extern const char *const names_of_overrun_policies[];
extern const char *const names_of_job_states[];
extern const char *const names_of_attempt_states[];

/* The word for a value; NULL: there is none. */
const char *name_of(const char *const *names, int value);

/* The value that has this word; -1: none has. */
int value_named(const char *const *names, const char *name);

#endif
