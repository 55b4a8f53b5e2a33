// asan: invalid-pointer-pair
// fault: 6
int main(void)
{
    int a[4] = {0}, b[4] = {0};
    int *p = a, *q = b;
    return p < q ? a[0] : b[0]; //~ undefined: invalid-pointer-pair: comparison of pointers into different objects: `a` and `b`
}
