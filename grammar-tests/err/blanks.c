int f(int a)
{
    a++; //~ stray U+00A0 in program
    return a;
}
