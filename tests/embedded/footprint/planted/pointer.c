/* a call through a pointer */
int f(int (*g)(void));

int f(int (*g)(void))
{
    return g() + 1;
}
