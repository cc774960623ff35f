/* clang_tidy: bugprone-suspicious-semicolon */
int planted(int jobs);

int planted(int jobs)
{
    if (jobs > 0);
    {
        jobs--;
    }
    return jobs;
}
