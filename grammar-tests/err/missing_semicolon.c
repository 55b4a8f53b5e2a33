int first(void)
{
    int x = 3 //~ expected `;` after this
    int y = 4;
    return x + y;
}

int second(int x)
{
    x = 3 //~ expected `;` after this
    x = 4;
    return x;
}

int third(int x)
{
    first() //~ expected `;` after this
    return x;
}
