/* clang_format: clang_format.c:4: code should be clang-formatted */
int halved(int n);

int  halved(int n) { return n / 2; }
