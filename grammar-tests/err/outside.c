int x;
if (x) x = 2; //~ a statement cannot stand outside of a function
class A { int y; }; //~ expected a parameter list after this

int main(void)
{
    return x;
} } //~ unexpected `}`: nothing is open here
