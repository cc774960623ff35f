/* undefined: __(aeabi_dmul|muldf3)|SSE register return with SSE disabled */
/* Floating-point arithmetic. */
double rtmr_planted(double x);

double rtmr_planted(double x)
{
    return x * 1.5;
}
