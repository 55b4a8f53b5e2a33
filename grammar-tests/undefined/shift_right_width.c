// ubsan: shift exponent 64 is too large for 64-bit type 'long unsigned int'
int main(void)
{
    unsigned long x = 1;
    int n = 64;
    return (int)(x >> n); //~ undefined: shift exponent 64 is too large for 64-bit type `unsigned long`
}
