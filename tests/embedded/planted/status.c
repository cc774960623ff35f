/* it reports no test */
int main(void)
{
    return 0;
}
