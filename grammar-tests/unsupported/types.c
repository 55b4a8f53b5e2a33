struct room { int length; double _Complex z; };

int main(void)
{
    __int128 huge = 1; //~ __int128
    _Complex double z; //~ _Complex
    struct room r; //~ _Complex
    _Decimal64 money; //~ _Decimal64
    return 0;
}
