int main(void)
{
    __int128 huge = 1; //~ __int128
    return 0;
}
