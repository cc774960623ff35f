/* clang_tidy: clang-analyzer-core\.NullDereference */
int planted(const int *slots);

int planted(const int *slots)
{
    if (slots == 0) {
        return *slots;
    }
    return 0;
}
