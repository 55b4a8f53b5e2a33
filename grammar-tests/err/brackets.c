int first(int x)
{
    if (x == 3 { //~ expected `)` before `{` token
        x = 1;
    }
    return x;
}

int second(int x)
{
    return first(x)); //~ expected `;` before `)` token
}

int third(int x)
{
    if (x) { //~ this `{` is never closed
        return 1;

int fourth(int x)
{
    int a[3; //~ expected `]` before `;` token
    return x;
}
