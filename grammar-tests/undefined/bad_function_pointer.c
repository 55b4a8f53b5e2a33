// none: gcc has no -fsanitize=function
static int add(int a, int b)
{
    return a + b;
}

int main(void)
{
    int (*f)(int, int, int) = (int (*)(int, int, int))add;
    return f(1, 2, 3); //~ undefined: call to function `add` through a pointer of incorrect type
}
