// asan: SEGV
// fault: 7
int main(void)
{
    int *p = 0;
    int i = 3;
    return p[i]; //~ undefined: null pointer dereference: read of 4 bytes
}
