// none: UBSan sees only wrapping around the address space, and many programs count from 1 so
// ours: none
int main(void)
{
    int a[4] = {1, 2, 3, 4};
    int *from_one = a - 1;
    return from_one[1] - 1;
}
