// clang ubsan: applying non-zero offset 4 to null pointer
// ours: none, GCC does not stop: `buffer + length` without a buffer is how the length of a text is counted
int main(void)
{
    int *p = 0;
    int i = 1;
    int *q = p + i;
    return q == p;
}
