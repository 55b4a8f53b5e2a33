// input: 7
// output: 7 5\n
// event: wrong output
#include <stdarg.h>
#include <stdio.h>
static int scan_list(va_list rest, const char *format)
{
    return vscanf(format, rest);
}
static int ask(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int count = scan_list(args, format);
    va_end(args);
    return count;
}
int main(void)
{
    int n = 1, other = 5; //^ data
    int mode = 2; //^
    if (mode == 1) //^
        ask("%d", &n);
    if (mode == 3)
        other = 6;
    printf("%d %d\n", n, other); //^ data
    return 0;
}
