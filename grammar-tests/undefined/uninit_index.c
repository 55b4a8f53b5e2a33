// msan: use-of-uninitialized-value
// fault: 8
int main(void)
{
    int a[4] = {1, 2, 3, 4};
    int i;
    int *p = &i;
    a[*p] = 3; //~ undefined: use of an uninitialised value: it is used as a pointer or an index
    return a[0];
}
