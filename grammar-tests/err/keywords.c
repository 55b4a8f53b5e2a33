int first(int x)
{
    else x = 3; //~ `else` without a previous `if` //~ unknown type name
    return x;
}

int second(int x)
{
    int for = 3; //~ expected identifier or `(` before `for`
    return x;
}

int third(int x)
{
    while x < 3 { x++; } //~ expected `(` before `x`
    return x;
}
