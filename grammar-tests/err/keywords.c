int first(int x)
{
    else x = 3; //~ unexpected `else` //~ unknown type name
    return x;
}

int second(int x)
{
    int for = 3; //~ unexpected `for`
    return x;
}

int third(int x)
{
    while x < 3 { x++; } //~ expected `(` after `while`
    return x;
}
