/* misra: misra-c2012-16\.4: no row of the table covers it */
#include "rtmr.h"

int planted(enum rtmr_stage stage);

int planted(enum rtmr_stage stage)
{
    int slots = 0;

    switch (stage) {
    case RTMR_MAP:
        slots = 1;
        break;
    case RTMR_REDUCE:
        slots = 2;
        break;
    }
    return slots;
}
