/* fits: `slots > 0` never decides alone */
static int fits(int jobs, int slots)
{
    return jobs > 0 && slots > 0;
}

/* Both conditions are true and false in some call, but always together: every branch is taken. */
int main(void)
{
    return fits(1, 1) == 1 && fits(0, 1) == 0 && fits(0, 0) == 0 ? 0 : 3;
}
