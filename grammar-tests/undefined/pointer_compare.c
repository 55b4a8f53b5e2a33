// asan: invalid-pointer-pair
// ours: none, no sanitizer stops unless it is asked to: objects are ordered by when they were made
int main(void)
{
    int a[4] = {0}, b[4] = {0};
    int *p = a, *q = b;
    return p < q ? a[0] : b[0];
}
