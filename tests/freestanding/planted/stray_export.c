/* exported without the prefix rtmr_: planted */
/* An exported function outside the name space of the kernel. */
int planted(int x);

int planted(int x)
{
    return x + 1;
}
