// asan: stack-buffer-overflow
// fault: 5
static void fill(int *a, int n)
{
    for (int i = 0; i <= n; i++)
        a[i] = i; //~ undefined: stack-buffer-overflow: write of 4 bytes at byte 20 of `values`, which has 20 bytes
}

int main(void)
{
    int values[5];
    fill(values, 5);
    return values[0];
}
