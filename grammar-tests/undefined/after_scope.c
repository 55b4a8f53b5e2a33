// asan: stack-use-after-scope
int main(void)
{
    int *p;
    {
        int inner = 3;
        p = &inner;
    }
    return *p; //~ undefined: stack-use-after-scope: read of 4 bytes at byte 0 of `inner`, whose block was left
}
