/*
 * Makes a script that breaks a clause smaller, as long as it breaks the same clause; greedily:
 * leave out calls, lower numbers. A script without a reported violation keeps to that.
 */
#ifndef CAMPAIGN_SHRINK_H
#define CAMPAIGN_SHRINK_H

#include "tests/campaign/script.h"

void shrink(struct script *script);

#endif
