// ubsan: shift exponent -1 is negative
int main(void)
{
    int n = -1;
    return 1 << n; //~ undefined: shift exponent -1 is negative
}
