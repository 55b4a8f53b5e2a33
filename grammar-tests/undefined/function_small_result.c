// none: GCC and Clang 14 have no -fsanitize=function for C
static unsigned char low(unsigned value)
{
    return value;
}

int main(void)
{
    int (*f)(unsigned) = (int (*)(unsigned))low;
    return f(300) == 44; //~ undefined: call to function `low` through a pointer of incorrect type
}
