// ubsan: store to null pointer
// fault: 10
static void set(int *p, int value)
{
    *p = value; //~ undefined: null pointer dereference: write of 4 bytes
}

int main(void)
{
    set(0, 3);
    return 0;
}
