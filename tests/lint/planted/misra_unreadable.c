/* misra: syntaxError: no row of the table covers it */
int planted(void)
{
    return (1;
}
