// asan: SEGV
// fault: 6
int main(void)
{
    char *text = "hello";
    text[0] = 'H'; //~ undefined: write to read-only `string literal`
    return 0;
}
