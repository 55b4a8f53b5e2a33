int first(void)
{
    int x = 3
    int y = 4; //~ expected `,` or `;` before `int`
    return x + y;
}

int second(int x)
{
    x = 3 //~ expected `;` before `x`
    x = 4;
    return x;
}

int third(int x)
{
    first() //~ expected `;` before `return`
    return x;
}
