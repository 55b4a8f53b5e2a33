// ubsan: shift exponent 32 is too large for 32-bit type 'int'
// fault: 5
int main(void)
{
    int n = 32;
    return 1 << n; //~ undefined: shift exponent 32 is too large for 32-bit type `int`
}
