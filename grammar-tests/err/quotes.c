int puts(const char *);
int main(void)
{
    puts(“hello”); //~ stray `“` in program //~ use of undeclared identifier
    return 0;
}
