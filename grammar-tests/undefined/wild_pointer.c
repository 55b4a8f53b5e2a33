// asan: SEGV
int main(void)
{
    long address = 4096;
    int *p = (int *)address;
    return *p; //~ undefined: dereference of an invalid pointer
}
