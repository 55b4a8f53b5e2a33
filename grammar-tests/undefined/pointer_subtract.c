// asan: invalid-pointer-pair
// ours: none, no sanitizer stops unless it is asked to: it is the distance between their addresses
static int a[4], b[4];

int main(void)
{
    int *p = a, *q = b;
    return p - q + (q - p) != 0;
}
