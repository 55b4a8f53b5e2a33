int x;
if (x) x = 2; //~ expected identifier or `(` before `if`
class A { int y; }; //~ before `{` token

int main(void)
{
    return x;
} } //~ expected identifier or `(` before `}` token
