// none: GCC and Clang 14 have no -fsanitize=function for C
static int twice(int x)
{
    return x * 2;
}

int main(void)
{
    double (*f)(int) = (double (*)(int))twice;
    return f(3) != 6; //~ undefined: call to function `twice` through a pointer of incorrect type
}
