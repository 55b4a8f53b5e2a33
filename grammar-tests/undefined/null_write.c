// ubsan: store to null pointer
static void set(int *p, int value)
{
    *p = value; //~ undefined: null pointer dereference: write of 4 bytes
}

int main(void)
{
    set(0, 3);
    return 0;
}
