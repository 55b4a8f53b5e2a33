// asan: invalid-pointer-pair
static int a[4], b[4];

int main(void)
{
    int *p = a, *q = b;
    return (int)(p - q); //~ undefined: invalid-pointer-pair: subtraction of pointers into different objects: `a` and `b`
}
