/* calls itself */
int f(int n);
int g(int n);

int g(int n)
{
    return n > 0 ? 2 + f(n / 2) * 3 : 1;
}

int f(int n)
{
    return n > 0 ? 1 + g(n - 1) * 5 : 0;
}
