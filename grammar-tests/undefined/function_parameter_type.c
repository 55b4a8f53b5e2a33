// none: GCC and Clang 14 have no -fsanitize=function for C
static double twice(double x)
{
    return x * 2;
}

int main(void)
{
    int (*f)(int) = (int (*)(int))twice;
    return f(3) != 6; //~ undefined: call to function `twice` through a pointer of incorrect type
}
