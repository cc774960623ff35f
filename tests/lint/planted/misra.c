/* misra: misra-c2012-15\.1: no row of the table covers it */
int planted(int jobs);

int planted(int jobs)
{
again:
    jobs--;
    if (jobs > 0) {
        goto again;
    }
    return jobs;
}
