// ubsan: variable length array bound evaluates to non-positive value 0
// fault: 12
static int last(int n)
{
    int a[n]; //~ undefined: the length of a variable-length array is not positive
    a[n - 1] = 3;
    return a[n - 1];
}

int main(void)
{
    return last(0);
}
