// ubsan: shift exponent 4294967296 is too large for 32-bit type 'int'
int main(void)
{
    long n = 4294967296;
    return 1 << n; //~ undefined: shift exponent 4294967296 is too large for 32-bit type `int`
}
