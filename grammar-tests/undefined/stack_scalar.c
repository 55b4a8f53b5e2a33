// asan: stack-buffer-overflow
int main(void)
{
    int x = 3;
    int *p = &x;
    p++;
    *p = 4; //~ undefined: stack-buffer-overflow: write of 4 bytes at byte 4 of `x`, which has 4 bytes
    return x;
}
