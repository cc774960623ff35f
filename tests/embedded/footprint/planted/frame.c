/* the frame is dynamic */
int sum(const int *values, int n);
int f(int n);

int f(int n)
{
    int values[n];

    for (int i = 0; i < n; i++) {
        values[i] = i;
    }
    return sum(values, n);
}
