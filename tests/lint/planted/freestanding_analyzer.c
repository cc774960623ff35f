/* freestanding_analyzer: analyzer-null-dereference */
int planted(int jobs);

static const int *first(const int *slots, int jobs)
{
    return jobs > 0 ? slots : (const int *)0;
}

int planted(int jobs)
{
    const int slot = 1;

    return *first(&slot, jobs);
}
