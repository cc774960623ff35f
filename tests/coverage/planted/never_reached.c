/* main: `\{ return 3; \}` never reached */
int main(int arguments, char **argument)
{
    (void)argument;
    if (arguments > 1) {
        return 3;
    }
    return 0;
}
