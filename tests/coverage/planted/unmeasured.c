/* 2 operators && and \|\|, but 0 in decisions that are measured */
static int plus_one(int number)
{
    return number + 1;
}

/* The compiler warns that it leaves both decisions out: one is in an argument of the other. */
int main(int arguments, char **argument)
{
    return plus_one(arguments > 0 && argument != (char **)0) == 0 || arguments < 0;
}
