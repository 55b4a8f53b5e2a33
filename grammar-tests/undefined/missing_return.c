// none: gcc checks it in C++ only, and MSan takes what the register happens to hold for a value
static int larger(int a, int b)
{
    if (a > b)
        return a;
}

int main(void)
{
    if (larger(1, 2) == 2) //~ undefined: use of an uninitialised value: it decides a branch; `larger` ended without a `return`
        return 1;
    return 0;
}
