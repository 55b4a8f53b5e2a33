// asan: stack-use-after-return
static int *counter(void)
{
    int count = 3;
    int *p = &count;
    return p;
}

int main(void)
{
    int *p = counter();
    *p = 4; //~ undefined: stack-use-after-return: write of 4 bytes at byte 0 of `count`, whose function returned
    return 0;
}
