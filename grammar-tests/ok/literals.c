int main(void)
{
    int a = 0x1F + 017 + 0b101 + 10;
    unsigned long b = 1u + 2l + 3ul + 4LL + 5ull + 0xFFFFFFFFFFFFFFFF;
    double d = 1.5 + .5 + 5. + 1e3 + 1.5e-3f + 0x1.8p1;
    char c = 'a' + '\n' + '\0' + '\x41' + '\101' + '\'' + '"' + '\\' + '\?';
    const char *s = "tab\t quote\" \x41\102 " "joined";
    return a + (int) b + (int) d + c + s[0];
}
