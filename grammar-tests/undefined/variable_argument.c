// valgrind: Conditional jump or move depends on uninitialised value
#include <stdarg.h>
#include <stdio.h>

static void print(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments); //~ undefined: use of an uninitialised value: an argument of `printf`
    va_end(arguments);
}

int main(void)
{
    int unset;
    print("%d\n", unset);
    return 0;
}
