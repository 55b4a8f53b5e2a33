// ubsan: applying non-zero offset 18446744073709551612 to null pointer
int main(void)
{
    int *p = 0;
    int i = 1;
    int *q = p - i; //~ undefined: applying a non-zero offset to a null pointer
    return q == p;
}
