/* main: `arguments > 0` never false */
int main(int arguments, char **argument)
{
    (void)argument;
    return arguments > 0 ? 0 : 3;
}
