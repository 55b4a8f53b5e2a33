// ubsan: pointer index expression with base
// ours: none, a pointer is checked where it is used: forming one outside of its object fails nowhere
int main(void)
{
    int a[4] = {1, 2, 3, 4};
    long far = -0x1fffffffffffff00;
    int *p = a + far;
    return p == a;
}
